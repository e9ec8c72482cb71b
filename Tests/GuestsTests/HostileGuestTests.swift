// A client that requests anything in any order, with any numbers, beside an honest one.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux
import TestRandomness
import Testing

@testable import Guests

/// Makes random requests on a connection of its own. Numbers are small, negative, or the largest there are.
private final class HostileClient {
    private let client: TestClient
    private let compositor, subcompositor, shm, shell, viewporter: OpaquePointer
    private var surfaces: [OpaquePointer] = []
    // Most requests are for those that can still have what is requested: others end the connection.
    /// The surfaces that have no role, no buffer, or no viewport, and the windows that are neither toplevel nor popup.
    private var (plain, bare, unseen, unmade) = (
        [OpaquePointer](), [OpaquePointer](), [OpaquePointer](), [OpaquePointer]()
    )
    private var subsurfaces: [OpaquePointer] = []
    private var viewports: [OpaquePointer] = []
    private var windows: [OpaquePointer] = []
    private var toplevels: [OpaquePointer] = []
    private var popups: [OpaquePointer] = []
    private var positioners: [OpaquePointer] = []
    private var regions: [OpaquePointer] = []
    private var buffers: [OpaquePointer] = []

    init(_ server: GuestServer) throws {
        client = try TestClient(server)
        compositor = client.bind(bezel_wl_compositor(), version: 4)
        subcompositor = client.bind(bezel_wl_subcompositor(), version: 1)
        shm = client.bind(bezel_wl_shm(), version: 1)
        shell = client.bind(bezel_xdg_wm_base(), version: 3)
        viewporter = client.bind(bezel_wp_viewporter(), version: 1)
    }

    /// Whether the server has ended the connection.
    var isEnded: Bool { client.error != nil }

    func exchange() { client.exchange() }

    /// One request.
    func act(_ numbers: inout SplitMix) {
        func number() -> Int32 {
            switch Int.random(in: 0...9, using: &numbers) {
            case 0: [Int32.max, Int32.min, 0, 1 << 24, -1 << 24].randomElement(using: &numbers)!
            case 1: Int32.random(in: Int32.min...Int32.max, using: &numbers)
            default: Int32.random(in: -4...70, using: &numbers)
            }
        }
        func size() -> Int32 { max(1, number()) }
        func any(_ objects: [OpaquePointer]) -> OpaquePointer? { objects.randomElement(using: &numbers) }
        let isBold = Int.random(in: 0...60, using: &numbers) == 0
        func taken(_ free: inout [OpaquePointer], _ all: [OpaquePointer]) -> OpaquePointer? {
            if isBold { return any(all) }
            return free.isEmpty ? nil : free.remove(at: Int.random(in: 0..<free.count, using: &numbers))
        }
        switch Int.random(in: 0...27, using: &numbers) {
        case 0, 1:
            let surface = wl_compositor_create_surface(compositor)!
            for list in [\HostileClient.surfaces, \.plain, \.bare, \.unseen] { self[keyPath: list].append(surface) }
        case 2:
            guard let surface = taken(&plain, surfaces), let parent = any(surfaces), parent != surface || isBold else {
                return
            }
            bare.removeAll { $0 == surface }
            subsurfaces.append(wl_subcompositor_get_subsurface(subcompositor, surface, parent))
        case 3:
            if let surface = taken(&unseen, surfaces) {
                viewports.append(wp_viewporter_get_viewport(viewporter, surface))
            }
        case 4:
            guard let surface = isBold ? any(surfaces) : any(plain.filter { bare.contains($0) }) else { return }
            plain.removeAll { $0 == surface }
            let window = xdg_wm_base_get_xdg_surface(shell, surface)!
            windows.append(window)
            if isBold { return unmade.append(window) }
            if Bool.random(using: &numbers) { return toplevels.append(xdg_surface_get_toplevel(window)) }
            let positioner = xdg_wm_base_create_positioner(shell)!
            xdg_positioner_set_size(positioner, size(), size())
            xdg_positioner_set_anchor_rect(positioner, number(), number(), max(0, number()), max(0, number()))
            popups.append(xdg_surface_get_popup(window, any(windows), positioner))
        case 5: if let window = taken(&unmade, windows) { toplevels.append(xdg_surface_get_toplevel(window)) }
        case 6, 7:
            let positioner = xdg_wm_base_create_positioner(shell)!
            positioners.append(positioner)
            xdg_positioner_set_size(positioner, size(), size())
            xdg_positioner_set_anchor_rect(positioner, number(), number(), max(0, number()), max(0, number()))
            xdg_positioner_set_offset(positioner, number(), number())
            xdg_positioner_set_constraint_adjustment(positioner, UInt32.random(in: 0...63, using: &numbers))
            xdg_positioner_set_anchor(positioner, UInt32.random(in: 0...8, using: &numbers))
        case 8, 9:
            if let window = taken(&unmade, windows), let positioner = any(positioners) {
                popups.append(xdg_surface_get_popup(window, any(windows), positioner))
            }
        case 10:
            if let popup = any(popups), let positioner = any(positioners) { xdg_popup_reposition(popup, positioner, 1) }
        case 11, 12:
            func side() -> Int32 { isBold ? size() : Int32.random(in: 1...90, using: &numbers) }
            makeBuffer(side(), side(), &numbers)
        case 13, 14:
            guard let surface = any(surfaces) else { return }
            bare.removeAll { $0 == surface }
            wl_surface_attach(surface, any(buffers), 0, 0)
        case 15:
            if let surface = any(surfaces) { wl_surface_damage_buffer(surface, number(), number(), number(), number()) }
        case 16: if let surface = any(surfaces) { wl_surface_damage(surface, number(), number(), number(), number()) }
        case 17: if let surface = any(surfaces) { _ = wl_surface_frame(surface) }
        case 18:
            if let surface = any(surfaces) {
                wl_surface_set_buffer_transform(surface, Int32.random(in: 0...7, using: &numbers))
            }
        case 19:
            if let surface = any(surfaces) {
                wl_surface_set_buffer_scale(surface, isBold ? 2 : 1)
            }
        case 20:
            guard let viewport = any(viewports) else { return }
            if Bool.random(using: &numbers) {
                return wp_viewport_set_destination(viewport, min(1 << 16, size()), min(1 << 16, size()))
            }
            func fixed() -> wl_fixed_t { Int32.random(in: 0...(isBold ? 70 : 4) * 256, using: &numbers) }
            wp_viewport_set_source(viewport, fixed(), fixed(), max(1, fixed()), max(1, fixed()))
        case 21:
            guard let surface = any(surfaces) else { return }
            let region = wl_compositor_create_region(compositor)!
            wl_region_add(region, number(), number(), number(), number())
            wl_surface_set_input_region(surface, region)
            wl_region_destroy(region)
        case 22:
            if let subsurface = any(subsurfaces) { wl_subsurface_set_position(subsurface, number(), number()) }
        case 23:
            if let subsurface = any(subsurfaces) {
                Bool.random(using: &numbers) ? wl_subsurface_set_desync(subsurface) : wl_subsurface_set_sync(subsurface)
            }
        case 24:
            if let window = any(windows) { xdg_surface_set_window_geometry(window, number(), number(), size(), size()) }
        case 25: destroySomething(&numbers)
        default: if let surface = any(surfaces) { wl_surface_commit(surface) }
        }
    }

    private func makeBuffer(_ width: Int32, _ height: Int32, _ numbers: inout SplitMix) {
        let bytes = Int64(min(width, 2048)) * Int64(min(height, 2048)) * 4
        let file = FileDescriptor(owning: memfd_create("buffer", UInt32(MFD_CLOEXEC)))
        // Some files are shorter than the client says.
        ftruncate(file.number, off_t(Int.random(in: 0...40, using: &numbers) == 0 ? bytes / 2 : bytes))
        let pool = wl_shm_create_pool(shm, file.number, Int32(clamping: max(1, bytes)))
        let format = Bool.random(using: &numbers) ? WL_SHM_FORMAT_ARGB8888 : WL_SHM_FORMAT_XRGB8888
        buffers.append(wl_shm_pool_create_buffer(pool, 0, width, height, width &* 4, format.rawValue))
        wl_shm_pool_destroy(pool)
    }

    private func destroySomething(_ numbers: inout SplitMix) {
        func one(_ objects: inout [OpaquePointer], _ destroy: (OpaquePointer) -> Void) {
            guard !objects.isEmpty else { return }
            let object = objects.remove(at: Int.random(in: 0..<objects.count, using: &numbers))
            for list in [\HostileClient.plain, \.bare, \.unseen, \.unmade] {
                self[keyPath: list].removeAll { $0 == object }
            }
            destroy(object)
        }
        switch Int.random(in: 0...6, using: &numbers) {
        case 0: one(&surfaces) { wl_surface_destroy($0) }
        case 1: one(&subsurfaces) { wl_subsurface_destroy($0) }
        case 2: one(&viewports) { wp_viewport_destroy($0) }
        case 3: one(&buffers) { wl_buffer_destroy($0) }
        case 4: one(&popups) { xdg_popup_destroy($0) }
        case 5: one(&toplevels) { xdg_toplevel_destroy($0) }
        default: one(&positioners) { xdg_positioner_destroy($0) }
        }
    }
}

@Suite final class HostileGuestTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)),
        hasPointer: true)
    private let compositor = Compositor(size: PixelSize(60, 40))

    isolated deinit { server.close() }

    @Test(arguments: 0..<60)
    func `whatever a client requests, the kiosk goes on, and so do its other clients`(seed: Int) throws {
        // Its connections count for all compositors, so the end of the suite is too late.
        defer { server.close() }
        var numbers = SplitMix(UInt64(seed))
        let honest = try TestClient(server)
        let window = TestWindow(honest)
        window.show(window.buffer(window.size, 0xFF11_2233))
        let picture = Bitmap(size: PixelSize(60, 40), isOpaque: true)
        var ended = 0
        for _ in 0..<6 {
            let hostile = try HostileClient(server)
            for step in 0..<500 where !hostile.isEnded {
                hostile.act(&numbers)
                guard step % 8 == 7 else { continue }
                hostile.exchange()
                let point = Point(
                    Double.random(in: 0...60, using: &numbers), Double.random(in: 0...40, using: &numbers))
                server.touchDown(step, at: point, .zero)
                server.touchMoved(step, to: Point(point.y, point.x), .zero)
                step % 16 == 15 ? server.touchCancelled(step) : server.touchUp(step, .zero)
                server.pointerMoved(to: point, .zero)
                compositor.draw(
                    compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
                server.handedOver()
                server.presented(at: .zero)
            }
            if hostile.isEnded { ended += 1 }
        }
        server.dispatch()
        #expect(server.connections == 1 && honest.error == nil)
        #expect(ended > 0, "no request was refused")
        window.show(window.buffer(window.size, 0xFF44_5566))
        compositor.draw(compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
        #expect(picture[30, 20] == 0xFF44_5566)
    }
}
