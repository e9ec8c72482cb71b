// A picture that a display engine can compose: one screen over another, each moved as a whole.

package import Geometry

/// Two screens of a layer tree, their positions, and what lies between them. These are all the values that change while one
/// screen moves over the other. Positions are whole pixels. They are rounded as the compositor rounds to 1/256 pixel, so
/// screens that meet still meet.
package struct PlaneScene {
    /// One of the two screens.
    package struct Screen {
        /// The layer that shows the screen.
        package let layer: Layer
        /// The position of the left side on the display, in pixels.
        package let x: Int
        /// The position of the top side on the display, in pixels.
        package let y: Int
    }

    /// The reason why a display engine cannot show a layer tree.
    package struct Refusal: Error, CustomStringConvertible {
        /// The reason as text, such as `the lower screen is scaled`.
        package let description: String
    }

    /// The lower screen.
    package let lower: Screen
    /// The upper screen.
    package let upper: Screen
    /// The opacity of black over the lower screen. 0 is none, 1 is black.
    package let dim: Double
    /// The shadow beside the upper screen. It falls to one side.
    package let shadow: EdgeShadow?
    /// The size of each screen and of the display, in pixels.
    package let size: PixelSize

    /// The scene in `root`, posed by `poses`, on a display of `size` pixels. It must consist of exactly two sibling layers
    /// of that size that hide everything behind them.
    package init(of root: Layer, poses: Poses = Poses(), size: PixelSize) throws(Refusal) {
        var container = root
        var pair = try PlaneScene.children(of: container, poses)
        while pair.upper == nil {
            container = pair.lower
            pair = try PlaneScene.children(of: container, poses)
        }
        guard let upper = pair.upper else { fatalError("a pair has two") }
        let (below, above) = (poses.presentation(of: pair.lower), poses.presentation(of: upper))
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

    /// Whether the two screens cover the whole display.
    package var coversScreen: Bool {
        guard lower.y == 0, upper.y == 0 else { return lower.x == 0 && lower.y == 0 }
        return min(lower.x, upper.x) <= 0 && max(lower.x, upper.x) >= 0
            && abs(lower.x - upper.x) <= size.width && (max(lower.x, upper.x) + size.width >= size.width)
    }

    /// Whether the screens lie side by side and fill the display, so that a part of one picture of both can be shown.
    package var isSideBySide: Bool {
        lower.y == 0 && upper.y == 0 && abs(lower.x - upper.x) == size.width && min(lower.x, upper.x) <= 0
            && max(lower.x, upper.x) >= 0
    }

    /// The rectangle for a picture of the shadow, or nil when there is no shadow. Its width is a multiple of 64 pixels,
    /// since display engines have a minimum width. The excess is transparent.
    package var shadowPlace: PixelRect? {
        guard let shadow else { return nil }
        let width = (max(1, Int(shadow.width.rounded(.up))) + 63) / 64 * 64
        return PixelRect(shadow.edges == .left ? upper.x - width : upper.x + size.width, upper.y, width, size.height)
    }

    /// The rectangle of the lower screen.
    package var lowerPlace: PixelRect { PixelRect(lower.x, lower.y, size.width, size.height) }
    /// The rectangle of the upper screen.
    package var upperPlace: PixelRect { PixelRect(upper.x, upper.y, size.width, size.height) }

    /// Rounds to the nearest integer, and halves up, as `SubpixelRect.snap` does.
    private static func round(_ position: Double) -> Int { Int((position + 0.5).rounded(.down)) }

    /// The one or two layers in `container` that are not hidden. `upper` is nil when there is one.
    private static func children(
        of container: Layer, _ poses: Poses
    ) throws(Refusal) -> (lower: Layer, upper: Layer?) {
        let values = poses.presentation(of: container)
        guard container.contents == nil, container.backgroundColor == nil, values.scale == 1, values.opacity == 1,
            values.dim == 0, values.cornerRadius == 0, values.position == .zero, values.bounds.origin == .zero
        else { throw Refusal(description: "only one screen moves") }
        var lower: Layer?
        var upper: Layer?
        for layer in container.sublayers where !poses.presentation(of: layer).isHidden {
            if upper != nil { throw Refusal(description: "something covers the screens") }
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
        // A plane hides all that lies behind it, so the colour must be opaque: an alpha of 255.
        let isFilled = layer.backgroundColor.map { $0.alpha == 255 } ?? false
        if !isFilled { throw refuse("has a translucent background") }
    }
}
