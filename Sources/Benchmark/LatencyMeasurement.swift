// Measures the parts of a frame's latency on this machine: how late timers wake, and how long frames of a real pop take.

import Frames
import Geometry
import Glibc
import Linux
import Machine
import Stage

/// A finger drags a page of a kiosk to and fro. The real stage and compositor draw each frame, after a real sleep. The
/// measurement includes the effects of sleeping processors and of caches that other programs have used.
@MainActor
struct LatencyMeasurement {
    /// One frame.
    struct Sample {
        /// How late the timer woke.
        let lateness: Instant.Span
        /// The time from reading touches to the end of drawing.
        let drawing: Instant.Span
        /// The part of `drawing` before the first pixel: the whole cost of a frame that goes on planes, except for the commit.
        let planning: Instant.Span
        /// How much there was to draw (`Frame.work`).
        let work: Int
    }

    /// The frames, in the order in which they were drawn.
    private(set) var samples: [Sample] = []

    /// Draws `count` frames of the kiosk in the folder `kiosk` on a screen of `size`.
    init(of kiosk: String, size: PixelSize, count: Int) throws(Failure) {
        let first = try StartScreens(kiosk: kiosk, on: Configuration()) { _ in }
        let panel = Panel(pixels: size, millimetres: Size(527, 296))
        let names = ["home", "hours"]
        let stage = try first.stage(on: panel, stack: names)
        let display = HeadlessDisplay(size: size, millihertz: 60_000)
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw Failure(error) }
        var painter = FramePainter()
        var random = SeededGenerator(seed: 5)
        var isDown = false
        var time = Instant.zero + .seconds(1.0)
        for number in 0..<count {
            let lateness = try LatencyMeasurement.sleep(.seconds(random.uniform(0.001...0.005)), loop)
            let start = MonotonicClock.now()
            // To and fro between 140 and 360 mm of the panel's 527 mm, by up to 7.7 mm from frame to frame, like a finger in a
            // hurry.
            for step in 0..<2 {
                let phase = 0.07 * (Double(number) + Double(step) / 2)
                let x = isDown ? 250 + 110 * sin(phase) : 1
                stage.handle(
                    TouchFrame(
                        time: time + .milliseconds(8 * step),
                        changes: [.init(contact: 1, phase: isDown ? .moved : .began, position: Point(x, 150))]))
                isDown = true
            }
            time = time + display.refreshInterval
            stage.advance(to: time - .milliseconds(1))
            guard let buffer = display.freeBuffer() else { fatalError("a headless display without a free buffer") }
            let plan = painter.plan(stage, at: time, age: buffer.age)
            stage.willPresent(at: time)
            let planned = MonotonicClock.now()
            _ = painter.draw(plan, of: stage, into: buffer.surface)
            display.present(damage: plan.newDamage)
            let end = MonotonicClock.now()
            display.advance(to: display.nextPresentation ?? time)
            // The first frames draw content that has not been drawn before.
            guard number >= LatencyMeasurement.warmUp, !plan.isEmpty else { continue }
            samples.append(
                Sample(lateness: lateness, drawing: end - start, planning: planned - start, work: plan.work))
        }
        guard !samples.isEmpty else { throw Failure(.failed, "\(kiosk): its page does not move under a finger") }
    }

    /// How many frames are drawn before the first one counts.
    private static let warmUp = 20

    /// Sleeps in epoll, as the runtime does, until a timer of the loop is due. Returns how late that was.
    private static func sleep(_ span: Instant.Span, _ loop: EventLoop) throws(Failure) -> Instant.Span {
        let due = MonotonicClock.now() + span
        var woken: Instant?
        let timer = loop.timer { woken = MonotonicClock.now() }
        defer { timer.cancel() }
        timer.setDeadline(due)
        do { while woken == nil { try loop.runOnce() } } catch { throw Failure(error) }
        return (woken ?? due) - due
    }
}
