// The contacts on all panels: turns libinput's touch events into touch frames.

package import Geometry

/// Assigns each contact a number that is unique across devices, remembers its position, and groups changes into frames. It relies
/// neither on the order of events nor on their timestamps. It is a value without a device, so that tests need no hardware.
package struct ContactTable: Sendable {
    /// A panel's event for one contact, as from libinput.
    package enum Event: Hashable, Sendable {
        /// A finger came down at a point, as fractions of the panel's width and height (0…1).
        case down(Point)
        /// A palm came down. It is ignored until it lifts.
        case palm
        /// The finger moved to a point.
        case motion(Point)
        /// The finger was lifted. The event has no position.
        case up
        /// The contact was cancelled: a palm, or a device that was removed.
        case cancel
    }

    /// The size of the picture in millimetres. The range 0…1 of a panel's axes spans the picture, turned by `rotation`.
    package var panelSize: Size
    /// How far the picture is turned relative to the panels' axes. Touches are turned with it.
    package var rotation: PictureRotation

    /// The picture under a panel, if it differs from the picture under all others.
    private struct Picture {
        var size: Size
        var rotation: PictureRotation
    }

    private struct Key: Hashable {
        var device: Int
        var slot: Int
    }
    private struct Contact {
        var number: Int
        var position: Point
        var tool: TouchFrame.Tool
    }

    private var pictures: [Int: Picture] = [:]
    private var contacts: [Key: Contact] = [:]
    private var palms: Set<Key> = []
    private var changes: [Int: [TouchFrame.Change]] = [:]
    private var lastNumber = 0
    private var lastTime = Instant.zero
    /// The timestamp of each device's last event.
    private var lastTimes: [Int: Instant] = [:]
    private var faults: Set<Fault> = []
    private var warnings: [String] = []

    /// Impossible reports from a panel. A panel that sends one tends to repeat it, so each is logged once for as long as the
    /// panel is connected.
    private enum Fault: Hashable {
        case secondDown(Key), unknown(Key), outside(device: Int), nowhere(device: Int), timeGoesBack(device: Int)

        var device: Int {
            switch self {
            case .secondDown(let key), .unknown(let key): key.device
            case .outside(let device), .nowhere(let device), .timeGoesBack(let device): device
            }
        }
    }

    /// The plausible range of positions, in widths or heights of the panel. Calibration can correct a panel whose axes are wrong
    /// by no more than this. Positions further away are ignored, as is NaN: libinput divides by the axis range, and some panels
    /// report a range of 0.
    private static let farthest = -1000.0...1000.0

    /// No contacts, on a picture of `panelSize` (mm) that is turned by `rotation` relative to the panels.
    package init(panelSize: Size, rotation: PictureRotation = .none) {
        (self.panelSize, self.rotation) = (panelSize, rotation)
    }

    /// Sets the size (mm) and rotation of the picture under `device`.
    package mutating func setPicture(_ size: Size, _ rotation: PictureRotation, under device: Int) {
        pictures[device] = Picture(size: size, rotation: rotation)
    }

    /// The number of contacts that are down.
    package var count: Int { contacts.count }

    /// Records an event of `device` for its `slot`. The change becomes part of the device's next frame. `tool` is used only when
    /// the contact comes down.
    package mutating func handle(_ event: Event, device: Int, slot: Int, tool: TouchFrame.Tool = .finger) {
        let key = Key(device: device, slot: slot)
        switch event {
        case .palm:
            cancel(key)
            palms.insert(key)
        case .down(let place):
            cancel(key)
            palms.remove(key)
            guard let position = position(place, device) else { return }
            lastNumber += 1
            let contact = Contact(number: lastNumber, position: position, tool: tool)
            contacts[key] = contact
            append(.began, contact, device)
        case .motion where palms.contains(key): break
        case .up where palms.contains(key), .cancel where palms.contains(key): palms.remove(key)
        case .motion(let place):
            guard var contact = contacts[key] else {
                return warn(.unknown(key), "slot \(slot) moved without having come down; ignored")
            }
            guard let position = position(place, device) else { return }
            contact.position = position
            contacts[key] = contact
            append(.moved, contact, device)
        case .up, .cancel:
            guard let contact = contacts.removeValue(forKey: key) else {
                return warn(.unknown(key), "slot \(slot) was lifted without having come down; ignored")
            }
            append(event == .up ? .ended : .cancelled, contact, device)
        }
    }

    /// Cancels the contact of `key`, in whose place another one came down.
    private mutating func cancel(_ key: Key) {
        guard let lost = contacts.removeValue(forKey: key) else { return }
        append(.cancelled, lost, key.device)
        warn(.secondDown(key), "slot \(key.slot) came down a second time without a lift; the first is cancelled")
    }

    /// Returns and clears the warnings since the last call, as sentences for the log.
    package mutating func takeWarnings() -> [String] {
        defer { warnings.removeAll() }
        return warnings
    }

    /// Ends the device's frame at `time`. Returns the changes since the device's last frame, or nil if there are none. Time never
    /// goes backwards, across all devices.
    package mutating func frame(device: Int, at time: Instant) -> TouchFrame? {
        if let last = lastTimes[device], time < last {
            warn(
                .timeGoesBack(device: device),
                "time goes back by \((last - time).seconds) s; held at the latest time until then")
        }
        lastTimes[device] = max(time, lastTimes[device] ?? time)
        guard let changes = changes.removeValue(forKey: device) else { return nil }
        lastTime = max(lastTime, time)
        return TouchFrame(time: lastTime, changes: changes)
    }

    /// Removes the device and cancels all of its contacts, at `time` or the time of the last event, whichever is later.
    package mutating func remove(device: Int, at time: Instant) -> TouchFrame? {
        let held = contacts.filter { $0.key.device == device }.sorted { $0.value.number < $1.value.number }
        for (key, contact) in held {
            contacts[key] = nil
            append(.cancelled, contact, device)
        }
        palms = palms.filter { $0.device != device }
        defer {
            lastTimes[device] = nil
            pictures[device] = nil
            faults = faults.filter { $0.device != device }
        }
        return frame(device: device, at: max(time, lastTimes[device] ?? time))
    }

    private mutating func append(_ phase: TouchFrame.Phase, _ contact: Contact, _ device: Int) {
        changes[device, default: []].append(
            TouchFrame.Change(
                contact: contact.number, phase: phase, position: contact.position, tool: contact.tool))
    }

    /// The position of `place` on the picture in millimetres; nil if it is implausible.
    private mutating func position(_ place: Point, _ device: Int) -> Point? {
        guard Self.farthest.contains(place.x), Self.farthest.contains(place.y) else {
            warn(
                .nowhere(device: device),
                "reports places that are nowhere (\(place.x), \(place.y) of its width and height); ignored")
            return nil
        }
        if !(0...1).contains(place.x) || !(0...1).contains(place.y) {
            warn(.outside(device: device), "reports places outside its axes; taken as they are")
        }
        let picture = pictures[device] ?? Picture(size: panelSize, rotation: rotation)
        let inPicture = picture.rotation.picturePlace(at: place)
        return Point(inPicture.x * picture.size.width, inPicture.y * picture.size.height)
    }

    private mutating func warn(_ fault: Fault, _ text: String) {
        if faults.insert(fault).inserted { warnings.append(text) }
    }
}
