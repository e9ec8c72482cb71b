// The slow movement of a picture that is a little longer than the screen.

import Drawing
import Geometry

/// Moves a picture along one side of the screen in equal steps of whole pixels. At whole pixels the compositor copies the picture and
/// calculates nothing, and between two steps it draws nothing.
struct AttractPan: Hashable {
    /// The most steps in a second. A full-screen copy at 60 Hz for hours would heat a box without a fan.
    static let mostSteps = 20
    /// The share of the screen's side by which the picture is longer.
    static let share = 1.0 / 12

    private let screen: Size
    private let isHorizontal: Bool
    /// The length of a step (px).
    private let step: Double
    private let steps: Int
    private let interval: Instant.Span

    /// The movement of `picture` over `screen` (px) in `duration`. It runs along the side on which the picture is longer anyway.
    init(_ picture: PixelSize, over screen: Size, for duration: Instant.Span) {
        self.screen = screen
        isHorizontal = Double(picture.width) * screen.height >= Double(picture.height) * screen.width
        let way = (isHorizontal ? screen.width : screen.height) * Self.share
        step = max(1, (way / (duration.seconds * Double(Self.mostSteps))).rounded(.up))
        steps = max(1, Int(way / step))
        interval = Instant.Span(nanoseconds: max(1, duration.nanoseconds / Int64(steps)))
    }

    /// The place of the picture `elapsed` after it began to move, from its end to its start if it `isBackward`.
    func frame(after elapsed: Instant.Span, isBackward: Bool) -> Rect {
        let done = Double(count(after: elapsed)) * step
        let whole = Double(steps) * step
        let offset = isBackward ? done - whole : -done
        return isHorizontal
            ? Rect(offset, 0, screen.width + whole, screen.height)
            : Rect(0, offset, screen.width, screen.height + whole)
    }

    /// The time of the first step later than `elapsed`; nil when there is none.
    func next(after elapsed: Instant.Span) -> Instant.Span? {
        let count = count(after: elapsed)
        return count < steps ? Instant.Span(nanoseconds: interval.nanoseconds * Int64(count + 1)) : nil
    }

    private func count(after elapsed: Instant.Span) -> Int {
        min(steps, max(0, Int(elapsed.nanoseconds / interval.nanoseconds)))
    }
}
