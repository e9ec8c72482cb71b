// The page that offers the languages, each under its own name.

import Drawing
import Geometry
import Stage

/// Asks for the language. The page shows nothing but the names of the languages.
final class LanguageScreen: CalibrationScreen {
    private let onChoice: () -> Void

    init(_ session: CalibrationSession, onChoice: @escaping () -> Void) {
        self.onChoice = onChoice
        super.init(session, name: "language")
    }

    override func build(in content: View) {
        let all = CalibrationWords.all
        let columns = 4
        let rows = (all.count + columns - 1) / columns
        let gap = (theme.em * 0.7).rounded()
        let width = (min(content.bounds.width * 0.82, theme.em * 40) / Double(columns)).rounded()
        let height = (min(theme.em * 3.2, content.bounds.height * 0.62 / Double(rows))).rounded()
        let origin = Point(
            ((content.bounds.width - width * Double(columns) + gap) / 2).rounded(),
            ((content.bounds.height - height * Double(rows) + gap) / 2 + theme.em).rounded())
        for (index, words) in all.enumerated() {
            let button = ButtonView(words.name, theme: theme) { [unowned self] in
                session.speak(words)
                onChoice()
            }
            button.frame = Rect(
                origin.x + Double(index % columns) * width, origin.y + Double(index / columns) * height, width - gap,
                height - gap)
            content.addSubview(button)
        }
    }
}
