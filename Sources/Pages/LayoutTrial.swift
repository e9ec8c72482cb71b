// Lays out a page without showing it, to find out how long that takes.

import Drawing
package import Geometry
import Layers
import Settings
package import Stage

/// How a page is laid out on trial. The time that Pango takes for a text depends on its scripts, on where its lines may be broken and
/// on the fonts; no rule about characters foretells it. So a process that can be ended does what the kiosk's loop would do.
package struct LayoutTrial: Hashable, Sendable {
    /// The language of the page (BCP 47).
    package let language: String
    /// The direction of the page.
    package let direction: LayoutDirection

    /// A trial in `language` and `direction`.
    package init(language: String, direction: LayoutDirection) {
        (self.language, self.direction) = (language, direction)
    }

    /// A small panel, on which lines are short and a long word takes many of them. The kiosk and `bezel check` use the same one,
    /// whatever the screen, so that they agree.
    static let panel = Panel(pixels: PixelSize(1200, 1920), millimetres: Size(136, 217))
    /// The longest page (bytes) that needs no trial if its text is plain.
    private static let longestPlain = 16 << 10
    /// The longest word (bytes) in plain text.
    private static let longestPlainWord = 40

    /// The most bars in plain text: the cells of a small table.
    private static let mostPlainBars = 120

    /// Whether laying out `text`, a page's Markdown in UTF-8, could take long. A short text of short words in Latin, Greek or Cyrillic
    /// letters with the usual punctuation takes some milliseconds, unless it is in large tables; most kiosks have no others, and
    /// start without a trial.
    package static func isNeeded(for text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= longestPlain else { return true }
        var (word, bars) = (0, 0)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case 0x0A, 0x0D, 0x20: word = 0
            case UInt8(ascii: "|"): (word, bars) = (0, bars + 1)
            // Entities such as &nbsp;.
            case UInt8(ascii: "&"): return true
            // The first byte of a letter from U+00C0 to U+02FF or from U+0380 to U+04FF, or a byte within one.
            case 0x21..<0x7F, 0x80..<0xC0, 0xC3...0xCB, 0xCE...0xD3: word += 1
            // Signs such as °, § and », without the space and the hyphen that are not always seen.
            case 0xC2 where rest.first.map { $0 > 0xA0 && $0 != 0xAD } == true: word += 1
            // Dashes, quotation marks, the bullet and the ellipsis, €, and raised and lowered digits.
            case 0xE2 where rest.starts(with: [0x82, 0xAC]): word += 1
            case 0xE2 where rest.first == 0x81 && (0xB0...0xBE).contains(rest.dropFirst().first ?? 0): word += 1
            case 0xE2 where rest.first == 0x82 && (0x80...0x8E).contains(rest.dropFirst().first ?? 0): word += 1
            case 0xE2 where rest.first == 0x80 && (0x90...0xA6).contains(rest.dropFirst().first ?? 0): word += 1
            default: return true
            }
            if word > longestPlainWord || bars > mostPlainBars { return true }
        }
        return false
    }

    /// The blocks of `text`, a page's Markdown in UTF-8, with all links and without pictures, and those of its footnotes.
    package func blocks(of text: ArraySlice<UInt8>) -> [Block] {
        guard let document = try? MarkdownDocument(parsed: MarkdownParser.parse(text)) else { return [] }
        let source = MarkdownSource(
            document, in: SourceText(Array(text), file: ""), from: 1, page: "", references: KioskReferences())
        let reader = MarkdownReader(source)
        return reader.read() + reader.readNotes().joined()
    }

    /// The greatest height (px) of what is drawn: as much text as a large screen shows.
    private static let greatestHeight = 3 * panel.pixels.height

    /// Lays out `blocks`, and sets the text of each view once more, as drawing it does. With `isDrawn`, the beginning is drawn, which
    /// makes a picture of each glyph.
    @MainActor package func carryOut(on blocks: [Block], isDrawn: Bool = false) {
        let view = View()
        var column = Column(
            view: view, theme: Theme(.paper, on: Self.panel), language: language, direction: direction,
            screenSize: Size(Double(Self.panel.pixels.width), Double(Self.panel.pixels.height)), open: { _ in })
        column.add(blocks)
        Self.draw(view, height: column.end, isDrawn: isDrawn)
    }

    /// Sets the text of `view` and of the views in it once more. With `isDrawn`, what is within `height` (px) and the greatest height is
    /// drawn.
    @MainActor static func draw(_ view: View, height: Double, isDrawn: Bool) {
        let end = min(Double(greatestHeight), height)
        var views: [(view: View, top: Double)] = []
        var rest = [(view: view, top: 0.0)]
        while let (view, top) = rest.popLast() {
            view.layout()
            views.append((view, top))
            rest += view.subviews.map { ($0, top + $0.frame.minY) }
        }
        // Each view is drawn at the top, so one bitmap as high as the highest of them will do for all.
        func canvas(_ height: Double) -> Canvas {
            Canvas(Bitmap(size: PixelSize(panel.pixels.width, max(1, Int(height.rounded(.up)))), isOpaque: true))
        }
        let nothing = canvas(1)
        let drawn = views.filter { $0.view.drawsContents && $0.top < end }
        let screen = isDrawn ? canvas(min(drawn.map(\.view.bounds.height).max() ?? 1, end)) : nothing
        for (view, top) in views { view.draw(on: top < end ? screen : nothing) }
    }

    /// The most time that a page may take on a fast processor.
    package static let leastLimit = Instant.Span.milliseconds(250)
    /// The time that a page may take on a slow processor, as a multiple of the time for `reference`. Then a page of 64 KiB of ordinary
    /// text passes on any processor.
    package static let mostReferences: Int64 = 50

    /// Ordinary text of 4 KiB, to learn how fast this machine lays out text.
    package static let reference: [Block] = {
        let sentence = "Twice a day the sea takes our road away, and twice a day it gives it back. "
        let text = String(repeating: String(repeating: sentence, count: 6) + "\n\n", count: 9)
        return LayoutTrial(language: "en", direction: .leftToRight).blocks(of: Array(text.utf8)[...])
    }()
}
