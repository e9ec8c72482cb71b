// The records of a run: its trace, a recording if one is requested, and the last moments before a crash.

import Calibration
import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Pages
import Recordings
import Stage

/// The records of the screens of a run, and the files to which they go.
@MainActor
final class RunRecords {
    private let command: RunCommand
    private let log: Logger
    private let trace: RunTrace
    private var records: [ScreenRecord] = []
    /// What counts the visits of each screen.
    private var followers: [VisitFollower] = []
    private var flight: FlightRecorder?
    private var claim: StateClaim?
    /// The files in which visits are counted; nil where none are wanted.
    private var statistics: StatisticsFolder?

    /// How long the end of a run waits for the disk to take the last visits.
    private static let patience = Instant.Span.milliseconds(500)

    /// Opens the records that `command` requests.
    init(_ command: RunCommand, log: Logger) throws(Failure) {
        (self.command, self.log) = (command, log)
        if let path = command.record { try OutputFile.checkFolder(of: path) }
        trace = try RunTrace(command.trace)
    }

    /// Claims the folder for the run's state, if there is one, and begins to keep the newest touches and decisions there for a crash
    /// report. Returns the folder; nil where nothing is kept.
    func keepState() -> String? {
        guard let folder = StateFolder.volatile(command.state), let lasting = StateFolder.lasting(command.state) else {
            return nil
        }
        claim = StateClaim(folder)
        guard claim != nil else {
            log.warning(
                "another kiosk keeps its state in \(folder), so this one keeps none: after a crash it begins at the start; give it a folder of its own with --state"
            )
            return nil
        }
        flight = FlightRecorder(
            folder: folder, reports: BoundedFolder(path: "\(lasting)/crashes", files: 20, bytes: 20 << 20), log: log)
        return folder
    }

    /// Follows `screen`, which has begun. Only the first screen of a run is recorded. Returns what counts the visits there; nil during
    /// a calibration.
    func follow(_ screen: RunScreen, isFirst: Bool, loop: EventLoop) throws(Failure) -> VisitFollower? {
        guard let stage = screen.stage, let frameLoop = screen.frameLoop else { return nil }
        let record = ScreenRecord(
            of: stage, hasInput: isFirst, trace: trace, gestures: GestureLog(command.debug), flight: flight,
            recorder: isFirst ? try recorder(for: screen) : nil, log: log)
        records.append(record)
        frameLoop.add(record as any StageObserver)
        frameLoop.add(record as any FrameObserver)
        guard let idle = screen.idle else { return nil }
        if statistics == nil, let table = screen.configuration.statistics {
            statistics = StatisticsFolder(table, loop: loop, log: log)
        }
        let follower = VisitFollower(
            stage, isVisited: { [unowned idle] in idle.lastTouch != nil },
            pause: { [unowned screen] in screen.first.idle.homeAfter ?? VisitFollower.longestPause },
            language: { [unowned screen, unowned stage] in
                (stage.frontNavigator.top as? PageScreen)?.language ?? screen.first.language ?? ""
            },
            onCount: { [statistics] in statistics?.changed(at: MonotonicClock.now()) })
        statistics?.add(follower, ofScreen: screen.number)
        followers.append(follower)
        frameLoop.add(follower)
        return follower
    }

    /// The recording of `screen`; nil when none is requested.
    private func recorder(for screen: RunScreen) throws(Failure) -> Recorder? {
        guard let path = command.record, let stage = screen.stage, let display = screen.display else { return nil }
        let scale = screen.configuration.scale
        var header = RecordingHeader(
            screen: stage.panel.pixels, size: stage.panel.millimetres,
            refresh: 1e9 / Double(display.refreshInterval.nanoseconds), scale: scale == 1 ? nil : scale)
        header.readingDistance = screen.configuration.readingDistance?.millimetres
        if let measured = screen.record?.gestures { header.gestures = measured }
        header.hasArrivals = true
        let recorder = try Recorder(path: path, header: header)
        for arrival in stage.arrivalsHere { recorder.write(arrival) }
        return recorder
    }

    /// Ends the trace as that of a replay ends: fingers that are still down are cancelled, and the last line of each screen says what is on
    /// it. Call it while the screens are there.
    func endTrace() {
        guard command.trace != nil else { return }
        for record in records { record.end() }
    }

    /// Discards what was kept for a crash report, because the run ends as it should.
    func closeFlightRecorder() { flight?.close() }

    /// Waits until everything is handed to the kernel, and logs what is missing.
    func close() {
        for record in records { record.close() }
        statistics?.close(within: Self.patience)
        if let problem = trace.close() { log.error("\(problem)") }
    }

    /// Lets another run have the folder for state. Call it when the last file there is written.
    func releaseState() { claim = nil }
}
