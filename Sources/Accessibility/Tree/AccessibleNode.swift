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
    /// What it is set to, in words.
    package var value: String?
    /// What it is set to, from 0 to 1.
    package var share: Double?
    package var states: AccessibleStates
    package var frame: Frame
    /// Its text, for what has one that is read in parts.
    package var text: AccessibleText?

    package init(id: Int, role: AccessibleRole, name: String, states: AccessibleStates, frame: Frame) {
        (self.id, self.role, self.name, self.states, self.frame) = (id, role, name, states, frame)
    }

    /// The name of what a press does with it; nil for what cannot be pressed.
    var action: String? {
        switch role {
        case .pushButton, .radioButton, .pageTab, .tableCell: "click"
        case .link: "jump"
        case .toggleButton: "toggle"
        case .entry, .passwordText: "activate"
        case .alert, .dialog, .frame, .image, .label, .progressBar, .slider, .spinButton, .application, .heading,
            .grouping, .notification:
            nil
        }
    }
}
