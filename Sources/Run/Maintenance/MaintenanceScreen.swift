// The screen with what a technician can do.

import Drawing
import Geometry
import Gestures
import Stage

/// One button for each action. Actions that end the kiosk ask for a second tap.
final class MaintenanceScreen: Screen {
    private let maintenance: Maintenance
    private var column: View?
    /// The action that was tapped once.
    private var pending: Maintenance.Action?
    /// The outcome of the last action.
    private var status: String?

    init(_ maintenance: Maintenance) {
        self.maintenance = maintenance
        super.init(name: "maintenance", title: maintenance.words.title)
        direction = maintenance.words.direction
        // This screen replaces the PIN screen, and there is nothing below that to go back to.
        isBackShown = false
        keepAwake(maintenance)
    }

    override func layout(_ content: View) {
        build(in: content)
    }

    override func willAppear() {
        (pending, status) = (nil, nil)
        build(in: view.content)
    }

    private func build(in content: View) {
        guard let stage = navigator?.stage else { return }
        column?.removeFromSuperview()
        let column = View()
        column.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(column)
        self.column = column
        let (theme, words) = (stage.theme, maintenance.words)
        var choices: [(title: String, isStrong: Bool, action: () -> Void)] = [
            (words.calibrate, false, { [unowned self] in choose(.calibrate) }),
            (words.devices, false, { [unowned self] in report(.devices) }),
            (words.log, false, { [unowned self] in report(.log) }),
            (words.restart, false, { [unowned self] in choose(.restart) }),
            (words.reboot, false, { [unowned self] in choose(.reboot) }),
            (words.powerOff, false, { [unowned self] in choose(.powerOff) }),
        ]
        if let pending {
            choices = [
                (words.title(of: pending), true, { [unowned self] in maintenance.act(pending) }),
                (words.cancel, false, { [unowned self] in choose(nil) }),
            ]
        }
        let gap = (theme.em * 0.7).rounded()
        let height = (min(theme.em * 3.4, content.bounds.height * 0.84 / Double(choices.count) - gap)).rounded()
        let width = (min(content.bounds.width * 0.7, theme.em * 22)).rounded()
        let all = Double(choices.count) * (height + gap) - gap
        var y = ((content.bounds.height - all) / 2).rounded()
        if let status {
            let style = theme.style(1, color: theme.accent)
            let label = LabelView(AttributedText(status, style, language: words.tag), alignment: .center)
            label.frame = Rect(0, ((y - theme.em * 1.6) / 2).rounded(), content.bounds.width, theme.em * 1.6)
            column.addSubview(label)
        }
        for choice in choices {
            let button = ButtonView(choice.title, isStrong: choice.isStrong, theme: theme, onTap: choice.action)
            button.frame = Rect(((content.bounds.width - width) / 2).rounded(), y, width, height)
            column.addSubview(button)
            y += height + gap
        }
    }

    private func choose(_ action: Maintenance.Action?) {
        (pending, status) = (action, nil)
        build(in: view.content)
    }

    /// Shows the outcome of the last action, above all buttons.
    func say(_ text: String) {
        (pending, status) = (nil, text)
        build(in: view.content)
    }

    private func report(_ kind: ReportScreen.Kind) {
        navigator?.push(ReportScreen(kind, maintenance))
    }
}

/// Lines of text, as in a terminal.
final class ReportScreen: Screen {
    /// The kinds of reports.
    enum Kind: String {
        case devices, log
    }

    private let kind: Kind
    private let maintenance: Maintenance
    private let scroll = ScrollView(axes: [.vertical])
    private var text = ""

    init(_ kind: Kind, _ maintenance: Maintenance) {
        (self.kind, self.maintenance) = (kind, maintenance)
        let words = maintenance.words
        super.init(name: kind.rawValue, title: kind == .devices ? words.devices : words.log)
        keepAwake(maintenance)
    }

    override func load(into content: View) {
        text = maintenance.lines(of: kind).joined(separator: "\n")
        content.addSubview(scroll)
    }

    override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let isNew = scroll.subviews.isEmpty
        scroll.rebuild {
            scroll.frame = Rect(origin: .zero, size: content.bounds.size)
            var style = theme.style(0.7)
            style.isMonospaced = true
            let label = LabelView(AttributedText(text.isEmpty ? "–" : text, style))
            let width = content.bounds.width - 2 * theme.em
            label.frame = Rect(theme.em, theme.em, width, label.height(forWidth: width))
            scroll.addSubview(label)
            scroll.contentSize = Size(content.bounds.width, label.frame.maxY + theme.em)
        }
        // Scroll to the newest lines: they are what a technician looks for.
        if isNew, kind == .log { scroll.scroll(to: scroll.contentSize.height, along: .vertical, animated: false) }
    }
}

extension Screen {
    /// Makes this screen one of the machine, and each finger on it a sign that somebody is there.
    func keepAwake(_ maintenance: Maintenance) {
        isOfMachine = true
        let touch = TouchDownRecognizer(name: "maintenance-touch")
        touch.prevents = { _ in false }
        touch.onAction { [unowned maintenance] _ in maintenance.touched() }
        view.addRecognizer(touch)
    }
}
