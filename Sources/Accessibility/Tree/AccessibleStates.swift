// The states of accessible elements, by AT-SPI.

/// A set of states of AT-SPI. A bit has the number of its state in AtspiStateType.
package struct AccessibleStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    private init(number: Int) { rawValue = 1 << UInt64(number) }

    package static let active = AccessibleStates(number: 1)
    package static let checked = AccessibleStates(number: 4)
    package static let editable = AccessibleStates(number: 7)
    package static let enabled = AccessibleStates(number: 8)
    package static let focusable = AccessibleStates(number: 11)
    package static let focused = AccessibleStates(number: 12)
    package static let horizontal = AccessibleStates(number: 14)
    package static let modal = AccessibleStates(number: 16)
    package static let multiLine = AccessibleStates(number: 17)
    package static let selectable = AccessibleStates(number: 22)
    package static let selected = AccessibleStates(number: 23)
    package static let sensitive = AccessibleStates(number: 24)
    package static let showing = AccessibleStates(number: 25)
    package static let singleLine = AccessibleStates(number: 26)
    package static let vertical = AccessibleStates(number: 29)
    package static let visible = AccessibleStates(number: 30)
    package static let indeterminate = AccessibleStates(number: 32)
    package static let invalidEntry = AccessibleStates(number: 36)
    package static let checkable = AccessibleStates(number: 41)

    /// Each state with its name in events.
    static let names: [(state: AccessibleStates, name: String)] = [
        (.active, "active"), (.checked, "checked"), (.editable, "editable"), (.enabled, "enabled"),
        (.focusable, "focusable"), (.focused, "focused"), (.horizontal, "horizontal"), (.modal, "modal"),
        (.multiLine, "multi-line"), (.selectable, "selectable"), (.selected, "selected"), (.sensitive, "sensitive"),
        (.showing, "showing"), (.singleLine, "single-line"), (.vertical, "vertical"), (.visible, "visible"),
        (.indeterminate, "indeterminate"), (.invalidEntry, "invalid-entry"), (.checkable, "checkable"),
    ]
}
