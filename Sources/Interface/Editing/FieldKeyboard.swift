// The keyboard of what is typed into.

import Geometry
import Keyboards
import Layers
import Stage

/// Shows the keyboard for a field, and keeps the field in sight.
package enum FieldKeyboard {
    /// Shows the keys for `field`. A keyboard that another field of the screen has goes on under the fingers that are on it.
    package static func show(for field: any KeyInput, _ environment: Environment) {
        guard let screen = field.screen, let stage = screen.navigator?.stage else { return }
        let dock: Dock
        if let shown = stage.dock, shown.screen === screen, let keyboard = shown.view as? KeyboardView {
            dock = shown
            keyboard.endHolds()
            shown.pass(to: field)
            field.dock = shown
            serve(field, with: keyboard, of: dock, environment)
        } else {
            let keyboard = KeyboardView(on: screen, environment)
            dock = Dock(keyboard, for: field, of: screen, handle: keyboard.handle)
            field.dock = dock
            serve(field, with: keyboard, of: dock, environment)
            stage.show(dock)
        }
        dock.onLeave = { [weak field] in field?.editingEnded() }
        dock.onReturn = { [weak field] in field?.beginEditing() }
        // While the finger had it, the content had more room, and may have come down.
        dock.onStay = { [weak field] in if let field { reveal(field) } }
        reveal(field)
    }

    /// What `field` is for has changed, or its theme or language, while it is typed in.
    package static func lookChanged(of field: any KeyInput, _ environment: Environment) {
        guard let dock = field.dock, !dock.isLeaving, let keyboard = dock.view as? KeyboardView else { return }
        keyboard.endHolds()
        serve(field, with: keyboard, of: dock, environment)
    }

    private static func serve(
        _ field: any KeyInput, with keyboard: KeyboardView, of dock: Dock, _ environment: Environment
    ) {
        let height = keyboard.frame.height
        keyboard.serve(field.kind, field.typing, layouts: layouts(for: field, environment), environment) {
            [weak field] in field?.take($0)
        }
        keyboard.typedPlace = { [weak field] in field.flatMap(typedPlace) }
        dock.isPrivate = field.isPrivate
        dock.keys = { [weak field] in field?.keys(replacing: $0, by: $1) }
        dock.onInterruption = { [unowned keyboard] in keyboard.endHolds() }
        if keyboard.frame.height != height { dock.fit() }
    }

    /// The names of the layouts for `field`, those of the language that is shown.
    private static func layouts(for field: any KeyInput, _ environment: Environment) -> [String] {
        let names = KeyboardLayout.names(for: environment.language ?? environment.direction.usualLanguage)
        // Addresses are written in Latin letters nearly everywhere. The keys of the language are one tap away.
        guard field.kind.isAddress, let screen = field.screen else { return names }
        let latin = names.filter { KeyboardLayouts.layout(named: $0, on: screen)?.isLatin ?? false }
        return latin + names.filter { !latin.contains($0) }
    }

    /// The name of the layout in which hardware keys type into `field`: the one that is shown, or would be.
    package static func layoutName(for field: any KeyInput, _ environment: Environment) -> String {
        (field.dock?.view as? KeyboardView)?.layoutName ?? layouts(for: field, environment)[0]
    }

    /// Has the keyboard of `field` go.
    package static func hide(for field: any KeyInput) {
        guard let dock = field.dock, !dock.isLeaving else { return field.editingEnded() }
        dock.leave()
    }

    /// Tells the keyboard what is typed, and shows where.
    package static func textChanged(in field: any KeyInput) {
        (field.dock?.view as? KeyboardView)?.typing = field.typing
        reveal(field)
    }

    /// Scrolls what is around `field` so far that its caret is seen, and moves all of the content up if that is not enough. Its label and what is
    /// wrong with its text are seen too where there is room, or else what is wrong alone. While a finger pulls the keyboard, the page moves with it.
    static func reveal(_ field: any KeyInput) {
        guard let screen = field.screen, let dock = field.dock, !dock.isLeaving, !dock.isHeld else { return }
        let content = screen.view.content
        let margin = (field.panel?.density(.vertical) ?? 1) * 2
        var room = dock.seen
        var around = field.superview
        while let view = around, view !== content {
            if let list = view as? ScrollView, list.axis == .vertical { room = min(room, list.bounds.height) }
            around = view.superview
        }
        let shown = field.needed(in: room - 2 * margin)
        var (top, bottom) = (shown.lowerBound - margin, shown.upperBound + margin)
        var view: View = field
        while view !== content, let outer = view.superview {
            if let list = outer as? ScrollView, list.axis == .vertical {
                (top, bottom) = (top + view.frame.minY, bottom + view.frame.minY)
                let seen = list.target
                let goal = bottom > seen + list.bounds.height ? bottom - list.bounds.height : min(seen, top)
                let offset = min(max(goal, list.ends.lowerBound), list.ends.upperBound)
                if offset != seen { list.scroll(to: offset, along: .vertical) }
                (top, bottom) = (top - offset, bottom - offset)
            } else {
                (top, bottom) = (
                    top + view.frame.minY - outer.bounds.minY, bottom + view.frame.minY - outer.bounds.minY
                )
            }
            view = outer
        }
        dock.lift(by: min(max(0, bottom - dock.seen), max(0, top)).rounded())
    }

    /// Where `field` is typed in (px on the glass), as far as that is seen.
    private static func typedPlace(in field: any KeyInput) -> Rect? {
        let (lines, origin) = (field.needed(in: 0), field.panelOrigin)
        let place = Rect(
            origin.x, origin.y + lines.lowerBound, field.bounds.width, lines.upperBound - lines.lowerBound)
        let seen = place.intersection(field.seenRect)
        return seen.isEmpty ? nil : seen
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

extension FieldView: KeyInput {
    var kind: TextKind { look.kind }
    var isPrivate: Bool { typing.isSecure }

    /// The caret, the field and the words around it, as far as there is room.
    func needed(in room: Double) -> ClosedRange<Double> {
        let caret = caret(at: text.selection.upperBound)
        // A field of one line is seen as a whole.
        let least = look.isMultiline ? caret.minY...caret.maxY : 0...bounds.height
        guard let group = superview as? LabelledField.GroupView else { return least }
        let end = max(least.upperBound, group.bounds.height - frame.minY)
        let ranges = [min(least.lowerBound, -frame.minY)...end, least.lowerBound...end]
        return ranges.first { $0.upperBound - $0.lowerBound <= room } ?? least
    }
}

extension LayoutDirection {
    /// The language that is typed where none was chosen.
    fileprivate var usualLanguage: String { self == .rightToLeft ? "ar" : "en" }
}
