// systemd's sockets for programs, and how often a program may connect.

import Geometry
import Glibc
import Linux
import TestFolders
import Testing

@testable import Guests

@Suite struct GuestSocketsTests {
    private let folder = TemporaryFolder()

    /// Sockets in the folder, called 1, 2 and so on.
    private func sockets(_ count: Int) throws -> [ListeningSocket] {
        try (1...count).map { try ListeningSocket(path: "\(folder.path)/\($0)", mode: 0o600, isOfPackets: true) }
    }

    /// The socket at which the connection of `take()` has arrived.
    private func arrived(_ sockets: [ListeningSocket]) throws -> [Int] {
        try sockets.indices.filter { index in
            guard let (descriptor, _) = try sockets[index].accept() else { return false }
            close(descriptor)
            return true
        }
    }

    @Test func `each socket runs one program at a time, and the one that is free for longest is taken`() throws {
        let all = try sockets(3)
        let sockets = GuestSockets(in: folder.path)
        var taken: [GuestSockets.Taken] = []
        for index in 0..<3 {
            taken.append(try sockets.take().1)
            #expect(try arrived(all) == [index])
        }
        #expect { _ = try sockets.take() } throws: { "\($0)".contains("all its sockets run programs") }
        taken.remove(at: 1)
        taken.remove(at: 0)
        taken.append(try sockets.take().1)
        #expect(try arrived(all) == [1])
        taken.append(try sockets.take().1)
        #expect(try arrived(all) == [0])
    }

    @Test func `a socket at which nothing listens is left out, and one that comes is found`() throws {
        var all = try sockets(2)
        let sockets = GuestSockets(in: folder.path)
        folder.write([], to: "0")
        // A socket of an older version.
        let old = try ListeningSocket(path: "\(folder.path)/socket", mode: 0o600, isOfPackets: true)
        let first = try sockets.take().1
        #expect(try arrived(all) == [0])
        all.append(try ListeningSocket(path: "\(folder.path)/3", mode: 0o600, isOfPackets: true))
        let (second, third) = (try sockets.take().1, try sockets.take().1)
        #expect(try arrived(all) == [1, 2])
        #expect(throws: SystemError.self) { _ = try sockets.take() }
        withExtendedLifetime([first, second, third]) {}
        old.close()
        #expect(throws: SystemError.self) { _ = try GuestSockets(in: "\(folder.path)/none").take() }
    }

    @Test func `a process begins at a socket of its own`() throws {
        let all = try sockets(4)
        for start in [0, 3, 6, 4001] {
            let taken = try GuestSockets(in: folder.path, startingAt: start).take().1
            #expect(try arrived(all) == [start % 4])
            withExtendedLifetime(taken) {}
        }
    }

    @Test(arguments: [1, 7, 63, 64, 65, 500]) func `a program has so many connections in a second, whenever they come`(
        apart: Int
    ) {
        var pace = ConnectionPace()
        var (now, taken) = (Instant.zero + .seconds(100), [Instant]())
        for _ in 0..<1000 {
            taken.append(now)
            now = pace.connected(at: now) ?? now + .seconds(Double(apart) / 10_000)
        }
        for (index, instant) in taken.enumerated() where index >= 2 * ConnectionPace.most {
            // Two periods begin in any second.
            #expect(instant - taken[index - 2 * ConnectionPace.most] >= ConnectionPace.period)
        }
        // One that comes rarely never waits.
        if apart >= 500 { #expect(taken.last! - taken[0] < .seconds(0.0501 * 1000)) }
    }
}
