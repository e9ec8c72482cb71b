// `bezel replay`: plays a recording on a kiosk or an app, and writes its decisions and frames.

import Calibration
import Drawing
package import Frames
package import Geometry
import Layers
import Linux
package import Machine
package import Pages
import Recordings
import Stage

/// The options of `bezel replay`.
package struct ReplayCommand {
    /// The path of the recording.
    package var recording = ""
    /// The kiosk's folder. Empty for an app.
    package var kiosk = ""
    /// The limits for the kiosk's pages.
    package var content = ContentRules()
    /// The screens on the stack, root first. A name that ends in `!` is a sheet. Empty takes the recording's stack, or
    /// else the start of the kiosk or app.
    package var stack: [String] = []
    /// The language in which the replay begins. Nil takes the recording's, or else the default language.
    package var language: String?
    /// The screen in pixels. Nil takes the recording's, or else 1920 × 1080.
    package var screen: PixelSize?
    /// The refreshes of the screen per 1000 seconds. Nil takes 60 per second. A recording of a running kiosk has frame
    /// times of its own.
    package var millihertz: Int?
    /// The screen in millimetres, before the picture is rotated. Nil takes the recording's size.
    package var size: Size?
    /// The clockwise rotation of the picture on the touched screen. The frames and the film strip show the picture as
    /// the viewer sees it.
    package var rotation = PictureRotation.none
    /// The scale of everything. Nil takes the recording's scale.
    package var scale: Double?
    /// The distance from which the screen is read. Nil takes the recording's, or else the usual one.
    package var readingDistance: Length?
    /// The target of the trace: a path, `-` for standard output, or nil for none.
    package var trace: String?
    /// Called with each line of the trace.
    package var onTrace: ((String) -> Void)?
    /// Called for each frame, drawn or not, with its time and the offset (mm) of each moving screen.
    package var onFrame: ((Instant, [(String, Double)]) -> Void)?
    /// Whether the trace has a line for each touch and press.
    package var tracesTouches = false
    /// Whether the trace has a line with a hash for each frame.
    package var tracesHashes = false
    /// The topics to report in more detail on standard error.
    package var debug: [DebugTopic] = []
    /// Whether the HUD is drawn over the film strip and the frames. Hashes are of the picture without it.
    package var showsHUD = false
    /// The factor by which everything that moves by itself takes longer.
    package var slowMotion = 1.0
    /// The moment that the wall clock shows at the start, in UTC, whatever the recording says. Nil takes the recording's clock, or else
    /// `WallClock.standard`.
    package var date: CivilTime?
    /// The path of the film strip. Nil for none.
    package var film: String?
    /// The folder for a PNG of each frame that differs from the previous one. Nil for none.
    package var frames: String?

    /// The greatest amount of drawn content that is cached, in bytes. Nil takes an amount that suits the screen. No
    /// frame depends on it.
    package var memory: Int?

    /// A command without options.
    package init() {}

    /// The configuration of the replay's machine. Only its memory and its limits for pages are set.
    package var machine: Configuration {
        var machine = Configuration()
        (machine.memory, machine.content) = (memory, content)
        return machine
    }

    /// Plays the recording on the kiosk. Warnings and progress are passed to `say`, for standard error.
    @MainActor package func run(say: (String) -> Void) throws(Failure) {
        try run(try StartScreens(kiosk: kiosk, on: machine, say: say), say: say)
    }

    /// Plays the recording on the screens `first`. Warnings and progress are passed to `say`, for standard error.
    @MainActor package func run(_ first: StartScreens, say: (String) -> Void) throws(Failure) {
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
        var first = first
        first.readingDistance =
            readingDistance ?? recorded.header?.readingDistance.map { Length(millimetres: $0) } ?? first.readingDistance
        let language = try (self.language ?? recorded.header?.language).flatMap { tag throws(Failure) in
            try first.choice(tag)
        }
        func stage() throws(Failure) -> Stage {
            let recordedStack = recorded.header?.stack ?? []
            let stage = try first.stage(
                on: panel, scale: scale, stack: stack.isEmpty ? recordedStack : stack,
                measured: recorded.header?.gestures, language: language,
                sliders: [String: Int](sliderTexts: recorded.header?.sliders ?? []), at: recorded.begin,
                isNight: isNight(in: first, recorded),
                values: values(first, recorded))
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

    /// Whether it is night at `date` in `first`. Without a date it is if `recorded` begins at night.
    @MainActor private func isNight(in first: StartScreens, _ recorded: Recording) -> Bool {
        guard let date else {
            return recorded.arrivals.prefix(while: \.isFirst).reduce(false) { isNight, arrival in
                if case .night(let isNight) = arrival.record.what { isNight } else { isNight }
            }
        }
        guard let night = first.theme.night else { return false }
        let nights = Nightfall(night.time) { seconds in
            let time = CivilTime(seconds: seconds)
            return LocalTime(
                day: time.weekday, minute: time.second / 60, second: time.second % 60, offset: 0)
        }
        return nights.isNight(at: date.seconds)
    }

    /// The values with which the stage of `recorded` begins: those that arrived before anything else, or else those of `first`.
    @MainActor private func values(_ first: StartScreens, _ recorded: Recording) -> StageValues {
        var values = StageValues(clock: .standard(at: recorded.begin), files: first.files)
        for arrival in recorded.arrivals.prefix(while: \.isFirst) {
            switch arrival.record.what {
            case .clock(let nanoseconds, let zone):
                values.clock = WallClock(nanoseconds: nanoseconds, at: arrival.record.time, zone: zone)
            case .file(let file): values.files[file.name] = file.value
            case .picture, .pictureLeft, .result, .night: break
            }
        }
        if let date {
            let nanoseconds = WallClock.nanoseconds(ofSeconds: date.seconds)
            values.clock = WallClock(nanoseconds: nanoseconds, at: recorded.begin, zone: WallClock.Zone(offsets: []))
        }
        return values
    }

    @MainActor private func play(_ recorded: Recording, on stage: Stage) throws(Failure) {
        let output = try OutputFile(trace)
        let gestures = GestureLog(debug)
        func write(_ record: TraceRecord) {
            let line = record.json(since: .zero)
            output.write(line)
            onTrace?(line)
        }
        var replay = Replay(recorded, on: stage)
        replay.keepsClock = date != nil
        if let millihertz { replay.millihertz = millihertz }
        if showsHUD, frames != nil { replay.showHUD() }
        stage.onTrace = { [hud = replay.hud] in
            write($0)
            hud?.record($0)
            gestures.write($0, since: .zero)
        }
        if tracesTouches {
            replay.onTouches = { frame in
                for change in frame.changes { write(TraceRecord(change, at: frame.time)) }
            }
            replay.onPresses = { frame in
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

    @MainActor private func frameRecord(_ picture: Replay.Picture, _ stage: Stage) -> TraceRecord {
        TraceRecord(
            time: picture.time, kind: "frame",
            fields: [
                ("number", .integer(picture.number)), ("hash", .text("\(FrameHash(of: picture.surface))")),
                ("screens", .lengths(stage.movingScreens(at: picture.time))),
            ])
    }
}

extension TraceRecord {
    /// The trace line for one change of a touch.
    package init(_ change: TouchFrame.Change, at time: Instant) {
        self.init(
            time: time, kind: "touch",
            fields: [
                ("touch", .integer(change.contact)), ("phase", .text(change.phase.rawValue)),
                ("x", .length(change.position.x)), ("y", .length(change.position.y)),
            ])
    }

    /// The trace line for one change of a button.
    package init(_ change: PressFrame.Change, at time: Instant) {
        self.init(
            time: time, kind: "press",
            fields: [
                ("press", .integer(change.button)), ("button", .text(change.kind.name)),
                ("phase", .text(change.phase.rawValue)),
            ])
    }
}
