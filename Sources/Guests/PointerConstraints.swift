// Pointers that stay where they are, for games and drawings: zwp_pointer_constraints_v1.

import CWaylandServer
import Geometry
import Linux

/// The global `zwp_pointer_constraints_v1`.
final class PointerConstraints: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zwp_pointer_constraints_v1_interface(
            destroy: destroyResource,
            lock_pointer: { _, constraints, id, surface, _, region, lifetime in
                PointerConstraints.of(constraints).make(.locked, id, Surface.of(surface), region, lifetime)
            },
            confine_pointer: { _, constraints, id, surface, _, region, lifetime in
                PointerConstraints.of(constraints).make(.confined, id, Surface.of(surface), region, lifetime)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwp_pointer_constraints_v1(), version: version, id: id, requests: Self.requests)
    }

    private func make(
        _ kind: PointerConstraint.Kind, _ id: UInt32, _ surface: Surface, _ region: OpaquePointer?, _ lifetime: UInt32
    ) {
        let constraint = PointerConstraint(
            kind, server.pointer, surface, id: id, region: ClientRegion.optional(region)?.points,
            isForOnce: lifetime == ZWP_POINTER_CONSTRAINTS_V1_LIFETIME_ONESHOT.rawValue)
        if !server.pointer.add(constraint) {
            fail(ZWP_POINTER_CONSTRAINTS_V1_ERROR_ALREADY_CONSTRAINED, "the surface has a constraint")
        }
    }
}

/// A `zwp_locked_pointer_v1` or a `zwp_confined_pointer_v1`.
final class PointerConstraint: Resource {
    enum Kind {
        /// The pointer does not move.
        case locked
        /// The pointer stays in the surface.
        case confined
    }

    private unowned let owner: GuestPointer
    private(set) weak var surface: Surface?
    private let kind: Kind
    /// Where in the surface the pointer may be; nil for everywhere.
    private var region: PointSet?
    private let isForOnce: Bool
    /// Whether the constraint can count, now or later.
    private(set) var mayCount = true

    private static let lockedRequests = permanent(
        zwp_locked_pointer_v1_interface(
            destroy: destroyResource,
            // The pointer, which is not drawn, stays where it was, wherever in the surface.
            set_cursor_position_hint: { _, _, _, _ in }, set_region: { _, _, _ in }))
    private static let confinedRequests = permanent(
        zwp_confined_pointer_v1_interface(
            destroy: destroyResource,
            set_region: { _, constraint, region in
                PointerConstraint.of(constraint).region = ClientRegion.optional(region)?.points
            }))

    init(_ kind: Kind, _ owner: GuestPointer, _ surface: Surface, id: UInt32, region: PointSet?, isForOnce: Bool) {
        (self.kind, self.owner, self.surface, self.region) = (kind, owner, surface, region)
        self.isForOnce = isForOnce
        switch kind {
        case .locked:
            super.init(
                surface.client, bezel_zwp_locked_pointer_v1(), version: 1, id: id, requests: Self.lockedRequests)
        case .confined:
            super.init(
                surface.client, bezel_zwp_confined_pointer_v1(), version: 1, id: id, requests: Self.confinedRequests)
        }
    }

    override func destroyed() { owner.remove(self) }

    /// The constraint counts from now on.
    func begin() {
        guard let handle else { return }
        switch kind {
        case .locked: zwp_locked_pointer_v1_send_locked(handle)
        case .confined: zwp_confined_pointer_v1_send_confined(handle)
        }
    }

    /// The constraint does not count any more.
    func end() {
        if isForOnce { mayCount = false }
        guard let handle else { return }
        switch kind {
        case .locked: zwp_locked_pointer_v1_send_unlocked(handle)
        case .confined: zwp_confined_pointer_v1_send_unconfined(handle)
        }
    }

    /// Where the pointer comes to (pixels of the glass, in the windows' space) that is at `start` and would move by `way`.
    func end(of way: Vector, from start: Point) -> Point {
        guard kind == .confined, let surface, let inside = surface.point(fromWindows: start),
            let unit = surface.point(fromWindows: start + Vector(1, 1)).map({ $0 - inside }), unit.x > 0, unit.y > 0
        else { return start }
        // The last point of a surface that has the pointer begins one unit before its edge.
        func inBounds(_ point: Point) -> Point {
            Point(
                max(0, min(surface.size.width - 1, point.x)), max(0, min(surface.size.height - 1, point.y)))
        }
        let target = inBounds(Point(inside.x + way.x * unit.x, inside.y + way.y * unit.y))
        // At an edge of the region the pointer slides along it.
        let ends = [target, Point(target.x, inside.y), Point(inside.x, target.y)]
        let end = ends.first { region?.contains($0) ?? true } ?? inside
        return Point(start.x + (end.x - inside.x) / unit.x, start.y + (end.y - inside.y) / unit.y)
    }
}
