// Estimates how high texts are without laying them out.

import Drawing
import Geometry
import Stage

/// Estimates the heights of texts from the number of their characters and the mean width of a character on the page.
struct TextEstimate {
    private let em: Double
    /// The mean width of a character, and the height of a line, in em.
    private let character: Double
    private let bodyLine: Double
    private let headingLine: Double
    private let codeLine: Double

    /// The characters that are measured to find their mean width.
    private static let sampleLength = 400
    /// The blocks from which these are taken: the first with text, so that what is added below them changes no estimate.
    private static let sampledBlocks = 8

    /// Estimates for a page with `blocks`, whose text `setter` sets.
    init(_ blocks: [Block], _ setter: TextSetter) {
        let theme = setter.theme
        em = theme.em
        func height(_ style: TextStyle) -> Double {
            TextLayout(AttributedText("x", style, language: setter.language)).size.height / style.size
        }
        (bodyLine, headingLine) = (height(theme.style()), height(theme.headingStyle(1)))
        codeLine = setter.codeLineHeight / em
        let texts = blocks.lazy.map(\.sample).filter { !$0.isEmpty }.prefix(Self.sampledBlocks)
            .map { $0.prefix(Self.sampleLength / Self.sampledBlocks) }
        let sample = texts.joined(separator: " ")
        let units = Self.units(in: sample)
        let width = TextLayout(setter.plain(sample).attributed).size.width
        // Letters of European scripts are half an em wide on average.
        character = units > 0 && width > 0 ? width / Double(units) / em : 0.5
    }

    /// The height (px) of running text in lines of `width` (px).
    func paragraph(_ inlines: [Inline], width: Double) -> Double {
        height(inlines, width, size: 1, bodyLine, spacing: 1.15)
    }

    /// The height (px) of a heading of `size` em in lines of `width` (px).
    func heading(_ inlines: [Inline], size: Double, width: Double) -> Double {
        height(inlines, width, size: size, headingLine, spacing: 1)
    }

    /// The height (px) of `count` lines of code.
    func code(lines count: Int) -> Double { codeLine * em * (1 + 1.15 * Double(max(0, count - 1))) }

    /// The height (px) of the lines after the first of text of `size` em in lines of `width` (px).
    func furtherLines(_ inlines: [Inline], size: Double, width: Double, most: Double = .infinity) -> Double {
        inlines.isEmpty ? 0 : (min(most, lines(inlines, width, size: size)) - 1) * size * em * bodyLine
    }

    /// The width (px) of `inlines` in one line.
    func width(_ inlines: [Inline]) -> Double { Double(Self.units(in: inlines).units) * character * em }

    /// The height (px) of a line of running text.
    var line: Double { bodyLine * em }

    private func height(_ inlines: [Inline], _ width: Double, size: Double, _ line: Double, spacing: Double) -> Double {
        (size * em * line * (1 + spacing * (lines(inlines, width, size: size) - 1))).rounded(.up)
    }

    private func lines(_ inlines: [Inline], _ width: Double, size: Double) -> Double {
        let (units, breaks) = Self.units(in: inlines)
        let one = character * size * em
        let whole = Double(units) * one
        // At the end of a line half a word is free on average.
        let count = whole <= width ? 1 : (whole / max(one, width - 3 * one)).rounded(.up)
        return count + Double(breaks)
    }

    // MARK: Characters

    /// The characters and the line breaks of `inlines`.
    private static func units(in inlines: [Inline]) -> (units: Int, breaks: Int) {
        var (units, breaks) = (0, 0)
        for inline in inlines {
            switch inline {
            case .text(let text), .code(let text): units += Self.units(in: text)
            case .emphasis(let parts), .strong(let parts), .struck(let parts), .link(_, let parts):
                let inner = Self.units(in: parts)
                (units, breaks) = (units + inner.units, breaks + inner.breaks)
            case .note: units += 1
            case .lineBreak: breaks += 1
            // A time, or a short number.
            case .placeholder: units += 5
            }
        }
        return (units, breaks)
    }

    /// The number of characters in `text`, of which those of Chinese, Japanese and Korean count twice.
    private static func units(in text: String) -> Int {
        func count(_ bytes: some Sequence<UInt8>) -> Int {
            var units = 0
            for byte in bytes {
                switch byte {
                // The later bytes of a character.
                case 0x80..<0xC0: break
                // The first byte of a character from U+3000 on.
                case 0xE3...: units += 2
                default: units += 1
                }
            }
            return units
        }
        return text.utf8.withContiguousStorageIfAvailable { count($0) } ?? count(text.utf8)
    }
}

extension Block {
    /// Some text of the block.
    fileprivate var sample: String {
        switch content {
        case .heading(_, let text), .paragraph(let text): text.plainText
        case .rows(let rows): rows.first?.title.plainText ?? ""
        case .list(_, let items): items.first?.first?.sample ?? ""
        case .tasks(_, let tasks): tasks.first?.blocks.first?.sample ?? ""
        case .quote(let blocks): blocks.first?.sample ?? ""
        case .table(let table): table.rows.first?.map(\.plainText).joined(separator: " ") ?? ""
        case .picture, .gallery, .code, .rule, .qrCode, .dataTable, .slider, .stepped: ""
        }
    }
}
