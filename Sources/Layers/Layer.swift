// A layer: one rectangle of the picture, with its content and its sublayers.

public import Geometry

/// A node of the retained tree. The properties of a layer are the model: the values that apply when every animation has
/// ended. `presentation` has the values that are on the screen now: the model plus the additions of the running animators.
public final class Layer {
    /// The position of the top left corner of `bounds` in the superlayer's bounds space, in pixels.
    public var position: Point {
        get { model.position }
        set { model.position = newValue }
    }
    /// The visible part of the layer's own space, in pixels. Changing its origin scrolls the sublayers. `contents` and
    /// `backgroundColor` do not scroll.
    public var bounds: Rect {
        get { model.bounds }
        set { model.bounds = newValue }
    }
    /// The scale of the layer on the screen, including its sublayers, corners and shadow. 1 shows it as large as `bounds`.
    /// The presentation clamps the scale to 2⁻¹⁶…2¹⁶.
    public var scale: Double {
        get { model.scale }
        set { model.scale = newValue }
    }
    /// The point that keeps its position when `scale` changes, in fractions of `bounds`. (0, 0) is the top left corner,
    /// (0.5, 0.5) the middle.
    public var scaleAnchor: Point {
        get { model.scaleAnchor }
        set { model.scaleAnchor = newValue }
    }
    /// The opacity of the layer with its sublayers. 0 is invisible, 1 opaque.
    public var opacity: Double {
        get { model.opacity }
        set { model.opacity = newValue }
    }
    /// The opacity of black over the layer and its sublayers. 0 is none, 1 is black.
    public var dim: Double {
        get { model.dim }
        set { model.dim = newValue }
    }
    /// The radius of the `roundedCorners`, in pixels. Clips the layer and its sublayers.
    public var cornerRadius: Double {
        get { model.cornerRadius }
        set { model.cornerRadius = newValue }
    }
    /// The corners that `cornerRadius` applies to.
    public var roundedCorners: Corners = .all
    /// Whether the layer and its sublayers are left out.
    public var isHidden: Bool {
        get { model.isHidden }
        set { model.isHidden = newValue }
    }
    /// Whether sublayers are clipped to `bounds`. Rounded corners clip too.
    @exclusivity(unchecked) public var masksToBounds = false
    /// The colour of `bounds` behind `contents`.
    public var backgroundColor: Color?
    /// The picture, placed at the top left corner of `bounds` and clipped to `bounds`. At a scale of 1, it is shown pixel
    /// for pixel. For a picture in several pieces, this is the first piece.
    public var contents: Bitmap? {
        get { strips?.bitmaps[0] }
        set { strips = newValue.map { Strips($0) } }
    }
    /// The picture to show. Only some of its pieces may be in memory.
    public var strips: Strips?
    /// The shadows outside the left and right sides of `bounds`.
    public var edgeShadow: EdgeShadow?
    /// The name for logs.
    public var name = ""

    /// The layers in this layer, back to front.
    public private(set) var sublayers: [Layer] = [] { didSet { arrangements += 1 } }
    /// How often the list of sublayers has changed. For tests.
    package private(set) var arrangements = 0
    /// The layer that contains this one.
    public private(set) weak var superlayer: Layer?

    // Hit testing reads the following two properties of each layer. Exclusivity checks would take most of its time.
    @exclusivity(unchecked) var additions: [Addition] = []
    /// The properties that can move, as one value.
    @exclusivity(unchecked) private(set) var model = Presentation(
        position: .zero, bounds: .zero, scale: 1, scaleAnchor: Point(0.5, 0.5), opacity: 1, dim: 0, cornerRadius: 0,
        isHidden: false)

    /// An empty layer.
    public init() {}

    /// The rectangle of the layer in its superlayer's space, by the model, when `scale` is 1. Setting it sets `position`
    /// and the size of `bounds`.
    public var frame: Rect {
        get { Rect(origin: position, size: bounds.size) }
        set {
            position = newValue.origin
            bounds.size = newValue.size
        }
    }

    /// Puts `layer` in front of all other sublayers, after removing it from its superlayer.
    public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

    /// Inserts `layer` at `index` of `sublayers`, after removing it from its superlayer.
    /// A layer cannot contain itself.
    public func insertSublayer(_ layer: Layer, at index: Int) {
        checkIsOutside(layer)
        layer.removeFromSuperlayer()
        sublayers.insert(layer, at: min(index, sublayers.count))
        layer.superlayer = self
    }

    /// Has `layers`, back to front, and no others as sublayers. Each of them is there once, and is removed from its superlayer. This costs as
    /// much as there are layers, where moving each of them costs the square of that.
    public func setSublayers(_ layers: [Layer]) {
        for layer in sublayers { layer.superlayer = nil }
        for layer in layers {
            checkIsOutside(layer)
            if layer.superlayer === self { fatalError("layer \"\(layer.name)\" cannot be there twice") }
            layer.removeFromSuperlayer()
            layer.superlayer = self
        }
        sublayers = layers
    }

    /// Ends the process if this layer is `layer`, or lies in it.
    private func checkIsOutside(_ layer: Layer) {
        var ancestor: Layer? = self
        while let one = ancestor {
            if one === layer { fatalError("layer \"\(layer.name)\" cannot lie in itself") }
            ancestor = one.superlayer
        }
    }

    /// Removes this layer from its superlayer.
    public func removeFromSuperlayer() {
        guard let superlayer else { return }
        superlayer.sublayers.removeAll { $0 === self }
        self.superlayer = nil
    }

    /// The values that are on the screen now: the model plus the additions of the running animators.
    public var presentation: Presentation {
        var values = model
        for addition in additions { values[addition.property] += addition.amount }
        values.limit()
        return values
    }

    /// Converts from the superlayer's space to the layer's own space, as both are on the screen.
    public func fromSuperlayer(_ point: Point) -> Point {
        if isStill, model.scale == 1 { return point + (model.bounds.origin - model.position) }
        return presentation.fromSuperlayer(point)
    }

    /// Whether `point` (own space, px) lies in the presented `bounds`.
    public func contains(_ point: Point) -> Bool { (isStill ? model.bounds : presentation.bounds).contains(point) }

    /// Whether the layer clips its sublayers at `point` (own space, px), as it is on the screen. Rounded corners do not count.
    public func cutsOff(_ point: Point) -> Bool { masksToBounds && !contains(point) }

    /// Whether the layer is not hidden and its presented opacity is above 0.
    public var isSeen: Bool { !model.isHidden && (isStill ? model.opacity : presentation.opacity) > 0 }

    /// Whether no animator adds to the model values.
    private var isStill: Bool { additions.isEmpty }

    /// The values of a layer's movable properties, as presented. They have the meaning and the units of the layer's properties.
    public struct Presentation: Equatable, Sendable {
        /// As `Layer.position`.
        public var position: Point
        /// As `Layer.bounds`.
        public var bounds: Rect
        /// As `Layer.scale`, rounded to a multiple of 1/65536 so that every machine draws the same.
        public var scale: Double
        /// As `Layer.scaleAnchor`.
        public var scaleAnchor: Point
        /// As `Layer.opacity`, clamped to 0…1.
        public var opacity: Double
        /// As `Layer.dim`, clamped to 0…1.
        public var dim: Double
        /// As `Layer.cornerRadius`, never below 0.
        public var cornerRadius: Double
        /// As `Layer.isHidden`.
        public var isHidden: Bool

        /// Clamps the values, which the sum of several additions may have moved out of their ranges.
        mutating func limit() {
            if scale != 1 { scale = Space.rounded(scale) }
            opacity = max(0, min(1, opacity))
            bounds.size.height = max(0, bounds.height)
            dim = max(0, min(1, dim))
            cornerRadius = max(0, cornerRadius)
        }

        /// The rectangle of the layer in its superlayer's space, including `scale`.
        public var frame: Rect {
            if scale == 1 { return Rect(origin: position, size: bounds.size) }
            let (width, height) = (bounds.width * scale, bounds.height * scale)
            return Rect(
                position.x + scaleAnchor.x * (bounds.width - width),
                position.y + scaleAnchor.y * (bounds.height - height), width, height)
        }

        /// Converts from the superlayer's space to the layer's own space.
        public func fromSuperlayer(_ point: Point) -> Point {
            if scale == 1 { return point + (bounds.origin - position) }
            let corner = frame.origin
            return Point(
                bounds.origin.x + (point.x - corner.x) / scale, bounds.origin.y + (point.y - corner.y) / scale)
        }

        /// Converts from the superlayer's space to the layer's own space.
        public func fromSuperlayer(_ rect: Rect) -> Rect {
            Rect(origin: fromSuperlayer(rect.origin), size: Size(rect.width / scale, rect.height / scale))
        }

        subscript(property: AnimatedProperty) -> Double {
            get {
                switch property {
                case .positionX: position.x
                case .positionY: position.y
                case .boundsX: bounds.origin.x
                case .boundsY: bounds.origin.y
                case .height: bounds.height
                case .scale: scale
                case .opacity: opacity
                case .dim: dim
                case .cornerRadius: cornerRadius
                }
            }
            set {
                switch property {
                case .positionX: position.x = newValue
                case .positionY: position.y = newValue
                case .boundsX: bounds.origin.x = newValue
                case .boundsY: bounds.origin.y = newValue
                case .height: bounds.size.height = newValue
                case .scale: scale = newValue
                case .opacity: opacity = newValue
                case .dim: dim = newValue
                case .cornerRadius: cornerRadius = newValue
                }
            }
        }
    }

    /// The amount that one animator currently adds to one property.
    struct Addition {
        let animator: ObjectIdentifier
        let property: AnimatedProperty
        var amount: Double
    }
}

/// A property of a layer that animators can add to.
public enum AnimatedProperty: Hashable, Sendable {
    case positionX, positionY, boundsX, boundsY, height, scale, opacity, dim, cornerRadius
}

/// A set of corners of a rectangle.
public struct Corners: OptionSet, Hashable, Sendable {
    /// The raw bits, one for each corner.
    public let rawValue: UInt8
    /// The set of the corners whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The top left corner.
    public static let topLeft = Corners(rawValue: 1)
    /// The top right corner.
    public static let topRight = Corners(rawValue: 2)
    /// The bottom left corner.
    public static let bottomLeft = Corners(rawValue: 4)
    /// The bottom right corner.
    public static let bottomRight = Corners(rawValue: 8)
    /// Both top corners.
    public static let top: Corners = [.topLeft, .topRight]
    /// All four corners.
    public static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// A black shadow that falls outwards from a side of a layer and fades out.
public struct EdgeShadow: Hashable, Sendable {
    /// The sides that the shadow falls from: left, right, or both.
    public var edges: Edges
    /// The width of the shadow, in pixels.
    public var width: Double
    /// The alpha of the shadow directly beside the layer, 0 to 1.
    public var opacity: Double

    /// A shadow of `width` pixels from `edges`, with the alpha `opacity` beside the layer.
    public init(edges: Edges, width: Double, opacity: Double) {
        self.edges = edges
        self.width = width
        self.opacity = opacity
    }
}
