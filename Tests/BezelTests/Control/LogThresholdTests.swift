// Every line of a log can be found by its time and level.

import Logging
import Synchronization
import Testing

@testable import Run

@Suite struct LogThresholdTests {
    /// Keeps what it is given.
    private struct Kept: LogHandler {
        final class Events: Sendable { let all = Mutex<[LogEvent]>([]) }
        let events = Events()
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { events.all.withLock { $0.append(event) } }
    }

    @Test func `each line of a message is logged as a line of its own`() {
        let kept = Kept()
        let log = Logger(label: "test") { _ in LogThreshold(kept) }
        log.error("home.md:3:1: no page \"a\"\nhome.md:4:1: no page \"b\"\n… and 3 more")
        log.warning("one")
        let events = kept.events.all.withLock { $0 }
        #expect(
            events.map { "\($0.level): \($0.message)" } == [
                "error: home.md:3:1: no page \"a\"", "error: home.md:4:1: no page \"b\"", "error: … and 3 more",
                "warning: one",
            ])
    }
}
