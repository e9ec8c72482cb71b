// Focus of fields by the app's code.

import Geometry
import Stage

/// Whether the app wants the visitor to type in a field, and what it hears of that.
struct FieldFocus {
    let isFocused: Bool
    /// Called with whether the field is typed in, when that has changed.
    let change: (Bool) -> Void

    init<Value: Hashable>(_ focus: Value?, equals value: Value, onChange change: @escaping (Value?) -> Void) {
        isFocused = focus == value
        // What another field has taken stays there.
        self.change = { isEditing in
            if isEditing != (focus == value) { change(isEditing ? value : nil) }
        }
    }
}

extension TextField {
    /// The field, in which the visitor types while `focus` is `value`: the keyboard comes, and what is around the field scrolls so far that
    /// it is seen. `change` is called with `value` when a finger chooses the field, and with nil when the keyboard goes.
    public func focused<Value: Hashable>(
        _ focus: Value?, equals value: Value, onChange change: @escaping (Value?) -> Void
    ) -> TextField {
        var copy = self
        copy.field.focus = FieldFocus(focus, equals: value, onChange: change)
        return copy
    }
}

extension TextArea {
    /// The same as for a `TextField`.
    public func focused<Value: Hashable>(
        _ focus: Value?, equals value: Value, onChange change: @escaping (Value?) -> Void
    ) -> TextArea {
        var copy = self
        copy.field.focus = FieldFocus(focus, equals: value, onChange: change)
        return copy
    }
}

extension FieldElement {
    /// Lets the visitor type in `view`, or ends that, if the app wants it otherwise than for `old`.
    func move(focusTo view: FieldView, from old: FieldElement?) {
        view.onFocus = focus?.change
        guard let focus, focus.isFocused != old?.focus?.isFocused, focus.isFocused != view.isEditing else { return }
        // Without an old element it only stands for no request.
        if focus.isFocused || old != nil { view.requestFocus(focus.isFocused) }
    }
}

extension FieldView {
    /// Has the visitor type in the field, or ends that, when the screen has been laid out.
    func requestFocus(_ isFocused: Bool) {
        wanted = isFocused
        meetRequest()
    }

    /// Does what was requested, once the field is on a screen: before the next frame, when all of that has been laid out.
    func meetRequest() {
        guard let isFocused = wanted, let stage = screen?.navigator?.stage, !bounds.isEmpty else { return }
        wanted = nil
        stage.request(
            Refresh { [weak self] in
                guard let self else { return }
                guard isFocused else { return endEditing() }
                // The keyboard of a covered screen would lie over another one.
                screen?.whenShown { [weak self] in self?.beginEditing() }
            })
    }
}
