// What a row that is swiped aside offers.

import Drawing
import Geometry
import Gestures
public import Layers

/// Something that can be done with a row: a button that a swipe uncovers.
public struct RowAction {
    /// What the button says.
    public let title: String
    /// The button's colour.
    public let color: Color
    /// Does it.
    public let perform: () -> Void

    /// An action called `title` on a button of `color`.
    public init(title: String, color: Color, perform: @escaping () -> Void) {
        self.title = title
        self.color = color
        self.perform = perform
    }
}

/// The button of one action. It grows without being drawn anew: only its label is a picture.
final class RowActionView: View {
    let action: RowAction
    /// The width that it has when the row is open, in pixels.
    let naturalWidth: Double
    private let label: LabelView

    init(_ action: RowAction, theme: Theme, onTap: @escaping () -> Void) {
        self.action = action
        label = LabelView(action.title, theme: theme)
        naturalWidth = max(label.bounds.width + 2.4 * theme.em, 5.5 * theme.em).rounded()
        super.init()
        layer.backgroundColor = action.color
        layer.masksToBounds = true
        addSubview(label)
        let tap = TapRecognizer()
        tap.onAction { _ in onTap() }
        addRecognizer(tap)
    }

    /// Fills `frame`, with the middle of the label at `labelCenter`; both in the space of the row.
    func place(_ frame: Rect, labelCenter: Double) {
        self.frame = frame
        label.frame = Rect(
            origin: Point(
                (labelCenter - frame.minX - label.bounds.width / 2).rounded(),
                ((frame.height - label.bounds.height) / 2).rounded()),
            size: label.bounds.size)
    }

    private final class LabelView: View {
        private let layout: TextLayout

        init(_ title: String, theme: Theme) {
            let text = AttributedText(title, theme.style(0.95, weight: .medium, color: .white))
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
