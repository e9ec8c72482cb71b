// What elements take from where they stand.

import Drawing
public import Geometry
import Layers
public import Stage

/// The values that an element takes from where it stands: nobody passes them along. A copy shares them until it is changed.
public struct Environment {
    private struct Values {
        var theme: Theme
        var direction: LayoutDirection
        var language: String?
        var isEnabled = true
        var isDimmed = false
        var ground: Color?
        var panel: Panel
        var isInList = false
        var isMeasured = false
        var reducesMotion = false
    }

    private final class Storage {
        var values: Values
        init(_ values: Values) { self.values = values }
    }

    private var storage: Storage

    init(theme: Theme, direction: LayoutDirection, language: String?, panel: Panel) {
        storage = Storage(Values(theme: theme, direction: direction, language: language, panel: panel))
    }

    /// What stands on `screen`, which is on `stage`.
    package init(of screen: Screen, on stage: Stage) {
        self.init(
            theme: screen.shownTheme(on: stage), direction: screen.textDirection, language: stage.language,
            panel: stage.panel)
    }

    private var values: Values {
        get { storage.values }
        set {
            if isKnownUniquelyReferenced(&storage) { storage.values = newValue } else { storage = Storage(newValue) }
        }
    }

    /// Whether `other` is a copy that was not changed. All values would take longer to compare than to use.
    func isSame(as other: Environment) -> Bool { storage === other.storage }

    /// The colours and sizes.
    public var theme: Theme {
        get { storage.values.theme }
        set { values.theme = newValue }
    }
    /// The direction of text.
    public var direction: LayoutDirection {
        get { storage.values.direction }
        set { values.direction = newValue }
    }
    /// The language (BCP 47) that the visitor has chosen; nil for the usual one.
    public var language: String? {
        get { storage.values.language }
        set { values.language = newValue }
    }
    /// Whether controls can be used.
    public var isEnabled: Bool {
        get { storage.values.isEnabled }
        set { values.isEnabled = newValue }
    }
    /// The panel that shows the screen.
    public var panel: Panel {
        get { storage.values.panel }
        set { values.panel = newValue }
    }

    /// Whether nothing moves or fades that only adorns.
    public var reducesMotion: Bool {
        get { storage.values.reducesMotion }
        set { values.reducesMotion = newValue }
    }

    /// Whether a view around the element is dimmed, because it is disabled.
    var isDimmed: Bool {
        get { storage.values.isDimmed }
        set { values.isDimmed = newValue }
    }

    /// The colour behind the element.
    var ground: Color {
        get { storage.values.ground ?? storage.values.theme.background }
        set { values.ground = newValue }
    }

    /// Whether the element is in a list, or in rows, which lay out rows in it as their own.
    var isInList: Bool {
        get { storage.values.isInList }
        set { values.isInList = newValue }
    }

    /// Whether elements are only measured, for a card that will show them.
    var isMeasured: Bool {
        get { storage.values.isMeasured }
        set { values.isMeasured = newValue }
    }

    /// The length of `measure` in pixels, along `axis`; nil for a share, which depends on what is left.
    ///
    /// What is not a number is 0, and nothing is longer than a million pixels: a mistake in an app's arithmetic shows on the glass, and does
    /// not end the app.
    public func pixels(_ measure: Measure, along axis: Axis) -> Double? {
        let length: Double
        switch measure {
        case .mm(let count): length = count * panel.density(axis)
        case .em(let count): length = count * storage.values.theme.em
        case .spacing(let count): length = count * storage.values.theme.spacing * storage.values.theme.em
        case .px(let count): length = count
        case .share: return nil
        }
        return length.isNaN ? 0 : min(max(length, -Self.longest), Self.longest).rounded()
    }

    /// The longest length (px) of a measure.
    private static let longest = 1_000_000.0
}

/// A length on a screen.
nonisolated public enum Measure: Hashable, Sendable {
    /// Millimetres on the glass.
    case mm(Double)
    /// Multiples of the size of body text.
    case em(Double)
    /// Pixels.
    case px(Double)
    /// Multiples of the usual distance between two elements, which is the theme's.
    case spacing(Double)
    /// A share of what the others along the same axis leave, in proportion to their shares.
    case share(Double)
}

extension Element {
    /// The element with `value` at `key` of its environment.
    public func environment<Value: Equatable>(_ key: WritableKeyPath<Environment, Value>, _ value: Value)
        -> some Element
    {
        Placed(content: self, key: key, value: value)
    }

    /// The element in `theme`.
    public func theme(_ theme: Theme) -> some Element { environment(\.theme, theme) }

    /// The element in the light or the dark colours of its theme.
    public func colorScheme(_ scheme: ColorScheme) -> some Element { environment(\.theme.colorScheme, scheme) }

    /// The element in the colours of `contrast` of its theme.
    public func contrast(_ contrast: ColorContrast) -> some Element { environment(\.theme.contrast, contrast) }

    /// The element, which is dimmed, and whose controls cannot be used, if `isDisabled`.
    public func disabled(_ isDisabled: Bool = true) -> some Element { Disabled(content: self, isDisabled: isDisabled) }
}

/// An element with another value in its environment.
struct Placed<Content: Element, Value: Equatable>: EnvironmentChange {
    let content: Content
    let key: WritableKeyPath<Environment, Value>
    let value: Value

    func change(_ environment: inout Environment) { environment[keyPath: key] = value }
    func changesAlike(_ other: Self) -> Bool { key == other.key && value == other.value }
}

/// An element whose controls may be disabled. Within a disabled element none can be enabled.
struct Disabled<Content: Element>: EnvironmentChange {
    let content: Content
    let isDisabled: Bool

    func change(_ environment: inout Environment) { if isDisabled { environment.isEnabled = false } }
    func changesAlike(_ other: Self) -> Bool { isDisabled == other.isDisabled }
}

/// An element that changes the environment of its content.
@MainActor
protocol EnvironmentChange: Element where Body == Never {
    associatedtype Content: Element
    var content: Content { get }
    func change(_ environment: inout Environment)
    /// Whether `other` changes every environment as this element does.
    func changesAlike(_ other: Self) -> Bool
}

extension EnvironmentChange {
    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("an environment has no body") }
    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node { EnvironmentNode(element, in: place) }
}

/// Elements that depend on the environment in which they stand.
public struct EnvironmentReader: Element {
    private let content: (Environment) -> Elements

    /// What `content` makes of the environment. It runs again when that is another one.
    public init(@ElementBuilder content: @escaping (Environment) -> Elements) { self.content = content }

    /// There is none: the screen knows what to do with the element.
    public var body: Never { return fatalError("a reader has no body") }

    /// What stands for `element` in the tree of a screen.
    public static func makeNode(of element: Self, in place: NodePlace) -> Node {
        BodyNode(element, in: place) { $0.content($1) }
    }
}
