// A screen that waits for answers: tasks, timers, and work that a replay does not do again.

import Bezel

/// A forecast that comes some time after it was asked for. A tap asks again; each third question is not answered.
final class Forecast: Sample {
    private var heading: LabelView?
    private var answer: LabelView?
    private var clock: StageTimer?
    private var seconds = 0
    /// For so many seconds it counts.
    private static let longest = 10
    /// What was answered so far.
    private(set) var answers: [String] = []

    init() {
        super.init(
            name: "forecast", title: "A slow answer",
            summary: "Tap to ask again. The answer comes when it is known, and each third question fails.")
    }

    override func load(into content: View) {
        let tap = TapRecognizer(name: "ask")
        tap.onAction { [unowned self] _ in ask() }
        content.addRecognizer(tap)
        clock = after(.seconds(1), repeats: true) { [unowned self] in
            seconds += 1
            if seconds == Self.longest { clock?.cancel() }
            show()
        }
        ask()
    }

    override func build(in content: View, theme: Theme) {
        let column = Column(in: content, theme: theme)
        column.addHeading("Tomorrow", summary)
        let (heading, answer) = (
            LabelView(AttributedText("", theme.style(1.25))), LabelView(AttributedText("", theme.style(1.25)))
        )
        column.add(heading, height: 2 * theme.em, gap: 1.2)
        column.add(answer, height: 2 * theme.em, gap: 0.4)
        (self.heading, self.answer) = (heading, answer)
        show()
    }

    private func ask() {
        let number = answers.count + 1
        task { [unowned self] in
            do {
                let text = try await recorded("forecast") { try await Self.forecast(number) }
                // A moment for the eye, in the stage's time.
                try await sleep(for: .milliseconds(200))
                answers.append(text)
            } catch is CancellationError {
                return
            } catch {
                answers.append("\(error)")
            }
            show()
        }
    }

    /// What a server would know.
    private static func forecast(_ number: Int) async throws -> String {
        try await Task.sleep(for: .milliseconds(50))
        guard number % 3 != 0 else { throw Unanswered() }
        return "\(15 + number) °C, and a light breeze"
    }

    private struct Unanswered: Error, CustomStringConvertible { let description = "Nobody answers." }

    private func show() {
        guard let theme = navigator?.stage.theme else { return }
        heading?.text = AttributedText(
            "You have been here for \(seconds) s.", theme.style(1.0, color: theme.secondaryText))
        answer?.text = AttributedText(answers.last ?? "Asking …", theme.style(1.25, weight: .semibold))
    }
}
