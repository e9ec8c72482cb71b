// What a service manager receives: real datagrams, at a path and at an abstract name.

import CLinux
import Geometry
import Glibc
import TestFolders
import Testing

@testable import Linux

/// A service manager's end: a socket that keeps the datagrams.
struct TestManager: ~Copyable {
    private let socket: Int32

    /// Listens at `address` as sd_notify(3) writes it.
    init(at address: String) {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(address.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
        }
        guard result == 0 else { fatalError("bind \(address): \(String(cString: strerror(errno)))") }
    }

    deinit { close(socket) }

    /// The next datagram; nil when there is none.
    func heard() -> String? { received()?.text }

    /// The next datagram with the file descriptor that came along, -1 for none; nil when there is none.
    func received() -> (text: String, descriptor: Int32)? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var descriptor: Int32 = -1
        let count = bezel_receive_packet(socket, &buffer, buffer.count, &descriptor)
        return count < 0 ? nil : (String(decoding: buffer.prefix(count), as: UTF8.self), descriptor)
    }
}

@Suite struct NotifySocketTests {
    @Test func `each state is a datagram at a path`() throws {
        let folder = TemporaryFolder()
        let manager = TestManager(at: "\(folder.path)/notify")
        let socket = try #require(NotifySocket(socket: "\(folder.path)/notify"))
        socket.tell(.ready, .status("two\nlines"))
        socket.tell(.reloading(Instant(nanoseconds: 5_000_001_999)))
        socket.tell(.starting(for: .seconds(60)))
        socket.tell(.stopping)
        #expect(manager.heard() == "READY=1\nSTATUS=two; lines")
        #expect(manager.heard() == "RELOADING=1\nMONOTONIC_USEC=5000001")
        #expect(manager.heard() == "EXTEND_TIMEOUT_USEC=60000000")
        #expect(manager.heard() == "STOPPING=1")
        #expect(manager.heard() == nil)
    }

    @Test func `an open file is kept by a name, and given up by it`() throws {
        let folder = TemporaryFolder()
        let manager = TestManager(at: "\(folder.path)/notify")
        let socket = try #require(NotifySocket(socket: "\(folder.path)/notify"))
        let file = FileDescriptor(owning: open(folder.path, O_RDONLY))
        socket.store(file.number, as: "picture-1")
        socket.tell(.removed("picture-1"))
        let first = manager.received()
        let stored = try #require(first)
        #expect(stored.text == "FDSTORE=1\nFDNAME=picture-1\nFDPOLL=0")
        var (mine, its) = (stat(), stat())
        #expect(fstat(file.number, &mine) == 0 && fstat(stored.descriptor, &its) == 0)
        #expect(mine.st_ino == its.st_ino && stored.descriptor != file.number)
        close(stored.descriptor)
        let second = manager.received()
        let removed = try #require(second)
        #expect(removed.text == "FDSTOREREMOVE=1\nFDNAME=picture-1" && removed.descriptor == -1)
    }

    @Test func `what the service manager passes has names and is for one process`() {
        func passed(_ process: String?, _ count: String?, _ names: String?) -> [PassedDescriptor] {
            PassedDescriptor.passed(to: 7, process: process, count: count, names: names)
        }
        #expect(
            passed("7", "3", "control:picture-1:picture-2") == [
                PassedDescriptor(name: "control", number: 3), PassedDescriptor(name: "picture-1", number: 4),
                PassedDescriptor(name: "picture-2", number: 5),
            ])
        #expect(passed("7", "2", "control").map(\.name) == ["control", ""])
        #expect(passed("7", "1", nil).map(\.name) == [""])
        for (process, count) in [("8", "1"), ("7", "0"), ("7", "-1"), ("7", "many"), ("7", "9999"), (nil, "1")] {
            #expect(passed(process, count, "control") == [])
        }
    }

    @Test func `an abstract name is one without a zero at its end`() throws {
        let name = "@bezel-test-\(getpid())"
        let manager = TestManager(at: name)
        try #require(NotifySocket(socket: name)).tell(.watchdog)
        #expect(manager.heard() == "WATCHDOG=1")
    }

    @Test func `no service manager listens`() throws {
        try #require(NotifySocket(socket: "/nonexistent/notify")).tell(.ready)
        #expect(NotifySocket(socket: "") == nil)
        #expect(NotifySocket(socket: "relative") == nil)
        #expect(NotifySocket(socket: "/" + String(repeating: "x", count: 200)) == nil)
    }

    @Test func `a watchdog is for the process that it names`() {
        func interval(_ microseconds: String?, _ pid: String?) -> Instant.Span? {
            NotifySocket(socket: "/run/x", watchdog: microseconds, watched: pid)?.watchdogInterval
        }
        #expect(interval("10000000", nil) == .seconds(10))
        #expect(interval("10000000", "\(getpid())") == .seconds(10))
        #expect(interval("10000000", "\(getpid() + 1)") == nil)
        #expect(interval("0", nil) == nil)
        #expect(interval("soon", nil) == nil)
        #expect(interval(nil, nil) == nil)
    }
}

@Suite struct MasterHoldersTests {
    @Test func `the master among a card's clients`() {
        #expect(MasterHolders.master("      Web Content   812   0   y    y  1000          0") == 812)
        #expect(MasterHolders.master("           weston   300   0   n    y     0          0") == nil)
        #expect(MasterHolders.master("") == nil)
        // From Linux 6.13 on there are the client's name and number too.
        #expect(MasterHolders.master("   weston   300   0   y    y     0          0 compositor   3") == 300)
        #expect(MasterHolders.master("   weston   300   0   n    y     0          0 <unset>   12") == nil)
        #expect(MasterHolders.master("12 0 y   300   0   n    y     0          0") == nil)
    }
}
