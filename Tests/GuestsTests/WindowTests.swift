// Windows of real clients: their pixels on the glass, their buffers, and the fingers on them.

import CLinux
import CWayland
import Geometry
import Layers
import Linux
import Testing

@testable import Guests

@Suite final class WindowTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)))
    private let compositor = Compositor(size: PixelSize(60, 40))

    isolated deinit { server.close() }

    private func glass() -> Bitmap {
        let bitmap = Bitmap(size: PixelSize(60, 40), isOpaque: true)
        compositor.draw(compositor.plan(server.layer), into: bitmap.surface, region: Region(bitmap.size.bounds))
        return bitmap
    }

    @Test func `a window is told to fill the glass, and is shown when it has drawn`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        #expect(client.takeEvents() == ["configure 60x40"])
        #expect(!server.isShowing)
        window.show(window.buffer(window.size, 0xFF11_2233))
        #expect(server.isShowing)
        let glass = glass()
        #expect(glass[0, 0] == 0xFF11_2233 && glass[59, 39] == 0xFF11_2233)
        #expect(client.error == nil)
    }

    @Test func `a small window is in the middle, and a large one is scaled down`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.show(window.buffer(PixelSize(20, 20), 0xFF11_2233))
        var picture = glass()
        #expect(picture[20, 10] == 0xFF11_2233 && picture[39, 29] == 0xFF11_2233 && picture[19, 10] & 0xFFFFFF == 0)
        window.show(window.buffer(PixelSize(120, 40), 0xFF44_5566))
        picture = glass()
        #expect(picture[30, 20] == 0xFF44_5566 && picture[30, 5] & 0xFFFFFF == 0 && picture[30, 35] & 0xFFFFFF == 0)
        #expect(picture[1, 20] == 0xFF44_5566 && picture[58, 20] == 0xFF44_5566)
    }

    @Test func `of a guest with one window another is closed unseen`() throws {
        let server = GuestServer(output: server.output, hasOneWindow: true)
        defer { server.close() }
        func color() -> UInt32 {
            let bitmap = Bitmap(size: PixelSize(60, 40), isOpaque: true)
            compositor.draw(
                compositor.plan(server.layer), into: bitmap.surface, region: Region(bitmap.size.bounds))
            return bitmap[30, 20]
        }
        // From the same connection, and from another one.
        let clients = [try TestClient(server), try TestClient(server)]
        let window = TestWindow(clients[0])
        window.show(window.buffer(window.size, 0xFF11_2233))
        var others: [TestWindow] = []
        for client in clients {
            let other = TestWindow(client)
            others.append(other)
            _ = client.takeEvents()
            other.show(other.buffer(PixelSize(60, 40), 0xFF44_5566))
            #expect(client.takeEvents().contains("close") && color() == 0xFF11_2233)
            // It takes no notice.
            other.show(other.buffer(PixelSize(60, 40), 0xFF77_8899))
            #expect(color() == 0xFF11_2233 && client.error == nil)
        }
        withExtendedLifetime(others) {}
    }

    @Test func `a buffer is returned when the next one is shown, and only then`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let (first, second) = (window.buffer(window.size, 0xFF00_0001), window.buffer(window.size, 0xFF00_0002))
        window.show(first)
        _ = client.takeEvents()
        client.exchange()
        #expect(client.takeEvents() == [])
        window.show(second)
        #expect(client.takeEvents().contains("release"))
        #expect(glass()[0, 0] == 0xFF00_0002)
    }

    @Test func `only what a client has changed is drawn again`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let buffer = window.buffer(window.size, 0xFF00_0001)
        window.show(buffer)
        let before = compositor.plan(server.layer)
        buffer.fill(PixelRect(30, 20, 4, 4), 0xFFFF_FFFF)
        window.show(buffer, damage: PixelRect(30, 20, 4, 4))
        let damage = compositor.plan(server.layer).damage(since: before)
        #expect(damage.bounds.contains(PixelRect(30, 20, 4, 4)) && damage.area <= 64, "\(damage)")
        #expect(glass()[31, 21] == 0xFFFF_FFFF)
    }

    @Test func `a file that is cut short reads as black, and nothing else happens`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let buffer = window.buffer(window.size, 0xFF11_2233)
        window.show(buffer)
        #expect(glass()[30, 39] == 0xFF11_2233)
        // The kernel keeps whole pages: the second one of three begins in row 17.
        buffer.cut(to: 4096)
        let picture = glass()
        #expect(picture[30, 5] == 0xFF11_2233 && picture[30, 39] & 0xFFFFFF == 0)
        #expect(client.error == nil)
    }

    @Test func `fingers arrive in groups, in the window's coordinates, and are cancelled when a gesture takes one`()
        throws
    {
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.listenToTouch()
        window.show(window.buffer(PixelSize(20, 20), 0xFF11_2233))
        _ = client.takeEvents()
        let time = Instant(nanoseconds: 1_000_000_000)
        server.touchDown(7, at: Point(25, 15), time)
        server.touchDown(9, at: Point(30, 20), time)
        client.exchange()
        #expect(client.takeEvents() == ["down 0 5 5", "down 1 10 10", "frame"])
        server.touchMoved(9, to: Point(50, 30), time)
        client.exchange()
        #expect(client.takeEvents() == ["motion 1 30 20", "frame"])
        server.touchUp(7, time)
        client.exchange()
        #expect(client.takeEvents() == ["up 0", "frame"])
        server.touchDown(11, at: Point(21, 11), time)
        server.touchCancelled(9)
        server.touchMoved(9, to: Point(40, 30), time)
        server.touchMoved(11, to: Point(40, 30), time)
        client.exchange()
        #expect(client.takeEvents() == ["down 0 1 1", "frame", "cancel"])
        // A finger beside the window is none of its own.
        server.touchDown(12, at: Point(1, 1), time)
        client.exchange()
        #expect(client.takeEvents() == [])
    }

    @Test func `a client that leaves takes its windows along, also with a finger on them`() throws {
        do {
            let client = try TestClient(server)
            let window = TestWindow(client)
            window.listenToTouch()
            window.show(window.buffer(window.size, 0xFF11_2233))
            server.touchDown(1, at: Point(5, 5), .zero)
            #expect(server.connections == 1)
        }
        server.dispatch()
        #expect(server.connections == 0 && !server.isShowing)
        server.touchMoved(1, to: Point(6, 6), .zero)
        server.touchUp(1, .zero)
        #expect(glass()[5, 5] & 0xFFFFFF == 0)
    }

    @Test func `a buffer that does not lie in its pool ends its client alone`() throws {
        let (client, other) = (try TestClient(server), try TestClient(server))
        let shm = client.bind(bezel_wl_shm(), version: 1)
        let file = FileDescriptor(owning: memfd_create("pool", UInt32(MFD_CLOEXEC)))
        let pool = wl_shm_create_pool(shm, file.number, 4096)
        _ = wl_shm_pool_create_buffer(pool, 0, 64, 64, 256, WL_SHM_FORMAT_XRGB8888.rawValue)
        client.exchange()
        client.exchange()
        #expect(client.error == "wl_shm_pool 1")
        #expect(other.error == nil && server.connections == 1)
    }

    @Test func `another size of the glass is told, and the window follows`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        window.show(window.buffer(window.size, 0xFF11_2233))
        _ = client.takeEvents()
        server.change(
            to: GuestOutput(pixels: PixelSize(40, 60), millimetres: Size(40, 60), refresh: .milliseconds(16)))
        client.exchange()
        #expect(client.takeEvents() == ["configure 40x60"])
        #expect(window.size == PixelSize(40, 60))
    }

    @Test func `frames are called for once each has been shown`() throws {
        let client = try TestClient(server)
        let window = TestWindow(client)
        let callback = wl_surface_frame(window.surface)
        let listener = permanent(
            wl_callback_listener(done: { this, _, time in (listening(this) as TestClient).note("frame \(time)") }))
        wl_callback_add_listener(callback, listener, Unmanaged.passUnretained(client).toOpaque())
        window.show(window.buffer(window.size, 0xFF11_2233))
        _ = client.takeEvents()
        #expect(server.isWaiting)
        client.exchange()
        #expect(client.takeEvents() == [])
        server.handedOver()
        server.presented(at: Instant(nanoseconds: 5_000_000))
        client.exchange()
        #expect(client.takeEvents() == ["frame 5"])
        #expect(!server.isWaiting)
    }
}
