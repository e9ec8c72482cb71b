// Light and dark, the usual contrast and a high one, and the parts that colours play.

public import Layers

/// Whether text is dark on a light ground, or light on a dark one.
public enum ColorScheme: String, CaseIterable, Sendable {
    case light, dark
}

/// How far text stands out from its ground.
public enum ColorContrast: String, CaseIterable, Sendable {
    /// 4.5:1 or more, for everyone (WCAG 2.2, level AA).
    case standard
    /// 7:1 or more, for whoever sees little (WCAG 2.2, level AAA).
    case high
}

/// The part that a colour plays. Which colour that is depends on the theme of the place.
public enum ColorRole: String, CaseIterable, Sendable {
    /// Body text.
    case primary
    /// Less important text.
    case secondary
    /// What can be tapped, and what is chosen.
    case accent
    /// Words about what is wrong.
    case error
    /// An action that takes something away for good.
    case destructive
    /// The ground of a page.
    case background
    /// The ground of a card or a group on it.
    case surface
    /// Lines.
    case separator
}

extension Theme {
    /// The colour that plays `role`.
    public func color(_ role: ColorRole) -> Color {
        switch role {
        case .primary: text
        case .secondary: secondaryText
        case .accent: accent
        case .error: error
        case .destructive: destructive
        case .background: background
        case .surface: surface
        case .separator: separator
        }
    }

    /// The colours in `scheme` and `contrast`.
    public subscript(scheme: ColorScheme, contrast: ColorContrast = .standard) -> Palette {
        get {
            switch (scheme, contrast) {
            case (.light, .standard): light
            case (.dark, .standard): dark
            case (.light, .high): highContrastLight
            case (.dark, .high): highContrastDark
            }
        }
        set {
            switch (scheme, contrast) {
            case (.light, .standard): light = newValue
            case (.dark, .standard): dark = newValue
            case (.light, .high): highContrastLight = newValue
            case (.dark, .high): highContrastDark = newValue
            }
        }
    }

    /// The colours that are shown.
    public var colors: Palette {
        get { self[colorScheme, contrast] }
        set { self[colorScheme, contrast] = newValue }
    }
}
