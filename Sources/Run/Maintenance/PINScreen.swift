// The screen where the PIN is typed.

import Drawing
import Geometry
import Gestures
import Stage

/// Twelve keys, and a dot for each typed digit. Nothing on this screen is recorded.
final class PINScreen: Screen {
    /// The number of digits that a PIN can have.
    nonisolated static let lengths = 4...12

    private let maintenance: Maintenance
    private var digits = "" { didSet { show() } }
    private var status: LabelView!
    private var dots: LabelView!
    private var theme: Theme!
    /// What the status line says instead of the prompt.
    private enum Answer { case wrong, checking }
    private var answer: Answer?
    private lazy var clock = Countdown(of: self) { $0.show() }

    init(_ maintenance: Maintenance) {
        self.maintenance = maintenance
        super.init(name: "pin", title: maintenance.words.title)
        isPrivate = true
        direction = maintenance.words.direction
        keepAwake(maintenance)
    }

    override func layout(_ content: View) { content.rebuild { build(in: content) } }

    private func build(in content: View) {
        theme = navigator?.stage.theme
        let size = content.bounds.size
        let key = (min(theme.em * 4.4, size.height / 6.6, size.width / 4)).rounded()
        let gap = (key * 0.12).rounded()
        let (width, height) = (key * 3 + gap * 2, key * 4 + gap * 3)
        let top = ((size.height - height) * 0.62).rounded()
        let left = ((size.width - width) / 2).rounded()
        status = LabelView(AttributedText(), alignment: .center)
        dots = LabelView(AttributedText(), alignment: .center)
        status.frame = Rect(0, (top * 0.24).rounded(), size.width, (theme.em * 1.8).rounded())
        dots.frame = Rect(0, (top * 0.58).rounded(), size.width, (theme.em * 2.2).rounded())
        content.addSubview(status)
        content.addSubview(dots)
        // The order of the keys is that of a telephone, in every language.
        for (index, name) in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0", "✓"].enumerated() {
            let button = ButtonView(name, isStrong: name == "✓", textSize: 1.7, theme: theme) { [unowned self] in
                pressed(name)
            }
            button.frame = Rect(
                left + Double(index % 3) * (key + gap), top + Double(index / 3) * (key + gap), key, key)
            content.addSubview(button)
        }
        show()
    }

    override func didDisappear() {
        digits = ""
        clock.cancel()
    }

    private func pressed(_ key: String) {
        guard answer != .checking else { return }
        // Keys do nothing while no try is allowed. A try on another screen may have begun a wait that is not shown here yet.
        guard maintenance.waiting == nil else { return show() }
        answer = nil
        switch key {
        case "⌫": digits = String(digits.dropLast())
        case "✓": check()
        default: if digits.count < Self.lengths.upperBound { digits += key }
        }
    }

    private func check() {
        guard Self.lengths.contains(digits.count) else { return }
        let pin = digits
        (answer, digits) = (.checking, "")
        let isCompared = maintenance.check(pin) { [weak self] isRight in
            guard let self, navigator != nil else { return }
            answer = isRight ? nil : .wrong
            if isRight { maintenance.open() } else { show() }
        }
        // While another screen's PIN is compared, the digits stay for another tap.
        if !isCompared { (answer, digits) = (nil, pin) }
    }

    private func show() {
        guard let status, let stage = navigator?.stage else { return }
        let words = maintenance.words
        var (text, color) = (words.pin, theme.text)
        if let wait = maintenance.waiting {
            let seconds = Int(wait.seconds.rounded(.up))
            (text, color) = (MaintenanceWords.filled(words.wait, "\(seconds)"), theme.accent)
            clock.start(on: stage, until: stage.now + (wait - .seconds(Double(seconds - 1))))
        } else if answer == .wrong {
            (text, color) = (words.wrong, theme.accent)
        }
        // A try that is being compared is neither right nor wrong yet.
        if answer == .checking { (text, color) = ("…", theme.secondaryText) }
        status.text = AttributedText(text, theme.style(1.2, color: color), language: words.tag)
        dots.text = AttributedText(
            digits.isEmpty ? " " : String(repeating: "●", count: digits.count), theme.style(1.2, color: theme.accent))
    }
}
