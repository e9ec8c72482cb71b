// One screen of a running kiosk, as clients of the control socket see it.

import Calibration
import Frames
import Geometry
import Linux
import Machine
import Recordings
import Stage

/// A screen that clients can query and control: its content, its frame loop, and what happened on it.
final class ScreenMonitor: StageObserver, FrameObserver {
    /// The number of the screen, counted from 1.
    let number: Int
    package let stage: Stage
    package let frameLoop: FrameLoop
    /// Returns the display of the screen; nil while there is none.
    package let display: () -> (any Display)?
    /// Returns the pages that the screen can show.
    package let pages: () -> StartScreens
    /// Returns the measurements of the screen's panel; nil when there are none.
    private let measured: () -> MeasuredGestures?
    /// Controls the light of the screen; nil when nothing does.
    let idle: IdleSession?
    /// The scale of everything on the screen.
    let scale: Double
    /// The counts of touches and decisions.
    private(set) var counts = DecisionCounts()
    /// Counts the visits; nil where nothing does.
    let visits: VisitFollower?
    /// The last minutes of touches and decisions; nil when nothing is kept.
    let ring: RecordingRing?
    /// The live recordings that clients take.
    var live: [LiveRecording] = []
    /// When something was last touched or moved.
    private var lastEvent: Instant?

    /// How long nothing must have happened before a recording begins. No gesture rule looks further back.
    private static let rest = Instant.Span.seconds(1)

    init(
        number: Int, stage: Stage, frameLoop: FrameLoop, idle: IdleSession?, scale: Double, kept: Instant.Span?,
        pages: @escaping () -> StartScreens, display: @escaping () -> (any Display)?,
        measured: @escaping () -> MeasuredGestures? = { nil }, visits: VisitFollower? = nil
    ) {
        (self.number, self.stage, self.frameLoop, self.idle, self.scale) = (number, stage, frameLoop, idle, scale)
        (self.pages, self.display, self.measured, self.visits) = (pages, display, measured, visits)
        ring = kept.map { RecordingRing(keeping: $0) }
        frameLoop.add(self as any StageObserver)
        frameLoop.add(self as any FrameObserver)
    }

    /// The beginning of a recording of this screen at `now`, with `state` on the screen.
    private func beginning(at now: Instant, from state: StageState) -> RecordingBeginning {
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres,
            refresh: display().map { 1e9 / Double($0.refreshInterval.nanoseconds) }, scale: scale == 1 ? nil : scale)
        header.readingDistance = pages().readingDistance?.millimetres
        (header.stack, header.offsets, header.language) = (state.stack, state.offsets, state.language)
        header.sliders = state.sliders.sliderTexts
        header.hasArrivals = true
        if let measured = measured() { header.gestures = measured }
        return RecordingBeginning(
            header: header,
            arrivals: stage.arrivalsHere.map { ArrivalRecord(time: now, what: $0.what) })
    }

    package func takes(_ frame: TouchFrame) {
        counts.count(frame)
        // Touches on a private screen, such as a typed secret, are neither kept nor sent.
        if stage.isPrivate { return cut() }
        let beginning = beginning(at: frame.time)
        ring?.record(frame, beginning)
        for recording in live { recording.record(frame, beginning) }
    }

    package func takes(_ frame: PressFrame) {
        if stage.isPrivate || stage.typesSecret(frame) { return cut() }
        let beginning = beginning(at: frame.time)
        ring?.record(frame, beginning)
        for recording in live { recording.record(frame, beginning) }
    }

    /// The beginning of a recording that starts with the input at `instant`; nil when none can start or none is wanted.
    private func beginning(at instant: Instant) -> RecordingBeginning? {
        let hasRested = lastEvent.map { instant - $0 >= Self.rest } ?? true
        lastEvent = instant
        let isWanted = ring?.wantsPiece(at: instant) == true || live.contains { !$0.hasBegun }
        return hasRested && isWanted ? stage.stateAtRest.map { self.beginning(at: instant, from: $0) } : nil
    }

    package func drew(frame number: Int, for instant: Instant, at drawn: Instant) {
        // A program that draws on a page at rest decides nothing.
        if stage.isMoving { lastEvent = drawn }
        ring?.record(frame: number, for: instant, drawn: drawn)
        for recording in live { recording.record(frame: number, for: instant, drawn: drawn) }
    }

    package func takes(_ arrival: ArrivalRecord) {
        // A picture may leave in the middle of a change of the stage, which must not be queried then.
        if case .result = arrival.what, stage.isPrivate { return cut() }
        ring?.record(arrival)
        for recording in live { recording.record(arrival) }
    }

    package func decided(_ record: TraceRecord) {
        counts.count(record)
        if stage.isPrivate { return }
        ring?.record(record)
        for recording in live { recording.record(record) }
    }

    package func changedFromOutside() { cut() }
    package func resizes() { cut() }

    /// Ends all recordings, because something other than a finger has changed the stage. The recordings so far do not lead to the
    /// new state.
    func cut() {
        ring?.cut()
        for recording in live where recording.hasBegun { recording.close() }
        live.removeAll(where: \.isOver)
    }

    /// Changes the stage from outside, now.
    package func change(_ body: (Stage) -> Void) { frameLoop.change(body) }
}
