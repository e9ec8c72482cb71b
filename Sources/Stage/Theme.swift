// How a kiosk looks: its colours, and its sizes as shares of one length.

public import Drawing
public import Geometry
public import Layers

/// Colours and sizes of a kiosk. All sizes follow from `em`, the size of body text.
public struct Theme: Hashable, Sendable {
    /// Behind everything in a page.
    public var background: Color
    /// Body text.
    public var text: Color
    /// Text that matters less, and symbols.
    public var secondaryText: Color
    /// What can be tapped.
    public var accent: Color
    /// Lines between rows.
    public var separator: Color
    /// A row under a finger.
    public var pressed: Color
    /// Font family of body text and headings.
    public var fontFamily: String
    /// Size of body text, in pixels.
    public var em: Double
    /// How much larger `em` is than usual.
    private let scale: Double

    /// The themes that there are.
    public enum Name: String, CaseIterable, Sendable {
        /// Dark on light, the colours of a lithograph.
        case paper
        /// Light on dark, for rooms that are kept dark.
        case night
    }

    /// The theme `name` on a panel, with everything `scale` times as large as usual. (What a finger decides stays: that is in
    /// millimetres.)
    ///
    /// Text grows with the panel, since people stand further away from a large one: 4.5 mm at 10 inches, 6.4 mm at 24,
    /// 10 mm at 55; a fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006), which a row at 2.6 em always has.
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
        case .night:
            background = Color(0x14181D)
            text = Color(0xE9E4DA)
            secondaryText = Color(0x8D949C)
            accent = Color(0xE0A458)
            separator = Color(0x2C333B)
            pressed = Color(0x242B33)
        }
    }

    private static func em(on panel: Panel, scale: Double) -> Double {
        ((3.2 + 0.006 * panel.millimetres.width) * panel.density(.vertical) * scale).rounded()
    }

    /// The same on another panel.
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
