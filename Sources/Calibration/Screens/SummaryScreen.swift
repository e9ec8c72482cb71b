// The page that shows the result of each step and offers to save them.

import Drawing
import Geometry
import Machine
import Stage

/// The result of each step with a tick, or with a cross where it failed or was not measured, and a button that saves
/// them.
final class SummaryScreen: CalibrationScreen {
    private var rows: [View] = []

    init(_ session: CalibrationSession) { super.init(session, name: "summary") }

    override func build(in content: View) {
        for row in rows { row.removeFromSuperview() }
        rows = []
        if case .kept(let paths)? = session.outcome { return showKept(paths) }
        say(words.summary, "")
        let again = Choice(words.again) { [unowned self] in session.startAgain() }
        let back = Choice(words.back) { [unowned self] in session.goBack() }
        offer(
            [Choice(words.save, isStrong: true) { [unowned self] in keep() }],
            ways: [again] + (session.canGoBack ? [back] : []) + [leave])
        // Uses the largest size at which all rows fit above the buttons.
        for letters in [0.9, 0.8, 0.7, 0.6, 0.5] {
            showRows(letters)
            if belowText <= aboveButtons - theme.em * 0.3 { break }
        }
    }

    private func showRows(_ letters: Double) {
        for row in rows { row.removeFromSuperview() }
        rows = []
        var y = (surface.bounds.height * top + theme.em * 2.9).rounded()
        let width = min(surface.bounds.width * 0.8, theme.em * 40).rounded()
        let left = ((surface.bounds.width - width) / 2).rounded()
        for (isGood, sentence) in session.plan.wanted.flatMap(lines) {
            let row = ResultRow(sentence, letters, isGood: isGood, words: words, theme: theme)
            row.frame = Rect(left, y, width, row.height(forWidth: width))
            surface.addSubview(row)
            rows.append(row)
            y = row.frame.maxY + (theme.em * 0.4).rounded()
        }
    }

    /// The top of the text, higher than on other pages because this page shows nothing else.
    override var top: Double { 0.1 }
    override var belowText: Double { rows.last?.frame.maxY ?? super.belowText }

    private func lines(of step: CalibrationPlan.Step) -> [(Bool, String)] {
        guard let sentences = session.results[step] else { return [(false, words.unmeasured)] }
        return sentences.map { (!session.problems.contains(step), $0) }
    }

    private func keep() {
        do throws(Failure) {
            try session.keep()
            session.showAgain()
        } catch {
            // The path and the reason of the failure are not translated.
            say(words.summary, "", strong: "\(error)")
        }
    }

    private func showKept(_ paths: [String]) {
        // A replay keeps nothing, so it has no paths.
        say("✓", paths.isEmpty ? "" : CalibrationWords.filled(words.kept, paths.joined(separator: "\n")))
        let finish = Choice(words.next, isStrong: true) { [unowned self] in session.end(.kept(paths)) }
        offer([finish], ways: [])
    }
}

/// A tick or a cross, followed by a sentence.
final class ResultRow: View {
    private let sentence: String
    private let letters: Double
    private let isGood: Bool
    private let words: CalibrationWords
    private let theme: Theme

    /// Makes a row with text of `letters` em.
    init(_ sentence: String, _ letters: Double, isGood: Bool, words: CalibrationWords, theme: Theme) {
        (self.sentence, self.letters, self.isGood, self.words, self.theme) = (sentence, letters, isGood, words, theme)
        super.init(drawsContents: true)
        isUserInteractionEnabled = false
    }

    private func layout(_ width: Double) -> TextLayout {
        TextLayout(
            AttributedText(sentence, theme.style(letters), language: words.tag), width: width - theme.em * 1.8,
            lineSpacing: 1.1)
    }

    func height(forWidth width: Double) -> Double { layout(width).size.height.rounded(.up) }

    override func draw(on canvas: Canvas) {
        let isLeft = words.direction == .leftToRight
        canvas.draw(layout(bounds.width), at: Point(isLeft ? theme.em * 1.8 : 0, 0))
        let (x, y, r) = (
            isLeft ? theme.em * 0.6 : bounds.width - theme.em * 0.6, theme.em * 0.76 * letters, theme.em * 0.32
        )
        let way =
            isGood
            ? [Path(lines: [Point(x - r, y), Point(x - r * 0.2, y + r * 0.8), Point(x + r * 1.1, y - r * 0.9)])]
            : [
                Path(lines: [Point(x - r, y - r), Point(x + r, y + r)]),
                Path(lines: [Point(x - r, y + r), Point(x + r, y - r)]),
            ]
        for path in way {
            canvas.stroke(path, width: theme.em * 0.16, isGood ? theme.text : theme.accent)
        }
    }
}
