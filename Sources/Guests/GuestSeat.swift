// The fingers of a guest: wl_seat, wl_touch.

import CWaylandServer
import Geometry
import Linux

/// How a guest is told that a gesture of the kiosk has taken a finger.
package enum TouchCancellation: Sendable {
    /// As Wayland says: all fingers on the guest are cancelled.
    case cancel
    /// The finger leaves the surface by its left edge, and is lifted there. This is for programs that ignore a cancelled finger, as
    /// WPE's launcher cog does, which would take the finger to be down for ever.
    case moveOutAndLift

    /// How far outside of the surface it is lifted, in the guest's units: for WPE 2.38 a finger that has moved by 20 still taps, and one that has
    /// moved by 50 does not.
    static let wayOut: Int32 = 64
}

/// Delivers the fingers on a guest to its surfaces. Each finger belongs to the surface that it came down on, wherever it moves.
final class GuestSeat {
    private unowned let server: GuestServer
    private var touches: [SeatTouch] = []
    /// The fingers on the glass, by the numbers that the stage gives them.
    private var fingers: [Int: Finger] = [:]
    /// The clients that wait for the end of a group of events.
    private var unfinished: [OpaquePointer] = []

    private struct Finger {
        /// The number that the client knows: the lowest free one.
        let id: Int32
        let surface: Surface
        /// Where it is (pixels of the glass, in the windows' space).
        var point: Point
        /// Where it is in the surface, as the client was told last.
        var inside: Point
    }

    init(_ server: GuestServer) { self.server = server }

    func add(_ touch: SeatTouch) { touches.append(touch) }
    func remove(_ touch: SeatTouch) { touches.removeAll { $0 === touch } }

    /// Lifts the fingers on `surface`, which is going.
    func remove(_ surface: Surface, _ time: Instant) {
        for (number, finger) in fingers where finger.surface === surface { up(number, time) }
        finishFrame()
    }

    // MARK: Fingers

    /// Finger `number` came down at `point` (pixels of the glass, in the windows' space).
    func down(_ number: Int, at point: Point, _ time: Instant) {
        guard let (surface, place) = server.stack.touched(at: point) else { return }
        let id = (0...Int32.max).first { id in !fingers.values.contains { $0.id == id } } ?? 0
        fingers[number] = Finger(id: id, surface: surface, point: point, inside: place)
        let serial = server.nextSerial()
        tell(surface) { touch in
            guard let target = surface.handle else { return }
            wl_touch_send_down(
                touch, serial, time.wireMilliseconds, target, id, wireFixed(place.x),
                wireFixed(place.y))
        }
    }

    /// Finger `number` moved to `point`.
    func move(_ number: Int, to point: Point, _ time: Instant) {
        fingers[number]?.point = point
        if let inside = fingers[number]?.surface.point(fromWindows: point) { tell(number, inside, time) }
    }

    /// Tells the clients where their fingers are, after surfaces have moved under them.
    func follow(_ time: Instant) {
        for (number, finger) in fingers {
            guard let inside = finger.surface.point(fromWindows: finger.point), inside != finger.inside else {
                continue
            }
            tell(number, inside, time)
        }
    }

    private func tell(_ number: Int, _ place: Point, _ time: Instant) {
        fingers[number]?.inside = place
        guard let finger = fingers[number] else { return }
        tell(finger.surface) { touch in
            wl_touch_send_motion(
                touch, time.wireMilliseconds, finger.id, wireFixed(place.x), wireFixed(place.y))
        }
    }

    /// Finger `number` was lifted.
    func up(_ number: Int, _ time: Instant) {
        guard let finger = fingers.removeValue(forKey: number) else { return }
        let serial = server.nextSerial()
        tell(finger.surface) { touch in wl_touch_send_up(touch, serial, time.wireMilliseconds, finger.id) }
    }

    /// A gesture of the kiosk has taken finger `number`.
    func cancel(_ number: Int, _ time: Instant) {
        guard let finger = fingers[number] else { return }
        switch server.touchCancellation {
        case .cancel: cancelAll(beside: finger)
        case .moveOutAndLift:
            tell(finger.surface) { touch in
                wl_touch_send_motion(
                    touch, time.wireMilliseconds, finger.id, wl_fixed_from_int(-TouchCancellation.wayOut),
                    wireFixed(finger.inside.y)
                )
            }
            finishFrame()
            up(number, time)
        }
    }

    /// Wayland can only cancel all fingers of a client.
    private func cancelAll(beside finger: Finger) {
        finishFrame()
        let client = finger.surface.client
        fingers = fingers.filter { $0.value.surface.client != client }
        for touch in touches where touch.client == client {
            if let handle = touch.handle { wl_touch_send_cancel(handle) }
        }
    }

    /// Ends a group of events of the same moment.
    func finishFrame() {
        for client in unfinished {
            for touch in touches where touch.client == client {
                if let handle = touch.handle { wl_touch_send_frame(handle) }
            }
        }
        unfinished = []
    }

    private func tell(_ surface: Surface, _ send: (OpaquePointer) -> Void) {
        if !unfinished.contains(surface.client) { unfinished.append(surface.client) }
        for touch in touches where touch.client == surface.client {
            if let handle = touch.handle { send(handle) }
        }
    }
}

/// A `wl_seat` that a client has bound.
final class SeatGlobal: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_seat_interface(
            get_pointer: { client, seat, id in
                guard let client else { return }
                let seat = SeatGlobal.of(seat)
                _ = SeatPointer(seat.server.pointer, client, version: seat.version, id: id)
            },
            get_keyboard: { client, seat, id in
                guard let client else { return }
                let seat = SeatGlobal.of(seat)
                _ = SeatKeyboard(seat.server.keyboard, client, version: seat.version, id: id)
            },
            get_touch: { client, seat, id in
                guard let client else { return }
                let seat = SeatGlobal.of(seat)
                _ = SeatTouch(seat.server.seat, client, version: seat.version, id: id)
            }, release: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_seat(), version: version, id: id, requests: Self.requests)
        guard let handle else { return }
        var capabilities = WL_SEAT_CAPABILITY_TOUCH.rawValue | WL_SEAT_CAPABILITY_KEYBOARD.rawValue
        if server.hasPointer { capabilities |= WL_SEAT_CAPABILITY_POINTER.rawValue }
        wl_seat_send_capabilities(handle, capabilities)
        if version >= WL_SEAT_NAME_SINCE_VERSION { wl_seat_send_name(handle, "panel") }
    }
}

/// A `wl_touch`.
final class SeatTouch: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let seat: GuestSeat

    private static let requests = permanent(wl_touch_interface(release: destroyResource))

    init(_ seat: GuestSeat, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.seat = seat
        super.init(client, bezel_wl_touch(), version: version, id: id, requests: Self.requests)
        seat.add(self)
    }

    override func destroyed() { seat.remove(self) }
}
