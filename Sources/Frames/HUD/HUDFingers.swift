// The fingers that are down, numbered, each with a dot for each of its last samples.

import Drawing
import Geometry
import Layers

/// A ring at each contact, and a trail that fades: as dense as the panel's scans are frequent.
@MainActor
final class HUDFingers {
    private final class Finger {
        let ring = Layer()
        let dots: [Layer]
        var samples: [(place: Point, time: Instant)] = []
        /// When it was lifted.
        var end: Instant?

        init(dots count: Int) { dots = (0..<count).map { _ in Layer() } }
        var layers: [Layer] { dots + [ring] }
    }

    /// How long a sample is seen.
    static let life = Instant.Span.milliseconds(400)
    private static let dots = 32
    private static let shades = 6

    private let layer: Layer
    private let panel: Panel
    private let style: HUDStyle
    private var fingers: [Int: Finger] = [:]
    /// Dots, the youngest first.
    private let shades: [Bitmap]
    private var rings: [Int: Bitmap] = [:]

    init(on panel: Panel, style: HUDStyle, in layer: Layer) {
        (self.panel, self.style, self.layer) = (panel, style, layer)
        let size = Int(style.pixels(14))
        shades = (0..<Self.shades).map { shade in
            let bitmap = Bitmap(size: PixelSize(size, size), isOpaque: false)
            let middle = Double(size) / 2
            let share = 1 - Double(shade) / Double(Self.shades)
            Canvas(bitmap).fill(
                Path(center: Point(middle, middle), radius: middle * (0.45 + 0.55 * share)),
                HUDStyle.alarm.withAlpha(0.85 * share))
            return bitmap
        }
    }

    /// Whether anything is seen that fades after `instant`.
    func isChanging(at instant: Instant) -> Bool {
        fingers.values.contains { $0.samples.last.map { instant - $0.time < Self.life } ?? false }
    }

    func record(_ frame: TouchFrame) {
        for change in frame.changes {
            switch change.phase {
            case .began:
                remove(change.contact)
                let finger = Finger(dots: Self.dots)
                for part in finger.layers { layer.addSublayer(part) }
                finger.ring.contents = ring(change.contact)
                fingers[change.contact] = finger
                add(change, to: finger, at: frame.time)
            case .moved: fingers[change.contact].map { add(change, to: $0, at: frame.time) }
            case .ended, .cancelled: fingers[change.contact]?.end = frame.time
            }
        }
    }

    /// Shows the fingers as they are at `instant`.
    func show(at instant: Instant) {
        for (number, finger) in fingers {
            // The last one says where the finger is, however long ago that was.
            let newest = finger.samples.last?.time
            finger.samples.removeAll { instant - $0.time >= Self.life && $0.time != newest }
            if let end = finger.end, instant - end >= Self.life { remove(number) } else { place(finger, at: instant) }
        }
    }

    private func place(_ finger: Finger, at instant: Instant) {
        guard let tip = finger.samples.last?.place, let ring = finger.ring.contents else { return }
        finger.ring.frame = frame(of: ring, around: tip)
        finger.ring.isHidden = finger.end != nil
        for (index, dot) in finger.dots.enumerated() {
            let sample = finger.samples.count - 1 - index
            dot.isHidden = sample < 0
            guard sample >= 0 else { continue }
            let age = (instant - finger.samples[sample].time).seconds / Self.life.seconds
            dot.isHidden = age >= 1
            let bitmap = shades[max(0, min(Self.shades - 1, Int(age * Double(Self.shades))))]
            dot.contents = bitmap
            dot.frame = frame(of: bitmap, around: finger.samples[sample].place)
        }
    }

    private func add(_ change: TouchFrame.Change, to finger: Finger, at time: Instant) {
        finger.samples.append((panel.pixels(change.position), time))
        if finger.samples.count > Self.dots { finger.samples.removeFirst() }
        place(finger, at: time)
    }

    private func remove(_ number: Int) {
        for part in fingers.removeValue(forKey: number)?.layers ?? [] { part.removeFromSuperlayer() }
    }

    private func frame(of bitmap: Bitmap, around middle: Point) -> Rect {
        let (width, height) = (Double(bitmap.size.width), Double(bitmap.size.height))
        return Rect((middle.x - width / 2).rounded(), (middle.y - height / 2).rounded(), width, height)
    }

    /// A ring with the number of its finger above it.
    private func ring(_ number: Int) -> Bitmap {
        if let ring = rings[number] { return ring }
        let (radius, badge) = (style.pixels(34), style.pixels(15))
        // The finger is in the middle; the number stands at its upper right, where no hand is.
        let side = 2 * radius + 3 * badge
        let middle = Point(side / 2, side / 2)
        let bitmap = Bitmap(size: PixelSize(Int(side), Int(side)), isOpaque: false)
        let canvas = Canvas(bitmap)
        canvas.fill(Path(center: middle, radius: radius), HUDStyle.alarm.withAlpha(0.18))
        canvas.stroke(Path(center: middle, radius: radius), width: style.pixels(4), HUDStyle.alarm)
        let label = TextLayout(
            AttributedText("\(number)", style.text(18, weight: .bold, color: .white)))
        let center = middle + Vector(radius * 0.72, -radius * 0.72)
        canvas.fill(Path(center: center, radius: badge), HUDStyle.alarm)
        canvas.draw(label, at: center - Vector(label.size.width / 2, label.size.height / 2))
        rings[number] = bitmap
        return bitmap
    }
}
