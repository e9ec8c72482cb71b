// The look of a kiosk: its colours, and its sizes as multiples of one length.

public import Drawing
public import Geometry
public import Layers

/// The colours and sizes of a kiosk. All sizes derive from `em`, the size of body text.
public struct Theme: Hashable, Sendable {
    /// The background of a page.
    public var background: Color
    /// The colour of body text.
    public var text: Color
    /// The colour of less important text, and of symbols.
    public var secondaryText: Color
    /// The colour of things that can be tapped.
    public var accent: Color
    /// The colour of lines between rows.
    public var separator: Color
    /// The colour of a row under a finger.
    public var pressed: Color
    /// The colour shown in place of a picture that has not arrived.
    public var placeholder: Color
    /// The font family of body text and headings.
    public var fontFamily: String
    /// The size of body text, in pixels.
    public var em: Double
    /// The shortest side (px) of what a finger taps. A fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006).
    public private(set) var fingertip: Double
    /// The factor by which `em` is larger than usual.
    private let scale: Double
    /// The distance from which the text is read; nil for the usual one.
    private let readingDistance: Length?
    /// The height of capitals in em.
    private let capHeight: Double

    /// The available themes.
    public enum Name: String, CaseIterable, Sendable {
        /// Dark on light, the colours of a lithograph.
        case paper
        /// Light on dark, for dark rooms.
        case night
    }

    /// The theme `name` on a panel, with all sizes multiplied by `scale`. (Gesture thresholds are in millimetres and do
    /// not change.)
    ///
    /// Body text has the size that can be read well from `readingDistance`. If that is nil, it follows from the panel's diagonal:
    /// the em is 4.6 mm at 10 inches, 6.4 mm at 24 and 10.5 mm at 55, upright or lengthways.
    public init(_ name: Name, on panel: Panel, scale: Double = 1, readingDistance: Length? = nil) {
        self.scale = scale
        self.readingDistance = readingDistance
        fontFamily = "Noto Serif"
        capHeight = TextStyle.capHeight(of: fontFamily)
        (em, fingertip) = (1, 1)
        switch name {
        case .paper:
            background = Color(0xF6EEDF)
            text = Color(0x1D2A3C)
            secondaryText = Color(0x7D7466)
            accent = Color(0xB8472F)
            separator = Color(0xDFD3BC)
            pressed = Color(0xEBE0CA)
            placeholder = Color(0xE8DDC8)
        case .night:
            background = Color(0x14181D)
            text = Color(0xE9E4DA)
            secondaryText = Color(0x8D949C)
            accent = Color(0xE0A458)
            separator = Color(0x2C333B)
            pressed = Color(0x242B33)
            placeholder = Color(0x20262D)
        }
        fit(panel)
    }

    private mutating func fit(_ panel: Panel) {
        em = ReadingSize.em(capHeight: capHeight, on: panel, distance: readingDistance, scale: scale)
        fingertip = (9 * panel.density(.vertical)).rounded(.up)
    }

    /// The same theme on another panel.
    func resized(for panel: Panel) -> Theme {
        var theme = self
        theme.fit(panel)
        return theme
    }

    /// A style for text of `size` em.
    public func style(_ size: Double = 1, weight: TextStyle.Weight = .regular, color: Color? = nil) -> TextStyle {
        TextStyle(family: fontFamily, size: em * size, weight: weight, color: color ?? text)
    }
}
