// How a piece of text looks, and pieces of text one after the other.

public import Layers

/// How text looks.
public struct TextStyle: Hashable, Sendable {
    /// The strength of a font's strokes, from 100 to 1000, as in CSS.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The strength, from 100 to 1000.
        public var rawValue: Int
        /// The strength `rawValue`, from 100 to 1000.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Running text.
        public static let regular = Weight(rawValue: 400)
        /// Slightly stronger than running text.
        public static let medium = Weight(rawValue: 500)
        /// Between medium and bold.
        public static let semibold = Weight(rawValue: 600)
        /// Headings and strong words.
        public static let bold = Weight(rawValue: 700)
    }

    /// Font families, separated by commas; the first that is installed counts. What it cannot draw (another script,
    /// emoji) comes from whatever font can.
    public var family: String
    /// The size of the font's em, in pixels.
    public var size: Double
    /// The strength of the strokes.
    public var weight: Weight
    /// Whether the letters lean.
    public var isItalic: Bool
    /// Letters of one width, whatever `family` says.
    public var isMonospaced: Bool
    /// The colour of the letters; emoji keep their own.
    public var color: Color
    /// Whether there is a line below the letters.
    public var isUnderlined: Bool
    /// Whether there is a line through the letters.
    public var isStruckThrough: Bool

    /// Text of `size` pixels; black, upright and regular where nothing else is said.
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

/// Text whose parts can look different. A line feed begins a new paragraph.
public struct AttributedText: Hashable, Sendable {
    /// A part of the text that looks alike.
    public struct Run: Hashable, Sendable {
        /// The letters.
        public var text: String
        /// How they look.
        public var style: TextStyle

        /// `text` that looks like `style`.
        public init(_ text: String, _ style: TextStyle) {
            self.text = text
            self.style = style
        }
    }

    /// The parts, in reading order.
    public var runs: [Run]
    /// The language of the text, such as `ar` or `zh-Hans`, which decides between the Chinese, Japanese and Korean forms
    /// of a character. `en` when nothing is said: never what the machine happens to be set to.
    public var language: String

    /// The parts `runs`, in reading order.
    public init(_ runs: [Run] = [], language: String = "en") {
        self.runs = runs
        self.language = language
    }

    /// `text` that looks like `style` throughout.
    public init(_ text: String, _ style: TextStyle, language: String = "en") {
        self.init([Run(text, style)], language: language)
    }

    /// Puts `text` that looks like `style` at the end.
    public mutating func append(_ text: String, _ style: TextStyle) { runs.append(Run(text, style)) }

    /// The text without its looks.
    public var string: String { runs.map(\.text).joined() }
}
