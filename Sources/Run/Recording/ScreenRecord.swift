// The record of one screen: its trace, the events kept for a crash report, and a recording if one is requested.

import Frames
import Geometry
import Linux
import Logging
import Machine
import Recordings
import Stage

/// The trace of a run: one file for all screens, with times counted from the first event on any of them.
final class RunTrace {
    private let file: BackgroundFile?
    private var start: Instant?

    /// Lines go to the file at `path`, to standard output for `-`, or nowhere for nil. Another thread writes them.
    init(_ path: String?) throws(Failure) {
        guard let path else {
            file = nil
            return
        }
        let isOutput = path == "-"
        let descriptor = isOutput ? 1 : try openToWrite(path)
        do {
            file = try BackgroundFile(
                descriptor: descriptor, closes: !isOutput, named: isOutput ? "standard output" : path)
        } catch { throw Failure(error) }
    }

    /// Begins the trace at `instant` if it has not begun. Returns the instant at which it began.
    func begin(at instant: Instant) -> Instant {
        if let start { return start }
        start = instant
        return instant
    }

    func write(_ record: TraceRecord) { file?.write(record.json(since: start ?? record.time) + "\n") }

    /// Waits until everything is handed to the kernel. Returns the reason why lines are missing; nil when none are.
    func close() -> String? {
        file?.close()
        return file?.problem.map { "the trace ends early: \($0)" }
    }
}

/// Follows one screen of a run. Touches on a private screen, such as a typed secret, are not recorded.
final class ScreenRecord: StageObserver, FrameObserver {
    private unowned let stage: Stage
    private let trace: RunTrace
    private let gestures: GestureLog
    private let flight: FlightRecorder?
    private let log: Logger
    /// Whether touches and presses are recorded. Those of the run's first screen are.
    private let hasInput: Bool
    private var recorder: Recorder?
    private var touches = CancellingGate<TouchFrame>()
    private var presses = CancellingGate<PressFrame>()
    /// Whether news of programs may be missing in the recording, because the screen was private.
    private var hasMissedNews = false

    /// The record of `stage`. Its decisions go to `trace`, `gestures` and `flight`. With `hasInput`, its touches and presses go to
    /// `flight` and `recorder`.
    init(
        of stage: Stage, hasInput: Bool, trace: RunTrace, gestures: GestureLog, flight: FlightRecorder?,
        recorder: Recorder?, log: Logger
    ) {
        (self.stage, self.hasInput, self.trace, self.gestures) = (stage, hasInput, trace, gestures)
        (self.flight, self.recorder, self.log) = (flight, recorder, log)
    }

    func decided(_ record: TraceRecord) {
        // The position of a touch on a key would reveal the typed digit.
        if stage.isPrivate, ["gesture", "touch", "press"].contains(record.kind) { return }
        trace.write(record)
        flight?.record(record)
        gestures.write(record, since: trace.begin(at: record.time))
    }

    func takes(_ frame: TouchFrame) {
        _ = trace.begin(at: frame.time)
        catchUp()
        guard hasInput, let open = touches.pass(frame, whileOpen: !stage.isPrivate) else { return }
        recorder?.write(open)
        flight?.record(open)
    }

    func takes(_ frame: PressFrame) {
        _ = trace.begin(at: frame.time)
        catchUp()
        guard hasInput, let open = presses.pass(frame, whileOpen: !stage.isPrivate && !stage.typesSecret(frame))
        else { return }
        recorder?.write(open)
        flight?.record(open)
    }

    func takes(_ arrival: ArrivalRecord) {
        // A picture may leave in the middle of a change of the stage, which must not be queried then.
        if case .result = arrival.what {
            if stage.isPrivate { return hasMissedNews = true }
            catchUp()
        }
        recorder?.write(arrival)
    }

    /// Records what has become of programs while nothing was recorded.
    private func catchUp() {
        guard hasMissedNews, !stage.isPrivate else { return }
        hasMissedNews = false
        for arrival in stage.guestsHere { recorder?.write(arrival) }
    }

    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) {
        catchUp()
        recorder?.writePresentation(of: number, at: presentation, drawn: drawn)
    }

    func resizes() {
        guard let recorder else { return }
        log.warning("the recording ends: the size of the picture has changed")
        recorder.close()
        self.recorder = nil
    }

    /// Cancels all fingers, and writes the last line of the trace.
    func end() {
        stage.cancelAllTouches()
        stage.traceEnd()
    }

    /// Waits until the recording is handed to the kernel, and logs what is missing.
    func close() {
        recorder?.close()
        if let problem = recorder?.problem { log.error("\(problem)") }
    }
}
