// A push button.

public import Drawing
public import Geometry
public import Gestures
import Layers

/// A title on a coloured ground that performs an action when it is tapped.
public final class ButtonView: View {
    /// The title.
    public var title: String { didSet { if title != oldValue { setNeedsDisplay() } } }
    /// Whether the button is that of the main action.
    public var isStrong: Bool { didSet { if isStrong != oldValue { setNeedsDisplay() } } }
    /// The colours and sizes.
    public var theme: Theme { didSet { if theme != oldValue { setNeedsDisplay() } } }
    /// Whether the button can be pressed.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            isUserInteractionEnabled = isEnabled
            setNeedsDisplay()
        }
    }
    /// Called when the button is tapped.
    public var onTap: () -> Void
    private let textSize: Double
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    /// Creates a button with `title` in letters of `textSize` em. The main action's button should be strong.
    public init(
        _ title: String, isStrong: Bool = false, textSize: Double = 1, theme: Theme, onTap: @escaping () -> Void
    ) {
        self.title = title
        self.isStrong = isStrong
        self.textSize = textSize
        self.theme = theme
        self.onTap = onTap
        super.init(drawsContents: true)
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { [unowned self] _ in self.onTap() }
        addRecognizer(tap)
    }

    /// The size (px) that the button needs.
    public var naturalSize: Size {
        Size((label.size.width + 2.4 * theme.em).rounded(.up), max(theme.fingertip, (2.6 * theme.em).rounded()))
    }

    private var label: TextLayout {
        let color = !isEnabled ? theme.secondaryText : isStrong || isPressed ? theme.background : theme.accent
        return TextLayout(AttributedText(title, theme.style(textSize, weight: .medium, color: color)))
    }

    /// The colour under the title. While the button is pressed, title and ground are as the colours of a strong button, or stronger.
    private var ground: Color {
        if !isEnabled { return theme.pressed }
        return switch (isStrong, isPressed) {
        case (true, true): theme.text
        case (true, false), (false, true): theme.accent
        case (false, false): theme.pressed
        }
    }

    public override var spoken: Spoken? { Spoken(.button, title, isEnabled: isEnabled) }

    public override func draw(on canvas: Canvas) {
        canvas.fill(bounds, ground, cornerRadius: theme.radius(0.5))
        let label = label
        canvas.draw(
            label,
            at: Point(
                ((bounds.width - label.size.width) / 2).rounded(), ((bounds.height - label.size.height) / 2).rounded()))
    }

    public override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    public override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    public override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
