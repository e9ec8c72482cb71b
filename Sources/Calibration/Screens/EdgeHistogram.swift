// A histogram of first contacts on the glass itself: a bar for each millimetre, and the resulting width.

import Drawing
import Geometry
import Layers
import Machine
import Stage

/// A histogram at true scale: a first contact 4 mm from the edge counts in the bar 4 mm from the edge.
@MainActor
final class EdgeHistogram {
    private let space: EdgeSpace
    private let surface: View
    private let theme: Theme
    private let band = View()
    private let limit = View()
    private let words: LabelView
    private var bars: [View] = []
    private var dots: [View] = []

    /// The range of the histogram, in mm.
    private static let reach = 30
    /// The position of the base along the edge, and the greatest height of a bar, as fractions of the edge's length.
    private static let (base, height) = (0.94, 0.2)

    init(_ space: EdgeSpace, on surface: View, theme: Theme) {
        (self.space, self.surface, self.theme) = (space, surface, theme)
        words = LabelView(AttributedText(), alignment: .center)
        band.layer.backgroundColor = theme.accent.withAlpha(0.13)
        limit.layer.backgroundColor = theme.accent
        for view in [band, limit, words] {
            view.isUserInteractionEnabled = false
            surface.addSubview(view)
        }
        addScale()
    }

    /// Adds a tick every 5 mm.
    private func addScale() {
        for distance in stride(from: 0.0, through: Double(Self.reach), by: 5) {
            let middle = space.pixels(inside: distance, along: Self.base + 0.012)
            let tick = View()
            tick.isUserInteractionEnabled = false
            tick.layer.backgroundColor = theme.secondaryText
            let (thick, long) = ((theme.em * 0.06).rounded(.up), (theme.em * (distance == 0 ? 0 : 0.35)).rounded())
            tick.frame =
                space.isUpright
                ? Rect((middle.x - thick / 2).rounded(), middle.y.rounded(), thick, long)
                : Rect(middle.x.rounded(), (middle.y - thick / 2).rounded(), long, thick)
            surface.addSubview(tick)
            // On a large panel one centimetre has no room for both labels.
            let hasRoom = 10 * space.density > 1.3 * theme.em
            guard distance == 20 || distance == 10 && hasRoom else { continue }
            let label = LabelView(
                AttributedText("\(Int(distance))", theme.style(0.55, color: theme.secondaryText)), alignment: .center)
            let size = Size((theme.em * 2).rounded(), (theme.em * 0.8).rounded())
            label.frame =
                space.isUpright
                ? Rect((middle.x - size.width / 2).rounded(), (middle.y + long).rounded(), size.width, size.height)
                : Rect((middle.x + long).rounded(), (middle.y - size.height / 2).rounded(), size.width, size.height)
            surface.addSubview(label)
        }
    }

    /// Shows the strokes of `calibration`. `drags` also shows where drags began. `width` is the chosen width in mm; nil
    /// shows the proposed one.
    func show(_ calibration: EdgeCalibration, drags: Bool, width: Double? = nil) {
        for view in bars + dots { view.removeFromSuperview() }
        (bars, dots) = ([], [])
        var counts = [Int](repeating: 0, count: Self.reach)
        for swipe in calibration.counted { counts[min(max(0, Int(swipe.distance)), Self.reach - 1)] += 1 }
        let most = Double(max(12, counts.max() ?? 0))
        for (distance, count) in counts.enumerated() where count > 0 {
            let inside = Double(distance) + 0.1...Double(distance) + 0.9
            let share = Self.height * Double(count) / most
            add(space.rect(inside: inside, along: Self.base - share...Self.base), theme.text, to: &bars)
        }
        if drags {
            for drag in calibration.drags where drag.distance < Double(Self.reach) {
                let middle = space.pixels(inside: drag.distance, along: Self.base - Self.height - 0.02)
                let side = (theme.em * 0.3).rounded()
                add(
                    Rect((middle.x - side / 2).rounded(), (middle.y - side / 2).rounded(), side, side), theme.accent,
                    to: &dots)
                dots.last?.layer.cornerRadius = side / 2
            }
        }
        show(width: width ?? calibration.proposal?.width)
    }

    private func show(width: Double?) {
        for view in [band, limit, words] { view.layer.isHidden = width == nil }
        guard let width else { return }
        band.frame = space.rect(inside: 0...width, along: 0...1)
        let line = max(0.3, 1.5 / space.density)
        limit.frame = space.rect(inside: width - line / 2...width + line / 2, along: 0...1)
        words.text = AttributedText("\(tenths(width)) mm", theme.style(0.8, weight: .semibold, color: theme.accent))
        let size = Size((theme.em * 4.2).rounded(), (theme.em * 1.2).rounded())
        let middle = space.pixels(inside: width, along: 0.06)
        let out = space.inwards * ((space.isUpright ? size.width : size.height) / 2 + theme.em * 0.2)
        words.frame = Rect(
            (middle.x + out.x - size.width / 2).rounded(), (middle.y + out.y - size.height / 2).rounded(), size.width,
            size.height)
    }

    private func add(_ frame: Rect, _ color: Color, to views: inout [View]) {
        let view = View()
        view.isUserInteractionEnabled = false
        view.layer.backgroundColor = color
        view.frame = frame
        surface.addSubview(view)
        views.append(view)
    }
}
