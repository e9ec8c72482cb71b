// A seat of a compositor, which may have a touch panel and a pointer.

import CWayland
import Geometry

/// A wl_seat. Its touch panel and its pointer are two devices.
final class WaylandSeat {
    /// The compositor's id for it.
    let global: UInt32
    private let proxy: OpaquePointer
    private unowned let input: WaylandInput
    private var touch: OpaquePointer?
    private var pointer: OpaquePointer?
    private var touchTime = EventTime()
    private var pointerTime = EventTime()
    /// The time of the current touch frame.
    private var touchInstant = Instant.zero
    private var pointerInstant = Instant.zero
    private var pointerPlace = Point.zero
    private var isPressed = false
    private let pointerHasFrames: Bool

    private var touchDevice: Int { Int(global) * 2 }
    private var pointerDevice: Int { Int(global) * 2 + 1 }

    /// The highest supported version: the first in which pointer events are grouped into frames.
    static let version: UInt32 = 5
    /// The kernel's code for the left button.
    private static let leftButton: UInt32 = 0x110

    init(global: UInt32, proxy: OpaquePointer, input: WaylandInput) {
        self.global = global
        self.proxy = proxy
        self.input = input
        pointerHasFrames = wl_seat_get_version(proxy) >= 5
        wl_seat_add_listener(proxy, WaylandSeat.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Releases the devices and cancels their contacts.
    func close() {
        become(capabilities: 0)
        if wl_seat_get_version(proxy) >= 5 { wl_seat_release(proxy) } else { wl_seat_destroy(proxy) }
    }

    private func become(capabilities: UInt32) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        let hasTouch = capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0
        if hasTouch, touch == nil {
            touch = wl_seat_get_touch(proxy)
            wl_touch_add_listener(touch, WaylandSeat.touchListener, this)
        } else if !hasTouch, let gone = touch {
            touch = nil
            if wl_touch_get_version(gone) >= 3 { wl_touch_release(gone) } else { wl_touch_destroy(gone) }
            input.lost(device: touchDevice)
        }
        let hasPointer = capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0
        if hasPointer, pointer == nil {
            pointer = wl_seat_get_pointer(proxy)
            wl_pointer_add_listener(pointer, WaylandSeat.pointerListener, this)
        } else if !hasPointer, let gone = pointer {
            pointer = nil
            isPressed = false
            if wl_pointer_get_version(gone) >= 3 { wl_pointer_release(gone) } else { wl_pointer_destroy(gone) }
            input.lost(device: pointerDevice)
        }
    }

    private func touched(_ event: ContactTable.Event, _ id: Int32, _ time: UInt32) {
        touchInstant = touchTime.instant(time, arrival: MonotonicClock.now())
        input.handle(event, device: touchDevice, slot: Int(id), tool: .finger)
    }

    private func moved(_ x: wl_fixed_t, _ y: wl_fixed_t) {
        // While a button is pressed, the pointer also reports positions outside the window, where a finger cannot be.
        let place = input.place(x, y)
        pointerPlace = Point(min(max(0, place.x), 1), min(max(0, place.y), 1))
    }

    private func pointed(_ event: ContactTable.Event, _ time: UInt32) {
        pointerInstant = pointerTime.instant(time, arrival: MonotonicClock.now())
        input.handle(event, device: pointerDevice, slot: 0, tool: .pointer)
        if !pointerHasFrames { endPointerFrame() }
    }

    /// Ends the frames of both devices.
    func endFrames() {
        endTouchFrame()
        endPointerFrame()
    }

    private func endTouchFrame() { input.frame(device: touchDevice, at: touchInstant) }

    private func endPointerFrame() { input.frame(device: pointerDevice, at: pointerInstant) }

    private func pressed(_ isDown: Bool, _ time: UInt32) {
        guard isDown != isPressed else { return }
        isPressed = isDown
        pointed(isDown ? .down(pointerPlace) : .up, time)
    }

    nonisolated(unsafe) private static let listener = permanent(
        wl_seat_listener(
            capabilities: { this, _, bits in (listening(this) as WaylandSeat).become(capabilities: bits) },
            name: { _, _, _ in }))

    nonisolated(unsafe) private static let touchListener = permanent(
        wl_touch_listener(
            down: { this, _, _, time, _, id, x, y in
                let seat: WaylandSeat = listening(this)
                seat.touched(.down(seat.input.place(x, y)), id, time)
            },
            up: { this, _, _, time, id in (listening(this) as WaylandSeat).touched(.up, id, time) },
            motion: { this, _, time, id, x, y in
                let seat: WaylandSeat = listening(this)
                seat.touched(.motion(seat.input.place(x, y)), id, time)
            },
            frame: { this, _ in (listening(this) as WaylandSeat).endTouchFrame() },
            // The compositor has claimed all touches for a gesture of its own.
            cancel: { this, _ in
                let seat: WaylandSeat = listening(this)
                seat.input.lost(device: seat.touchDevice)
            },
            shape: { _, _, _, _, _ in }, orientation: { _, _, _, _ in }))

    nonisolated(unsafe) private static let pointerListener: UnsafePointer<wl_pointer_listener> = {
        var listener = wl_pointer_listener()
        listener.enter = { this, pointer, serial, _, x, y in
            let seat: WaylandSeat = listening(this)
            seat.moved(x, y)
            seat.input.cursor?.show(on: pointer, serial)
        }
        listener.leave = { this, _, _, _ in
            // A pressed button keeps the pointer on the window. If the pointer leaves anyway, the compositor has taken it over.
            let seat: WaylandSeat = listening(this)
            guard seat.isPressed else { return }
            seat.isPressed = false
            seat.input.lost(device: seat.pointerDevice)
        }
        listener.motion = { this, _, time, x, y in
            let seat: WaylandSeat = listening(this)
            seat.moved(x, y)
            if seat.isPressed { seat.pointed(.motion(seat.pointerPlace), time) }
        }
        listener.button = { this, _, _, time, button, state in
            guard button == WaylandSeat.leftButton else { return }
            (listening(this) as WaylandSeat).pressed(state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue, time)
        }
        listener.axis = { _, _, _, _, _ in }
        listener.frame = { this, _ in (listening(this) as WaylandSeat).endPointerFrame() }
        listener.axis_source = { _, _, _ in }
        listener.axis_stop = { _, _, _, _ in }
        listener.axis_discrete = { _, _, _, _ in }
        return permanent(listener)
    }()
}
