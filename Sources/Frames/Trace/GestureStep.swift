// One step of a recognizer, read back from the line of a trace.

import Stage

/// What a recognizer has come to, where, and why.
struct GestureStep {
    let name: String
    let id: Int
    let state: String
    /// Where it began: its view, the place on the panel (mm), the touches; nil for a step that says nothing of that.
    let place: (x: Double, y: Double, touches: [Int])?
    let view: String?
    let why: String?

    /// Nil for what is no step of a recognizer.
    init?(_ record: TraceRecord) {
        guard record.kind == "gesture" else { return nil }
        var said: [String: TraceRecord.Value] = [:]
        for (key, value) in record.fields { said[key] = value }
        guard case .text(let name)? = said["name"], case .integer(let id)? = said["id"],
            case .text(let state)? = said["state"]
        else { return nil }
        (self.name, self.id, self.state) = (name, id, state)
        if case .length(let x)? = said["x"], case .length(let y)? = said["y"],
            case .numbers(let touches)? = said["touches"]
        {
            place = (x, y, touches)
        } else {
            place = nil
        }
        if case .text(let view)? = said["view"] { self.view = view } else { view = nil }
        if case .text(let why)? = said["why"] { self.why = why } else { why = nil }
    }
}
