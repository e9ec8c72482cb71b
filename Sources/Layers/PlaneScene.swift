// A picture as a display engine can make it: one screen over another, each moved as a whole.

public import Geometry

/// Two screens of a layer tree, where they lie, and what is between them: all that changes while one moves over the
/// other. Positions are whole pixels, rounded as the compositor rounds those of 1/256, so two that meet still meet.
public struct PlaneScene {
    /// One of them.
    public struct Screen {
        /// Shows it.
        public let layer: Layer
        /// Its left side on the screen.
        public let x: Int
        /// Its top on the screen.
        public let y: Int
    }

    /// Why a layer tree is more than a display engine can show.
    public struct Refusal: Error, CustomStringConvertible {
        /// For people: `the lower screen is scaled`.
        public let description: String
    }

    /// The screen beneath.
    public let lower: Screen
    /// The screen above.
    public let upper: Screen
    /// How much black lies over the lower screen: 0 none, 1 black.
    public let dim: Double
    /// The shadow beside the upper screen; it falls to one side.
    public let shadow: EdgeShadow?
    /// The extent of each, and of the whole.
    public let size: PixelSize

    /// What lies in `root`, which fills a screen of `size` pixels: exactly two layers of that size beside each other in the
    /// tree, that hide what is behind them, and no more.
    public init(of root: Layer, size: PixelSize) throws(Refusal) {
        var container = root
        var pair = try PlaneScene.children(of: container)
        while pair.upper == nil {
            container = pair.lower
            pair = try PlaneScene.children(of: container)
        }
        guard let upper = pair.upper else { fatalError("a pair has two") }
        let (below, above) = (pair.lower.presentation, upper.presentation)
        try PlaneScene.check(pair.lower, below, size, "lower")
        try PlaneScene.check(upper, above, size, "upper")
        if pair.lower.edgeShadow != nil { throw Refusal(description: "the lower screen has a shadow") }
        if above.dim > 0 { throw Refusal(description: "the upper screen is dimmed") }
        if let shadow = upper.edgeShadow, shadow.edges != .left, shadow.edges != .right {
            throw Refusal(description: "the shadow falls to two sides")
        }
        lower = Screen(layer: pair.lower, x: Self.round(below.position.x), y: Self.round(below.position.y))
        self.upper = Screen(layer: upper, x: Self.round(above.position.x), y: Self.round(above.position.y))
        dim = below.dim
        shadow = upper.edgeShadow
        self.size = size
    }

    /// Whether the two screens leave nothing of what is behind them to be seen.
    public var coversScreen: Bool {
        guard lower.y == 0, upper.y == 0 else { return lower.x == 0 && lower.y == 0 }
        return min(lower.x, upper.x) <= 0 && max(lower.x, upper.x) >= 0
            && abs(lower.x - upper.x) <= size.width && (max(lower.x, upper.x) + size.width >= size.width)
    }

    /// Whether the screens lie side by side and fill the screen, so that a part of one picture of both can be shown.
    public var isSideBySide: Bool {
        lower.y == 0 && upper.y == 0 && abs(lower.x - upper.x) == size.width && min(lower.x, upper.x) <= 0
            && max(lower.x, upper.x) >= 0
    }

    /// Where a picture of the shadow lies; nil when there is none. It is a multiple of 64 pixels wide, since display engines
    /// have a least width; what is too much is clear.
    public var shadowPlace: PixelRect? {
        guard let shadow else { return nil }
        let width = (max(1, Int(shadow.width.rounded(.up))) + 63) / 64 * 64
        return PixelRect(shadow.edges == .left ? upper.x - width : upper.x + size.width, upper.y, width, size.height)
    }

    /// Where the lower screen lies.
    public var lowerPlace: PixelRect { PixelRect(lower.x, lower.y, size.width, size.height) }
    /// Where the upper screen lies.
    public var upperPlace: PixelRect { PixelRect(upper.x, upper.y, size.width, size.height) }

    /// Half a pixel goes to the right, as in `SubpixelRect.snap`.
    private static func round(_ position: Double) -> Int { Int((position + 0.5).rounded(.down)) }

    /// The one or two layers in `container` that are not hidden; `upper` is nil when there is one.
    private static func children(of container: Layer) throws(Refusal) -> (lower: Layer, upper: Layer?) {
        let values = container.presentation
        guard container.contents == nil, container.backgroundColor == nil, values.scale == 1, values.opacity == 1,
            values.dim == 0, values.cornerRadius == 0, values.position == .zero, values.bounds.origin == .zero
        else { throw Refusal(description: "nothing but one screen moves") }
        var lower: Layer?
        var upper: Layer?
        for layer in container.sublayers where !layer.isHidden {
            if upper != nil { throw Refusal(description: "something lies over the screens") }
            if lower == nil { lower = layer } else { upper = layer }
        }
        guard let lower else { throw Refusal(description: "nothing is shown") }
        return (lower, upper)
    }

    private static func check(
        _ layer: Layer, _ values: Layer.Presentation, _ size: PixelSize, _ name: String
    ) throws(Refusal) {
        func refuse(_ what: String) -> Refusal { Refusal(description: "the \(name) screen \(what)") }
        if values.bounds.size != size.size { throw refuse("is not as large as the picture") }
        if values.scale != 1 { throw refuse("is scaled") }
        if values.opacity < 1 { throw refuse("is translucent") }
        if values.cornerRadius > 0 { throw refuse("has round corners") }
        if !layer.masksToBounds { throw refuse("does not end at its sides") }
        let isFilled = layer.backgroundColor.map { $0.alpha >= 1 } ?? false
        if !isFilled { throw refuse("lets through what is behind it") }
    }
}
