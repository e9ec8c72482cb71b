// Each hostile client against the real compositor, beside a kind guest that has a compositor of its own.

import CWayland
import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux
import TestFolders
import Testing

@testable import Guests

/// A guest that draws its window again and again.
private final class KindGuest {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)))
    private let compositor = Compositor(size: PixelSize(60, 40))
    private let picture = Bitmap(size: PixelSize(60, 40), isOpaque: true)
    private let window: TestWindow
    private let buffers: [TestBuffer]
    private(set) var frames = 0

    init() throws {
        window = TestWindow(try TestClient(server))
        buffers = [0xFF11_2233, 0xFF44_5566].map { [window] in window.buffer(window.size, $0) }
        for _ in 0..<2 { showFrame() }
    }

    /// Shows another picture. It is on the glass at once.
    func showFrame() {
        frames += 1
        window.show(buffers[frames % 2])
        compositor.draw(compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
        server.handedOver()
        server.presented(at: .zero)
        let color: UInt32 = frames % 2 == 0 ? 0xFF11_2233 : 0xFF44_5566
        if picture[30, 20] != color || window.client.error != nil {
            Issue.record("frame \(frames) of the kind guest is missing")
        }
    }

    func close() { server.close() }
}

/// The requests that a compositor has carried out.
private final class RequestCount {
    private(set) var count = 0
    private var logger: OpaquePointer?

    init(_ server: GuestServer) {
        logger = wl_display_add_protocol_logger(
            server.display,
            { this, direction, _ in
                guard direction == WL_PROTOCOL_LOGGER_REQUEST, let this else { return }
                Unmanaged<RequestCount>.fromOpaque(this).takeUnretainedValue().count += 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func take() -> Int {
        defer { count = 0 }
        return count
    }

    func stop() { wl_protocol_logger_destroy(logger) }
}

@Suite final class HostileProgramTests {
    private static let glass = PixelSize(320, 240)

    /// The descriptors of this process that a hostile client has passed, or that are the socket `inode`.
    private func leaked(_ inode: UInt64) -> [String] {
        guard let folder = opendir("/proc/self/fd") else { return ["/proc/self/fd"] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder) {
            guard let number = Int(HostileProgramTests.name(of: entry)) else { continue }
            var target = [CChar](repeating: 0, count: 4096)
            let length = readlink("/proc/self/fd/\(number)", &target, target.count)
            let link = String(decoding: target[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let marks = ["/memfd:hostile", "/dev/shm/hostile", "/HostileGuest", "socket:[\(inode)]"]
            if marks.contains(where: link.contains) { found.append(link) }
        }
        return found
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        String(
            cString: UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name)!)
                .assumingMemoryBound(to: CChar.self))
    }

    private func inode(_ descriptor: borrowing FileDescriptor) -> UInt64 {
        var status = stat()
        fstat(descriptor.number, &status)
        return UInt64(status.st_ino)
    }

    @Test(arguments: HostileProgram.names)
    func `a hostile client harms neither the kiosk nor a guest beside it, and leaves nothing`(name: String) throws {
        let kind = try KindGuest()
        defer { kind.close() }
        let objects = Resource.count
        let server = GuestServer(
            output: GuestOutput(
                pixels: Self.glass, millimetres: Size(160, 120), refresh: .milliseconds(16)), hasPointer: true)
        let (inside, outside) = try HostileProgram.sockets()
        let wire = FileDescriptor(owning: inside)
        let socket = inode(wire)
        #expect(server.connect(wire) != nil)
        let requests = RequestCount(server)
        let program = try HostileProgram(name, on: FileDescriptor(owning: outside))
        // Several threads read what the client may cut short.
        var tuning = Tuning.ofThisProcessor
        (tuning.threads, tuning.share) = (3, 1024)
        var compositor: Compositor? = Compositor(size: Self.glass, tuning: tuning)
        let picture = Bitmap(size: Self.glass, isOpaque: true)
        var refusals = 0
        server.onRefusal = { _ in refusals += 1 }

        var (turns, most) = (0, 0)
        func turn() {
            server.dispatch()
            most = max(most, requests.take())
            turns += 1
            guard turns % 8 == 1 else { return }
            // A frame of the kiosk.
            let place = Point(Double(turns * 7 % 320), Double(turns * 11 % 240))
            server.touchDown(turns, at: place, .zero)
            server.pointerMoved(to: place, .zero)
            server.touchMoved(turns, to: Point(place.y, place.x), .zero)
            turns % 16 == 1 ? server.touchUp(turns, .zero) : server.touchCancelled(turns)
            if let compositor {
                compositor.draw(
                    compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
            }
            #expect(server.copied <= PictureCost.mostCopied(on: Self.glass))
            server.handedOver()
            server.presented(at: .zero)
            if turns % 64 == 1 { kind.showFrame() }
        }

        var verdict: HostileProgram.Verdict?
        while verdict == nil {
            verdict = program.verdict(before: wl_event_loop_get_fd(server.events))
            turn()
        }
        // It holds what it has now, or is dead.
        let shown = kind.frames
        for _ in 0..<16 { turn() }
        kind.showFrame()
        #expect(kind.frames > shown)
        #expect(verdict != .wrong, "the connection has another fate than it should")
        #expect(verdict != .dead || name.hasPrefix("dies_"))
        // A ring of 4 KiB, in which the shortest request takes 8 bytes.
        #expect(most <= 512, "\(most) requests in one turn")
        #expect(refusals <= 1)
        #expect(open("/dev/null", O_RDONLY | O_CLOEXEC) { close($0) } >= 0)

        program.end()
        while server.connections > 0 {
            var ready = pollfd(fd: wl_event_loop_get_fd(server.events), events: Int16(POLLIN), revents: 0)
            while poll(&ready, 1, -1) < 0 && errno == EINTR {}
            turn()
        }
        #expect(!server.isShowing && server.layer.sublayers.isEmpty && server.surfaces.isEmpty)
        // The frames that the compositor keeps hold their pictures.
        compositor = nil
        #expect(server.memory.mappings == 0 && server.memory.bytes == 0)
        #expect(leaked(socket) == [])
        requests.stop()
        server.close()
        #expect(Resource.count == objects, "\(Resource.count - objects) objects are left")
    }

    /// A server's end of a connection, in which a socket waits whose closing takes a day, and the program that has sent that.
    private func unread(_ name: String = "descriptor_is_lingering") throws -> (Int32, HostileProgram) {
        let (inside, outside) = try HostileProgram.sockets()
        let program = try HostileProgram(name, isUnread: true, on: FileDescriptor(owning: outside))
        #expect(program.verdict(before: -1) == .right)
        return (inside, program)
    }

    @Test(arguments: ["descriptor_is_lingering", "descriptors_too_many", "descriptor_out_of_band"])
    func `a connection is ended for what only the kiosk can close, and does not wait`(name: String) throws {
        let server = GuestServer(
            output: GuestOutput(pixels: Self.glass, millimetres: Size(160, 120), refresh: .milliseconds(16)))
        defer { server.close() }
        var refusals = 0
        server.onRefusal = { _ in refusals += 1 }
        let (inside, program) = try unread(name)
        #expect(server.connect(FileDescriptor(owning: inside)) != nil)
        server.dispatch()
        #expect(server.connections == 0 && refusals == 1)
        program.end()
    }

    @Test func `a connection ends whatever has come through it and was not read`() throws {
        let server = GuestServer(
            output: GuestOutput(pixels: Self.glass, millimetres: Size(160, 120), refresh: .milliseconds(16)))
        let (inside, program) = try unread()
        #expect(server.connect(FileDescriptor(owning: inside)) != nil)
        server.close()
        program.end()
    }

    @Test func `a connection is refused whatever has come through it`() throws {
        let server = GuestServer(
            output: GuestOutput(pixels: Self.glass, millimetres: Size(160, 120), refresh: .milliseconds(16)))
        defer { server.close() }
        let clients = try (0..<GuestServer.mostClients).map { _ in try TestClient(server) }
        let (inside, program) = try unread()
        #expect(server.connect(FileDescriptor(owning: inside)) == nil)
        program.end()
        #expect(clients.allSatisfy { $0.error == nil })
    }

    @Test func `a program ends whatever has come through a connection that waits to be taken`() throws {
        let folder = TemporaryFolder()
        let listener = try ListeningSocket(path: folder.path + "/1", mode: 0o600, isOfPackets: true)
        let loop = try EventLoop(startingAt: .zero)
        var process: GuestProcess? = try GuestProcess(
            ["test"], by: .service(GuestSockets(in: folder.path)), loop: loop, onConnection: { _ in }, onEnd: { _ in })
        let service = PacketConnection(owning: try #require(try listener.accept()).descriptor)
        let (inside, program) = try unread()
        try service.send(GuestMessage.connection.text, inside)
        close(inside)
        withExtendedLifetime(process) {}
        process = nil
        // What runs the program is told, behind what it was told before.
        let text = try service.receive()?.text
        #expect(text.flatMap(GuestMessage.init) == .start(["test"]))
        #expect(throws: SystemError.self) { _ = try service.receive() }
        program.end()
    }

    @Test func `there are hostile clients`() { #expect(HostileProgram.names.count >= 100) }
}

/// Opens `path`, gives the descriptor to `body`, and returns it.
private func open(_ path: String, _ flags: Int32, _ body: (Int32) -> Void) -> Int32 {
    let descriptor = Glibc.open(path, flags)
    if descriptor >= 0 { body(descriptor) }
    return descriptor
}
