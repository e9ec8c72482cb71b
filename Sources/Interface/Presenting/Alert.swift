// Alerts: cards that ask for a choice.

public import Geometry
public import Stage

/// What a visitor can choose in an alert.
public struct AlertAction {
    let title: String
    let isStrong: Bool
    let action: () -> Void

    /// A choice with `title`, after which the alert leaves and `action` is done. The main choice is strong.
    public init(_ title: String, isStrong: Bool = false, action: @escaping () -> Void = {}) {
        (self.title, self.isStrong, self.action) = (title, isStrong, action)
    }
}

/// Collects the choices of an alert.
@resultBuilder
public enum AlertActionBuilder {
    /// A choice.
    public static func buildExpression(_ action: AlertAction) -> [AlertAction] { [action] }
    /// Choices one after the other.
    public static func buildBlock(_ parts: [AlertAction]...) -> [AlertAction] { parts.flatMap { $0 } }
    /// What an `if` without `else` contains.
    public static func buildOptional(_ part: [AlertAction]?) -> [AlertAction] { part ?? [] }
    /// The first branch of an `if` or `switch`.
    public static func buildEither(first: [AlertAction]) -> [AlertAction] { first }
    /// The other branch.
    public static func buildEither(second: [AlertAction]) -> [AlertAction] { second }
    /// The rounds of a `for` loop.
    public static func buildArray(_ rounds: [[AlertAction]]) -> [AlertAction] { rounds.flatMap { $0 } }
}

extension Screen {
    /// Presents an alert with `title` and `message` in the middle of the glass, over this screen. It stays until the visitor has chosen one
    /// of `actions`.
    public func alert(_ title: String, message: String = "", @AlertActionBuilder actions: () -> [AlertAction]) {
        navigator?.stage.present(AlertScreen(over: self, title, message, actions()))
    }

    /// Presents an alert with one `button`, which only closes it. With `time` it goes by itself after that, and can be pulled away before.
    public func alert(
        _ title: String, message: String = "", button: String = "OK", for time: Instant.Span? = nil
    ) {
        guard let stage = navigator?.stage else { return }
        let alert = AlertScreen(over: self, title, message, [AlertAction(button, isStrong: true)])
        alert.mayBePulled = time != nil
        stage.present(alert)
        if let time { alert.leave(after: time) }
    }

    /// Asks the visitor with an alert, and returns which of `choices` was chosen; nil if the alert left without a choice: another visitor
    /// has come, or the task was cancelled. The last choice is the main one.
    ///
    /// ```swift
    /// task {
    ///     if await self.ask("Delete the order?", choices: "Keep", "Delete") == "Delete" { self.deleteOrder() }
    /// }
    /// ```
    public func ask(_ title: String, message: String = "", choices: String...) async -> String? {
        let reply = AlertReply()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                guard let stage = navigator?.stage, !choices.isEmpty, !Task.isCancelled else {
                    return continuation.resume(returning: nil)
                }
                reply.begin(continuation)
                let actions = choices.enumerated().map { index, choice in
                    AlertAction(choice, isStrong: index == choices.count - 1) { reply.give(choice) }
                }
                let alert = AlertScreen(over: self, title, message, actions)
                (alert.reply, reply.alert) = (reply, alert)
                stage.present(alert)
            }
        } onCancel: {
            Task { @MainActor in
                reply.give(nil)
                reply.alert?.dismiss()
            }
        }
    }

    /// Dismisses what this screen has presented, or else the sheet, the alert or the popover that it is on. No screen is asked for consent.
    public func dismiss() {
        let presented = navigator?.stage.sheets.last { $0.presenter === self && !$0.isLeaving }
        (presented ?? navigator?.sheet)?.dismiss()
    }
}

/// Where the answer to a question goes.
private final class AlertReply {
    weak var alert: AlertScreen?
    private var continuation: CheckedContinuation<String?, Never>?

    func begin(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = continuation }

    func give(_ answer: String?) {
        continuation?.resume(returning: answer)
        continuation = nil
    }

    isolated deinit { continuation?.resume(returning: nil) }
}

/// The screen of an alert.
private final class AlertScreen: Screen, Declared {
    private let message: String
    private let actions: [AlertAction]
    private weak var presenter: Screen?
    private var hasChosen = false
    /// Whether a finger may pull the alert away in place of a choice.
    var mayBePulled = false { didSet { sheetCard?.canComeBack = mayBePulled } }
    /// Who waits for the answer.
    var reply: AlertReply?

    /// The widths of an alert, in em: longer lines are hard to read, and a small card is not noticed.
    private static let widths = 18.0...30.0

    init(over presenter: Screen, _ title: String, _ message: String, _ actions: [AlertAction]) {
        (self.presenter, self.message, self.actions) = (presenter, message, actions)
        super.init(name: "alert", title: title)
        isBarShown = false
        sheetCard = SheetCard(.middle, spoken: Spoken(.alertdialog, title)) { [unowned self] room, stage in
            let em = stage.theme.em
            let room = Size(min(room.width, Self.widths.upperBound * em), room.height)
            let size = cardSize(in: room, on: stage)
            return Size(min(max(size.width, Self.widths.lowerBound * em), room.width), size.height)
        }
        sheetCard?.canComeBack = false
        // Someone who types without looking would take away what they have not read.
        sheetCard?.closesOnTapBeside = false
    }

    override func adjust(_ theme: inout Theme) { theme = presenter?.shownTheme(over: theme) ?? theme }

    var body: some Element {
        Scroll {
            Column(spacing: .em(0.8), alignment: .stretch) {
                Text(title).heading(3)
                if !message.isEmpty { Text(message) }
                AlertButtons(actions: actions) { [unowned self] in choose($0) }
                    .padding(EdgeMeasures(top: .em(0.6)))
            }
            .padding(.em(1.6))
        }
    }

    /// Leaves after `time`, but not while something else lies over it.
    func leave(after time: Instant.Span) {
        after(time) { [unowned self] in
            guard let sheet = navigator?.sheet, !sheet.isLeaving else { return }
            if sheet.stage.sheets.last === sheet { sheet.dismiss() } else { leave(after: .seconds(1)) }
        }
    }

    private func choose(_ action: AlertAction) {
        guard !hasChosen else { return }
        hasChosen = true
        sheetCard?.canComeBack = false
        navigator?.sheet?.dismiss()
        action.action()
    }

    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        mayBePulled ? .yes : .no("it waits for a choice")
    }

    override func didDisappear() {
        // It may only be covered.
        guard navigator?.stage.sheets.contains(where: { $0.navigator === navigator }) != true else { return }
        reply?.give(nil)
    }
}

/// The buttons of an alert: side by side and equally wide where they fit, otherwise below each other.
private struct AlertButtons: LayoutElement {
    let layout = AlertButtonsLayout()
    let content: Elements

    init(actions: [AlertAction], choose: @escaping (AlertAction) -> Void) {
        content = ElementBuilder.buildArray(
            actions.map { action in
                ElementBuilder.buildExpression(Button(action.title, isStrong: action.isStrong) { choose(action) })
            })
    }
}

private struct AlertButtonsLayout: Layout, Equatable {
    private func gap(_ environment: Environment) -> Double { environment.pixels(.em(0.8), along: .horizontal) ?? 0 }

    /// The size of each button, and whether they stand side by side in `width`.
    private func plan(_ items: [LayoutItem], _ width: Double?, _ environment: Environment) -> (Size, isRow: Bool) {
        let sizes = items.map { $0.size(in: Proposal()) }
        var most = Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
        let gaps = gap(environment) * Double(max(0, items.count - 1))
        guard let width else { return (most, true) }
        let isRow = most.width * Double(items.count) + gaps <= width
        most.width = isRow ? ((width - gaps) / Double(max(1, items.count))).rounded(.down) : width
        // A title that is too long has several lines.
        if !isRow { most.height = items.map { $0.size(in: Proposal(width: width)).height }.max() ?? 0 }
        return (most, isRow)
    }

    func size(of items: [LayoutItem], in proposal: Proposal, _ environment: Environment) -> Size {
        let (size, isRow) = plan(items, proposal.width, environment)
        let (count, gap) = (Double(items.count), gap(environment))
        let gaps = gap * max(0, count - 1)
        return isRow
            ? Size(proposal.width ?? size.width * count + gaps, size.height)
            : Size(size.width, size.height * count + gaps)
    }

    func place(_ items: [LayoutItem], in size: Size, _ environment: Environment) {
        let (one, isRow) = plan(items, size.width, environment)
        let gap = gap(environment)
        for (index, item) in items.enumerated() {
            let before = Double(index)
            item.place(
                in: isRow
                    ? Rect(before * (one.width + gap), 0, one.width, one.height)
                    : Rect(0, before * (one.height + gap), one.width, one.height))
        }
    }
}
