// One rectangle of the picture: where it is, what it shows, and what lies in it.

public import Geometry

/// A node of the retained tree. Its properties are the model: what will hold when every animation has ended, set at once.
/// `presentation` is what is on the glass now: the model plus what the running animators add.
public final class Layer {
    /// Where the top left corner of `bounds` lies in the superlayer's bounds space, in pixels.
    public var position: Point {
        get { model.position }
        set { model.position = newValue }
    }
    /// The part of the layer's own space that is seen, in pixels. A change of its origin scrolls the sublayers;
    /// `contents` and `backgroundColor` stay.
    public var bounds: Rect {
        get { model.bounds }
        set { model.bounds = newValue }
    }
    /// How large the layer is on the glass with all that lies in it, its corners and its shadow: 1 as large as `bounds`
    /// says. Kept between 2⁻¹⁶ and 2¹⁶.
    public var scale: Double {
        get { model.scale }
        set { model.scale = newValue }
    }
    /// The point that stays where it is when `scale` changes, in shares of `bounds`: (0, 0) is the top left corner,
    /// (0.5, 0.5) the middle.
    public var scaleAnchor: Point {
        get { model.scaleAnchor }
        set { model.scaleAnchor = newValue }
    }
    /// 0 is invisible, 1 opaque; holds for the layer with all that lies in it.
    public var opacity: Double {
        get { model.opacity }
        set { model.opacity = newValue }
    }
    /// How much black lies over the layer with all that is in it: 0 none, 1 black.
    public var dim: Double {
        get { model.dim }
        set { model.dim = newValue }
    }
    /// Radius of the `roundedCorners`, in pixels; clips the layer with all that lies in it.
    public var cornerRadius: Double {
        get { model.cornerRadius }
        set { model.cornerRadius = newValue }
    }
    /// Which corners `cornerRadius` holds for.
    public var roundedCorners: Corners = .all
    /// Whether the layer and all in it are left out.
    public var isHidden = false
    /// Whether sublayers are cut off at `bounds`. Rounded corners cut off too.
    public var masksToBounds = false
    /// Fills `bounds` behind `contents`.
    public var backgroundColor: Color?
    /// Shown pixel for pixel from the top left corner of `bounds`, cut off there. Of a picture in several strips this is
    /// the first.
    public var contents: Bitmap? {
        get { strips?.bitmaps[0] }
        set { strips = newValue.map { Strips($0) } }
    }
    /// The picture that is shown, as far as it is in memory.
    public var strips: Strips?
    /// Shadows that fall outside one side of `bounds`.
    public var edgeShadow: EdgeShadow?
    /// For logs.
    public var name = ""

    /// What lies in this layer, back to front.
    public private(set) var sublayers: [Layer] = []
    /// The layer this one lies in.
    public private(set) weak var superlayer: Layer?

    var additions: [Addition] = []
    /// What can be animated, as one value: a finger that looks for its view reads it once for each layer.
    private var model = Presentation(
        position: .zero, bounds: .zero, scale: 1, scaleAnchor: Point(0.5, 0.5), opacity: 1, dim: 0, cornerRadius: 0)

    /// A layer with nothing in it.
    public init() {}

    /// Where the layer lies in its superlayer's space, by the model, when `scale` is 1. Setting it sets `position` and the
    /// size of `bounds`.
    public var frame: Rect {
        get { Rect(origin: position, size: bounds.size) }
        set {
            position = newValue.origin
            bounds.size = newValue.size
        }
    }

    /// Puts `layer` in front of all others in this one, taking it out of where it was.
    public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

    /// Puts `layer` at `index` of `sublayers`, taking it out of where it was.
    /// A layer cannot lie in itself.
    public func insertSublayer(_ layer: Layer, at index: Int) {
        var ancestor: Layer? = self
        while let one = ancestor {
            if one === layer { fatalError("layer \"\(layer.name)\" cannot lie in itself") }
            ancestor = one.superlayer
        }
        layer.removeFromSuperlayer()
        sublayers.insert(layer, at: min(index, sublayers.count))
        layer.superlayer = self
    }

    /// Takes this layer out of its superlayer.
    public func removeFromSuperlayer() {
        guard let superlayer else { return }
        superlayer.sublayers.removeAll { $0 === self }
        self.superlayer = nil
    }

    /// What is on the glass: the model plus what the running animators add.
    public var presentation: Presentation {
        var values = model
        for addition in additions { values[addition.property] += addition.amount }
        if values.scale != 1 { values.scale = Space.rounded(values.scale) }
        values.opacity = max(0, min(1, values.opacity))
        values.dim = max(0, min(1, values.dim))
        values.cornerRadius = max(0, values.cornerRadius)
        return values
    }

    /// The animatable properties as they are on the glass; same meaning and units as the layer's own.
    public struct Presentation: Equatable, Sendable {
        /// As `Layer.position`.
        public var position: Point
        /// As `Layer.bounds`.
        public var bounds: Rect
        /// As `Layer.scale`, rounded to a whole number of 1/65536 so that every machine draws the same.
        public var scale: Double
        /// As `Layer.scaleAnchor`.
        public var scaleAnchor: Point
        /// As `Layer.opacity`, kept between 0 and 1.
        public var opacity: Double
        /// As `Layer.dim`, kept between 0 and 1.
        public var dim: Double
        /// As `Layer.cornerRadius`, never below 0.
        public var cornerRadius: Double

        /// Where the layer lies in its superlayer's space, `scale` and all.
        public var frame: Rect {
            if scale == 1 { return Rect(origin: position, size: bounds.size) }
            let (width, height) = (bounds.width * scale, bounds.height * scale)
            return Rect(
                position.x + scaleAnchor.x * (bounds.width - width),
                position.y + scaleAnchor.y * (bounds.height - height), width, height)
        }

        /// From the superlayer's space to the layer's own.
        public func fromSuperlayer(_ point: Point) -> Point {
            if scale == 1 { return point + (bounds.origin - position) }
            let corner = frame.origin
            return Point(
                bounds.origin.x + (point.x - corner.x) / scale, bounds.origin.y + (point.y - corner.y) / scale)
        }

        /// From the superlayer's space to the layer's own.
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
                case .scale: scale = newValue
                case .opacity: opacity = newValue
                case .dim: dim = newValue
                case .cornerRadius: cornerRadius = newValue
                }
            }
        }
    }

    /// What one animator adds to one property at this moment.
    struct Addition {
        let animator: ObjectIdentifier
        let property: AnimatedProperty
        var amount: Double
    }
}

/// A property of a layer that animators can add to.
public enum AnimatedProperty: Hashable, Sendable {
    case positionX, positionY, boundsX, boundsY, scale, opacity, dim, cornerRadius
}

/// Corners of a rectangle.
public struct Corners: OptionSet, Hashable, Sendable {
    /// One bit for each corner.
    public let rawValue: UInt8
    /// The corners whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The corner at the left of the top.
    public static let topLeft = Corners(rawValue: 1)
    /// The corner at the right of the top.
    public static let topRight = Corners(rawValue: 2)
    /// The corner at the left of the bottom.
    public static let bottomLeft = Corners(rawValue: 4)
    /// The corner at the right of the bottom.
    public static let bottomRight = Corners(rawValue: 8)
    /// Both corners of the top.
    public static let top: Corners = [.topLeft, .topRight]
    /// All four.
    public static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
}

/// A shadow that falls from one side of a layer outwards, black, fading to nothing.
public struct EdgeShadow: Hashable, Sendable {
    /// Which sides it falls from: left, right, or both.
    public var edges: Edges
    /// How far it reaches, in pixels.
    public var width: Double
    /// Its alpha right beside the layer, 0 to 1.
    public var opacity: Double

    /// A shadow of `width` pixels from `edges`, as dark as `opacity` beside the layer.
    public init(edges: Edges, width: Double, opacity: Double) {
        self.edges = edges
        self.width = width
        self.opacity = opacity
    }
}
