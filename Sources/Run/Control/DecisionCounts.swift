// Counts the touches and decisions since the start.

import Geometry
import Stage

/// Counts the input of a stage and its decisions. It does nothing while nothing happens.
struct DecisionCounts {
    /// A kind of decision: what decided, and the outcome.
    struct Kind: Hashable, Comparable {
        let name: String
        let outcome: String

        static func < (a: Kind, b: Kind) -> Bool { (a.name, a.outcome) < (b.name, b.outcome) }
    }

    /// Fingers that came down.
    private(set) var touches = 0
    /// Gestures by name and outcome: ended, cancelled or failed.
    private(set) var gestures: [Kind: Int] = [:]
    /// Transitions by operation and outcome: finished or cancelled.
    private(set) var transitions: [Kind: Int] = [:]

    /// The most kinds that are counted separately, because an app may give its gestures any names. Further kinds count as
    /// `other`.
    private static let mostKinds = 256

    mutating func count(_ frame: TouchFrame) {
        for change in frame.changes where change.phase == .began { touches += 1 }
    }

    mutating func count(_ record: TraceRecord) {
        switch record.kind {
        case "gesture": Self.increment(record, "name", "state", ["ended", "cancelled", "failed"], in: &gestures)
        case "transition": Self.increment(record, "operation", "phase", ["finished", "cancelled"], in: &transitions)
        default: break
        }
    }

    private static func increment(
        _ record: TraceRecord, _ name: String, _ outcome: String, _ outcomes: [String], in counts: inout [Kind: Int]
    ) {
        guard let outcome = record.text(outcome), outcomes.contains(outcome), let name = record.text(name) else {
            return
        }
        let kind = Kind(name: name, outcome: outcome)
        let isNew = counts[kind] == nil && counts.count >= mostKinds
        counts[isNew ? Kind(name: "other", outcome: outcome) : kind, default: 0] += 1
    }
}

extension TraceRecord {
    /// The text in the field `name`; nil when there is none.
    package func text(_ name: String) -> String? {
        for field in fields where field.0 == name { if case .text(let text) = field.1 { return text } }
        return nil
    }
}
