// The call to touch the panel: large words on a plate.

import Drawing
import Geometry
import Layers
import Stage

/// Shows the call near the lower edge of the screen, as large as it has to be to be read from across a hall.
final class CallView: View {
    private let label = LabelView(AttributedText(), alignment: .center)
    private let plate = View()

    /// The distance that decides the size of the words, if there is room for them. Text that can be read well from 4 m is seen at 20
    /// minutes of arc there, and from 5 m at 16, the least that ISO 9241-303 asks for. Its capitals are 23 mm high.
    static let distance = Length(millimetres: 4000)
    /// The least size of the words as a share of the screen's shorter side, because people stand further back before a large screen.
    private static let least = 0.07
    /// How much larger the words must be in two lines, which cover more of the picture.
    private static let gain = 1.3
    /// The contrast of text that WCAG 2.2 asks for.
    private static let contrast = 4.5
    /// The distance between lines, relative to the font's, as a label has it.
    private static let lineSpacing = 1.15
    /// The shares of the screen that the plate may take.
    private static let (widest, highest) = (0.9, 0.25)
    /// The room of the plate around the words, in em.
    private static let (beside, above) = (0.7, 0.3)

    override init(drawsContents: Bool = false, isOpaque: Bool = false) {
        super.init(drawsContents: drawsContents, isOpaque: isOpaque)
        isUserInteractionEnabled = false
        addSubview(plate)
        plate.addSubview(label)
    }

    /// Shows `call` on a screen of `size` (px).
    func show(_ call: AttractTable.Call, on size: Size, _ panel: Panel, _ theme: Theme) {
        frame = Rect(origin: .zero, size: size)
        let ground = theme.background
        let color =
            Contrast.between(ground, theme.text) >= Self.contrast
            ? theme.text
            : [Color.black, .white].max { Contrast.between(ground, $0) < Contrast.between(ground, $1) } ?? theme.text
        func text(_ words: String, _ em: Double) -> AttributedText {
            var style = theme.headingStyle(1, color: color)
            style.size = em
            return AttributedText(words, style, language: call.language)
        }
        let wanted = max(
            theme.size(readFrom: Self.distance, on: panel), Self.least * min(size.width, size.height))
        /// The size (px) in which `lines` fit.
        func fitting(_ lines: [Substring]) -> Double {
            let joined = text(lines.joined(separator: "\n"), wanted)
            let words = TextLayout(joined, alignment: .center, lineSpacing: Self.lineSpacing).size
            let (width, height) = (words.width + 2 * Self.beside * wanted, words.height + 2 * Self.above * wanted)
            return wanted * min(1, Self.widest * size.width / width, Self.highest * size.height / height)
        }
        // One line, or two if the words are much larger in them.
        let words = call.text[...]
        let line = (lines: [words], em: fitting([words]))
        var best = line
        let places = zip(words.unicodeScalars.indices, LineBreaks.find(in: call.text)).filter(\.1).map(\.0)
        for place in places where place > words.startIndex && best.em < wanted {
            let lines = [words[..<place].trimmed, words[place...]]
            let em = fitting(lines)
            if em > max(best.em, Self.gain * line.em) { best = (lines, em) }
        }
        let em = max(1, best.em.rounded(.down))
        label.text = text(best.lines.joined(separator: "\n"), em)
        let width = best.lines.map { TextLayout(text(String($0), em)).size.width }.max() ?? 1
        let inner = Size(min(size.width, width.rounded(.up) + 2), label.height(forWidth: size.width))
        let (beside, above) = ((em * Self.beside).rounded(), (em * Self.above).rounded())
        let whole = Size(min(size.width, inner.width + 2 * beside), inner.height + 2 * above)
        plate.layer.backgroundColor = ground
        plate.layer.cornerRadius = min(whole.height / 2, em * 0.5 * theme.corners).rounded()
        plate.frame = Rect(
            ((size.width - whole.width) / 2).rounded(), (size.height * 0.94 - whole.height).rounded(), whole.width,
            whole.height)
        label.frame = Rect(((whole.width - inner.width) / 2).rounded(), above, inner.width, inner.height)
    }
}
