// Signs for buttons and rows, of one style: drawn on a square of 24 units with a round pen 2 units wide.

public import Drawing
public import Geometry
public import Layers

/// A sign that says what a button does or what a row is about.
public enum Symbol: String, CaseIterable, Sendable {
    case search, close, check, plus, minus, chevronForward, chevronBack, chevronDown, gear, home, info, warning, person
    case calendar, clock, cart, heart, trash, keyboard, backspace, shift, globe, eye, eyeOff, arrowUp, arrowDown
    case enter, space, undo, redo, cut, copy, paste

    /// Whether the sign is mirrored where lines begin at the right.
    public var isDirectional: Bool {
        switch self {
        case .chevronForward, .chevronBack, .backspace, .cart, .enter, .undo, .redo: true
        default: false
        }
    }

    /// The lines of the sign, in path data of SVG.
    private var lines: String {
        switch self {
        case .search: "M15.3 15.3 L20.5 20.5"
        case .close: "M6 6 L18 18 M18 6 L6 18"
        case .check: "M4.5 12.5 L9.5 17.5 L19.5 7"
        case .plus: "M12 4.5 V19.5 M4.5 12 H19.5"
        case .minus: "M4.5 12 H19.5"
        case .chevronForward: "M9 5 L16 12 L9 19"
        case .chevronBack: "M15 5 L8 12 L15 19"
        case .chevronDown: "M5 9 L12 16 L19 9"
        case .gear:
            """
            M12 2.6 V5.6 M12 18.4 V21.4 M2.6 12 H5.6 M18.4 12 H21.4 M5.4 5.4 L7.5 7.5 M16.5 16.5 L18.6 18.6 M5.4 18.6 L7.5 16.5 \
            M16.5 7.5 L18.6 5.4
            """
        case .home: "M3 11.5 L12 3.5 L21 11.5 M5.5 9.5 V20.5 H18.5 V9.5 M10 20.5 V14.5 H14 V20.5"
        case .info: "M12 11 V16.8 M12 7.2 V7.21"
        case .warning: "M12 3.5 L21.5 20 H2.5 Z M12 9.8 V13.8 M12 16.9 V16.91"
        case .person: "M4 20.8 C4 16.6 7.4 14.8 12 14.8 C16.6 14.8 20 16.6 20 20.8"
        case .calendar: "M4 6 H20 V20.5 H4 Z M4 10.8 H20 M8.5 3.2 V7 M15.5 3.2 V7"
        case .clock: "M12 6.8 V12 L15.8 14.2"
        case .cart: "M2.5 3.8 H5.4 L8.2 15.5 H18 L20.6 7.6 H6.4"
        case .heart:
            """
            M12 20.5 C5 15.5 3 12 3 8.8 C3 5.9 5.2 4 7.6 4 C9.6 4 11.1 5.1 12 6.8 C12.9 5.1 14.4 4 16.4 4 C18.8 4 21 5.9 21 8.8 \
            C21 12 19 15.5 12 20.5 Z
            """
        case .trash: "M4 6.5 H20 M9 6.5 V3.5 H15 V6.5 M6 6.5 L7 20.5 H17 L18 6.5 M10.2 10.5 V16.5 M13.8 10.5 V16.5"
        case .keyboard:
            "M2.5 6 H21.5 V18 H2.5 Z M6.5 10 V10.01 M10.2 10 V10.01 M13.8 10 V10.01 M17.5 10 V10.01 M8 14 H16"
        case .backspace: "M9 5 H21.5 V19 H9 L2.5 12 Z M12 9.2 L17.6 14.8 M17.6 9.2 L12 14.8"
        case .shift: "M12 3.5 L20.5 12.5 H16 V20 H8 V12.5 H3.5 Z"
        case .globe:
            """
            M3 12 H21 M12 3 C8.8 5.4 7.8 8.8 7.8 12 C7.8 15.2 8.8 18.6 12 21 M12 3 C15.2 5.4 16.2 8.8 16.2 12 C16.2 15.2 15.2 18.6 12 21
            """
        case .eye: Self.lids
        case .eyeOff: Self.lids + " M4 20 L20 4"
        case .arrowUp: "M12 20 V4.5 M5.5 11 L12 4.5 L18.5 11"
        case .arrowDown: "M12 4 V19.5 M5.5 13 L12 19.5 L18.5 13"
        case .enter: "M20 5 V13 H4 M9 8 L4 13 L9 18"
        case .space: "M4 13.5 V18 H20 V13.5"
        case .undo: "M8 4 L3 9 L8 14 M3 9 H15 C22.5 9 22.5 19.5 15 19.5 H11.5"
        case .redo: "M16 4 L21 9 L16 14 M21 9 H9 C1.5 9 1.5 19.5 9 19.5 H12.5"
        case .cut: "M8.3 16.8 L18 4 M15.7 16.8 L6 4"
        case .copy: "M8.5 8.5 H20.5 V20.5 H8.5 Z M16 5 V3.5 H3.5 V16 H5"
        case .paste: "M8 4.5 H4.5 V21 H19.5 V4.5 H16 M8.5 2.8 H15.5 V6.5 H8.5 Z"
        }
    }

    private static let lids = """
        M2 12 C4.6 7.4 8 5.3 12 5.3 C16 5.3 19.4 7.4 22 12 C19.4 16.6 16 18.7 12 18.7 C8 18.7 4.6 16.6 2 12 Z
        """

    /// The circles of the sign: their centres and radii.
    private var circles: [(Point, Double)] {
        switch self {
        case .search: [(Point(10.2, 10.2), 7)]
        case .gear: [(Point(12, 12), 6.4), (Point(12, 12), 2.2)]
        case .info, .clock, .globe: [(Point(12, 12), 9)]
        case .person: [(Point(12, 7.8), 4.3)]
        case .cart: [(Point(9.6, 19.8), 1), (Point(17, 19.8), 1)]
        case .eye, .eyeOff: [(Point(12, 12), 3)]
        case .cut: [(Point(6.6, 19), 2.8), (Point(17.4, 19), 2.8)]
        default: []
        }
    }

    /// The outlines of the sign in the square `rect` (px), which `draw` strokes.
    private func paths(in rect: Rect, _ direction: LayoutDirection) -> [Path] {
        let unit = rect.width / 24
        func place(_ point: Point) -> Point {
            let x = isDirectional && direction == .rightToLeft ? 24 - point.x : point.x
            return Point(rect.minX + x * unit, rect.minY + point.y * unit)
        }
        var outline = Path()
        for element in (Path(data: lines) ?? Path()).elements {
            switch element {
            case .move(let to): outline.move(to: place(to))
            case .line(let to): outline.line(to: place(to))
            case .curve(let first, let second, let end): outline.curve(place(first), place(second), to: place(end))
            case .close: outline.close()
            }
        }
        return [outline] + circles.map { Path(center: place($0.0), radius: $0.1 * unit) }
    }

    /// Draws the sign in `color` in the square `rect` (px), for text in `direction`.
    public func draw(on canvas: Canvas, in rect: Rect, _ color: Color, _ direction: LayoutDirection = .leftToRight) {
        for path in paths(in: rect, direction) { canvas.stroke(path, width: rect.width / 12, color) }
    }
}

/// A view that shows a symbol.
public final class SymbolView: View {
    /// The sign.
    public var symbol: Symbol { didSet { if symbol != oldValue { setNeedsDisplay() } } }
    /// The colour of the sign.
    public var color: Color { didSet { if color != oldValue { setNeedsDisplay() } } }
    /// The direction of text, in which some signs point.
    public var direction: LayoutDirection { didSet { if direction != oldValue { setNeedsDisplay() } } }
    /// What the sign says, for whoever cannot see it; empty if words beside it say so.
    public var label = ""

    /// Shows `symbol` in `color`.
    public init(_ symbol: Symbol, color: Color, direction: LayoutDirection = .leftToRight) {
        (self.symbol, self.color, self.direction) = (symbol, color, direction)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    public override var spoken: Spoken? { label.isEmpty ? nil : Spoken(.image, label) }

    public override func draw(on canvas: Canvas) {
        let side = min(bounds.width, bounds.height)
        let place = Point((bounds.width - side) / 2, (bounds.height - side) / 2)
        symbol.draw(on: canvas, in: Rect(origin: place, size: Size(side, side)), color, direction)
    }
}
