// A client of a guest's compositor, on the other end of a socket in the same process. Nothing waits: each side reads what the other
// has written.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Linux

@testable import Guests

/// A real connection of libwayland's, with the objects that a window needs.
final class TestClient {
    /// Has the server carry out what was requested.
    private let serve: () -> Void
    let display: OpaquePointer
    private let registry: OpaquePointer
    fileprivate(set) var globals: [String: (name: UInt32, version: UInt32)] = [:]
    /// What the client was told, in order.
    fileprivate(set) var events: [String] = []
    /// The objects whose events libwayland passes on.
    var proxies: [TestProxy] = []
    /// What listens to events.
    var listeners: [AnyObject] = []

    convenience init(_ server: GuestServer) throws {
        try self.init({ server.connect(FileDescriptor(owning: $0)) }, serve: { server.dispatch() })
    }

    /// A client whose server gets the other end of a socket by `connect`, and carries out what was requested in `serve`.
    init(_ connect: (Int32) throws -> Void, serve: @escaping () -> Void) throws {
        self.serve = serve
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError(call: "socketpair", errno: errno)
        }
        try connect(ends[0])
        guard let display = wl_display_connect_to_fd(ends[1]), let registry = wl_display_get_registry(display) else {
            fatalError("no memory for a client")
        }
        (self.display, self.registry) = (display, registry)
        wl_registry_add_listener(registry, Self.registryListener, Unmanaged.passUnretained(self).toOpaque())
        exchange()
    }

    isolated deinit { wl_display_disconnect(display) }

    private static let registryListener = permanent(
        wl_registry_listener(
            global: { this, _, name, interface, version in
                guard let interface else { return }
                (listening(this) as TestClient).globals[String(cString: interface)] = (name, version)
            }, global_remove: { _, _, _ in }))

    /// Has the server carry out what was requested, and reads its answers.
    func exchange() {
        wl_display_flush(display)
        serve()
        read()
    }

    /// Reads what the server has said.
    func read() {
        while wl_display_prepare_read(display) != 0 {
            // After an error nothing is read any more.
            if wl_display_dispatch_pending(display) < 0 { return }
        }
        var ready = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
        if poll(&ready, 1, 0) > 0 { wl_display_read_events(display) } else { wl_display_cancel_read(display) }
        wl_display_dispatch_pending(display)
    }

    /// The error that ended the connection, as `interface code`; nil while it lives.
    var error: String? {
        guard wl_display_get_error(display) != 0 else { return nil }
        var interface: UnsafePointer<wl_interface>?
        var id: UInt32 = 0
        let code = wl_display_get_protocol_error(display, &interface, &id)
        return "\(interface.map { String(cString: $0.pointee.name) } ?? "?") \(code)"
    }

    func bind(_ interface: UnsafePointer<wl_interface>, version: UInt32) -> OpaquePointer {
        let name = String(cString: interface.pointee.name)
        guard let global = globals[name], let object = wl_registry_bind(registry, global.name, interface, version)
        else {
            fatalError("the server does not offer \(name)")
        }
        return OpaquePointer(object)
    }

    func note(_ event: String) { events.append(event) }

    /// The events since the last call.
    func takeEvents() -> [String] {
        defer { events = [] }
        return events
    }
}

/// A window of a test's, with pictures of one colour.
final class TestWindow {
    let client: TestClient
    let surface: OpaquePointer
    private let shm: OpaquePointer
    private let shell: OpaquePointer
    let window: OpaquePointer
    let toplevel: OpaquePointer
    private(set) var size = PixelSize(1, 1)

    init(_ client: TestClient) {
        self.client = client
        let compositor = client.bind(bezel_wl_compositor(), version: 4)
        shm = client.bind(bezel_wl_shm(), version: 1)
        shell = client.bind(bezel_xdg_wm_base(), version: 3)
        surface = wl_compositor_create_surface(compositor)
        window = xdg_wm_base_get_xdg_surface(shell, surface)
        toplevel = xdg_surface_get_toplevel(window)
        let this = Unmanaged.passUnretained(self).toOpaque()
        xdg_surface_add_listener(window, Self.windowListener, this)
        xdg_toplevel_add_listener(toplevel, Self.toplevelListener, this)
        wl_surface_commit(surface)
        client.exchange()
    }

    private static let windowListener = permanent(
        xdg_surface_listener(configure: { _, window, serial in xdg_surface_ack_configure(window, serial) }))
    private static let toplevelListener = permanent(
        xdg_toplevel_listener(
            configure: { this, _, width, height, _ in
                let window: TestWindow = listening(this)
                if width > 0, height > 0 { window.size = PixelSize(Int(width), Int(height)) }
                window.client.note("configure \(width)x\(height)")
            }, close: { this, _ in (listening(this) as TestWindow).client.note("close") },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))
    private static let bufferListener = permanent(
        wl_buffer_listener(release: { this, _ in (listening(this) as TestClient).note("release") }))

    /// A buffer of `size` in one colour.
    func buffer(_ size: PixelSize, _ color: UInt32, format: wl_shm_format = WL_SHM_FORMAT_XRGB8888) -> TestBuffer {
        let buffer = TestBuffer(shm, size, color, format)
        wl_buffer_add_listener(buffer.buffer, Self.bufferListener, Unmanaged.passUnretained(client).toOpaque())
        return buffer
    }

    /// Shows `buffer`, all of which has changed.
    func show(_ buffer: TestBuffer, damage: PixelRect? = nil) {
        let changed = damage ?? buffer.size.bounds
        wl_surface_attach(surface, buffer.buffer, 0, 0)
        wl_surface_damage_buffer(
            surface, Int32(changed.x), Int32(changed.y), Int32(changed.width), Int32(changed.height))
        wl_surface_commit(surface)
        client.exchange()
    }

    /// Listens to fingers.
    func listenToTouch() {
        let seat = client.bind(bezel_wl_seat(), version: 5)
        let touch = wl_seat_get_touch(seat)
        wl_touch_add_listener(touch, Self.touchListener, Unmanaged.passUnretained(client).toOpaque())
        client.exchange()
    }

    private static let touchListener = permanent(
        wl_touch_listener(
            down: { this, _, _, _, _, id, x, y in
                (listening(this) as TestClient).note("down \(id) \(wl_fixed_to_int(x)) \(wl_fixed_to_int(y))")
            },
            up: { this, _, _, _, id in (listening(this) as TestClient).note("up \(id)") },
            motion: { this, _, _, id, x, y in
                (listening(this) as TestClient).note("motion \(id) \(wl_fixed_to_int(x)) \(wl_fixed_to_int(y))")
            },
            frame: { this, _ in (listening(this) as TestClient).note("frame") },
            cancel: { this, _ in (listening(this) as TestClient).note("cancel") }, shape: { _, _, _, _, _ in },
            orientation: { _, _, _, _ in }))
}

/// A buffer in a file of its own.
final class TestBuffer {
    let buffer: OpaquePointer
    let size: PixelSize
    private let file: FileDescriptor

    init(_ shm: OpaquePointer, _ size: PixelSize, _ color: UInt32, _ format: wl_shm_format) {
        self.size = size
        let bytes = 4 * size.width * size.height
        file = FileDescriptor(owning: memfd_create("buffer", UInt32(MFD_CLOEXEC)))
        ftruncate(file.number, off_t(bytes))
        let pool = wl_shm_create_pool(shm, file.number, Int32(bytes))
        buffer = wl_shm_pool_create_buffer(
            pool, 0, Int32(size.width), Int32(size.height), Int32(4 * size.width), format.rawValue)
        wl_shm_pool_destroy(pool)
        fill(size.bounds, color)
    }

    func fill(_ rect: PixelRect, _ color: UInt32) {
        let row = [UInt32](repeating: color, count: rect.width)
        for y in rect.y..<rect.maxY {
            _ = row.withUnsafeBytes {
                pwrite(file.number, $0.baseAddress, $0.count, off_t(4 * (y * size.width + rect.x)))
            }
        }
    }

    /// Cuts the file short, as a hostile client would.
    func cut(to bytes: Int) { ftruncate(file.number, off_t(bytes)) }
}
