// The look of a kiosk: its colours, and its sizes as multiples of one length.

public import Drawing
public import Geometry
public import Layers

/// The colours and sizes of a kiosk. All sizes derive from `em`, the size of body text.
///
/// In each theme, text of every kind has a contrast of 4.5:1 or more with every ground that it stands on, and marks have one of
/// 3:1 or more, as WCAG 2.2 asks for (success criteria 1.4.3 and 1.4.11); in a high contrast text has 7:1 or more (1.4.6). Lines between rows only adorn; they have 1.5:1 or more, so
/// that they are seen in a bright room.
public struct Theme: Hashable, Sendable {
    /// Whether the light or the dark colours are shown.
    public var colorScheme: ColorScheme
    /// Whether the colours of the usual contrast or those of a high one are shown.
    public var contrast: ColorContrast
    /// The colours in a light scheme.
    public var light: Palette
    /// The colours in a dark scheme.
    public var dark: Palette
    /// The colours of a high contrast in a light scheme.
    public var highContrastLight = Palette.highContrastLight
    /// The colours of a high contrast in a dark scheme.
    public var highContrastDark = Palette(.contrast)
    /// The font family of body text. Families separated by commas replace each other, as in CSS.
    public var fontFamily: String
    /// The font family of headings and of titles in bars.
    public var headingFamily: String
    /// The usual distance between two elements, in em.
    public var spacing = 0.5
    /// The sizes of the six levels of headings, the largest first, in em.
    public var headingSizes: [Double]
    /// The factor by which corners are rounder than usual; 0 for square corners.
    public var corners: Double
    /// The picture that bars show in place of a title; nil for the title.
    public var logo: Picture?
    /// The logos of languages (BCP 47) that have one of their own.
    package var logos: [String: Picture] = [:]
    /// The picture behind the column of a page's text; nil for the background alone.
    public var backgroundPicture: Picture?
    /// The size of body text, in pixels.
    public var em: Double
    /// The shortest side (mm) of what a finger taps. A fingertip needs some 9 mm (Parhi, Karlson and Bederson 2006).
    package static let fingertipSide = 9.0
    /// The same in px.
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
        /// Black on white with a sans-serif font, for bright rooms.
        case daylight
        /// White and yellow on black, the strongest contrast, as on the signs of stations and airports.
        case contrast
    }

    /// The theme `name` on a panel, with all sizes multiplied by `scale`. (Gesture thresholds are in millimetres and do
    /// not change.)
    ///
    /// Body text has the size that can be read well from `readingDistance`. If that is nil, it follows from the panel's diagonal:
    /// the em is 4.6 mm at 10 inches, 6.4 mm at 24 and 10.5 mm at 55, upright or lengthways.
    public init(_ name: Name, on panel: Panel, scale: Double = 1, readingDistance: Length? = nil) {
        self.init(name, font: nil, headingFont: nil, on: panel, scale: scale, readingDistance: readingDistance)
    }

    /// The theme `name` with the font families `font` and `headingFont` before its own. The font comes first, because its capitals
    /// decide how large the text has to be.
    package init(
        _ name: Name, font: String?, headingFont: String?, on panel: Panel, scale: Double, readingDistance: Length?
    ) {
        self.scale = scale
        self.readingDistance = readingDistance
        // Of the fonts that have Arabic or Chinese, the system may choose one with another look. Those for Chinese have the Japanese and
        // Korean forms too, which the language of a text selects. The others are for languages in which many places welcome visitors.
        let (noto, arabic, others): (String, String, [String]) =
            switch name {
            case .paper, .night: ("Noto Serif", "Noto Naskh Arabic", [])
            case .daylight, .contrast: ("Noto Sans", "Noto Sans Arabic", ["DejaVu Sans", "sans-serif"])
            }
        let scripts = [
            "Hebrew", "CJK SC", "Devanagari", "Bengali", "Tamil", "Thai", "Georgian", "Armenian", "Ethiopic",
        ]
        let own = ([noto, arabic] + scripts.map { "\(noto) \($0)" } + others).joined(separator: ", ")
        let family = [font, own].compactMap(\.self).joined(separator: ", ")
        (fontFamily, headingFamily) = (family, [headingFont, family].compactMap(\.self).joined(separator: ", "))
        capHeight = TextStyle.capHeight(of: family)
        headingSizes = [2.1, 1.5, 1.25, 1.1, 1, 1]
        (corners, em, fingertip) = (1, 1, 1)
        light = Palette(name == .daylight || name == .contrast ? .daylight : .paper)
        dark = Palette(.night)
        colorScheme = name == .night || name == .contrast ? .dark : .light
        contrast = name == .contrast ? .high : .standard
        fit(panel)
    }

    private mutating func fit(_ panel: Panel) {
        em = ReadingSize.em(capHeight: capHeight, on: panel, distance: readingDistance, scale: scale)
        fingertip = (Self.fingertipSide * panel.density(.vertical)).rounded(.up)
    }

    /// The size (px) of text on `panel` that can be read well from `distance`, but not smaller than `em`.
    package func size(readFrom distance: Length, on panel: Panel) -> Double {
        max(em, ReadingSize.em(capHeight: capHeight, on: panel, distance: distance, scale: scale))
    }

    /// The same theme on another panel.
    func resized(for panel: Panel) -> Theme {
        var theme = self
        theme.fit(panel)
        return theme
    }

    /// Whether bars have a colour of their own, on which `secondaryText`, `mark` and `pressed` may not be seen.
    package var hasColoredBar: Bool { bar != background }

    /// The opacity of what is disabled: in a high contrast it can still be read.
    public var disabledOpacity: Double { contrast == .high ? 0.6 : 0.4 }

    /// The radius (px) of corners that are `size` em round in the usual look.
    public func radius(_ size: Double) -> Double { em * size * corners }

    /// A style for a heading of `size` em.
    public func headingStyle(_ size: Double, weight: TextStyle.Weight = .semibold, color: Color? = nil) -> TextStyle {
        TextStyle(family: headingFamily, size: em * size, weight: weight, color: color ?? text)
    }

    /// A style for text of `size` em.
    public func style(_ size: Double = 1, weight: TextStyle.Weight = .regular, color: Color? = nil) -> TextStyle {
        TextStyle(family: fontFamily, size: em * size, weight: weight, color: color ?? text)
    }
}
