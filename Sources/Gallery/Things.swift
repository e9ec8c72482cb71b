// The things in the long list: ten thousand pieces of a museum's inventory, derived from their numbers.

import Bezel

/// A piece of the inventory.
struct Thing {
    let number: Int

    private static let kinds = [
        "Tide table", "Brass compass", "Sandglass", "Sea chart", "Ship’s bell", "Lantern", "Sextant", "Barometer",
        "Logbook", "Signal flag", "Net float",
    ]
    private static let places = [
        "Merrow Point", "the Sleeping Water", "Gull Island", "the Tide House", "Lantern Bay", "the Long Sands", "Lorne",
    ]

    var title: String {
        "\(Self.kinds[number * 7 % Self.kinds.count]) from \(Self.places[number * 5 % Self.places.count])"
    }
    var note: String { "No. \(number + 1) · \(1642 + number * 37 % 301) · room \(number % 6 + 1)" }
}

/// A row that shows a thing: a moon that wanes from row to row, the thing's name, and a note.
final class ThingRow: View {
    private let thing: Thing
    private let theme: Theme
    /// Whether the thing is marked as kept.
    var isKept: Bool { didSet { if isKept != oldValue { setNeedsDisplay() } } }
    private var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }
    private lazy var highlight = Highlight(of: self) { [unowned self] in isPressed = $0 }

    /// Creates a row of the given width (px). A tap on it calls `onTap`.
    init(_ thing: Thing, width: Double, isKept: Bool = false, theme: Theme, onTap: @escaping () -> Void = {}) {
        self.thing = thing
        self.theme = theme
        self.isKept = isKept
        super.init(drawsContents: true, isOpaque: true)
        frame = Rect(0, 0, width, Self.height(theme))
        let tap = TapRecognizer()
        highlight.follow(tap)
        tap.onAction { _ in onTap() }
        addRecognizer(tap)
    }

    override var spoken: Spoken? { Spoken(.button, "\(thing.title), \(thing.note)", value: isKept ? "kept" : nil) }

    /// The height of a row, in pixels.
    static func height(_ theme: Theme) -> Double { (theme.em * 3.5).rounded() }

    override func draw(on canvas: Canvas) {
        let ground = isPressed ? theme.pressed : theme.background
        canvas.fill(ground)
        let (middle, radius) = (bounds.height / 2, theme.em * 0.85)
        let moon = Point(theme.em * 2.4, middle)
        canvas.fill(Path(center: moon, radius: radius), Palette.ochre)
        let shadow = Double(thing.number % 15) * 2 / 14 * radius
        canvas.fill(Path(center: moon + Vector(2.02 * radius - shadow, 0), radius: radius * 1.03), ground)
        canvas.stroke(Path(center: moon, radius: radius), width: theme.em * 0.07, Palette.ochre)
        let texts = [
            AttributedText(thing.title, theme.style(1.05, weight: .medium)),
            AttributedText(thing.note, theme.style(0.85, color: theme.secondaryText)),
        ].map { TextLayout($0, width: max(theme.em, bounds.width - 8 * theme.em), lineLimit: 1) }
        var y = middle - texts.reduce(0) { $0 + $1.size.height } / 2
        for text in texts {
            canvas.draw(text, at: Point(theme.em * 4.4, y.rounded()))
            y += text.size.height
        }
        if isKept {
            canvas.fill(
                Path(center: Point(bounds.width - theme.em * 2.4, middle), radius: theme.em * 0.4), theme.accent)
        }
        canvas.fill(Rect(theme.em * 4.4, bounds.height - 1, bounds.width - theme.em * 4.4, 1), theme.separator)
    }

    override func touchesBegan(_ touches: [Touch]) { highlight.touchDown() }
    override func touchesEnded(_ touches: [Touch]) { highlight.touchUp() }
    override func touchesCancelled(_ touches: [Touch]) { highlight.touchUp() }
}
