// The bounds of what a guest may have, and what a window that goes takes along.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux
import Testing

@testable import Guests

/// A popup of a test's on a window.
private final class TestPopup {
    let surface: OpaquePointer
    private let window: OpaquePointer
    private let popup: OpaquePointer

    init(on parent: TestWindow, grabs: Bool) {
        let client = parent.client
        let shell = client.bind(bezel_xdg_wm_base(), version: 3)
        surface = wl_compositor_create_surface(client.bind(bezel_wl_compositor(), version: 4))
        window = xdg_wm_base_get_xdg_surface(shell, surface)
        let positioner = xdg_wm_base_create_positioner(shell)!
        xdg_positioner_set_size(positioner, 10, 10)
        xdg_positioner_set_anchor_rect(positioner, 20, 20, 1, 1)
        popup = xdg_surface_get_popup(window, parent.window, positioner)
        xdg_popup_add_listener(popup, Self.popupListener, Unmanaged.passUnretained(client).toOpaque())
        if grabs { xdg_popup_grab(popup, client.bind(bezel_wl_seat(), version: 5), 0) }
        wl_surface_commit(surface)
        client.exchange()
        wl_surface_attach(surface, parent.buffer(PixelSize(10, 10), 0xFF77_8899).buffer, 0, 0)
        wl_surface_commit(surface)
        client.exchange()
    }

    private static let popupListener = permanent(
        xdg_popup_listener(
            configure: { _, _, _, _, _, _ in },
            popup_done: { this, _ in (listening(this) as TestClient).note("done") }, repositioned: { _, _, _ in }))
}

@Suite final class GuestBoundsTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)))
    private let compositor = Compositor(size: PixelSize(60, 40))

    isolated deinit { server.close() }

    private func glass(_ x: Int, _ y: Int) -> UInt32 {
        let bitmap = Bitmap(size: PixelSize(60, 40), isOpaque: true)
        compositor.draw(compositor.plan(server.layer), into: bitmap.surface, region: Region(bitmap.size.bounds))
        return bitmap[x, y]
    }

    private static let surfaceListener = permanent(
        wl_surface_listener(
            enter: { this, _, _ in (listening(this) as TestClient).note("enter") },
            leave: { this, _, _ in (listening(this) as TestClient).note("leave") },
            preferred_buffer_scale: nil, preferred_buffer_transform: nil))

    @Test func `a guest has eight connections, and others can connect meanwhile`() throws {
        let other = GuestServer(output: server.output)
        defer {
            other.close()
            server.close()
        }
        let clients = try (0..<8).map { _ in try TestClient(server) }
        #expect(server.connections == 8)
        let (inside, outside) = try HostileProgram.sockets()
        #expect(server.connect(FileDescriptor(owning: inside)) == nil)
        // The other end is told.
        var byte: UInt8 = 0
        #expect(read(outside, &byte, 1) == 0)
        close(outside)
        #expect(server.connections == 8 && clients.allSatisfy { $0.error == nil })
        #expect(try TestClient(other).error == nil)
    }

    @Test func `a connection that wants too much is ended, and the reason is told once`() throws {
        var reasons: [String] = []
        server.onRefusal = { reasons.append($0) }
        let client = try TestClient(server)
        for _ in 0..<40 { _ = client.bind(bezel_wl_output(), version: 2) }
        client.exchange()
        #expect(reasons == ["has 17 objects of the kind OutputGlobal"])
        #expect(server.connections == 0)
    }

    @Test func `whoever is told of a change may close the compositor`() throws {
        let other = GuestServer(output: server.output)
        let client = try TestClient(other)
        var changes = 0
        other.onChange = {
            changes += 1
            other.flush()
            other.close()
        }
        let window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
        #expect(changes == 1)
    }

    @Test func `mappings have places for all guests, and one more is refused`() throws {
        let file = FileDescriptor(owning: memfd_create("pool", UInt32(MFD_CLOEXEC)))
        ftruncate(file.number, 4096)
        var mappings: [OpaquePointer] = []
        while mappings.count <= 8192, let mapping = bezel_share_memory(file.number, 4096) { mappings.append(mapping) }
        // Other tests, whose suites end later, have some.
        #expect(errno == EMFILE && mappings.count > 24 * SharedMemory.mostMappings)
        let client = try TestClient(server)
        _ = wl_shm_create_pool(client.bind(bezel_wl_shm(), version: 1), file.number, 4096)
        client.exchange()
        client.exchange()
        #expect(client.error == "wl_shm 2")
        for mapping in mappings { bezel_unshare_memory(mapping) }
        let again = try TestClient(server)
        _ = wl_shm_create_pool(again.bind(bezel_wl_shm(), version: 1), file.number, 4096)
        again.exchange()
        #expect(again.error == nil)
    }

    @Test func `only files in memory are shared, and none is asked anything that waits`() throws {
        let memory = FileDescriptor(owning: memfd_create("pool", UInt32(MFD_CLOEXEC)))
        #expect(bezel_is_memory(memory.number))
        let path = "/dev/shm/bezel-test-\(getpid())"
        let file = FileDescriptor(owning: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        unlink(path)
        #expect(bezel_is_memory(file.number))
        for path in ["/dev/null", "/dev/zero", "/", "/proc/self/exe", "/proc/self/status"] {
            #expect(!bezel_is_memory(try FileDescriptor(opening: path, O_RDONLY).number), "\(path)")
        }
    }

    @Test func `a surface is told of outputs that its client binds later, and of leaving all of them`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        wl_surface_add_listener(window.surface, Self.surfaceListener, Unmanaged.passUnretained(client).toOpaque())
        window.show(window.buffer(window.size, 0xFF11_2233))
        _ = client.takeEvents()
        _ = client.bind(bezel_wl_output(), version: 2)
        client.exchange()
        #expect(client.takeEvents() == ["enter"])
        wl_surface_attach(window.surface, nil, 0, 0)
        wl_surface_commit(window.surface)
        client.exchange()
        #expect(client.takeEvents().contains("leave"))
    }

    @Test func `a touch beside a client's windows closes its menus, and one on them does not`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.show(window.buffer(PixelSize(40, 40), 0xFF11_2233))
        let (menu, hint) = (TestPopup(on: window, grabs: true), TestPopup(on: window, grabs: false))
        #expect(glass(31, 21) == 0xFF77_8899)
        _ = client.takeEvents()
        server.touchDown(1, at: Point(15, 5), .zero)
        client.exchange()
        #expect(!client.takeEvents().contains("done"))
        server.touchDown(2, at: Point(2, 2), .zero)
        client.exchange()
        #expect(client.takeEvents().filter { $0 == "done" } == ["done"])
        withExtendedLifetime((menu, hint)) {}
    }

    @Test func `a window that is hidden closes its popups, and a client cannot show them again`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let buffer = window.buffer(window.size, 0xFF11_2233)
        window.show(buffer)
        let menu = TestPopup(on: window, grabs: false)
        #expect(glass(20, 20) == 0xFF77_8899)
        wl_surface_attach(window.surface, nil, 0, 0)
        wl_surface_commit(window.surface)
        client.exchange()
        #expect(client.takeEvents().contains("done"))
        window.show(buffer)
        wl_surface_attach(menu.surface, nil, 0, 0)
        wl_surface_commit(menu.surface)
        wl_surface_attach(menu.surface, window.buffer(PixelSize(10, 10), 0xFF77_8899).buffer, 0, 0)
        wl_surface_commit(menu.surface)
        client.exchange()
        #expect(glass(20, 20) == 0xFF11_2233 && client.error == nil)
    }

    @Test func `a hidden window's dialogs belong to the window that it belonged to`() throws {
        let client = try TestClient(server)
        let windows = (0..<3).map { _ in TestWindow(client) }
        for window in windows { window.show(window.buffer(window.size, 0xFF11_2233)) }
        xdg_toplevel_set_parent(windows[1].toplevel, windows[0].toplevel)
        xdg_toplevel_set_parent(windows[2].toplevel, windows[1].toplevel)
        wl_surface_attach(windows[1].surface, nil, 0, 0)
        wl_surface_commit(windows[1].surface)
        client.exchange()
        // A circle would end the client: the last window is a dialog of the first one now.
        xdg_toplevel_set_parent(windows[0].toplevel, windows[2].toplevel)
        client.exchange()
        client.exchange()
        #expect(client.error == "xdg_toplevel 1")
    }

    @Test func `a guest plays something only while its surface is on the glass`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let manager = client.bind(bezel_zwp_idle_inhibit_manager_v1(), version: 1)
        func inhibit(_ surface: OpaquePointer) {
            var arguments = [wl_argument(n: 0), wl_argument(o: surface)]
            _ = wl_proxy_marshal_array_flags(manager, 1, bezel_zwp_idle_inhibitor_v1(), 1, 0, &arguments)
        }
        // A surface with a picture and without a role is not shown.
        let loose = wl_compositor_create_surface(client.bind(bezel_wl_compositor(), version: 4))!
        let buffer = window.buffer(window.size, 0xFF11_2233)
        inhibit(loose)
        inhibit(window.surface)
        wl_surface_attach(loose, buffer.buffer, 0, 0)
        wl_surface_commit(loose)
        client.exchange()
        #expect(client.error == nil && !server.isPlaying)
        window.show(buffer)
        #expect(server.isPlaying)
        wl_surface_attach(window.surface, nil, 0, 0)
        wl_surface_commit(window.surface)
        client.exchange()
        #expect(!server.isPlaying)
    }
}
