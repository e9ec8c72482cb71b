// Asks whether anybody is still there: a card that rises over the page, with the remaining seconds.

import Drawing
import Geometry
import Layers
import Stage

/// Covers the screen while the visitor is asked. A touch anywhere on the screen answers, so nobody has to reach for the card.
final class StillThereCard: View {
    private let words: IdleWords
    private let theme: Theme
    private let end: Instant
    private let shade = View()
    private let card = View()
    private let question: LabelView
    private let hint: LabelView
    private let seconds: LabelView
    private let rise = Animation()
    private weak var stage: Stage?
    private lazy var tick = Countdown(of: self) { $0.count() }

    /// A card that asks on `stage` until `end`, in `language`.
    init(on stage: Stage, until end: Instant, language: String) {
        (theme, self.end, self.stage) = (stage.theme, end, stage)
        words = IdleWords(language)
        let style = theme.style(1.7, weight: .semibold)
        question = LabelView(AttributedText(words.question, style, language: words.tag))
        hint = LabelView(AttributedText(words.hint, theme.style(color: theme.secondaryText), language: words.tag))
        seconds = LabelView(AttributedText(), alignment: .center)
        super.init()
        shade.layer.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 115)
        card.layer.backgroundColor = theme.background
        card.layer.cornerRadius = theme.radius(0.9).rounded()
        card.layer.roundedCorners = .top
        addSubview(shade)
        addSubview(card)
        for label in [question, hint, seconds] { card.addSubview(label) }
    }

    override var spoken: Spoken? { Spoken(.alertdialog, words.question) }

    /// Raises the card, and starts to count.
    func begin() {
        guard let stage else { return }
        rise.animator.add(.opacity, of: shade.layer, from: -1, to: 0)
        rise.animator.add(.positionY, of: card.layer, from: card.frame.height, to: 0)
        rise.start(on: stage, for: .milliseconds(350), curve: .easeOut)
        count()
    }

    override func layout() {
        let size = bounds.size
        shade.frame = Rect(origin: .zero, size: size)
        let gap = (theme.em * 1.5).rounded()
        let digits = (theme.em * 5).rounded()
        let width = min(size.width, (theme.em * 34).rounded())
        let text = width - digits - 3 * gap
        let (questionHeight, hintHeight) = (question.height(forWidth: text), hint.height(forWidth: text))
        let inner = questionHeight + (theme.em * 0.4).rounded() + hintHeight
        let height = inner + 2 * gap
        card.frame = Rect(((size.width - width) / 2).rounded(), size.height - height, width, height)
        let isMirrored = words.direction == .rightToLeft
        let left = isMirrored ? gap : digits + 2 * gap
        question.frame = Rect(left, gap, text, questionHeight)
        hint.frame = Rect(left, gap + inner - hintHeight, text, hintHeight)
        let numeral = (theme.em * 4).rounded()
        seconds.frame = Rect(
            isMirrored ? width - gap - digits : gap, ((height - numeral * 1.25) / 2).rounded(), digits, numeral * 1.3)
    }

    /// Shows the remaining seconds, and sets a countdown for the next change.
    private func count() {
        guard let stage else { return }
        let left = max(0, (end - stage.now).nanoseconds + 999_999_999) / 1_000_000_000
        let style = theme.style(3.2, weight: .semibold, color: theme.accent)
        seconds.text = AttributedText("\(left)", style, language: words.tag)
        guard left > 0 else { return }
        tick.start(on: stage, until: end - .seconds(Double(left - 1)))
    }

    /// Stops counting, and stops the animation.
    func close() {
        tick.cancel()
        rise.stop()
    }
}
