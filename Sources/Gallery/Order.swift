// An order page that asks before it is left.

import Bezel

/// An asynchronous veto: leaving with something ordered presents a question in a sheet, and the page waits under the finger.
final class Order: Sample {
    private static let dishes = [("Tea with mint", 3), ("Soup of the day", 6), ("Bread and olives", 4)]

    /// The number of each dish.
    private(set) var counts = [2, 1, 0]
    private var total: LabelView?
    private weak var question: Question?

    init() {
        super.init(
            name: "order", title: "An order that asks",
            summary: "Swipe it away: it asks first, and the page waits under your finger for the answer.")
    }

    override func build(in content: View, theme: Theme) {
        let column = Column(in: content, theme: theme)
        column.addHeading("The Slack Water Café", "Something is ordered already. Try to leave.")
        for (index, dish) in Self.dishes.enumerated() {
            let row = CountRow(dish.0, note: "\(dish.1) crowns", count: counts[index], theme: theme) {
                [unowned self] in
                counts[index] = $0
                showTotal(theme)
            }
            column.add(row, gap: index == 0 ? 1.6 : 0)
        }
        let total = LabelView(AttributedText("", theme.style(1.25)))
        column.add(total, height: 2 * theme.em, gap: 1.2)
        self.total = total
        showTotal(theme)
    }

    private var sum: Int { zip(counts, Self.dishes).reduce(0) { $0 + $1.0 * $1.1.1 } }

    private func showTotal(_ theme: Theme) {
        total?.text = AttributedText(
            sum == 0 ? "Nothing ordered: you can leave." : "Together: \(sum) crowns",
            theme.style(1.25, weight: .semibold, color: sum == 0 ? theme.secondaryText : theme.text))
    }

    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        if sum == 0 { return .yes }
        let question = Question(request) { [weak self] in self?.navigator?.pop() }
        self.question = question
        navigator?.stage.present(question)
        return .later
    }

    /// A finger that brings the page back withdraws the question.
    override func leaveWithdrawn(_ request: LeaveRequest) { question?.goIfNobodyWaits() }
}

/// The question "Discard your order?". Its sheet is low, so that the page behind it is visible.
final class Question: Screen {
    private let request: LeaveRequest
    private let leave: () -> Void

    /// Creates a question that answers `request`. `leave` removes the page if the request no longer waits for the answer.
    init(_ request: LeaveRequest, leave: @escaping () -> Void) {
        self.request = request
        self.leave = leave
        super.init(name: "question", title: "Discard your order?")
        detents = [.height(70)]
    }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let buttons = [
            ButtonView("Keep it", theme: theme) { [unowned self] in answer(false) },
            ButtonView("Discard it", isStrong: true, theme: theme) { [unowned self] in answer(true) },
        ]
        let (size, gap) = (Size((11 * theme.em).rounded(), buttons[0].naturalSize.height), theme.em.rounded())
        for (index, button) in buttons.enumerated() {
            let x = content.bounds.width / 2 + (index == 0 ? -size.width - gap / 2 : gap / 2)
            button.frame = Rect(
                origin: Point(x.rounded(), ((content.bounds.height - size.height) / 2).rounded()), size: size)
            content.addSubview(button)
        }
    }

    func goIfNobodyWaits() { if !request.isOpen { navigator?.sheet?.dismiss() } }

    private func answer(_ mayLeave: Bool) {
        let isAwaited = request.isOpen
        request.answer(mayLeave)
        if mayLeave, !isAwaited { leave() }
        navigator?.sheet?.dismiss()
    }

    /// Pulling the question away counts as no.
    override func didDisappear() { request.answer(false) }
}
