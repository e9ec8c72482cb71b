// The control socket as a file: who may open it, what was there before, and what is there afterwards.

import Glibc
import TestFolders
import Testing

@testable import Linux
@testable import Run

@Suite struct SocketTests {
    private func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    @Test func `a socket has its mode whatever the process's mask, and goes when it is closed`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/control"
        for mode: UInt32 in [0o600, 0o666] {
            let socket = try ListeningSocket(path: path, mode: mode)
            let found = try #require(status(path))
            #expect(found.st_mode & S_IFMT == S_IFSOCK && found.st_mode & 0o777 == mode)
            socket.close()
            #expect(status(path) == nil)
        }
    }

    @Test func `a dead process's socket is replaced, and a living one's is left alone`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/control"
        let first = try ListeningSocket(path: path, mode: 0o600)
        let error = #expect(throws: SystemError.self) { try ListeningSocket(path: path, mode: 0o600) }
        #expect(error?.errno == EADDRINUSE)
        #expect(error?.description.contains("another process listens there") == true)
        // As kill -9 leaves it.
        let left = "\(folder.path)/left"
        #expect(link(path, left) == 0)
        first.close()
        #expect(rename(left, path) == 0)
        let second = try ListeningSocket(path: path, mode: 0o600)
        #expect(throws: Never.self) { _ = try LocalConnection(to: path, seconds: 1) }
        second.close()
    }

    @Test func `a socket whose file is gone, or replaced, is not found any more`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/control"
        let socket = try ListeningSocket(path: path, mode: 0o600)
        #expect(socket.isOwner && socket.isFound)
        unlink(path)
        #expect(!socket.isFound)
        folder.write("", to: "control")
        #expect(!socket.isFound)
    }

    @Test func `a file that is no socket is left alone`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(Array("mine".utf8), to: "control")
        let error = #expect(throws: SystemError.self) { try ListeningSocket(path: path, mode: 0o600) }
        #expect(error?.errno == EEXIST)
        #expect(status(path)?.st_size == 4)
        #expect(throws: SystemError.self) { try ListeningSocket(path: "\(folder.path)/none/control", mode: 0o600) }
    }

    @Test func `a path that the kernel has no room for is an error that says so`() throws {
        let folder = TemporaryFolder()
        let name = String(repeating: "x", count: ListeningSocket.longestPath - folder.path.utf8.count - 1)
        let socket = try ListeningSocket(path: "\(folder.path)/\(name)", mode: 0o600)
        socket.close()
        let error = #expect(throws: SystemError.self) {
            try ListeningSocket(path: "\(folder.path)/\(name)x", mode: 0o600)
        }
        #expect(error?.description.contains("at most 107 bytes, this one has 108") == true)
    }

    @Test func `a socket that was replaced is not removed`() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/control"
        let first = try ListeningSocket(path: path, mode: 0o600)
        unlink(path)
        let second = try ListeningSocket(path: path, mode: 0o600)
        first.close()
        #expect(status(path) != nil)
        second.close()
        #expect(status(path) == nil)
    }

    @Test func `the kernel says who is at the other end`() throws {
        let folder = TemporaryFolder()
        let socket = try ListeningSocket(path: "\(folder.path)/control", mode: 0o600)
        let connection = try LocalConnection(to: socket.path, seconds: 1)
        let (descriptor, peer) = try #require(try socket.accept())
        #expect(peer.process == getpid() && peer.user == geteuid() && peer.groups.first == getegid())
        #expect(try socket.accept() == nil)
        close(descriptor)
        withExtendedLifetime(connection) {}
    }
}
