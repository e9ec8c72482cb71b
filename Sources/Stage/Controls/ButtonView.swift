// A push button.

public import Drawing
public import Geometry
public import Gestures
package import Layers

/// A title on a coloured ground that performs an action when it is tapped. A finger that leaves the button takes the tap back, and may
/// return.
public final class ButtonView: View {
    /// The title.
    public var title: String { didSet { if title != oldValue { setNeedsDisplay() } } }
    /// A sign before the title; nil for none.
    public var symbol: Symbol? { didSet { if symbol != oldValue { setNeedsDisplay() } } }
    /// Whether only the sign is shown. The title says what the button does to whoever cannot see it.
    public var showsSymbolOnly = false { didSet { if showsSymbolOnly != oldValue { setNeedsDisplay() } } }
    /// The direction of text: the sign stands where lines begin.
    public var direction = LayoutDirection.leftToRight { didSet { if direction != oldValue { setNeedsDisplay() } } }
    /// Whether the button is that of the main action.
    public var isStrong: Bool { didSet { if isStrong != oldValue { setNeedsDisplay() } } }
    /// Whether the action takes something away for good.
    public var isDestructive = false { didSet { if isDestructive != oldValue { setNeedsDisplay() } } }
    /// Whether the button is the taken one of several choices on a ground that they share; nil for a button by itself.
    package var choice: Bool? { didSet { if choice != oldValue { setNeedsDisplay() } } }
    /// Whether the action is repeated while a finger rests on the button.
    public var repeats = false
    /// The colours and sizes.
    public var theme: Theme {
        didSet {
            guard theme != oldValue else { return }
            dim()
            setNeedsDisplay()
        }
    }
    /// Whether the button can be pressed. It is dimmed if not.
    public var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            isUserInteractionEnabled = isEnabled
            if !isEnabled { stopRepeating() }
            dim()
        }
    }
    /// Called when the button is tapped.
    public var onTap: () -> Void
    private let textSize: Double
    private let tap = TapRecognizer()
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }
    private var repeating: StageTimer?
    /// Whether the finger has rested so long that the action was repeated.
    private var hasRepeated = false

    /// How far (mm) outside of the button a finger is still on it. UIKit has 70 points, 11 mm on its glass.
    private static let slack = 10.0
    /// How long a finger rests before the action is repeated, and how often it then is.
    private static let (delay, interval) = (Instant.Span.milliseconds(500), Instant.Span.milliseconds(100))

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
        highlight.follow(tap)
        tap.mayLeave = { [unowned self] in isNear($0) }
        tap.onLeave = { [unowned self] isOutside in
            if isOutside { highlight.touchUp() } else { highlight.hold() }
        }
        tap.onAction { [unowned self] _ in if isEnabled, !hasRepeated { self.onTap() } }
        tap.onFailure { [unowned self] _ in stopRepeating() }
        addRecognizer(tap)
    }

    private func dim() { layer.opacity = isEnabled ? 1 : theme.disabledOpacity }

    /// Whether `touch` is on the button, or near it.
    private func isNear(_ touch: Touch) -> Bool {
        guard let panel else { return false }
        let (x, y) = (Self.slack * panel.density(.horizontal), Self.slack * panel.density(.vertical))
        return bounds.inset(by: Insets(left: -x, top: -y, right: -x, bottom: -y)).contains(touch.location(in: self))
    }

    // MARK: Repeating

    private func startRepeating() {
        hasRepeated = false
        guard repeats, let stage else { return }
        schedule(after: Self.delay, on: stage)
    }

    private func schedule(after span: Instant.Span, on stage: Stage) {
        let timer = StageTimer(span, repeats: false) { [weak self, weak stage] in
            guard let self, let stage, repeats, isEnabled, tap.state == .possible, !tap.touches.isEmpty else { return }
            if !tap.isOutside {
                hasRepeated = true
                onTap()
            }
            schedule(after: Self.interval, on: stage)
        }
        repeating = timer
        timer.start(on: stage) {}
    }

    private func stopRepeating() {
        repeating?.cancel()
        repeating = nil
    }

    // MARK: Size and drawing

    /// The size (px) that the button needs.
    public var naturalSize: Size {
        let (label, height) = (label.size, max(theme.fingertip, (2.6 * theme.em).rounded()))
        if symbol != nil, showsSymbolOnly { return Size(height, height) }
        let sign = symbol == nil ? 0 : symbolSide + (title.isEmpty ? 0 : gap)
        return Size(max(height, (label.width + sign + 2.4 * theme.em).rounded(.up)), height)
    }

    /// The size (px) that the button needs in `width` (px): as high as the lines of a title that is too long for one.
    public func size(forWidth width: Double) -> Size {
        let size = naturalSize
        guard width < size.width, !title.isEmpty, symbol == nil || !showsSymbolOnly else {
            return Size(min(size.width, width), size.height)
        }
        return Size(width, max(size.height, (label(in: width).size.height + theme.em).rounded(.up)))
    }

    /// The title, in lines if it does not fit into a button that is `width` px wide.
    private func label(in width: Double) -> TextLayout {
        let (label, sign) = (label, symbol == nil ? 0 : symbolSide + gap)
        let room = max(1, width - sign - 1.2 * theme.em)
        if label.size.width <= room { return label }
        return TextLayout(
            AttributedText(title, theme.style(textSize, weight: .medium, color: color)), width: room,
            alignment: .center)
    }

    /// The distance (px) from the top to the baseline of the title in a button that is `height` px high.
    package func baseline(inHeight height: Double) -> Double {
        let label = label
        return ((height - label.size.height) / 2).rounded() + label.baseline
    }

    private var symbolSide: Double { (1.4 * textSize * theme.em).rounded() }
    private var gap: Double { (0.5 * theme.em).rounded() }

    private var tint: Color { isDestructive ? theme.destructive : theme.accent }

    /// The colour of the title and the sign.
    package var color: Color {
        isStrong || isPressed ? theme.background : tint
    }

    private var label: TextLayout {
        TextLayout(AttributedText(title, theme.style(textSize, weight: .medium, color: color)))
    }

    /// The colour under the title. While the button is pressed, title and ground are as the colours of a strong button, or stronger.
    package var ground: Color {
        switch (isStrong, isPressed) {
        case (true, true): theme.text
        case (true, false), (false, true): tint
        case (false, false): theme.pressed
        }
    }

    /// The width (px) of the edge that a button has in a high contrast of `theme`.
    package static func edge(_ theme: Theme) -> Double { max(2, (0.08 * theme.em).rounded()) }

    /// The colour of the edge; nil for none. In a high contrast a ground that is not much darker or lighter than the page has one. Choices
    /// have that of the ground that they share.
    package var edgeColor: Color? {
        theme.contrast == .high && choice == nil ? (ground == theme.pressed ? color : ground) : nil
    }

    public override var spoken: Spoken? {
        Spoken(choice == nil ? .button : .radio, title, isOn: choice, isEnabled: isEnabled)
    }

    public override func draw(on canvas: Canvas) {
        let radius = theme.radius(0.5)
        if let edgeColor { canvas.fill(bounds, edgeColor, cornerRadius: radius) }
        let edge = edgeColor == nil ? 0 : Self.edge(theme)
        canvas.fill(
            bounds.inset(by: Insets(left: edge, top: edge, right: edge, bottom: edge)), ground,
            cornerRadius: max(0, radius - edge))
        let (label, side) = (label(in: bounds.width), symbol == nil ? 0 : symbolSide)
        let words = showsSymbolOnly && symbol != nil || title.isEmpty ? 0 : label.size.width
        let between = side > 0 && words > 0 ? gap : 0
        let start = ((bounds.width - side - between - words) / 2).rounded()
        let isMirrored = direction == .rightToLeft
        if let symbol {
            let x = isMirrored ? bounds.width - start - side : start
            let place = Rect(x, ((bounds.height - side) / 2).rounded(), side, side)
            symbol.draw(on: canvas, in: place, color, direction)
        }
        guard words > 0 else { return }
        let x = isMirrored ? start : start + side + between
        canvas.draw(label, at: Point(x, ((bounds.height - label.size.height) / 2).rounded()))
    }

    public override func touchesBegan(_ touches: [Touch]) {
        highlight.touchDown()
        startRepeating()
    }
    public override func touchesEnded(_ touches: [Touch]) {
        highlight.touchUp()
        stopRepeating()
    }
    public override func touchesCancelled(_ touches: [Touch]) {
        highlight.touchUp()
        stopRepeating()
    }
}
