// One screen of a running kiosk as somebody from outside sees it.

import Geometry
import Linux
import Stage

/// A screen that can be asked and told things: what is on it, who draws it, and what happened there.
final class ControlledScreen {
    /// Counted from 1.
    let number: Int
    let stage: Stage
    let runtime: Runtime
    /// Where its picture goes; nil while there is no display.
    let display: () -> (any Display)?
    /// The pages that it can show.
    let pages: () -> FirstScreens
    /// What was measured of its panel; nil when nothing was.
    var measured: () -> MeasuredGestures? = { nil }
    /// Who turns its light off and on; nil: nobody.
    let idle: IdleSession?
    /// How much everything on it is larger than usual.
    let scale: Double
    /// What happened there.
    private(set) var counts = DecisionCounts()
    /// The last minutes of it; nil when nothing is kept.
    let ring: RecordingRing?
    /// Those who record what happens from now on.
    var live: [LiveRecording] = []
    /// When something was touched or drawn last.
    private var lastEvent: Instant?

    /// For so long nothing has happened before a recording begins: then no rule of a gesture looks further back.
    private static let rest = Instant.Span.seconds(1)

    init(
        number: Int, stage: Stage, runtime: Runtime, idle: IdleSession?, scale: Double, kept: Instant.Span?,
        pages: @escaping () -> FirstScreens, display: @escaping () -> (any Display)?
    ) {
        (self.number, self.stage, self.runtime, self.idle, self.scale) = (number, stage, runtime, idle, scale)
        (self.pages, self.display) = (pages, display)
        ring = kept.map { RecordingRing(keeping: $0) }
        runtime.onUpdate = { [unowned self] in cut() }
    }

    /// What a recording of this screen begins with that begins where `state` is shown.
    private func header(from state: StageState) -> RecordingHeader {
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres,
            refresh: display().map { 1e9 / Double($0.refreshInterval.nanoseconds) }, scale: scale == 1 ? nil : scale)
        (header.stack, header.offsets) = (state.stack, state.offsets)
        if let measured = measured() { header.gestures = measured }
        return header
    }

    /// Touches came, and the stage has not taken them yet.
    func note(_ frame: TouchFrame) {
        counts.note(frame)
        // What is typed in secret is neither kept nor sent.
        if stage.isPrivate { return cut() }
        let hasRested = lastEvent.map { frame.time - $0 >= Self.rest } ?? true
        lastEvent = frame.time
        let isWanted = ring?.wantsPiece(at: frame.time) == true || live.contains { !$0.hasBegun }
        let beginning = hasRested && isWanted ? stage.stateAtRest.map { header(from: $0) } : nil
        ring?.note(frame, beginning)
        for recording in live { recording.note(frame, beginning) }
    }

    /// Frame `number` was made for `instant`.
    func note(frame number: Int, for instant: Instant) {
        let drawn = stage.now
        lastEvent = drawn
        ring?.note(frame: number, for: instant, drawn: drawn)
        for recording in live { recording.note(frame: number, for: instant, drawn: drawn) }
    }

    /// The stage has decided something.
    func note(_ record: TraceRecord) {
        counts.note(record)
        if stage.isPrivate { return }
        ring?.note(record)
        for recording in live { recording.note(record) }
    }

    /// Something but a finger has changed the stage: what was recorded so far does not lead there.
    func cut() {
        ring?.cut()
        for recording in live where recording.hasBegun { recording.close() }
        live.removeAll(where: \.isOver)
    }

    /// Somebody from outside changes the stage, now.
    func change(_ body: (Stage) -> Void) { runtime.change(body) }
}
