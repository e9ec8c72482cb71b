// Everybody's fingers on a window: the touches of all seats, and pointers that act as one finger each.

import CWayland
import Geometry

/// Turns what a compositor's seats say into touch frames.
final class WaylandInput {
    /// Called for each frame of touches.
    var onTouches: ((TouchFrame) -> Void)?
    /// The window in the compositor's lengths; places on it become parts of it.
    var windowSize: Size
    /// The picture in millimetres.
    var panelSize: Size {
        get { contacts.panelSize }
        set { contacts.panelSize = newValue }
    }
    /// How far the picture is turned in the window.
    var rotation: PictureRotation {
        get { contacts.rotation }
        set { contacts.rotation = newValue }
    }
    private var contacts: ContactTable
    private var seats: [WaylandSeat] = []
    /// The picture of the pointers; nil after `close()`.
    private(set) var cursor: FingertipCursor?
    private let log: LogClosure

    init(windowSize: Size, panelSize: Size, cursor: FingertipCursor, log: @escaping LogClosure) {
        self.windowSize = windowSize
        self.cursor = cursor
        self.log = log
        contacts = ContactTable(panelSize: panelSize)
    }

    /// Listens to the seat behind `proxy`.
    func add(global: UInt32, proxy: OpaquePointer) {
        seats.append(WaylandSeat(global: global, proxy: proxy, input: self))
    }

    /// A seat has gone; what it held is cancelled.
    func remove(global: UInt32) {
        for seat in seats where seat.global == global { seat.close() }
        seats.removeAll { $0.global == global }
    }

    /// Listens to nobody any more.
    func close() {
        onTouches = nil
        for seat in seats { seat.close() }
        seats = []
        cursor = nil
    }

    /// A contact of `device` did something, at a place on the window for `down` and `motion`.
    func handle(_ event: ContactTable.Event, device: Int, slot: Int, tool: TouchFrame.Tool) {
        contacts.handle(event, device: device, slot: slot, tool: tool)
    }

    /// All that `device` said up to `time` belongs together.
    func frame(device: Int, at time: Instant) { report(contacts.frame(device: device, at: time), device) }

    /// All events that had arrived were told. Weston ends no frame after the last finger's lift, so what was told is the
    /// frame.
    func endBatch() { for seat in seats { seat.endFrames() } }

    /// `device` is gone, and with it what it held.
    func lost(device: Int) { report(contacts.remove(device: device, at: MonotonicClock.now()), device) }

    private func report(_ frame: TouchFrame?, _ device: Int) {
        for warning in contacts.takeWarnings() { log(.warning, "a compositor's input device \(device): \(warning)") }
        if let frame { onTouches?(frame) }
    }

    /// A place on the window as parts of its width and height.
    func place(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point {
        Point(wl_fixed_to_double(x) / windowSize.width, wl_fixed_to_double(y) / windowSize.height)
    }
}
