// Taps, double taps and long presses on one view, and what was made of each.

import Bezel

/// A single tap that waits until a double tap has failed, and a long press that moves afterwards.
final class Taps: Sample {
    private let singleTap = TapRecognizer(name: "single-tap")
    private let doubleTap = TapRecognizer(name: "double-tap")
    private let longPress = LongPressRecognizer()
    private var marks: [Mark] = []
    /// What was recognized, newest first.
    private(set) var words: [String] = []
    /// What the long press holds, and where in panel space (mm) it took it.
    private var held: (mark: Mark, start: Point)?

    /// How many marks lie on the table, and how many lines there are; older ones go.
    private static let most = 9

    init() {
        super.init(
            name: "taps", title: "Taps",
            summary: "A tap that waits for a double tap to fail, and a long press that moves what it holds.")
    }

    override func build(in content: View, theme: Theme) {
        let area = Rect(origin: .zero, size: content.bounds.size)
        let table = Table(theme: theme)
        table.frame = Rect(0, 0, (area.width * 0.64).rounded(), area.height)
        content.addSubview(table)
        let line = View()
        line.layer.backgroundColor = theme.separator
        line.frame = Rect(table.frame.maxX, 0, 2, area.height)
        content.addSubview(line)

        let left = line.frame.maxX + (theme.em * 1.8).rounded()
        let width = area.width - left - theme.em
        let heading = Label(AttributedText("Recognized", theme.style(1.25, weight: .semibold)))
        heading.frame = Rect(left, (theme.em * 1.6).rounded(), width, heading.height(forWidth: width))
        content.addSubview(heading)
        let log = Label(AttributedText("", theme.style()))
        let top = heading.frame.maxY + (theme.em * 0.6).rounded()
        log.frame = Rect(left, top, width, area.height - top)
        content.addSubview(log)
        show(in: log, theme)

        doubleTap.numberOfTapsRequired = 2
        singleTap.require(toFail: doubleTap)
        singleTap.onAction { [unowned self, unowned table, unowned log] in
            put(.tap, at: $0.location(in: table), on: table, theme)
            say("Tap", in: log, theme)
        }
        doubleTap.onAction { [unowned self, unowned table, unowned log] in
            put(.doubleTap, at: $0.location(in: table), on: table, theme)
            say("Double tap", in: log, theme)
        }
        longPress.onAction { [unowned self, unowned table, unowned log] _ in
            press(on: table, theme) { say($0, in: log, theme) }
        }
        for recognizer in [singleTap, doubleTap, longPress] { table.addRecognizer(recognizer) }
    }

    private func press(on table: View, _ theme: Theme, say: (String) -> Void) {
        let here = longPress.location(in: table)
        switch longPress.state {
        case .began:
            let mark = put(.press, at: here, on: table, theme)
            mark.isHeld = true
            held = (mark, longPress.location())
            say("Long press")
        case .changed: held?.mark.center = here
        case .ended, .cancelled:
            guard let (mark, start) = held else { return }
            held = nil
            mark.isHeld = false
            say("… let go \(decimal((longPress.location() - start).length, places: 0)) mm away")
        case .possible, .failed: break
        }
    }

    @discardableResult
    private func put(_ kind: Mark.Kind, at point: Point, on table: View, _ theme: Theme) -> Mark {
        if marks.count == Self.most { marks.removeFirst().removeFromSuperview() }
        let mark = Mark(kind, at: point, theme: theme)
        marks.append(mark)
        table.addSubview(mark)
        return mark
    }

    private func say(_ word: String, in log: Label, _ theme: Theme) {
        words = Array(([word] + words).prefix(Self.most))
        show(in: log, theme)
    }

    private func show(in log: Label, _ theme: Theme) {
        var text = AttributedText()
        if words.isEmpty {
            text.append(
                "Tap, tap twice, or rest a finger and then move it.", theme.style(0.9, color: theme.secondaryText))
        }
        for (index, word) in words.enumerated() {
            text.append(word + "\n", theme.style(1.1, color: index == 0 ? theme.accent : theme.text))
        }
        log.text = text
    }
}
