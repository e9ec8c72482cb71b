// A bus that goes away, comes back, or was never there.

import Accessibility
import Geometry
import Glibc
import Linux
import Synchronization
import TestFolders
import Testing

@Suite(.serialized) struct AccessibilityBusTests {
    /// The lines of a log that another thread writes.
    nonisolated private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        /// Waits until there are `count`.
        func wait(for count: Int) -> [String] {
            for _ in 0..<1000 where all.count < count { usleep(10_000) }
            return all
        }
    }

    private nonisolated static var tree: AccessibleTree {
        let page = AccessibleNode(
            id: 7, role: .frame, name: "Page", states: [.showing], frame: .init(x: 0, y: 0, width: 9, height: 9))
        return AccessibleTree([[page]], active: 0, language: "en")
    }

    @Test func `a bus that goes away costs a line, and is found when it is back`() throws {
        let folder = TemporaryFolder()
        let (lines, place) = (Lines(), "unix:path=\(folder.path)/bus")
        let first = try PrivateBus(at: place)
        let published = try AccessibilityBus(
            .session(place), application: "kiosk", version: "1", asked: Wakeup(), pause: .milliseconds(100)
        ) { _, line in lines.add(line) }
        published.publish(Self.tree)
        let client = try BusClient(first.address)
        let isThere = try client.wait { try client.applications().first.map { try client.children($0).count == 1 } }
        #expect(isThere == true && lines.wait(for: 1).count == 1)
        first.end()
        #expect(lines.wait(for: 2).last?.contains("is gone") == true)
        // It is looked for several times, which nobody needs to know.
        usleep(500_000)
        #expect(lines.all.count == 2, "\(lines.all)")
        let second = try PrivateBus(at: place)
        defer { second.end() }
        #expect(lines.wait(for: 3).count == 3)
        let other = try BusClient(second.address)
        let isBack = try other.wait { try other.applications().first.map { try other.children($0).count == 1 } }
        #expect(isBack == true)
        published.close()
        let isGone = try other.wait { try other.applications().isEmpty ? true : nil }
        #expect(isGone == true)
        #expect(lines.all.count == 3, "\(lines.all)")
    }

    @Test func `a bus that is not there, or does not answer, holds up neither the kiosk nor its end`() throws {
        let folder = TemporaryFolder()
        let silent = try ListeningSocket(path: "\(folder.path)/silent", mode: 0o600)
        defer { withExtendedLifetime(silent) {} }
        for address in ["unix:path=\(folder.path)/none", "unix:path=\(folder.path)/silent", "nonsense"] {
            let begin = MonotonicClock.now()
            let published = try AccessibilityBus(
                .accessibility(address), application: "kiosk", version: "1", asked: Wakeup(), log: { _, _ in })
            for _ in 0..<100 { published.publish(Self.tree) }
            usleep(100_000)
            #expect(published.takeRequests().isEmpty)
            published.close()
            #expect(MonotonicClock.now() - begin < .seconds(2), "\(address)")
        }
    }
}
