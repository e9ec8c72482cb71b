// A pointer for guests: wl_pointer and zwp_relative_pointer_v1. A kiosk has none, unless its machine's file lets a mouse take part.

import CWaylandServer
import Geometry
import Linux

/// Delivers a pointer to the surfaces of a guest.
final class GuestPointer {
    private unowned let server: GuestServer
    private var pointers: [SeatPointer] = []
    /// Where the pointer is (pixels of the glass, in the windows' space); nil while it is elsewhere.
    private var place: Point?
    private weak var focus: Surface?
    /// Where the pointer is in the surface that has the focus.
    private var inside: Point?
    /// The buttons that are held. While there are any, the pointer stays with its surface.
    private var held: Set<UInt32> = []
    private var isUnfinished = false
    private var relativePointers: [RelativePointer] = []
    /// The wishes of clients to keep the pointer where it is, with the one that counts now.
    private var constraints: [PointerConstraint] = []
    private weak var constraint: PointerConstraint?

    init(_ server: GuestServer) { self.server = server }

    func add(_ pointer: SeatPointer) {
        pointers.append(pointer)
        if let focus, focus.client == pointer.client { enter(pointer, focus) }
    }

    func remove(_ pointer: SeatPointer) { pointers.removeAll { $0 === pointer } }

    func add(_ pointer: RelativePointer) { relativePointers.append(pointer) }
    func remove(_ pointer: RelativePointer) { relativePointers.removeAll { $0 === pointer } }

    /// Adds `constraint`. Returns false if its surface has one.
    func add(_ constraint: PointerConstraint) -> Bool {
        guard !constraints.contains(where: { $0.mayCount && $0.surface === constraint.surface }) else { return false }
        constraints.append(constraint)
        constrain()
        return true
    }

    func remove(_ constraint: PointerConstraint) {
        constraints.removeAll { $0 === constraint }
        if self.constraint === constraint { self.constraint = nil }
    }

    /// `surface` is gone.
    func remove(_ surface: Surface) {
        guard focus === surface else { return }
        (focus, inside) = (nil, nil)
        held = []
        constrain()
    }

    /// A constraint counts while its surface has the pointer and lies in the window that is used.
    func constrain() {
        let next = constraints.first { $0.mayCount && $0.surface === focus && focus.map(server.stack.isUsed) == true }
        guard next !== constraint else { return }
        constraint?.end()
        constraint = next
        next?.begin()
    }

    /// The pointer moved to `point`.
    func move(to point: Point, _ time: Instant) {
        guard let place else {
            place = point
            return follow(time)
        }
        move(by: point - place, time)
    }

    /// The pointer moved by `way` (pixels of the glass).
    func move(by way: Vector, _ time: Instant) {
        let start = place ?? .zero
        let (microseconds, scale) = (UInt64(time.nanoseconds / 1000), server.scale)
        let (x, y) = (wireFixed(way.x / scale), wireFixed(way.y / scale))
        for pointer in relativePointers where pointer.client == focus?.client {
            guard let handle = pointer.handle else { continue }
            zwp_relative_pointer_v1_send_relative_motion(
                handle, UInt32(truncatingIfNeeded: microseconds >> 32), UInt32(truncatingIfNeeded: microseconds), x, y,
                x, y)
            isUnfinished = true
        }
        place = constraint?.end(of: way, from: start) ?? (start + way)
        follow(time)
    }

    /// The wheel turned, or a finger moved on a touch pad: `send` tells that to a `wl_pointer`.
    func scroll(_ send: (OpaquePointer) -> Void) { tell(send) }

    /// A button was pressed or released.
    func press(_ button: UInt32, isDown: Bool, _ time: Instant) {
        if isDown, held.isEmpty, let place { _ = server.stack.touched(at: place) }
        if isDown { held.insert(button) } else { held.remove(button) }
        let serial = server.nextSerial()
        let state = isDown ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED
        tell { wl_pointer_send_button($0, serial, time.wireMilliseconds, button, state.rawValue) }
        if held.isEmpty { follow(time) }
    }

    /// Tells the clients what is under the pointer, after it has moved, or surfaces have come, gone or moved.
    func follow(_ time: Instant) {
        guard let place else { return }
        let next = held.isEmpty ? server.stack.surface(at: place)?.surface : focus
        guard next === focus else { return change(to: next) }
        guard let next, let inside = next.point(fromWindows: place), inside != self.inside else { return }
        self.inside = inside
        tell { pointer in
            wl_pointer_send_motion(
                pointer, time.wireMilliseconds, wireFixed(inside.x), wireFixed(inside.y))
        }
    }

    private func change(to next: Surface?) {
        if let focus, let surface = focus.handle {
            let serial = server.nextSerial()
            tell { wl_pointer_send_leave($0, serial, surface) }
            finishFrame()
        }
        (focus, inside) = (next, nil)
        if let next, let place {
            inside = next.point(fromWindows: place)
            for pointer in pointers where pointer.client == next.client { enter(pointer, next) }
        }
        constrain()
    }

    private func enter(_ pointer: SeatPointer, _ surface: Surface) {
        guard let handle = pointer.handle, let target = surface.handle, let inside else { return }
        wl_pointer_send_enter(
            handle, server.nextSerial(), target, wireFixed(inside.x), wireFixed(inside.y))
        isUnfinished = true
    }

    private func tell(_ send: (OpaquePointer) -> Void) {
        guard let focus else { return }
        for pointer in pointers where pointer.client == focus.client { if let handle = pointer.handle { send(handle) } }
        isUnfinished = true
    }

    /// Ends a group of events of the same moment.
    func finishFrame() {
        guard isUnfinished else { return }
        isUnfinished = false
        for pointer in pointers
        where pointer.client == focus?.client && pointer.version >= WL_POINTER_FRAME_SINCE_VERSION {
            if let handle = pointer.handle { wl_pointer_send_frame(handle) }
        }
    }
}

/// A `wl_pointer`.
final class SeatPointer: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    unowned let owner: GuestPointer

    private static let requests = permanent(
        wl_pointer_interface(
            // The picture of a pointer is not shown.
            set_cursor: { _, pointer, _, surface, _, _ in
                guard let surface = Surface.optional(surface) else { return }
                if !surface.take(.unseen, called: "cursor") {
                    SeatPointer.of(pointer).fail(WL_POINTER_ERROR_ROLE, "the cursor's surface has another role")
                }
            }, release: destroyResource))

    init(_ owner: GuestPointer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.owner = owner
        super.init(client, bezel_wl_pointer(), version: version, id: id, requests: Self.requests)
        owner.add(self)
    }

    override func destroyed() { owner.remove(self) }
}

/// The global `zwp_relative_pointer_manager_v1`.
final class RelativePointers: Resource {
    private static let requests = permanent(
        zwp_relative_pointer_manager_v1_interface(
            destroy: destroyResource,
            get_relative_pointer: { client, _, id, pointer in
                guard let client else { return }
                _ = RelativePointer(SeatPointer.of(pointer).owner, client, id: id)
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_zwp_relative_pointer_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zwp_relative_pointer_v1`: how far the pointer was moved, also where it cannot go on.
final class RelativePointer: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let owner: GuestPointer

    private static let requests = permanent(zwp_relative_pointer_v1_interface(destroy: destroyResource))

    init(_ owner: GuestPointer, _ client: OpaquePointer, id: UInt32) {
        self.owner = owner
        super.init(client, bezel_zwp_relative_pointer_v1(), version: 1, id: id, requests: Self.requests)
        owner.add(self)
    }

    override func destroyed() { owner.remove(self) }
}
