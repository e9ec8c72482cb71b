// The one page of a screen that is out of order: a sign, whom to contact, and what is wrong.

import Drawing
import Geometry
import Layers
import Stage

/// Tells visitors that the screen does not work and whom to contact. Small text at the bottom tells technicians why.
final class RescueScreen: Screen {
    private let notice: RescueNotice

    init(_ notice: RescueNotice) {
        self.notice = notice
        super.init(name: "rescue", title: "Out of order")
        isBarShown = false
        popStyle = .off
    }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let stage = navigator?.stage else { return }
        let size = content.bounds.size
        let natural = max(stage.theme.em, (min(size.width / 40, size.height / 24)).rounded())
        // Use the largest text size with which everything is on the screen.
        let shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
        for share in shares {
            let words = Words(theme: stage.theme, em: (natural * share).rounded())
            if place(words, in: content, size, isLast: share == shares.last) { return }
        }
    }

    /// Puts everything into `content`, and returns true. If it does not fit, puts nothing there and returns false, unless
    /// `isLast` says that there is no smaller text size.
    private func place(_ words: Words, in content: View, _ size: Size, isLast: Bool) -> Bool {
        let em = words.em
        let width = min(size.width * 0.86, em * 40).rounded()
        let left = ((size.width - width) / 2).rounded()
        let sign = RescueSign(color: words.theme.accent)
        let side = (em * 4.4).rounded()
        let labels = [
            words.title("Out of order"), words.small(RescueNotice.otherLanguages), notice.contact.map(words.large),
        ].compactMap { $0 }.map { LabelView($0, alignment: .center) }
        // The text at the bottom is for a technician close to the screen.
        let foot = LabelView(words.foot(notice))
        let gap = (em * 0.9).rounded()
        let heights = labels.map { $0.height(forWidth: width) }
        let footHeight = foot.height(forWidth: width)
        let all = heights.reduce(side) { $0 + gap + $1 }
        let room = size.height - footHeight - all - 3 * gap
        guard room >= 0 || isLast else { return false }

        var y = (gap + max(0, room) * 0.4).rounded()
        sign.frame = Rect(((size.width - side) / 2).rounded(), y, side, side)
        y += side + gap
        for (label, height) in zip(labels, heights) {
            label.frame = Rect(left, y, width, height)
            y += height + gap
        }
        foot.frame = Rect(left, (size.height - gap - footHeight).rounded(), width, footHeight)
        for view in [sign] + labels + [foot] { content.addSubview(view) }
        return true
    }
}

/// The styles of the texts.
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
    private let color: Color

    init(color: Color) {
        self.color = color
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
        canvas.stroke(triangle, width: side * 0.075, color)
        canvas.fill(
            Path(Rect(side * 0.46, side * 0.4, side * 0.08, side * 0.27), cornerRadius: side * 0.04), color)
        canvas.fill(Path(center: point(0.5, 0.76), radius: side * 0.048), color)
    }
}
