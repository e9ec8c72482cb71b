// Contents that Bezel does not provide as views: a slider at the edge, a picture for taps, and a table for a pinch.

import Bezel

/// A slider from edge to edge. At 0 its thumb lies where edge pops begin.
final class SliderTable: View {
    init(_ size: Size, theme: Theme) {
        super.init()
        let sea = Poster(9, theme: theme)
        sea.frame = Rect(0, 0, size.width, (size.height * 0.55).rounded())
        addSubview(sea)
        let slider = SliderView(value: 0, theme: theme)
        slider.label = "From edge to edge"
        let height = (4 * theme.em).rounded()
        slider.frame = Rect(4, (size.height * 0.75).rounded() - height / 2, size.width - 8, height)
        addSubview(slider)
    }
}

/// A picture on which a long press or a double tap leaves a mark.
final class MarkTable: View {
    private let table: Poster
    private let theme: Theme
    /// The mark that the long press holds.
    private var held: Mark?

    init(isPress: Bool, theme: Theme) {
        table = Poster(isPress ? 15 : 3, theme: theme)
        self.theme = theme
        super.init()
        addSubview(table)
        if isPress {
            let press = LongPressRecognizer()
            press.onAction { [unowned self, unowned press] _ in pressed(press) }
            table.addRecognizer(press)
        } else {
            let tap = TapRecognizer(name: "double-tap")
            tap.numberOfTapsRequired = 2
            tap.onAction { [unowned self] in _ = put(.doubleTap, $0.location(in: table)) }
            table.addRecognizer(tap)
        }
    }

    override func layout() { table.frame = Rect(origin: .zero, size: bounds.size) }

    private func pressed(_ press: LongPressRecognizer) {
        let place = press.location(in: table)
        switch press.state {
        case .began:
            held = put(.press, place)
            held?.isHeld = true
        case .changed: held?.center = place
        case .ended, .cancelled:
            held?.isHeld = false
            held = nil
        case .possible, .failed: break
        }
    }

    private func put(_ kind: Mark.Kind, _ point: Point) -> Mark {
        let mark = Mark(kind, at: point, theme: theme)
        table.addSubview(mark)
        return mark
    }
}

/// A table with a card that two fingers zoom. One finger does not move it.
final class PinchTable: View {
    init(_ size: Size, theme: Theme) {
        super.init()
        let table = Table(theme: theme)
        table.frame = Rect(origin: .zero, size: size)
        addSubview(table)
        let side = (size.height * 0.5).rounded()
        let card = Card(
            size: Size(side, side), pose: Pose(center: table.frame.center),
            figure: Figures.compass(Size(side, side), theme: theme))
        table.addSubview(card)
        let pinch = PinchRecognizer()
        var start = 1.0
        pinch.onAction { [unowned pinch] _ in
            if pinch.state == .began { start = card.pose.scale / pinch.scale }
            card.pose.scale = min(max(start * pinch.scale, 0.4), 1.8)
        }
        table.addRecognizer(pinch)
    }
}
