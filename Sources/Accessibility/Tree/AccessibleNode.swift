// An element of the accessible tree, as it was when the tree was read.

/// An accessible element: a page, or a view on it. All of it is a copy, which any thread may read.
package struct AccessibleNode: Hashable, Sendable {
    /// Where the element is on the picture (px).
    package struct Frame: Hashable, Sendable {
        package let x, y, width, height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        func contains(_ x: Int, _ y: Int) -> Bool {
            x >= self.x && y >= self.y && x - self.x < width && y - self.y < height
        }
    }

    /// Where content can be scrolled.
    package struct Scrolling: Hashable, Sendable {
        /// Whether there is more after what can be seen, and before it.
        package let forward, backward: Bool

        package init(forward: Bool, backward: Bool) { (self.forward, self.backward) = (forward, backward) }
    }

    /// The number of the element, which it keeps as long as its view lives, and which no other one gets.
    package let id: Int
    /// The element that it is in; nil for a page, which is in the application.
    package var parent: Int?
    /// The elements in it, in reading order.
    package var children: [Int] = []
    package var role: AccessibleRole
    /// What it is by WAI-ARIA; nil for a page.
    package var ariaRole: String?
    package var name: String
    /// What there is to know about it besides; empty for nothing.
    package var description = ""
    /// What it is set to, in words.
    package var value: String?
    /// What it is set to, from 0 to 1.
    package var share: Double?
    package var states: AccessibleStates
    package var frame: Frame
    /// Where its content can be scrolled; nil for what does not scroll.
    package var scrolling: Scrolling?
    /// Its text, for what has one that is read in parts.
    package var text: AccessibleText?

    package init(id: Int, role: AccessibleRole, name: String, states: AccessibleStates, frame: Frame) {
        (self.id, self.role, self.name, self.states, self.frame) = (id, role, name, states, frame)
    }

    /// What can be done with the element.
    var actions: [Action] {
        if scrolling != nil { return [.scrollForward, .scrollBackward] }
        return switch role {
        case .pushButton, .radioButton, .pageTab, .tableCell: [.click]
        case .link: [.jump]
        case .toggleButton: [.toggle]
        case .entry, .passwordText: [.activate]
        case .alert, .dialog, .frame, .image, .label, .progressBar, .slider, .spinButton, .application, .heading,
            .grouping, .notification, .scrollPane:
            []
        }
    }

    /// An action, by the name that it has for clients.
    enum Action: String {
        case click, jump, toggle, activate
        case scrollForward = "scroll forward"
        case scrollBackward = "scroll backward"
    }

    /// What a client asks for that has `action` done; nil where that cannot be done now.
    func request(_ action: Action) -> AccessibilityRequest? {
        guard states.contains(.sensitive) else { return nil }
        return switch action {
        case .click, .jump, .toggle, .activate: .press(id)
        case .scrollForward: scrolling?.forward == true ? .scroll(id, forward: true) : nil
        case .scrollBackward: scrolling?.backward == true ? .scroll(id, forward: false) : nil
        }
    }
}
