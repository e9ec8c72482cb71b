// The one page of a screen that is out of order: a sign, how to reach somebody, and what is wrong.

import Drawing
import Geometry
import Stage

/// Says to visitors that the screen does not work and whom to tell, and below, in small letters, why, to those who mend it.
final class RescueScreen: Screen {
    private let notice: RescueNotice

    init(_ notice: RescueNotice) {
        self.notice = notice
        super.init(name: "rescue", title: "Out of order")
        isBarShown = false
        popStyle = .off
    }

    override func loadContent(into content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let size = content.bounds.size
        let em = max(theme.em, (min(size.width / 40, size.height / 24)).rounded())
        let words = Words(theme: theme, em: em)
        let width = min(size.width * 0.86, em * 40).rounded()
        let left = ((size.width - width) / 2).rounded()

        let sign = RescueSign(theme: theme)
        let side = (em * 4.4).rounded()
        sign.frame = Rect(((size.width - side) / 2).rounded(), (size.height * 0.1).rounded(), side, side)
        content.addSubview(sign)
        var y = sign.frame.maxY + em
        for line in [
            words.title("Out of order"), words.small(RescueNotice.otherLanguages),
            notice.contact.map { words.large($0) },
        ].compactMap({ $0 }) {
            let label = Label(line, alignment: .center)
            label.frame = Rect(left, y.rounded(), width, label.height(forWidth: width))
            content.addSubview(label)
            y = label.frame.maxY + em * 0.9
        }

        // What is below is for one person who kneels in front of it.
        let foot = words.foot(notice)
        let why = Label(foot)
        let height = min(why.height(forWidth: width), max(0, size.height - y - em * 0.8))
        why.frame = Rect(left, (size.height - em * 0.8 - height).rounded(), width, height.rounded())
        content.addSubview(why)
    }
}

/// What the texts look like.
private struct Words {
    let theme: Theme
    let em: Double

    private func style(_ size: Double, _ weight: TextStyle.Weight = .regular, _ color: Color? = nil) -> TextStyle {
        TextStyle(family: theme.fontFamily, size: em * size, weight: weight, color: color ?? theme.text)
    }

    func title(_ text: String) -> AttributedText { AttributedText(text, style(2.6, .bold)) }
    func large(_ text: String) -> AttributedText { AttributedText(text, style(1.4, .semibold, theme.accent)) }
    func small(_ text: String) -> AttributedText { AttributedText(text, style(0.95, .regular, theme.secondaryText)) }

    func foot(_ notice: RescueNotice) -> AttributedText {
        var letters = style(0.55, .regular, theme.secondaryText)
        letters.isMonospaced = true
        return AttributedText((notice.reason + [notice.next].compactMap { $0 }).joined(separator: "\n"), letters)
    }
}

/// A triangle with an exclamation mark, as on machines everywhere.
private final class RescueSign: View {
    private let theme: Theme

    init(theme: Theme) {
        self.theme = theme
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    override func draw(on canvas: Canvas) {
        let side = bounds.width
        func point(_ x: Double, _ y: Double) -> Point { Point(x * side, y * side) }
        var triangle = Path()
        triangle.move(to: point(0.5, 0.1))
        triangle.line(to: point(0.95, 0.9))
        triangle.line(to: point(0.05, 0.9))
        triangle.close()
        canvas.stroke(triangle, width: side * 0.075, theme.accent)
        canvas.fill(
            Path(Rect(side * 0.46, side * 0.4, side * 0.08, side * 0.27), cornerRadius: side * 0.04), theme.accent)
        canvas.fill(Path(center: point(0.5, 0.76), radius: side * 0.048), theme.accent)
    }
}
