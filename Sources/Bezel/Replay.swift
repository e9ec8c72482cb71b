// Plays recorded touches on a kiosk in virtual time: no device, no waiting, the same decisions and pixels every time.

import Geometry
import Layers
import Linux
import Stage

/// One playing of recorded touches on a stage.
///
/// Frames are taken at exact refreshes after the first event; a recording of a running kiosk says when its frames were
/// shown, and these instants are taken instead. Touches of an instant come before its frame. After the last event the
/// touches that are still down are cancelled, and time runs on until nothing moves, at most ten seconds.
struct Replay {
    /// A frame that differs from the one before.
    struct Picture {
        /// Counted in refreshes from the first event, or as the recording counts.
        let number: Int
        /// When it is shown.
        let time: Instant
        /// Its pixels; valid until the next picture.
        let surface: PixelSurface
        /// The same with the HUD over it, where one is shown.
        let seen: PixelSurface
    }

    /// How many frames are taken in 1000 seconds where the recording does not say when they were shown.
    var millihertz = 60_000
    /// How long time runs on after the last event when something does not come to rest.
    static let patience = Instant.Span.seconds(10)
    /// When nothing moves for longer than this between two touches, all but the last frames between them are left out.
    private static let longestWait = Instant.Span.seconds(60)

    private let stage: Stage
    /// The calibration that is played; it says where touches really are.
    private let calibration: CalibrationSession?
    private let frames: [TouchFrame]
    private let presentations: [Recording.Presentation]
    private let bitmap: Bitmap
    private var damage = DamageHistory()
    /// Shows what fingers and recognizers do; nil: nobody looks. Whoever sets the stage's `onTrace` tells it.
    private(set) var hud: HUD?
    private var seen: Bitmap?
    private var seenDamage = DamageHistory()

    /// Called for each frame in which something has changed; nil when nobody looks, and then nothing is drawn.
    var onPicture: ((Picture) -> Void)?
    /// Called for the time of each frame, whether it is drawn or not.
    var onFrame: ((Instant) -> Void)?
    /// Which frames are drawn, by their time; all of them when nil.
    var picturesWanted: ((Int) -> Bool)?
    /// Called for each touch frame before it is handled.
    var onTouches: ((TouchFrame) -> Void)?

    /// A playing of `recording` on `stage`, whose time has not begun.
    init(_ recording: Recording, on stage: Stage) {
        self.stage = stage
        calibration = stage.calibration
        frames = recording.frames
        presentations = recording.presentations
        bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true, filledWith: .black)
    }

    /// Plays all of it.
    mutating func run() {
        if presentations.isEmpty { runAtRefreshes() } else { runAtPresentations() }
        stage.traceEnd()
    }

    private mutating func runAtRefreshes() {
        var number = 0
        let millihertz = Int64(millihertz)
        // In thousands of seconds and what is left: a recording can last years, for which one product has no room.
        func time(_ number: Int) -> Instant {
            let (thousands, rest) = Int64(number).quotientAndRemainder(dividingBy: millihertz)
            return Instant(nanoseconds: thousands * 1_000_000_000_000 + rest * 1_000_000_000_000 / millihertz)
        }
        func refresh(before instant: Instant) -> Int {
            let (thousands, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
            return Int(thousands * millihertz + rest * millihertz / 1_000_000_000_000)
        }
        for frame in frames {
            while time(number) < frame.time {
                show(number, at: time(number))
                number += 1
                // Nobody waits for the frames of years in which nothing happens.
                if frame.time - time(number) > Self.longestWait, !stage.isMoving, stage.nextDeadline == nil {
                    number = refresh(before: frame.time - Self.patience)
                }
            }
            handle(frame)
        }
        stage.cancelAllTouches()
        let limit = stage.now + Self.patience.slowed(by: stage.slowMotion)
        repeat {
            show(number, at: time(number))
            number += 1
        } while (stage.isMoving || stage.nextDeadline != nil) && time(number) <= limit
        show(number, at: time(number))
    }

    private mutating func runAtPresentations() {
        var next = 0
        for (index, frame) in frames.enumerated() {
            while next < presentations.count, presentations[next].touchesBefore <= index {
                show(presentations[next])
                next += 1
            }
            handle(frame)
        }
        while next < presentations.count {
            show(presentations[next])
            next += 1
        }
        stage.cancelAllTouches()
        let limit = stage.now + Self.patience.slowed(by: stage.slowMotion)
        while let due = stage.nextDeadline, due <= limit { stage.advance(to: due) }
    }

    private func handle(_ frame: TouchFrame) {
        onTouches?(frame)
        let placed = calibration?.take(frame) ?? frame
        stage.handle(placed)
        hud?.note(placed)
    }

    /// What is shown at a refresh: time has come to it, and the picture is of it.
    private mutating func show(_ number: Int, at time: Instant) {
        stage.advance(to: time)
        draw(number, at: time)
    }

    /// What a running kiosk showed: the picture was planned ahead of its presentation, with the touches known by then.
    private mutating func show(_ presentation: Recording.Presentation) {
        stage.advance(to: presentation.drawn)
        draw(presentation.frame, at: presentation.time)
    }

    private mutating func draw(_ number: Int, at time: Instant) {
        stage.willPresent(at: time)
        onFrame?(time)
        let isWanted = picturesWanted?(number) != false
        // The HUD has to see every frame.
        guard let onPicture, isWanted || hud != nil else { return }
        let start = MonotonicClock.now()
        let frame = stage.plan(at: time)
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

    /// Shows what fingers and recognizers do, and what frames take on this machine, over the pictures that are `seen`.
    mutating func showHUD() {
        let mode = DisplayMode(size: stage.panel.pixels, millihertz: millihertz)
        hud = HUD(
            on: stage, refresh: refresh, whereabouts: "replay \(mode), as long as this machine took to draw it")
        seen = Bitmap(size: stage.panel.pixels, isOpaque: true, filledWith: .black)
    }

    private var refresh: Instant.Span { Instant.Span(nanoseconds: 1_000_000_000_000 / Int64(millihertz)) }

    /// The picture with the HUD, after a frame that took `drawing` and has changed `change`.
    private mutating func showHUD(over change: Region, _ number: Int, at time: Instant, drawing: Instant.Span) {
        guard let hud, let seen else { return }
        // Nothing waits in a replay: a frame is begun with the refresh before its own.
        let start = time - refresh
        let appointment = FrameClock.Appointment(wake: start, start: start, vblank: time, drawing: refresh)
        let times = FrameTimes(
            appointment: appointment, woken: start, start: start, committed: start + drawing, work: change.area)
        hud.note(
            FrameReport(
                number: number, times: times, damage: change, overlay: .zero, touchAge: nil,
                path: .drawn("as in every replay"),
                margin: nil))
        hud.show(at: time)
        let picture = stage.plan(at: time, .all)
        stage.draw(picture, into: seen.surface, region: seenDamage.record(picture))
    }
}
