// The actions that a swiped row offers.

import Drawing
import Geometry
import Gestures
public import Layers

/// An action on a row: a button that a swipe uncovers.
public struct RowAction {
    /// The button's title.
    public let title: String
    /// The button's colour.
    public let color: Color
    /// The colour of the title.
    public let textColor: Color
    /// The language of the title (BCP 47), which selects between forms of letters.
    public let language: String
    /// Performs the action.
    public let perform: () -> Void

    /// An action called `title`, which is written in `textColor` on a button of `color`; for nil in white, or in black where white would be hard
    /// to read.
    public init(
        title: String, color: Color, textColor: Color? = nil, language: String = "en", perform: @escaping () -> Void
    ) {
        (self.title, self.color, self.language) = (title, color, language)
        self.textColor = textColor ?? (Contrast.between(.white, color) >= Contrast.text ? .white : .black)
        self.perform = perform
    }
}

/// The button of one action. Only its label is a bitmap, so the button can grow without being drawn again.
final class RowActionView: View {
    let action: RowAction
    /// The width of the button when the row is open, in pixels.
    let naturalWidth: Double
    private let label: LabelView

    init(_ action: RowAction, theme: Theme, onTap: @escaping () -> Void) {
        self.action = action
        label = LabelView(action, theme: theme)
        naturalWidth = max(label.bounds.width + 2.4 * theme.em, 5.5 * theme.em).rounded()
        super.init()
        layer.backgroundColor = action.color
        layer.masksToBounds = true
        addSubview(label)
        let tap = TapRecognizer()
        tap.onAction { _ in onTap() }
        addRecognizer(tap)
    }

    override var spoken: Spoken? { Spoken(.button, action.title) }

    /// The position of a button in its row, in pixels.
    struct Place {
        let frame: Rect
        /// The x coordinate of the label's centre, in the row's space.
        let labelCenter: Double
        /// Whether no part of the button is uncovered.
        let isHidden: Bool
    }

    /// Moves the button to `place`.
    func place(_ place: Place) {
        layer.isHidden = place.isHidden
        frame = place.frame
        label.frame = Rect(origin: labelOrigin(place), size: label.bounds.size)
    }

    /// Poses the button as `place(_:)` would place it, without moving it.
    func pose(_ poses: inout Poses, _ place: Place) {
        var values = poses[layer]
        values.isHidden = place.isHidden
        values.position = place.frame.origin
        values.bounds.size = place.frame.size
        poses[layer] = values
        poses[label.layer].position = labelOrigin(place)
    }

    private func labelOrigin(_ place: Place) -> Point {
        Point(
            (place.labelCenter - place.frame.minX - label.bounds.width / 2).rounded(),
            ((place.frame.height - label.bounds.height) / 2).rounded())
    }

    private final class LabelView: View {
        private let layout: TextLayout

        init(_ action: RowAction, theme: Theme) {
            let text = AttributedText(
                action.title, theme.style(0.95, weight: .medium, color: action.textColor), language: action.language)
            let line = TextLayout(text)
            layout =
                line.size.width <= 9 * theme.em
                ? line : TextLayout(text, width: 9 * theme.em, alignment: .center, lineLimit: 2)
            super.init(drawsContents: true)
            isUserInteractionEnabled = false
            frame = Rect(0, 0, layout.size.width.rounded(.up), layout.size.height.rounded(.up))
        }

        override func draw(on canvas: Canvas) { canvas.draw(layout, at: .zero) }
    }
}
