// A surface that is part of another one: wl_subsurface.

import CWaylandServer
import Geometry
import Layers
import Linux

/// The global `wl_subcompositor`.
final class Subcompositor: Resource {
    private static let requests = permanent(
        wl_subcompositor_interface(
            destroy: destroyResource,
            get_subsurface: { client, subcompositor, id, surface, parent in
                guard let client else { return }
                Subcompositor.of(subcompositor).join(client, id, Surface.of(surface), Surface.of(parent))
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wl_subcompositor(), version: version, id: id, requests: Self.requests)
    }

    private func join(_ client: OpaquePointer, _ id: UInt32, _ surface: Surface, _ parent: Surface) {
        guard !parent.isWithin(surface) else {
            return fail(WL_SUBCOMPOSITOR_ERROR_BAD_SURFACE, "a surface cannot be a subsurface of itself")
        }
        guard parent.depth + surface.height < Subsurface.deepest else {
            return endClient("has more than \(Subsurface.deepest) surfaces in each other")
        }
        let subsurface = Subsurface(client, version: version, id: id, surface: surface, parent: parent)
        guard surface.take(.subsurface(subsurface), called: "subsurface") else {
            return fail(WL_SUBCOMPOSITOR_ERROR_BAD_SURFACE, "the surface has another role")
        }
        parent.pendingStack.append(subsurface)
    }
}

/// A `wl_subsurface`: a surface in front of or behind its parent, and moved along with it.
final class Subsurface: Resource {
    /// The surface; nil when it is gone.
    private(set) weak var surface: Surface?
    private weak var parent: Surface?
    /// The corner in the parent's coordinates.
    private(set) var place = Vector.zero
    private var pendingPlace: Vector?
    /// Whether commits wait for one of the parent.
    private var isSynchronized = true
    /// What was committed and waits.
    private var waiting: SurfaceState?

    /// How many surfaces may lie in each other.
    static let deepest = 64

    private static let requests = permanent(
        wl_subsurface_interface(
            destroy: destroyResource,
            set_position: { _, subsurface, x, y in
                Subsurface.of(subsurface).pendingPlace = PixelRect(clamping: x, y, 0, 0).rect.origin.vector
            },
            place_above: { _, subsurface, sibling in
                Subsurface.of(subsurface).move(.above, Surface.of(sibling))
            },
            place_below: { _, subsurface, sibling in
                Subsurface.of(subsurface).move(.below, Surface.of(sibling))
            },
            set_sync: { _, subsurface in Subsurface.of(subsurface).isSynchronized = true },
            set_desync: { _, subsurface in Subsurface.of(subsurface).desynchronize() }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32, surface: Surface, parent: Surface) {
        (self.surface, self.parent) = (surface, parent)
        super.init(client, bezel_wl_subsurface(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() {
        leave()
        surface?.loseRole()
        surface = nil
    }

    /// Takes the surface off its parent.
    func leave() {
        surface?.layer.removeFromSuperlayer()
        surface?.followOutputs()
        parent?.remove(self)
        parent = nil
        discardWaiting()
    }

    func parentIsGone() {
        surface?.layer.removeFromSuperlayer()
        surface?.followOutputs()
        parent = nil
    }

    private func discardWaiting() {
        waiting?.discard()
        waiting = nil
    }

    // MARK: Order

    private enum Side { case above, below }

    private func move(_ side: Side, _ sibling: Surface) {
        guard let parent else { return }
        var stack = parent.pendingStack
        stack.removeAll { $0 === self }
        guard let index = stack.firstIndex(where: { ($0?.surface ?? parent) === sibling }) else {
            return fail(WL_SUBSURFACE_ERROR_BAD_SURFACE, "the surface is neither the parent nor a sibling")
        }
        stack.insert(self, at: side == .above ? index + 1 : index)
        parent.pendingStack = stack
    }

    // MARK: Commits

    /// Whether a commit waits for the parent: it is synchronized itself, or a subsurface around it is.
    private var waits: Bool {
        if isSynchronized { return true }
        guard case .subsurface(let around)? = parent?.role else { return false }
        return around.waits
    }

    func committed(_ state: SurfaceState) {
        if waiting == nil { waiting = state } else { waiting?.merge(state) }
        if !waits { applyWaiting() }
    }

    /// The parent's state has become current.
    func parentCommitted() {
        if let place = pendingPlace { (self.place, pendingPlace) = (place, nil) }
        guard let surface else { return }
        surface.layer.position = Point(place.x * surface.server.scale, place.y * surface.server.scale)
        applyWaiting()
    }

    private func desynchronize() {
        guard isSynchronized else { return }
        isSynchronized = false
        if !waits { goOn() }
    }

    /// Applies what no longer waits, now that nothing around it does, also in the surfaces in this one.
    private func goOn() {
        applyWaiting()
        surface?.forEachSubsurface { if !$0.isSynchronized { $0.goOn() } }
    }

    private func applyWaiting() {
        guard let state = waiting else { return }
        waiting = nil
        surface?.apply(state)
    }

    /// The surfaces around this one.
    var depth: Int { (parent?.depth ?? 0) + 1 }
    func isWithin(_ other: Surface) -> Bool { parent?.isWithin(other) ?? false }
}

extension Surface {
    /// How many surfaces lie in each other in this one.
    var height: Int {
        var height = 0
        forEachSubsurface { height = max(height, 1 + ($0.surface?.height ?? 0)) }
        return height
    }

    /// How many surfaces are around this one.
    var depth: Int { if case .subsurface(let subsurface) = role { subsurface.depth } else { 0 } }

    /// Whether this surface is `other` or lies in it.
    func isWithin(_ other: Surface) -> Bool {
        if self === other { return true }
        if case .subsurface(let subsurface) = role { return subsurface.isWithin(other) }
        return false
    }
}
