// The keys of a hardware keyboard that types into a field.

import Geometry
import Gestures
import Keyboards
import Stage

/// Lets a keyboard with keys type into a field as long as the field is typed in. A key that is held repeats.
final class FieldKeys {
    private unowned let field: FieldView
    private let keys: HardwareKeys
    /// The name of the layout.
    let layout: String
    private var held: (code: Int, timer: StageTimer)?

    /// The time after which a key repeats, and that between two repeats, as terminals have them.
    private static let (delay, pace) = (Instant.Span.milliseconds(500), Instant.Span.milliseconds(40))

    /// The keys in `layout`; nil if it is not there.
    init?(of field: FieldView, layout: String) {
        guard let stage = field.screen?.navigator?.stage else { return nil }
        // All fields share what is held and locked.
        guard let keys = stage.hardwareKeys[layout] as? HardwareKeys ?? HardwareKeys(layout: layout) else { return nil }
        stage.hardwareKeys[layout] = keys
        (self.field, self.keys, self.layout) = (field, keys, layout)
    }

    /// The keys that type `text`.
    func keys(typing text: String) -> [Int]? { keys.keys(typing: text) }

    func press(_ code: Int) {
        guard let meaning = keys.press(code) else { return }
        held?.timer.cancel()
        held = nil
        field.take(meaning)
        if meaning.repeats { repeatLater(code, meaning, after: Self.delay) }
    }

    func release(_ code: Int) {
        keys.release(code)
        guard let (last, timer) = held, last == code else { return }
        timer.cancel()
        held = nil
    }

    private func repeatLater(_ code: Int, _ meaning: HardwareKeys.Meaning, after span: Instant.Span) {
        guard let screen = field.screen, field.isEditing else { return }
        let timer = screen.after(span) { [weak self] in
            self?.field.take(meaning)
            self?.repeatLater(code, meaning, after: Self.pace)
        }
        held = (code, timer)
    }
}

extension HardwareKeys.Meaning {
    /// Whether a key that is held does it again and again.
    fileprivate var repeats: Bool {
        switch self {
        case .text, .deleteBackward, .deleteForward, .left, .right, .up, .down: true
        case .enter, .escape, .home, .end, .undo, .redo, .cut, .copy, .paste, .selectAll: false
        }
    }
}

extension FieldView {
    /// The codes of linux/input-event-codes.h for keys that are in the same place in every layout.
    private enum Code {
        static let enter = 28, control = 29, home = 102, left = 105, right = 106, end = 107, delete = 111
        /// The A of the American layout, which commands go by in layouts without Latin letters.
        static let a = 30
    }

    /// The most characters that are typed for somebody at once. More would take longer than ten seconds.
    private static var mostTyped: Int { 1000 }

    /// The keys that replace the characters in `range`, in Unicode scalars of what is shown, by `new`, each with those that are held with it.
    /// Nil if the layout that is shown has no keys for `new`.
    func keys(replacing range: Range<Int>, by new: String) -> [[Int]]? {
        guard isEditing, new.count <= Self.mostTyped, let keys = hardwareKeys else { return nil }
        let letters = new.map { $0.isNewline ? [Code.enter] : keys.keys(typing: String($0)) }
        let typed = letters.compactMap(\.self)
        // The enter key ends a line, and goes on to the next field where there is only one.
        guard typed.count == letters.count, look.isMultiline || !new.contains(where: \.isNewline) else { return nil }
        let scalars = shown.unicodeScalars
        func character(_ scalar: Int) -> Int {
            String(scalars.prefix(max(0, scalar))).count
        }
        let (start, end) = (character(range.lowerBound), max(character(range.lowerBound), character(range.upperBound)))
        if start == 0, end == text.count, end > 0 {
            let all = [[Code.control, keys.keys(typing: "a")?.last ?? Code.a]]
            return all + (typed.isEmpty ? [[Code.delete]] : typed)
        }
        let isNearEnd = start > text.count / 2
        let forward = isRightToLeft ? Code.left : Code.right
        let backward = isRightToLeft ? Code.right : Code.left
        let moves = isNearEnd ? text.count - start : start
        guard moves + end - start + typed.count <= Self.mostTyped else { return nil }
        return [[isNearEnd ? Code.end : Code.home]]
            + Array(repeating: [isNearEnd ? backward : forward], count: moves)
            + Array(repeating: [Code.delete], count: end - start) + typed
    }

    /// Does what a key asks for.
    func take(_ meaning: HardwareKeys.Meaning) {
        switch meaning {
        case .text(let text): take(KeyStroke.text(text))
        case .deleteBackward: take(KeyStroke.deleteBackward)
        case .deleteForward: take(KeyStroke.deleteForward)
        case .enter: take(KeyStroke.enter)
        case .escape: take(KeyStroke.hide)
        case .undo: take(KeyStroke.undo)
        case .redo: take(KeyStroke.redo)
        case .cut: take(KeyStroke.cut)
        case .copy: take(KeyStroke.copy)
        case .paste: take(KeyStroke.paste)
        case .selectAll: select(0..<text.count)
        case .left: moveCaret(by: isRightToLeft ? 1 : -1)
        case .right: moveCaret(by: isRightToLeft ? -1 : 1)
        case .up: moveCaret(byLines: -1)
        case .down: moveCaret(byLines: 1)
        case .home: select(0..<0)
        case .end: select(text.count..<text.count)
        }
    }

    /// Moves the caret by `count` characters, or to an end of what is selected.
    private func moveCaret(by count: Int) {
        let selected = text.selection
        let place =
            selected.isEmpty ? selected.lowerBound + count : count < 0 ? selected.lowerBound : selected.upperBound
        let inside = min(max(place, 0), text.count)
        select(inside..<inside)
    }

    /// Moves the caret to the line above or below.
    private func moveCaret(byLines count: Int) {
        let caret = caret(at: text.selection.upperBound)
        let place = offset(nearest: Point(caret.minX, caret.center.y + Double(count) * caret.height))
        select(place..<place)
    }
}
