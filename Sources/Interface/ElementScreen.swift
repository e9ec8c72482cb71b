// Screens that need no class of their own.

public import Stage

/// A screen that shows the elements of a closure.
public final class ElementScreen: Screen, Declared {
    private let content: () -> Elements

    /// A screen called `name`, with `title` in its bar, that shows `content`.
    public init(_ name: String, title: String = "", @ElementBuilder content: @escaping () -> Elements) {
        self.content = content
        super.init(name: name, title: title)
    }

    /// What the screen shows.
    public var body: Elements { return content() }
}

extension Screen {
    /// Presents `screen` as the root of a sheet.
    public func present(_ screen: Screen) { navigator?.stage.present(screen) }

    /// Pushes `screen` on this screen's stack.
    public func push(_ screen: Screen) { navigator?.push(screen) }

    /// Presents `content` as a sheet called `name`.
    public func present(_ name: String, title: String = "", @ElementBuilder content: @escaping () -> Elements) {
        navigator?.stage.present(ElementScreen(name, title: title, content: content))
    }

    /// Pushes `content` as a screen called `name`.
    public func push(_ name: String, title: String = "", @ElementBuilder content: @escaping () -> Elements) {
        navigator?.push(ElementScreen(name, title: title, content: content))
    }
}
