// Regions of views that decide between the content and the kiosk's own gestures.

public import Geometry
public import Gestures
import Layers

/// A part of a view in which other rules apply to edge pop, full-screen pop and pull to dismiss.
public struct GestureRegion: Hashable, Sendable {
    /// The kinds of regions, by who gets a finger that comes down in them.
    public enum Kind: String, Sendable {
        /// The content gets it: pops and pulls never begin.
        case claim
        /// Nothing gets it: pops and pulls never begin, and nothing scrolls.
        case exclude
        /// The kiosk gets it: every recognizer in the content that could take the finger, by a drag, a press or a
        /// touch, waits until pops and pulls have failed.
        case reserve
    }

    private enum Place: Hashable, Sendable {
        case everywhere
        case part(Rect)
        /// A strip of this width (mm) at the side where lines begin.
        case leadingEdge(Double)
        /// The same where lines end.
        case trailingEdge(Double)
    }

    /// Decides who gets a finger that comes down in the region.
    public let kind: Kind
    /// The axis along which a finger has to move for the region to apply; nil for any direction.
    public let axis: Axis?
    private let place: Place

    /// The area of the region, in pixels from the top left corner of the visible part of the view; nil if the region
    /// covers the whole view or is a leading edge, which follows from the view's size and the direction of text.
    public var area: Rect? { if case .part(let area) = place { area } else { nil } }

    /// Creates a region of `kind` that covers `area` or, if that is nil, the whole view. It applies to fingers that move along
    /// `axis`, or to all if that is nil. `area` is in pixels from the top left corner of the visible part of the view: on a
    /// scroll view it stays in place while the content scrolls, on a view in the content it moves with the view.
    public init(_ kind: Kind, area: Rect? = nil, along axis: Axis? = nil) {
        self.kind = kind
        self.axis = axis
        place = area.map { .part($0) } ?? .everywhere
    }

    /// Reserves a strip of `width` (mm) at the side where lines begin, for fingers that move along `axis`, or all for nil.
    init(reservingLeadingEdge width: Double, _ axis: Axis? = nil) {
        (kind, self.axis, place) = (.reserve, axis, .leadingEdge(width))
    }

    /// Reserves a strip of `width` (mm) at the side where lines end, for fingers that move along `axis`.
    init(reservingTrailingEdge width: Double, _ axis: Axis) {
        (kind, self.axis, place) = (.reserve, axis, .trailingEdge(width))
    }

    /// Whether the region covers `point` of `view` (px from the top left corner of the visible part).
    @MainActor fileprivate func covers(_ point: Point, of view: View) -> Bool {
        switch place {
        case .everywhere: return true
        case .part(let area): return area.contains(point)
        case .leadingEdge(let width): return distance(of: point, from: \.leading, of: view).map { $0 < width } ?? false
        case .trailingEdge(let width):
            return distance(of: point, from: \.trailing, of: view).map { $0 < width } ?? false
        }
    }

    /// The distance (mm) of `point` from the side `side` of `view`.
    @MainActor private func distance(of point: Point, from side: (LayoutDirection) -> Edges, of view: View) -> Double? {
        guard let panel = view.panel else { return nil }
        let isLeft = side(view.screen?.textDirection ?? .leftToRight) == .left
        return (isLeft ? point.x : view.bounds.width - point.x) / panel.density(.horizontal)
    }
}

extension View {
    /// Adds a region that applies to edge pop, full-screen pop and pull to dismiss. The innermost view under the finger
    /// that has a region for the axis of the movement decides; within a view, the region that was added last.
    public final func addGestureRegion(_ region: GestureRegion) { gestureRegions.append(region) }

    /// Removes `region`, which was added once.
    package final func removeGestureRegion(_ region: GestureRegion) {
        gestureRegions.firstIndex(of: region).map { _ = gestureRegions.remove(at: $0) }
    }

    /// Reserves a strip of `width` (mm) along the side where lines begin, in which the edge pop wins over the view's
    /// content, such as a map or another program. The strip's side and place are determined when a finger comes down.
    public final func reserveLeadingEdge(width: Double = Slop.edgeWidth) {
        addGestureRegion(GestureRegion(reservingLeadingEdge: width))
    }

    /// The region that applies where `touch` came down, for a finger that moves along `axis` (nil if it does not move).
    /// Returns the region of the innermost view that has one, and that view.
    static func gestureRegion(under touch: Touch?, along axis: Axis? = nil) -> (kind: GestureRegion.Kind, view: View)? {
        guard let touch else { return nil }
        var view = touch.view as? View
        while let here = view {
            let corner = here.layer.presentation.bounds.origin - Point.zero
            let point = here.convert(fromPanel: touch.startLocation) - corner
            let region = (here.ownGestureRegions + here.gestureRegions).last {
                ($0.axis == nil || $0.axis == axis) && $0.covers(point, of: here)
            }
            if let region { return (region.kind, here) }
            view = here.superview
        }
        return nil
    }

    /// The reason why no pop or pull begins with `touch` when it moves along `axis`; nil if no region refuses it.
    static func regionRefusal(of touch: Touch?, along axis: Axis?) -> String? {
        guard let (kind, view) = gestureRegion(under: touch, along: axis) else { return nil }
        let name = view.layer.name.isEmpty ? view.traceName : view.layer.name
        switch kind {
        case .claim: return "\(name) claims the finger"
        case .exclude: return "\(name) excludes gestures here"
        case .reserve: return nil
        }
    }
}

extension Recognizer {
    /// The axis along which the fingers move: that of a pan with only one axis, otherwise the main axis of the
    /// displacement; nil for a pan without displacement and for any other recognizer.
    private var axisOfFingers: Axis? {
        guard let pan = self as? PanRecognizer else { return nil }
        if Directions.horizontal.isSuperset(of: pan.directions) { return .horizontal }
        if Directions.vertical.isSuperset(of: pan.directions) { return .vertical }
        return pan.displacement == Vector.zero ? nil : pan.displacement.mainAxis
    }

    private var region: (kind: GestureRegion.Kind, view: View)? {
        View.gestureRegion(under: touches.first, along: axisOfFingers)
    }

    /// The reason why a pop or a pull does not begin with this recognizer's finger, by the region under it; nil if it
    /// may begin.
    var regionRefusal: String? { View.regionRefusal(of: touches.first, along: axisOfFingers) }

    /// The reason why nothing scrolls or opens with this recognizer's finger, by the region under it; nil if it may.
    var exclusion: String? {
        guard let (kind, view) = region, kind == .exclude else { return nil }
        return "\(view.traceName) excludes gestures here"
    }

    /// Whether the finger came down in a region that is reserved for the kiosk's own gestures.
    var isInReserve: Bool { region?.kind == .reserve }

    /// Whether `other` has to wait for this pop or pull: it is in a screen's content and could prevent this recognizer,
    /// and the finger came down in a reserved region.
    func isReserved(against other: Recognizer) -> Bool {
        (other.view as? View)?.screen != nil && other.canPrevent(self) && isInReserve
    }
}
