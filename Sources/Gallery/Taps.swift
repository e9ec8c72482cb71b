// Taps, double taps and long presses on one view, and a log of what was recognized.

import Bezel

/// A single tap that waits until a double tap has failed, and a long press that can move afterwards.
final class Taps: Sample {
    private let singleTap = TapRecognizer(name: "single-tap")
    private let doubleTap = TapRecognizer(name: "double-tap")
    private let longPress = LongPressRecognizer()
    private let table = Table()
    private let line = View()
    private let heading = LabelView(AttributedText())
    private let log = LabelView(AttributedText())
    private var marks: [Mark] = []
    /// The recognized gestures, newest first.
    private(set) var words: [String] = []
    /// The mark that the long press holds, and the place in panel space (mm) where the press began.
    private var held: (mark: Mark, start: Point)?

    /// The maximum number of marks on the table, and of lines in the log. Older ones are removed.
    private static let most = 9

    init() {
        super.init(
            name: "taps", title: "Taps",
            summary: "A tap that waits for a double tap to fail, and a long press that moves what it holds.")
    }

    override func load(into content: View) {
        for view in [table, line, heading, log] { content.addSubview(view) }
        doubleTap.numberOfTapsRequired = 2
        singleTap.require(toFail: doubleTap)
        singleTap.onAction { [unowned self] in
            put(.tap, at: $0.location(in: table))
            say("Tap")
        }
        doubleTap.onAction { [unowned self] in
            put(.doubleTap, at: $0.location(in: table))
            say("Double tap")
        }
        longPress.onAction { [unowned self] _ in press() }
        for recognizer in [singleTap, doubleTap, longPress] { table.addRecognizer(recognizer) }
    }

    override func layout(_ content: View) {
        guard let theme = navigator?.stage.theme else { return }
        let area = Rect(origin: .zero, size: content.bounds.size)
        table.theme = theme
        table.frame = Rect(0, 0, (area.width * 0.64).rounded(), area.height)
        line.layer.backgroundColor = theme.separator
        line.frame = Rect(table.frame.maxX, 0, 2, area.height)

        let left = line.frame.maxX + (theme.em * 1.8).rounded()
        let width = area.width - left - theme.em
        heading.text = AttributedText("Recognized", theme.style(1.25, weight: .semibold))
        heading.frame = Rect(left, (theme.em * 1.6).rounded(), width, heading.height(forWidth: width))
        let top = heading.frame.maxY + (theme.em * 0.6).rounded()
        log.frame = Rect(left, top, width, area.height - top)
        show()
    }

    private func press() {
        let here = longPress.location(in: table)
        switch longPress.state {
        case .began:
            guard let mark = put(.press, at: here) else { return }
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
    private func put(_ kind: Mark.Kind, at point: Point) -> Mark? {
        guard let theme = navigator?.stage.theme else { return nil }
        if marks.count == Self.most { marks.removeFirst().removeFromSuperview() }
        let mark = Mark(kind, at: point, theme: theme)
        marks.append(mark)
        table.addSubview(mark)
        return mark
    }

    private func say(_ word: String) {
        words = Array(([word] + words).prefix(Self.most))
        show()
    }

    private func show() {
        guard let theme = navigator?.stage.theme else { return }
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
