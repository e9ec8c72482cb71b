// The keyboard of the field that is typed in.

import Geometry
import Keyboards
import Layers
import Stage

/// Shows the keyboard for a field, and keeps the field in sight.
enum FieldKeyboard {
    /// The keyboard on the stage of `field`, if it types into a field of the same screen.
    private static func keyboard(for field: FieldView) -> KeyboardView? {
        guard let dock = field.screen?.navigator?.stage.dock, !dock.isLeaving else { return nil }
        return dock.view as? KeyboardView
    }

    /// Has `field` typed in. A keyboard that is there already stays if it has the same keys.
    static func show(for field: FieldView, _ environment: Environment) {
        guard let screen = field.screen, let stage = screen.navigator?.stage else { return }
        let names = KeyboardLayout.names(for: environment.language ?? screen.textDirection.usualLanguage)
        let keyboard = KeyboardView(for: field.look.kind, layouts: names, on: screen, environment) { [weak field] in
            field?.take($0)
        }
        keyboard.begin(field.typing)
        let dock = Dock(keyboard, for: screen, handle: keyboard.handle)
        dock.onLeave = { [weak field] in field?.editingEnded() }
        animate(for: Self.time) { stage.show(dock) }
        reveal(field)
    }

    /// Has the keyboard go.
    static func hide(for field: FieldView) {
        guard keyboard(for: field) != nil, let dock = field.screen?.navigator?.stage.dock else { return field.editingEnded() }
        animate(for: Self.time) { dock.leave() }
    }

    /// Tells the keyboard what is typed, and shows where.
    static func textChanged(in field: FieldView) {
        keyboard(for: field)?.typing = field.typing
        reveal(field)
    }

    /// The time in which the content makes room for the keyboard.
    private static let time = Instant.Span.milliseconds(250)

    /// Scrolls what is around `field` so far that its caret is seen, and moves all of the content up if that is not enough.
    private static func reveal(_ field: FieldView) {
        guard let screen = field.screen, let dock = screen.navigator?.stage.dock, !dock.isLeaving else { return }
        let content = screen.view.content
        var caret = field.caret(at: field.text.selection.upperBound)
        // A field of one line is seen as a whole.
        if !field.look.isMultiline { caret = Rect(0, 0, caret.maxX, field.bounds.height) }
        let margin = (field.panel?.density(.vertical) ?? 1) * 2
        var (top, bottom) = (caret.minY - margin, caret.maxY + margin)
        var view: View = field
        while view !== content, let outer = view.superview {
            if let list = outer as? ScrollView, list.axis == .vertical {
                (top, bottom) = (top + view.frame.minY, bottom + view.frame.minY)
                let seen = list.offset
                let goal = bottom > seen + list.bounds.height ? bottom - list.bounds.height : min(seen, top)
                list.scroll(to: goal, along: .vertical)
                let shown = min(max(goal, list.ends.lowerBound), list.ends.upperBound)
                (top, bottom) = (top - shown, bottom - shown)
            } else {
                (top, bottom) = (top + view.frame.minY - outer.bounds.minY, bottom + view.frame.minY - outer.bounds.minY)
            }
            view = outer
        }
        let lift = min(max(0, bottom - content.bounds.height), max(0, top))
        dock.lift = lift.rounded()
    }

    /// The field that follows `field` on its screen in reading order; nil for the last one.
    static func field(after field: FieldView) -> FieldView? {
        guard let content = field.screen?.view.content else { return nil }
        var fields: [FieldView] = []
        func visit(_ view: View) {
            if let one = view as? FieldView, one.look.isEnabled { fields.append(one) }
            for inner in view.subviews { visit(inner) }
        }
        visit(content)
        guard let place = fields.firstIndex(where: { $0 === field }), place + 1 < fields.count else { return nil }
        return fields[place + 1]
    }
}

extension LayoutDirection {
    /// The language that is typed where none was chosen.
    fileprivate var usualLanguage: String { self == .rightToLeft ? "ar" : "en" }
}
