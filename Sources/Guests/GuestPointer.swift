// A pointer for guests: wl_pointer. A kiosk has none, unless its machine's file lets a mouse take part.

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

    init(_ server: GuestServer) { self.server = server }

    func add(_ pointer: SeatPointer) {
        pointers.append(pointer)
        if let focus, focus.client == pointer.client { enter(pointer, focus) }
    }

    func remove(_ pointer: SeatPointer) { pointers.removeAll { $0 === pointer } }

    /// `surface` is gone.
    func remove(_ surface: Surface) {
        guard focus === surface else { return }
        (focus, inside) = (nil, nil)
        held = []
    }

    /// The pointer moved to `point`.
    func move(to point: Point, _ time: Instant) {
        place = point
        follow(time)
    }

    /// A button was pressed or released.
    func press(_ button: UInt32, isDown: Bool, _ time: Instant) {
        if isDown { held.insert(button) } else { held.remove(button) }
        let serial = server.nextSerial()
        let state = isDown ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED
        tell { wl_pointer_send_button($0, serial, time.wireMilliseconds, button, state.rawValue) }
        if held.isEmpty { follow(time) }
    }

    /// Tells the clients what is under the pointer, after it has moved, or surfaces have come, gone or moved.
    func follow(_ time: Instant) {
        guard let place else { return }
        let next = held.isEmpty ? server.surface(at: place)?.surface : focus
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

    private unowned let owner: GuestPointer

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
