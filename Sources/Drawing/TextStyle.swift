// The style of text, and text made of runs with different styles.

public import Layers

/// The appearance of text.
public struct TextStyle: Hashable, Sendable {
    /// The weight of a font, from 100 to 1000, as in CSS.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The weight, from 100 to 1000.
        public var rawValue: Int
        /// The weight `rawValue`, from 100 to 1000.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The weight of body text.
        public static let regular = Weight(rawValue: 400)
        /// Slightly bolder than body text.
        public static let medium = Weight(rawValue: 500)
        /// Between medium and bold.
        public static let semibold = Weight(rawValue: 600)
        /// The weight of headings and emphasized words.
        public static let bold = Weight(rawValue: 700)
    }

    /// Font families, separated by commas. The first installed family is used. Other fonts draw the characters that it
    /// lacks, such as other scripts and emoji.
    public var family: String
    /// The size of the font's em, in pixels.
    public var size: Double
    /// The weight of the font.
    public var weight: Weight
    /// Whether the text is italic.
    public var isItalic: Bool
    /// Whether all letters have the same width. This overrides `family`.
    public var isMonospaced: Bool
    /// The colour of the text. Emoji keep their own colours.
    public var color: Color
    /// Whether the text is underlined.
    public var isUnderlined: Bool
    /// Whether the text is struck through.
    public var isStruckThrough: Bool

    /// A style for text of `size` pixels. The default is black, upright and regular.
    public init(
        family: String = "Noto Sans, DejaVu Sans, sans-serif", size: Double, weight: Weight = .regular,
        isItalic: Bool = false, isMonospaced: Bool = false, color: Color = .black, isUnderlined: Bool = false,
        isStruckThrough: Bool = false
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.isMonospaced = isMonospaced
        self.color = color
        self.isUnderlined = isUnderlined
        self.isStruckThrough = isStruckThrough
    }
}

/// Text whose parts may have different styles. A line feed begins a new paragraph.
public struct AttributedText: Hashable, Sendable {
    /// A part of the text with one style.
    public struct Run: Hashable, Sendable {
        /// The text of the run.
        public var text: String
        /// The style of the run.
        public var style: TextStyle

        /// A run of `text` in `style`.
        public init(_ text: String, _ style: TextStyle) {
            self.text = text
            self.style = style
        }
    }

    /// The runs, in reading order.
    public var runs: [Run]
    /// The language of the text, such as `ar` or `zh-Hans`. It selects the Chinese, Japanese or Korean form of a character.
    /// The default is `en`, independently of the machine's settings.
    public var language: String

    /// Text made of `runs`, in reading order.
    public init(_ runs: [Run] = [], language: String = "en") {
        self.runs = runs
        self.language = language
    }

    /// The text `text`, all in `style`.
    public init(_ text: String, _ style: TextStyle, language: String = "en") {
        self.init([Run(text, style)], language: language)
    }

    /// Appends `text` in `style`.
    public mutating func append(_ text: String, _ style: TextStyle) { runs.append(Run(text, style)) }

    /// The text without its styles.
    public var string: String { runs.map(\.text).joined() }
}
