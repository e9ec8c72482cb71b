// A line of a trace: a decision, its time and its reason.

package import Geometry
import Gestures

/// A decision. Lengths are in mm of panel space, velocities in mm/s.
package struct TraceRecord {
    /// The time of the decision.
    package let time: Instant
    /// The kind of decision.
    package let kind: String
    /// The name and the value of each field, in the order in which they are written.
    package let fields: [(String, Value)]

    /// The types of values.
    package enum Value {
        case text(String)
        case integer(Int)
        case length(Double)
        case flag(Bool)
        case numbers([Int])
        case texts([String])
        case lengths([(String, Double)])
        case lists([(String, [String])])
    }

    /// Creates a record of `kind` with `fields`.
    package init(time: Instant, kind: String, fields: [(String, Value)]) {
        self.time = time
        self.kind = kind
        self.fields = fields
    }

    /// The record as one line of JSON; `start` is the instant of t = 0.
    package func json(since start: Instant) -> String {
        var line = JSONObject()
        line.add("t", seconds: time - start)
        line.add("kind", kind)
        for (name, value) in fields { Self.add(name, value, to: &line) }
        return line.text
    }

    private static func add(_ name: String, _ value: Value, to object: inout JSONObject) {
        switch value {
        case .text(let text): object.add(name, text)
        case .integer(let number): object.add(name, number)
        case .length(let length): object.add(name, length)
        case .flag(let flag): object.add(name, flag)
        case .numbers(let numbers): object.add(name, numbers)
        case .texts(let texts): object.add(name, texts)
        case .lengths(let pairs):
            var inner = JSONObject()
            for (name, length) in pairs { inner.add(name, length) }
            object.add(name, inner)
        case .lists(let pairs):
            var inner = JSONObject()
            for (name, texts) in pairs { inner.add(name, texts) }
            object.add(name, inner)
        }
    }
}

extension TraceRecord {
    /// Creates the record of a recognizer's change of state.
    init(_ event: GestureEvent, at time: Instant) {
        var fields: [(String, Value)] = [
            ("name", .text(event.name)), ("id", .integer(event.id)), ("state", .text(event.state.rawValue)),
        ]
        if event.state == .began || event.state == .ended && !event.hadBegun {
            // A recognizer follows fingers or buttons, never both. Buttons have no position on the glass.
            fields +=
                event.presses.isEmpty
                ? [
                    ("touches", .numbers(event.touches)), ("view", .text(event.view)), ("x", .length(event.x)),
                    ("y", .length(event.y)),
                ] : [("presses", .numbers(event.presses)), ("view", .text(event.view))]
        }
        if let why = event.why { fields.append(("why", .text(why))) }
        self.init(time: time, kind: "gesture", fields: fields)
    }
}
