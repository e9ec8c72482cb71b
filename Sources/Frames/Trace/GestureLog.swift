// `--debug gestures`: what recognizers do, and why, in words on standard error.

package import Geometry
import Logging
package import Stage

/// What can be said in more detail.
package enum DebugTopic: String, CaseIterable, Sendable {
    /// Each step of each recognizer, and why it failed or was prevented.
    case gestures
    /// How the frames of each transition come to the glass, and which frames were late.
    case frames
}

/// Says what recognizers do, at debug level, through the logger `gestures`.
package struct GestureLog {
    private let log: Logger

    /// Says something only when `topics` ask for it.
    package init(_ topics: [DebugTopic]) {
        var log = Logger(label: "gestures")
        log.logLevel = topics.contains(.gestures) ? .debug : .info
        self.log = log
    }

    /// Says `record`, if it is a step of a recognizer; `start` is the trace's t = 0.
    package func write(_ record: TraceRecord, since start: Instant) {
        guard log.logLevel <= .debug, let words = Self.words(record, since: start) else { return }
        log.debug("\(words)")
    }

    /// `1.042 scroll 9 failed: edge-pop began`; nil for what is no step of a recognizer.
    package static func words(_ record: TraceRecord, since start: Instant) -> String? {
        guard let step = GestureStep(record) else { return nil }
        var words = "\((record.time - start).decimalSeconds) \(step.name) \(step.id) \(step.state)"
        if let view = step.view, let place = step.place {
            words += " in \(view) at \(place.x.decimalThousandths), \(place.y.decimalThousandths) mm, "
            words += place.touches.count == 1 ? "touch " : "touches "
            words += place.touches.map(String.init).joined(separator: ", ")
        }
        if let why = step.why { words += ": \(why)" }
        return words
    }
}
