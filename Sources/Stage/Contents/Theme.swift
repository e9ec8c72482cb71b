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
    /// The factor by which `em` is larger than usual.
    private let scale: Double

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
    /// Text grows with the panel, because people stand further away from a large one: 4.5 mm at 10 inches, 6.4 mm at 24, 10 mm
    /// at 55. A fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006); a row of 2.6 em always has that.
    public init(_ name: Name, on panel: Panel, scale: Double = 1) {
        self.scale = scale
        em = Self.em(on: panel, scale: scale)
        fontFamily = "Noto Serif"
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
    }

    private static func em(on panel: Panel, scale: Double) -> Double {
        ((3.2 + 0.006 * panel.millimetres.width) * panel.density(.vertical) * scale).rounded()
    }

    /// The same theme on another panel.
    func resized(for panel: Panel) -> Theme {
        var theme = self
        theme.em = Self.em(on: panel, scale: scale)
        return theme
    }

    /// A style for text of `size` em.
    public func style(_ size: Double = 1, weight: TextStyle.Weight = .regular, color: Color? = nil) -> TextStyle {
        TextStyle(family: fontFamily, size: em * size, weight: weight, color: color ?? text)
    }
}
