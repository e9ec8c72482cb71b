// Fingers that a screen reader has press something.

import Geometry
import Linux

/// Touches a screen for a client, in the time that a finger takes. What it does goes the way of all touches: gates, recordings and replays
/// treat it like them.
@MainActor
final class PressingFinger {
    /// Where a finger is, and how long after it came down.
    typealias Path = [(after: Instant.Span, place: Point)]

    /// The number of the finger. Panels count their contacts from 1.
    static let contact = 1 << 30
    /// The time that a finger rests in a tap, and between two places of a drag.
    private static let (touch, step) = (Instant.Span.milliseconds(60), Instant.Span.milliseconds(15))
    /// The time between two touches. Two taps in one place are not a double tap.
    private static let pause = Instant.Span.milliseconds(350)
    /// How far a drag goes at least (mm), so that it is one.
    private static let way = 6.0

    private let path: Path
    private let start = MonotonicClock.now()
    private let send: (TouchFrame) -> Void
    private let whenDone: () -> Void
    private var timer: Timer?
    private var next = 0

    /// A finger that goes along `path`. `send` gets its touches. `whenDone` is called when the next one may come.
    init(
        along path: Path, loop: EventLoop, _ send: @escaping (TouchFrame) -> Void,
        whenDone: @escaping () -> Void
    ) {
        (self.path, self.send, self.whenDone) = (path, send, whenDone)
        timer = loop.timer { [unowned self] in go() }
        timer?.setDeadline(start)
    }

    /// A tap at `place` (mm).
    static func tap(_ place: Point) -> Path { [(.zero, place), (touch, place)] }

    /// A drag from `start` to `end` (mm). A short one goes past its end first, and comes back.
    static func drag(from start: Point, to end: Point) -> Path {
        let whole = end - start
        let length = (whole.x * whole.x + whole.y * whole.y).squareRoot()
        guard length > 0 else { return [] }
        let farthest = max(1, way / length)
        let shares = [0, 0.25, 0.5, 0.75, 1].map { $0 * farthest } + [1, 1, 1]
        return shares.enumerated().map { ($0.element, $0.offset) }.map { share, index in
            (Instant.Span(nanoseconds: step.nanoseconds * Int64(index)), start + whole * share)
        }
    }

    /// A drag from `start` to `end` (mm) that scrolls. The finger rests before it lifts, so that it flings nothing.
    static func scroll(from start: Point, to end: Point) -> Path {
        let shares = (0...12).map { Double($0) / 12 } + Array(repeating: 1, count: 12)
        return shares.enumerated().map { index, share in
            (Instant.Span(nanoseconds: step.nanoseconds * Int64(index)), start + (end - start) * share)
        }
    }

    /// Lifts the finger, if it is down.
    func close() {
        timer?.cancel()
        if next > 0, next < path.count { touch(.cancelled, path[next - 1].place) }
        next = path.count
    }

    private func go() {
        guard next < path.count else {
            timer?.cancel()
            return whenDone()
        }
        let isLast = next == path.count - 1
        touch(next == 0 ? .began : isLast ? .ended : .moved, path[next].place)
        next += 1
        timer?.setDeadline(start + (next < path.count ? path[next].after : path[next - 1].after + Self.pause))
    }

    private func touch(_ phase: TouchFrame.Phase, _ place: Point) {
        let change = TouchFrame.Change(contact: Self.contact, phase: phase, position: place)
        send(TouchFrame(time: MonotonicClock.now(), changes: [change]))
    }
}

/// Presses keys for a client, one after the other, as somebody at a keyboard would, and goes the way of all keys.
@MainActor
final class TypingFingers {
    /// The time between two keys.
    private static let pace = Instant.Span.milliseconds(10)
    /// Buttons of devices have lower numbers.
    private static let button = 1 << 30

    private let send: (PressFrame) -> Void
    private let isWanted: () -> Bool
    private let whenDone: () -> Void
    private var timer: Timer?
    private var keys: ArraySlice<[Int]>

    /// Fingers that press `keys`, the kernel's codes, each with those that are held with it, for as long as they are wanted: what was meant for
    /// one field never gets into another. `send` gets them. `whenDone` is called at the end.
    init(
        on keys: [[Int]], loop: EventLoop, while isWanted: @escaping () -> Bool, _ send: @escaping (PressFrame) -> Void,
        whenDone: @escaping () -> Void
    ) {
        (self.keys, self.isWanted, self.send, self.whenDone) = (keys[...], isWanted, send, whenDone)
        timer = loop.timer { [unowned self] in go() }
        timer?.setDeadline(MonotonicClock.now())
    }

    /// Presses no more keys.
    func close() { timer?.cancel() }

    private func go() {
        guard isWanted(), let chord = keys.popFirst() else {
            timer?.cancel()
            return whenDone()
        }
        let now = MonotonicClock.now()
        func changes(_ codes: [Int], _ phase: PressFrame.Phase) -> [PressFrame.Change] {
            codes.map { PressFrame.Change(button: Self.button + $0, kind: .other($0), phase: phase) }
        }
        send(PressFrame(time: now, changes: changes(chord, .began) + changes(chord.reversed(), .ended)))
        timer?.setDeadline(now + Self.pace)
    }
}
