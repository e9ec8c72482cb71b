// The stage's reports: decisions, warnings, and what moves.

package import Geometry
import Gestures

extension Stage {
    /// The recognizers that follow touches or buttons now, each with the number of its attempt and its state.
    package var gesturesUnderWay: [(name: String, id: Int, state: String)] {
        dispatcher.recognizersUnderWay.map { ($0.name, $0.id, $0.state.rawValue) }
    }

    /// Reports a problem, and how it is handled, to the log and the trace.
    package func warn(_ text: String) {
        trace("warning", [("text", .text(text))])
        onWarning?(text)
    }

    func trace(_ kind: String, _ fields: [(String, TraceRecord.Value)]) {
        onTrace?(TraceRecord(time: now, kind: kind, fields: fields))
    }

    func trace(
        _ transition: Transition, _ phase: String, gesture: Int? = nil, _ fields: [(String, TraceRecord.Value)]
    ) {
        if isBeginning { return }
        var all: [(String, TraceRecord.Value)] = [("id", .integer(transition.id))]
        if let gesture { all.append(("gesture", .integer(gesture))) }
        all += [
            ("operation", .text(transition.operation.rawValue)), ("from", .text(transition.from.name)),
            ("to", .text(transition.to.name)), ("phase", .text(phase)),
        ]
        trace("transition", all + fields)
    }

    /// Writes the last line of a trace: the stacks, and the recognizers that are still under way.
    package func traceEnd() {
        let mine = navigator.screens.map(\.name)
        var stacks = [("", mine)]
        for sheet in sheets {
            let name = sheet.navigator.root.name
            let others = stacks.count { $0.0 == name || $0.0.hasPrefix("\(name) ") }
            stacks.append((others == 0 ? name : "\(name) \(others + 1)", sheet.navigator.screens.map(\.name)))
        }
        trace(
            "end",
            [
                ("stack", .texts(mine)), ("sheets", .texts(sheets.map(\.navigator.root.name))),
                ("stacks", .lists(stacks)), ("stuck", .texts(dispatcher.recognizersUnderWay.map(\.name))),
            ])
    }

    /// Whether no finger is on the glass and no recognizer is under way.
    package var isUntouched: Bool { dispatcher.touchesDown.isEmpty && dispatcher.recognizersUnderWay.isEmpty }

    /// Whether a finger is down, a recognizer is under way, or a screen is moving.
    package var isBusy: Bool { !isUntouched || movers.contains { $0 is Transition } }

    /// The name and the offset (mm) of each moving screen at `instant`.
    package func movingScreens(at instant: Instant) -> [(String, Double)] {
        movers.compactMap { $0 as? Transition }
            .map { ($0.upper.name, $0.offset(at: instant).offset / $0.density) }
    }
}

extension TraceRecord {
    /// The trace fields of an application of the finish rule.
    static func fields(of release: FinishRule.Release, _ verdict: FinishRule.Verdict) -> [(String, Value)] {
        [
            ("p", .length(release.p)), ("peak", .length(release.peak)), ("v", .length(release.velocity)),
            ("T", .length(verdict.threshold)), ("room", .length(release.room)), ("why", .text(verdict.why)),
        ]
    }
}
