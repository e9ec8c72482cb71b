// What gates need to know about frames of touches and of presses: both begin and end, and touches can move in between.

package import Geometry

/// The changes of contacts or of buttons at one moment.
protocol InputFrame {
    associatedtype Change: InputChange
    var time: Instant { get }
    var changes: [Change] { get set }
    init(time: Instant, changes: [Change])
}

/// A change of one contact or button.
protocol InputChange {
    /// The number of the contact or button. No two that are down at the same time have the same number.
    var number: Int { get }
    var step: InputStep { get }
    /// The cancelled end of the contact or button.
    var cancelled: Self { get }
}

/// The kinds of changes of a contact or a button.
package enum InputStep { case began, moved, ended }

extension TouchFrame: InputFrame {}
extension PressFrame: InputFrame {}

extension TouchFrame.Change: InputChange {
    package var number: Int { contact }

    package var step: InputStep {
        switch phase {
        case .began: .began
        case .moved: .moved
        case .ended, .cancelled: .ended
        }
    }

    package var cancelled: TouchFrame.Change {
        TouchFrame.Change(contact: contact, phase: .cancelled, position: position, tool: tool)
    }
}

extension PressFrame.Change: InputChange {
    package var number: Int { button }

    package var step: InputStep {
        switch phase {
        case .began: .began
        case .ended, .cancelled: .ended
        }
    }

    package var cancelled: PressFrame.Change { PressFrame.Change(button: button, kind: kind, phase: .cancelled) }
}
