// `bezel replay`: plays a recording on a kiosk or an app and writes down what was decided and what was seen.

public import Geometry
import Layers
import Linux
import Stage

/// What `bezel replay` is asked for.
public struct ReplayCommand {
    /// The recording's file.
    public var recording = ""
    /// The kiosk's folder; nothing for an app.
    public var kiosk = ""
    /// The screens already pushed, root first; one that ends in `!` is a sheet. Empty: the start of the kiosk or app.
    public var stack: [String] = []
    /// The screen in pixels; nil for the recording's, else 1920 × 1080.
    public var screen: PixelSize?
    /// The screen's refreshes in 1000 seconds; nil for 60 a second. A recording of a running kiosk knows its own frames.
    public var millihertz: Int?
    /// The screen in millimetres, before the picture is turned; nil for what the recording says.
    public var size: Size?
    /// How far the picture is turned clockwise on the screen that was touched. The frames and the film strip show it as
    /// the viewer sees it.
    public var rotation = PictureRotation.none
    /// How much larger than usual everything is; nil for what the recording says.
    public var scale: Double?
    /// Where the trace goes: a file, `-` for standard output, nil for nowhere.
    public var trace: String?
    /// Called with each line of the trace.
    public var onTrace: ((String) -> Void)?
    /// Called for each frame, drawn or not, with its time and the offset (mm) of each screen that moves.
    public var onFrame: ((Instant, [(String, Double)]) -> Void)?
    /// Whether the trace has a line for each touch.
    public var tracesTouches = false
    /// Whether the trace has a line with a hash for each frame.
    public var tracesHashes = false
    /// What is said in more detail on standard error.
    public var debug: [DebugTopic] = []
    /// Whether what fingers and recognizers do is drawn over film strip and frames. Hashes are of the picture without it.
    public var showsHUD = false
    /// How many times as long everything takes that moves by itself.
    public var slowMotion = 1.0
    /// The film strip's file; nil for none.
    public var film: String?
    /// The folder for a PNG of each frame that differs from the one before; nil for none.
    public var frames: String?

    /// The most bytes of what has been drawn that are kept; nil for as many as suit the screen. No frame depends on it.
    public var memory: Int?

    /// Nothing asked for yet.
    public init() {}

    private var machine: Configuration {
        var machine = Configuration()
        machine.memory = memory
        return machine
    }

    /// Plays it on the kiosk. Warnings and progress go to standard error through `say`.
    public func run(say: (String) -> Void) throws(Failure) {
        try run(try FirstScreens(kiosk: kiosk, on: machine, say: say), say: say)
    }

    /// Plays it on `app`. Warnings and progress go to standard error through `say`.
    public func run(_ app: some App, say: (String) -> Void) throws(Failure) {
        try run(FirstScreens(app, on: machine), say: say)
    }

    /// Plays it on the pages of `calibration`. Warnings and progress go to standard error through `say`.
    public func run(_ calibration: CalibrateCommand, say: (String) -> Void) throws(Failure) {
        try run(try calibration.screens(), say: say)
    }

    private func run(_ first: FirstScreens, say: (String) -> Void) throws(Failure) {
        var recorded: Recording
        do { recorded = try Recording.read(path: recording, panelSize: size) } catch {
            throw Failure(.wrongInput, "\(error)")
        }
        for warning in recorded.warnings { say("\(warning)") }
        if rotation != .none {
            guard recorded.header?.screen == nil else {
                throw Failure(
                    .usage, "\(recording) is of a running kiosk: its picture is turned already; leave out --rotation")
            }
            recorded = recorded.turned(by: rotation)
        }
        let pixels = rotation.turned(screen ?? recorded.header?.screen ?? PixelSize(1920, 1080))
        let panel = Panel(pixels: pixels, millimetres: recorded.panelSize)
        let scale = scale ?? recorded.header?.scale ?? 1
        func stage() throws(Failure) -> Stage {
            let recordedStack = recorded.header?.stack ?? []
            let stage = try first.stage(
                on: panel, scale: scale, stack: stack.isEmpty ? recordedStack : stack,
                measured: recorded.header?.gestures)
            if stack.isEmpty, let offsets = recorded.header?.offsets {
                stage.scroll(to: StageState(stack: recordedStack, offsets: offsets))
            }
            stage.slowMotion = slowMotion
            return stage
        }
        try play(recorded, on: try stage())
        if let film {
            let strip = FilmStrip(recorded, panel: panel, showsHUD: showsHUD)
            try strip.write(to: film, stage: stage)
            say("\(film): the film strip")
        }
    }

    private func play(_ recorded: Recording, on stage: Stage) throws(Failure) {
        let output = try TraceOutput(trace)
        let gestures = GestureLog(debug)
        func write(_ record: TraceRecord) {
            let line = record.json(since: .zero)
            output.write(line)
            onTrace?(line)
        }
        var replay = Replay(recorded, on: stage)
        if let millihertz { replay.millihertz = millihertz }
        if showsHUD, frames != nil { replay.showHUD() }
        stage.onTrace = { [hud = replay.hud] in
            write($0)
            hud?.note($0)
            gestures.note($0, since: .zero)
        }
        if tracesTouches {
            replay.onTouches = { frame in
                for change in frame.changes { write(TraceRecord(change, at: frame.time)) }
            }
        }
        if let onFrame { replay.onFrame = { onFrame($0, stage.movingScreens(at: $0)) } }
        var problem: Failure?
        if tracesHashes || frames != nil {
            if let frames { try makeFolder(frames) }
            replay.onPicture = { picture in
                write(frameRecord(picture, stage))
                guard let frames, problem == nil else { return }
                let digits = String(picture.number)
                let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
                do { try picture.seen.writePNG(to: "\(frames)/frame-\(name).png") } catch {
                    problem = Failure(.failed, "\(error)")
                }
            }
        }
        replay.run()
        output.close()
        if let problem { throw problem }
        if let fault = output.problem { throw Failure(.failed, fault) }
    }

    private func frameRecord(_ picture: Replay.Picture, _ stage: Stage) -> TraceRecord {
        TraceRecord(
            time: picture.time, kind: "frame",
            fields: [
                ("number", .integer(picture.number)), ("hash", .text("\(FrameHash(of: picture.surface))")),
                ("screens", .lengths(stage.movingScreens(at: picture.time))),
            ])
    }
}

extension TraceRecord {
    /// The line of one change of one touch.
    init(_ change: TouchFrame.Change, at time: Instant) {
        self.init(
            time: time, kind: "touch",
            fields: [
                ("touch", .integer(change.contact)), ("phase", .text(change.phase.rawValue)),
                ("x", .length(change.position.x)), ("y", .length(change.position.y)),
            ])
    }
}
