// The touches on a window, from the panels and pointers of all seats. Each pointer acts as one finger.

import CWayland
import Geometry

/// Converts the events of a compositor's seats to touch frames.
final class WaylandInput {
    /// Called for each frame of touches.
    var onTouches: ((TouchFrame) -> Void)?
    /// The window's size in the compositor's coordinates. Positions are converted to fractions of it.
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
    /// The image of the pointers; nil after `close()`.
    private(set) var cursor: FingertipCursor?
    private let log: LogClosure

    init(windowSize: Size, panelSize: Size, cursor: FingertipCursor, log: @escaping LogClosure) {
        self.windowSize = windowSize
        self.cursor = cursor
        self.log = log
        contacts = ContactTable(panelSize: panelSize)
    }

    /// Adds the seat behind `proxy`.
    func add(global: UInt32, proxy: OpaquePointer) {
        seats.append(WaylandSeat(global: global, proxy: proxy, input: self))
    }

    /// Removes a seat and cancels its contacts.
    func remove(global: UInt32) {
        for seat in seats where seat.global == global { seat.close() }
        seats.removeAll { $0.global == global }
    }

    /// Removes all seats.
    func close() {
        onTouches = nil
        for seat in seats { seat.close() }
        seats = []
        cursor = nil
    }

    /// Handles an event of a contact of `device`, with a position on the window for `down` and `motion`.
    func handle(_ event: ContactTable.Event, device: Int, slot: Int, tool: TouchFrame.Tool) {
        contacts.handle(event, device: device, slot: slot, tool: tool)
    }

    /// Ends the frame of `device` at `time`.
    func frame(device: Int, at time: Instant) { report(contacts.frame(device: device, at: time), device) }

    /// All pending events were dispatched. Weston sends no frame event after the last finger is lifted, so this ends the open
    /// frames.
    func endBatch() { for seat in seats { seat.endFrames() } }

    /// Removes `device` and cancels its contacts.
    func lost(device: Int) { report(contacts.remove(device: device, at: MonotonicClock.now()), device) }

    private func report(_ frame: TouchFrame?, _ device: Int) {
        for warning in contacts.takeWarnings() { log(.warning, "a compositor's input device \(device): \(warning)") }
        if let frame { onTouches?(frame) }
    }

    /// A position on the window as fractions of its width and height.
    func place(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point {
        Point(wl_fixed_to_double(x) / windowSize.width, wl_fixed_to_double(y) / windowSize.height)
    }
}
