// What gates need to know of the frames that come to them: touches and presses alike begin, may move, and end.

package import Geometry

/// What changed in one moment, of contacts or of buttons.
protocol InputFrame {
    associatedtype Change: InputChange
    var time: Instant { get }
    var changes: [Change] { get set }
    init(time: Instant, changes: [Change])
}

/// What happened to one contact or button.
protocol InputChange {
    /// Tells those apart that are down at the same time.
    var number: Int { get }
    var step: InputStep { get }
    /// Its end, as one that counts for nothing.
    var cancelled: Self { get }
}

/// What can happen to a contact or a button.
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
