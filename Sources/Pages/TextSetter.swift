// Sets a page's text in the theme's styles.

import Drawing
import Geometry
import Stage

/// Text with its styles and its links.
struct SetText {
    var attributed: AttributedText
    /// The links by the index of their run.
    var links: [Int: Link] = [:]
    /// The distance between lines, as a multiple of the font's own.
    var lineSpacing = 1.15
    /// The text with its placeholders, to be set again; nil where nothing changes.
    var source: Source?
    /// The text as it is with sliders set otherwise, for which there must be room too.
    var alternatives: [AttributedText] = []

    /// What was set.
    struct Source {
        let inlines: [Inline]
        let style: TextStyle
    }
}

/// Turns inlines into set text.
struct TextSetter {
    let theme: Theme
    let language: String
    /// What placeholders say.
    let values: LiveValues

    /// Sets text in the styles of `theme`, in `language`. Without `values` no value is known.
    init(theme: Theme, language: String, values: LiveValues? = nil) {
        (self.theme, self.language, self.values) = (theme, language, values ?? LiveValues(language: language))
    }

    /// A paragraph.
    func paragraph(_ inlines: [Inline]) -> SetText { set(inlines, theme.style()) }

    /// A heading; level 1 is the largest. Its letters are smaller where a word is wider than `width` (px), so that no line is broken
    /// within it.
    func heading(_ inlines: [Inline], level: Int, width: Double = .infinity) -> SetText {
        let size = theme.headingSizes[max(0, min(5, level - 1))]
        var result = set(inlines, theme.headingStyle(size))
        if width < .infinity {
            let widest = widestWord(in: result)
            if widest > width {
                result = set(inlines, theme.headingStyle(size * max(Self.leastHeading, 0.99 * width / widest)))
            }
        }
        result.lineSpacing = 1
        return result
    }

    /// How much smaller a heading may be for the sake of a long word.
    private static let leastHeading = 0.55

    /// Text that does not come from the page.
    func plain(_ text: String) -> SetText {
        SetText(attributed: AttributedText(text, theme.style(), language: language))
    }

    /// The alignment with which `text` begins at the side where lines of a page in `direction` begin, also if it is read in the other
    /// direction.
    func alignment(of text: SetText, on direction: LayoutDirection) -> TextAlignment {
        text.attributed.isRightToLeft == (direction == .rightToLeft) ? .start : .end
    }

    /// The distance (px) of the first baseline of a paragraph from its top.
    var bodyBaseline: Double { TextLayout(plain("x").attributed).baseline }

    /// The distance (px) of the first baseline of `block` from its top. It is `usual` but for paragraphs with letters that another font
    /// may draw: the first line then has the height of that font.
    func baseline(ofFirst block: Block?, usual: Double) -> Double {
        guard case .paragraph(let inlines)? = block?.content,
            inlines.plainText.unicodeScalars.contains(where: { $0.value >= 0x590 })
        else { return usual }
        return TextLayout(paragraph(inlines).attributed, lineSpacing: 1.15).baseline
    }

    /// The space (px) between two pieces of code. Between two lines of a text there is more than their own heights. A piece's height is
    /// rounded up, by half a pixel on average.
    var codeGap: Double {
        (SetText(attributed: AttributedText([], language: language)).lineSpacing - 1) * codeLineHeight - 0.5
    }

    /// The lines of code that are set together. Pango sets a text as a whole, in a time that grows with the square of its lines.
    static let linesInPiece = 50

    /// Text in which line breaks and spaces are kept, in pieces to put below each other.
    func code(_ code: String) -> [SetText] {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        return stride(from: 0, to: lines.count, by: Self.linesInPiece).map { first in
            let piece = lines[first..<min(first + Self.linesInPiece, lines.count)].map(Self.withoutTabs)
                .joined(separator: "\n")
            return SetText(attributed: AttributedText(piece, codeStyle, language: language))
        }
    }

    /// The width (em) of `piece` of code on a page in `direction`. On a page that is read from right to left, code that is read from left
    /// to right is as wide as its lines, so that it stands at the side where the page's lines begin.
    func codeWidth(_ piece: SetText, on direction: LayoutDirection) -> Double {
        guard direction == .rightToLeft, !piece.attributed.isRightToLeft else { return .infinity }
        return (TextLayout(piece.attributed).size.width.rounded(.up) + 1) / theme.em
    }

    /// The columns from one tab stop to the next, as terminals and Pango have them.
    static let tabWidth = 8

    /// A line of code with spaces up to the tab stops. Pango sets each tab by itself, which takes long where there are many.
    private static func withoutTabs(_ line: Substring) -> String {
        guard line.utf8.contains(9) else { return String(line) }
        var (text, column) = ("", 0)
        for character in line {
            let width = character == "\t" ? tabWidth - column % tabWidth : 1
            text += character == "\t" ? String(repeating: " ", count: width) : String(character)
            column += width
        }
        return text
    }

    /// The height (px) of a line of code by itself.
    var codeLineHeight: Double { TextLayout(AttributedText("x", codeStyle, language: language)).size.height }

    private var codeStyle: TextStyle {
        var style = theme.style(0.9)
        style.isMonospaced = true
        return style
    }

    /// Sets `inlines`, starting with `style`.
    func set(_ inlines: [Inline], _ style: TextStyle) -> SetText {
        var result = SetText(attributed: AttributedText([], language: language))
        append(inlines, style, nil, to: &result)
        result.attributed = result.attributed.keepingUnits()
        // Text without a style has the height of a font that nobody chose.
        if result.attributed.runs.isEmpty { result.attributed.append("", style) }
        guard !inlines.placeholders.isEmpty else { return result }
        result.source = SetText.Source(inlines: inlines, style: style)
        result.alternatives = values.otherwise(for: inlines).map { values in
            var other = SetText(attributed: AttributedText([], language: language))
            TextSetter(theme: theme, language: language, values: values).append(inlines, style, nil, to: &other)
            return other.attributed.keepingUnits()
        }
        return result
    }

    private func append(_ inlines: [Inline], _ style: TextStyle, _ link: Link?, to result: inout SetText) {
        for (index, inline) in inlines.enumerated() {
            var style = style
            switch inline {
            case .text(let text): append(text, style, link, to: &result)
            case .code(let text):
                style.isMonospaced = true
                append(text, style, link, to: &result)
            case .emphasis(let parts):
                style.isItalic = true
                append(parts, style, link, to: &result)
            case .strong(let parts):
                style.weight = .bold
                append(parts, style, link, to: &result)
            case .struck(let parts):
                style.isStruckThrough = true
                append(parts, style, link, to: &result)
            case .link(let target, let parts):
                style.color = theme.accent
                style.isUnderlined = true
                append(parts, style, target, to: &result)
            case .note(let note, let number):
                style.color = theme.accent
                // Digits would continue a number before them, to its right. Isolated, they stand where the text goes on.
                append("\u{2068}\(Self.raised(number))\u{2069}", style, note, to: &result)
            case .placeholder(let placeholder):
                let next = inlines.indices.contains(index + 1) ? inlines[index + 1] : nil
                let value = values.text(of: placeholder, before: next)
                let isFirst = result.attributed.runs.isEmpty && placeholder.followsClock
                append(isFirst ? value.prefix(1).uppercased() + value.dropFirst() : value, style, link, to: &result)
            case .lineBreak: append("\u{2028}", style, link, to: &result)
            }
        }
    }

    /// `number` in raised digits.
    static func raised(_ number: Int) -> String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        return String("\(number)".compactMap(\.wholeNumberValue).map { digits[$0] })
    }

    private func append(_ text: String, _ style: TextStyle, _ link: Link?, to result: inout SetText) {
        if let link { result.links[result.attributed.runs.count] = link }
        var style = style
        if style.isItalic, text.hasLettersWithoutItalics { (style.isItalic, style.weight) = (false, .bold) }
        // In running text a tab is a space like any other.
        result.attributed.append(text.utf8.contains(9) ? text.replacing("\t", with: " ") : text, style)
    }
}
