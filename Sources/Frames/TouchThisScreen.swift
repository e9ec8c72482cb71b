// The notice that asks somebody to touch a screen, so that its panel can be identified.

import Drawing
import Geometry
import Layers
package import Stage

/// Covers a stage until it is removed, with the same sentence in all languages of the calibration.
@MainActor
package final class TouchThisScreen {
    /// The sentence, by the language's tag.
    static let sentences: [(tag: String, text: String)] = [
        ("en", "Touch this screen"), ("zh", "请触摸这块屏幕"), ("ar", "المس هذه الشاشة"), ("fr", "Touchez cet écran"),
        ("de", "Berühren Sie diesen Bildschirm"), ("es", "Toque esta pantalla"), ("pt", "Toque neste ecrã"),
        ("it", "Tocchi questo schermo"), ("cy", "Cyffyrddwch â’r sgrin hon"), ("el", "Αγγίξτε αυτήν την οθόνη"),
        ("uk", "Торкніться цього екрана"), ("he", "געו במסך הזה"), ("hi", "इस स्क्रीन को छुएँ"),
        ("ja", "この画面に触れてください"), ("ko", "이 화면을 터치하세요"), ("tr", "Bu ekrana dokunun"),
    ]

    private let layer = Layer()

    /// Shows it on `stage`.
    package init(on stage: Stage) {
        let theme = stage.theme
        layer.frame = stage.overlay.bounds
        layer.backgroundColor = theme.background
        layer.name = "touch this screen"
        let size = layer.bounds.size
        let half = Self.sentences.count / 2
        let em = min(size.width / 34, size.height / Double(half + 2) / 1.9)
        let row = (size.height / Double(half + 2)).rounded()
        for (index, sentence) in Self.sentences.enumerated() {
            let isFirst = index == 0
            let style = theme.style(
                em / theme.em, weight: isFirst ? .bold : .regular, color: isFirst ? theme.accent : theme.text)
            let width = (size.width * 0.44).rounded()
            let x = (index < half ? size.width * 0.04 : size.width * 0.52).rounded()
            let label = Layer()
            label.frame = Rect(x, row * Double(index % half + 1), width, row)
            let bitmap = Bitmap(size: PixelSize(Int(width), Int(row)), isOpaque: false)
            var text = AttributedText(sentence.text, style, language: sentence.tag)
            // Reduce the font size for long words.
            let excess = TextLayout(text).size.width / width
            if excess > 1 {
                var small = style
                small.size /= excess * 1.02
                text = AttributedText(sentence.text, small, language: sentence.tag)
            }
            let layout = TextLayout(text, width: width, alignment: .center, lineLimit: 1)
            Canvas(bitmap).draw(layout, at: .zero)
            label.contents = bitmap
            layer.addSublayer(label)
        }
        stage.overlay.addSublayer(layer)
    }

    /// Removes the notice.
    package func remove() { layer.removeFromSuperlayer() }
}
