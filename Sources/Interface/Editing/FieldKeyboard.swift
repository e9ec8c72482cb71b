// The keyboard of the field that is typed in.

import Geometry
import Keyboards
import Layers
import Stage

/// Shows the keyboard for a field, and keeps the field in sight.
enum FieldKeyboard {
    /// Shows the keys for `field`.
    static func show(for field: FieldView, _ environment: Environment) {
        guard let screen = field.screen, let stage = screen.navigator?.stage else { return }
        let names = layouts(for: field, environment)
        let keyboard = KeyboardView(for: field.look.kind, layouts: names, on: screen, environment) { [weak field] in
            field?.take($0)
        }
        keyboard.begin(field.typing)
        let dock = Dock(keyboard, for: field, of: screen, handle: keyboard.handle)
        dock.isPrivate = field.typing.isSecure
        dock.onLeave = { [weak field] in field?.editingEnded() }
        dock.onInterruption = { [unowned keyboard] in keyboard.endHolds() }
        dock.onReturn = { [weak field] in field?.beginEditing() }
        field.dock = dock
        animate(for: Dock.time) { stage.show(dock) }
        reveal(field)
    }

    /// The names of the layouts for `field`, those of the language that is shown.
    static func layouts(for field: FieldView, _ environment: Environment) -> [String] {
        KeyboardLayout.names(for: environment.language ?? environment.direction.usualLanguage)
    }

    /// Has the keyboard of `field` go.
    static func hide(for field: FieldView) {
        guard let dock = field.dock, !dock.isLeaving else { return field.editingEnded() }
        animate(for: Dock.time) { dock.leave() }
    }

    /// Tells the keyboard what is typed, and shows where.
    static func textChanged(in field: FieldView) {
        (field.dock?.view as? KeyboardView)?.typing = field.typing
        reveal(field)
    }

    /// Scrolls what is around `field` so far that its caret is seen, and moves all of the content up if that is not enough.
    private static func reveal(_ field: FieldView) {
        guard let screen = field.screen, let dock = field.dock, !dock.isLeaving else { return }
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
                let shown = min(max(goal, list.ends.lowerBound), list.ends.upperBound)
                if shown != seen { list.scroll(to: shown, along: .vertical) }
                (top, bottom) = (top - shown, bottom - shown)
            } else {
                (top, bottom) = (
                    top + view.frame.minY - outer.bounds.minY, bottom + view.frame.minY - outer.bounds.minY
                )
            }
            view = outer
        }
        let lift = min(max(0, bottom - dock.seen), max(0, top))
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
