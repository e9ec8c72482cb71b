// Outlines round what the last frame has drawn again.

import Geometry
import Layers

/// Lines round each rectangle of a frame's damage, which fade.
@MainActor
final class HUDDamage {
    static let life = Instant.Span.milliseconds(300)
    /// How many steps the fading has; each draws the lines again.
    private static let steps = 6.0

    private let layer = Layer()
    private let width: Double
    private let picture: PixelRect
    private var lines: [Layer] = []
    private var since: Instant?

    init(picture: PixelSize, style: HUDStyle, in parent: Layer) {
        width = style.pixels(3)
        self.picture = picture.bounds
        layer.frame = Rect(origin: .zero, size: picture.size)
        parent.addSublayer(layer)
    }

    func isChanging(at instant: Instant) -> Bool { since.map { instant - $0 < Self.life } ?? false }

    /// A frame has drawn `damage` again.
    func record(_ damage: Region, at instant: Instant) {
        since = instant
        var frames: [Rect] = []
        for rect in damage {
            let rect = rect.intersection(picture)
            let (left, top) = (Double(rect.x), Double(rect.y))
            let (wide, high) = (Double(rect.width), Double(rect.height))
            let inner = max(0, high - 2 * width)
            // They meet and do not overlap.
            frames.append(Rect(left, top, wide, min(width, high)))
            frames.append(Rect(left, top + high - min(width, high), wide, min(width, high)))
            frames.append(Rect(left, top + width, min(width, wide), inner))
            frames.append(Rect(left + wide - min(width, wide), top + width, min(width, wide), inner))
        }
        while lines.count < frames.count {
            let line = Layer()
            lines.append(line)
            layer.addSublayer(line)
        }
        for (index, line) in lines.enumerated() {
            line.isHidden = index >= frames.count || frames[index].isEmpty
            if index < frames.count { line.frame = frames[index] }
        }
    }

    /// Shows the outlines as they are at `instant`.
    func show(at instant: Instant) {
        guard let since else { return }
        let left = 1 - (instant - since).seconds / Self.life.seconds
        let shade = (max(0, min(1, left)) * Self.steps).rounded(.up) / Self.steps
        layer.isHidden = shade == 0
        for line in lines { line.backgroundColor = HUDStyle.damage.withAlpha(0.9 * shade) }
        if shade == 0 { self.since = nil }
    }
}
