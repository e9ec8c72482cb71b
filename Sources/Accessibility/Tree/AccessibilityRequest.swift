// What clients ask for.

/// What a client asks the stage to do.
package enum AccessibilityRequest: Hashable, Sendable {
    /// To press the element with this number.
    case press(Int)
    /// To give it the focus.
    case focus(Int)
    /// To set it to a value from 0 to 1.
    case set(Int, to: Double)
    /// To scroll its content by most of what can be seen of it.
    case scroll(Int, forward: Bool)
    /// To scroll what is around it until it can be seen.
    case reveal(Int)
    /// To replace the characters in a range of its text, in Unicode scalars, by a text, with the caret behind it.
    case edit(Int, Range<Int>, String)

    /// The number of the element.
    package var node: Int {
        switch self {
        case .press(let node), .focus(let node), .set(let node, _), .scroll(let node, _), .reveal(let node),
            .edit(let node, _, _):
            node
        }
    }
}
