// Where content and the kiosk's own gestures meet: who has a finger that comes down there.

public import Geometry
public import Gestures
import Layers

/// A part of a view in which edge pop, full-screen pop and pull to dismiss have another standing than elsewhere.
public struct GestureRegion: Hashable, Sendable {
    /// Who has a finger that comes down in the region.
    public enum Kind: String, Sendable {
        /// The content: pops and pulls never begin.
        case claim
        /// Nobody: pops and pulls never begin, and nothing scrolls.
        case exclude
        /// The kiosk: whatever drags in the content waits until pops and pulls have failed.
        case reserve
    }

    /// Who has a finger that comes down in the region.
    public let kind: Kind
    /// The part of the view, in its own space (px); nil for all of it.
    public let area: Rect?
    /// Along which axis a finger has to move for the region to concern it; nil for any.
    public let axis: Axis?

    /// A region of `kind` that covers `area` (the view's own space, px), or all of the view, for fingers that move along
    /// `axis`, or for all.
    public init(_ kind: Kind, area: Rect? = nil, along axis: Axis? = nil) {
        self.kind = kind
        self.area = area
        self.axis = axis
    }
}

extension View {
    /// Gives the view a region that holds for edge pop, full-screen pop and pull to dismiss. The last one that covers a
    /// point decides, the innermost view before those around it.
    public final func addGestureRegion(_ region: GestureRegion) { gestureRegions.append(region) }

    /// Keeps the edge pop alive over whatever the view holds, a map or another program: a strip of `width` (mm) along its
    /// left side in which the pop wins.
    public final func reserveLeadingEdge(width: Double = Slop.edgeWidth) {
        guard let panel else { return }
        addGestureRegion(
            GestureRegion(.reserve, area: Rect(0, 0, width * panel.density(.horizontal), bounds.height)))
    }

    /// What holds where `touch` came down, for a finger that moves along `axis`: in the innermost view that says
    /// something, and which view that is.
    static func gestureRegion(under touch: Touch?, along axis: Axis? = nil) -> (kind: GestureRegion.Kind, view: View)? {
        guard let touch else { return nil }
        var view = touch.view as? View
        while let here = view {
            let point = here.convert(fromPanel: touch.startLocation)
            let region = here.gestureRegions.last {
                ($0.area?.contains(point) ?? true) && ($0.axis == nil || $0.axis == axis)
            }
            if let region {
                return (region.kind, here)
            }
            view = here.superview
        }
        return nil
    }
}

extension Recognizer {
    /// Why a pop or a pull does not begin with this recognizer's finger, by the region it came down in.
    var regionRefusal: String? {
        let axis = (self as? PanRecognizer)?.displacement.mainAxis
        guard let (kind, view) = View.gestureRegion(under: touches.first, along: axis) else { return nil }
        let name = view.layer.name.isEmpty ? view.traceName : view.layer.name
        switch kind {
        case .claim: return "\(name) claims the finger"
        case .exclude: return "\(name) excludes gestures here"
        case .reserve: return nil
        }
    }

    /// Whether the finger came down where the kiosk's own gestures win.
    var isInReserve: Bool { View.gestureRegion(under: touches.first)?.kind == .reserve }
}
