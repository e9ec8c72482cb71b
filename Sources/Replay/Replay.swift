// Replays recorded touches on a kiosk in virtual time, without devices or waiting, and with the same result every time.

import Calibration
package import Frames
package import Geometry
import Guests
import Layers
import Linux
package import Recordings
package import Stage

/// A replay of recorded touches on a stage.
///
/// Frames are drawn at exact refreshes after the first event. For a recording of a running kiosk, they are drawn at the
/// recorded times instead. Touches of an instant are handled before its frame. `ReplayedArrivals` defines the times of
/// arrivals. After the last event, touches that are still down are cancelled. Time then runs on until nothing moves,
/// but at most for `patience` (in slow motion, as many times longer).
@MainActor
package struct Replay {
    /// A frame that differs from the previous one.
    package struct Picture {
        /// The number of the frame, counted in refreshes from the first event, or as in the recording.
        let number: Int
        /// The time when the frame is shown.
        let time: Instant
        /// The pixels of the frame. Valid until the next picture.
        let surface: PixelSurface
        /// The same pixels with the HUD over them, if it is shown.
        let seen: PixelSurface
    }

    /// The number of frames per 1000 seconds when the recording has no presentation times.
    package var millihertz = 60_000
    /// The longest time after the last event when something keeps moving.
    static let patience = Instant.Span.seconds(10)
    /// When nothing moves for longer than this before the next input or arrival, its frames are left out, except for
    /// the last `patience`.
    private static let longestWait = Instant.Span.seconds(60)

    private let stage: Stage
    /// The calibration on the stage, which maps touches. Nil when there is none.
    private let calibration: CalibrationSession?
    private let inputs: [Recording.Input]
    private let presentations: [Recording.Presentation]
    private let arrivals: ReplayedArrivals
    private let bitmap: Bitmap
    private var damage = DamageHistory()
    /// The HUD that shows fingers and recognizers. Nil when it is not shown. The code that sets the stage's `onTrace`
    /// passes the trace on to the HUD.
    package private(set) var hud: HUD?
    private var seen: Bitmap?
    private var seenDamage = DamageHistory()

    /// Called for each frame in which something has changed. Nothing is drawn when it is nil.
    package var onPicture: ((Picture) -> Void)?
    /// Called with the time of each frame, whether it is drawn or not.
    package var onFrame: ((Instant) -> Void)?
    /// Selects the frames to draw by their number. Nil draws all of them.
    var picturesWanted: ((Int) -> Bool)?
    /// Whether the clock with which the stage began stays, whatever was recorded.
    var keepsClock: Bool {
        get { arrivals.keepsClock }
        set { arrivals.keepsClock = newValue }
    }
    /// Called for each touch frame before it is handled.
    var onTouches: ((TouchFrame) -> Void)?
    /// Called for each press frame before it is handled.
    var onPresses: ((PressFrame) -> Void)?

    /// Makes a replay of `recording` on `stage`, whose time begins at `recording.begin`. The app has `patience`, in the machine's
    /// time, for results that are not in the recording.
    package init(_ recording: Recording, on stage: Stage, patience: Instant.Span = ReplayedArrivals.patience) {
        self.stage = stage
        stage.typeIntoGuests()
        if let queue = try? MainQueue() { stage.tasks.runMainActor = { queue.run() } }
        calibration = stage.calibration
        inputs = recording.inputs
        presentations = recording.presentations
        arrivals = ReplayedArrivals(recording, on: stage, patience: patience)
        bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true, filledWith: .black)
    }

    /// Plays the whole recording.
    package mutating func run() {
        if presentations.isEmpty { runAtRefreshes() } else { runAtPresentations() }
        stage.traceEnd()
    }

    private mutating func runAtRefreshes() {
        var number = 0
        let millihertz = Int64(millihertz)
        // Computes in thousands of seconds plus the rest, because one product overflows for a recording of years.
        func time(_ number: Int) -> Instant {
            let (thousands, rest) = Int64(number).quotientAndRemainder(dividingBy: millihertz)
            return Instant(nanoseconds: thousands * 1_000_000_000_000 + rest * 1_000_000_000_000 / millihertz)
        }
        func refresh(before instant: Instant) -> Int {
            let (thousands, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
            return Int(thousands * millihertz + rest * millihertz / 1_000_000_000_000)
        }
        func showFrames(before instant: Instant) {
            while time(number) < instant {
                show(number, at: time(number))
                number += 1
                // Skips the frames of long times in which nothing happens.
                if instant - time(number) > Self.longestWait, !stage.isMoving, !stage.isWaiting {
                    number = refresh(before: instant - Self.patience)
                }
            }
        }
        for (index, input) in inputs.enumerated() {
            while let next = arrivals.nextTime(beforeInput: index) {
                showFrames(before: next)
                arrivals.takeNext()
            }
            showFrames(before: input.time)
            handle(input)
        }
        while let next = arrivals.nextTime(beforeInput: .max) {
            showFrames(before: next)
            arrivals.takeNext()
        }
        stage.cancelAllTouches()
        let limit = stage.now + Self.patience.slowed(by: stage.slowMotion)
        repeat {
            show(number, at: time(number))
            number += 1
        } while (stage.isMoving || stage.isWaiting) && time(number) <= limit
        show(number, at: time(number))
    }

    private mutating func runAtPresentations() {
        var next = 0
        func bringWhatCame(beforeInput input: Int) {
            while true {
                let isFrameLeft = next < presentations.count && presentations[next].inputsBefore <= input
                if arrivals.nextTime(beforeInput: input, beforeFrame: isFrameLeft ? next : .max) != nil {
                    arrivals.takeNext()
                } else if isFrameLeft {
                    show(presentations[next])
                    next += 1
                } else {
                    return
                }
            }
        }
        for (index, input) in inputs.enumerated() {
            bringWhatCame(beforeInput: index)
            handle(input)
        }
        bringWhatCame(beforeInput: .max)
        stage.cancelAllTouches()
        let limit = stage.now + Self.patience.slowed(by: stage.slowMotion)
        while stage.isWaiting, let due = stage.nextDeadline, due <= limit { stage.advance(to: due) }
    }

    private func handle(_ input: Recording.Input) {
        arrivals.takeResults()
        switch input {
        case .touches(let frame):
            onTouches?(frame)
            let placed = calibration?.mapTouches(frame) ?? frame
            stage.handle(placed)
            hud?.record(placed)
        case .presses(let frame):
            // A calibration measures fingers and ignores buttons.
            guard calibration == nil else { return }
            onPresses?(frame)
            stage.handle(frame)
        }
    }

    /// Shows a frame at a refresh. The stage advances to the time that the picture shows.
    private mutating func show(_ number: Int, at time: Instant) {
        stage.advance(to: time)
        draw(number, at: time)
    }

    /// Shows a frame as the running kiosk did. The picture was planned ahead of its presentation, with the touches
    /// known by then.
    private mutating func show(_ presentation: Recording.Presentation) {
        stage.advance(to: presentation.drawn)
        draw(presentation.frame, at: presentation.time)
    }

    private mutating func draw(_ number: Int, at time: Instant) {
        arrivals.takeResults()
        onFrame?(time)
        guard let onPicture else { return stage.willPresent(at: time) }
        let isWanted = picturesWanted?(number) != false
        let start = MonotonicClock.now()
        // Frames that are not drawn are planned too, because a picture arrives when the first frame that shows it is
        // planned, and fades in from there.
        var frame = stage.plan(at: time)
        if arrivals.readPictures() { frame = stage.plan(at: time) }
        stage.willPresent(at: time)
        // The HUD needs every frame.
        guard isWanted || hud != nil else { return }
        let changed = damage.record(frame)
        guard !changed.isEmpty else { return }
        stage.draw(frame, into: bitmap.surface, region: changed)
        let drawing = MonotonicClock.now() - start
        stage.drawAhead()
        showHUD(over: changed, number, at: time, drawing: drawing)
        guard isWanted else { return }
        onPicture(
            Picture(number: number, time: time, surface: bitmap.surface, seen: (seen ?? bitmap).surface))
    }

    // MARK: HUD

    /// Shows fingers, recognizers and the drawing times of this machine over the pictures in `seen`.
    mutating func showHUD() {
        let mode = DisplayMode(size: stage.panel.pixels, millihertz: millihertz)
        hud = HUD(
            on: stage, refresh: refresh, whereabouts: "replay \(mode), drawing times of this machine")
        seen = Bitmap(size: stage.panel.pixels, isOpaque: true, filledWith: .black)
    }

    private var refresh: Instant.Span { Instant.Span(nanoseconds: 1_000_000_000_000 / Int64(millihertz)) }

    /// Draws the picture with the HUD after a frame that took `drawing` to draw and changed `change`.
    private mutating func showHUD(over change: Region, _ number: Int, at time: Instant, drawing: Instant.Span) {
        guard let hud, let seen else { return }
        // Nothing waits in a replay, so a frame begins at the refresh before its own.
        let start = time - refresh
        let appointment = FrameClock.Appointment(wake: start, start: start, vblank: time, drawing: refresh)
        let times = FrameTimes(
            appointment: appointment, woken: start, start: start, committed: start + drawing, work: change.area)
        hud.record(
            FrameReport(
                number: number, times: times, damage: change, overlay: .zero, touchAge: nil,
                path: .drawn("as in every replay"),
                margin: nil))
        hud.show(at: time)
        let picture = stage.plan(at: time, .all)
        stage.draw(picture, into: seen.surface, region: seenDamage.record(picture))
    }
}
