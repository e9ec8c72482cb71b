// Which contacts are down on which panels: turns libinput's touch events into touch frames.

package import Geometry

/// Numbers contacts freshly across all devices, remembers where each is, and gathers what changed into one frame. It
/// trusts neither the order of events nor their time. A value without a device, so that it can be tested as one.
package struct ContactTable: Sendable {
    /// What the panel says about one contact, as libinput does.
    package enum Event: Hashable, Sendable {
        /// A finger came down, at a place in parts of the panel's width and height (0…1).
        case down(Point)
        /// It moved there.
        case motion(Point)
        /// It was lifted. No place is reported.
        case up
        /// It was taken back: a palm, a device that goes.
        case cancel
    }

    /// The picture in millimetres; 0…1 along a panel's axes spans it, turned as `rotation` says.
    package var panelSize: Size
    /// How far the picture is turned on the glass that the panels' axes lie on. Touches turn with it.
    package var rotation: PictureRotation

    /// The picture that lies under a panel, where it is not the one that lies under all others.
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
    private var changes: [Int: [TouchFrame.Change]] = [:]
    private var lastNumber = 0
    private var lastTime = Instant.zero
    /// When each device last said something, by its own account.
    private var lastTimes: [Int: Instant] = [:]
    private var faults: Set<Fault> = []
    private var warnings: [String] = []

    /// What a panel does that cannot be. A panel that does it once does it all day: each is worth one warning for as long
    /// as the panel is there.
    private enum Fault: Hashable {
        case secondDown(Key), unknown(Key), outside(device: Int), nowhere(device: Int), timeGoesBack(device: Int)

        var device: Int {
            switch self {
            case .secondDown(let key), .unknown(let key): key.device
            case .outside(let device), .nowhere(let device), .timeGoesBack(let device): device
            }
        }
    }

    /// A panel that is wrong about its axes can be calibrated, if it is wrong by no more than this: so many widths or
    /// heights. A place further away is none, nor is one that is no number: libinput divides by a range, and that of some
    /// is 0.
    private static let farthest = -1000.0...1000.0

    /// No contacts, on a picture of `panelSize` (mm) that is turned on the glass by `rotation`.
    package init(panelSize: Size, rotation: PictureRotation = .none) {
        (self.panelSize, self.rotation) = (panelSize, rotation)
    }

    /// The picture that lies under `device` is `size` (mm) large, and turned on the glass by `rotation`.
    package mutating func setPicture(_ size: Size, _ rotation: PictureRotation, under device: Int) {
        pictures[device] = Picture(size: size, rotation: rotation)
    }

    /// How many contacts are down.
    package var count: Int { contacts.count }

    /// Takes in what `device` says about its `slot`; the change is part of the device's next frame. `tool` counts when it
    /// comes down.
    package mutating func handle(_ event: Event, device: Int, slot: Int, tool: TouchFrame.Tool = .finger) {
        let key = Key(device: device, slot: slot)
        switch event {
        case .down(let place):
            if let lost = contacts[key] {
                note(.cancelled, lost, device)
                warn(.secondDown(key), "slot \(slot) came down a second time without a lift; the first is cancelled")
            }
            contacts[key] = nil
            guard let position = position(place, device) else { return }
            lastNumber += 1
            let contact = Contact(number: lastNumber, position: position, tool: tool)
            contacts[key] = contact
            note(.began, contact, device)
        case .motion(let place):
            guard var contact = contacts[key] else {
                return warn(.unknown(key), "slot \(slot) moved without having come down; ignored")
            }
            guard let position = position(place, device) else { return }
            contact.position = position
            contacts[key] = contact
            note(.moved, contact, device)
        case .up, .cancel:
            guard let contact = contacts.removeValue(forKey: key) else {
                return warn(.unknown(key), "slot \(slot) was lifted without having come down; ignored")
            }
            note(event == .up ? .ended : .cancelled, contact, device)
        }
    }

    /// What was wrong since this was last asked: sentences for the log.
    package mutating func takeWarnings() -> [String] {
        defer { warnings.removeAll() }
        return warnings
    }

    /// The end of what `device` reports for the moment `time`: its changes since the last, or nil when there are none.
    /// Time never goes backwards, whichever device it comes from.
    package mutating func frame(device: Int, at time: Instant) -> TouchFrame? {
        if let last = lastTimes[device], time < last {
            warn(
                .timeGoesBack(device: device),
                "time goes back by \((last - time).seconds) s; it is held until it is past that")
        }
        lastTimes[device] = max(time, lastTimes[device] ?? time)
        guard let changes = changes.removeValue(forKey: device) else { return nil }
        lastTime = max(lastTime, time)
        return TouchFrame(time: lastTime, changes: changes)
    }

    /// The device is gone: everything it held is cancelled, at `time` or the last event's, whichever is later.
    package mutating func remove(device: Int, at time: Instant) -> TouchFrame? {
        let held = contacts.filter { $0.key.device == device }.sorted { $0.value.number < $1.value.number }
        for (key, contact) in held {
            contacts[key] = nil
            note(.cancelled, contact, device)
        }
        defer {
            lastTimes[device] = nil
            pictures[device] = nil
            faults = faults.filter { $0.device != device }
        }
        return frame(device: device, at: max(time, lastTimes[device] ?? time))
    }

    private mutating func note(_ phase: TouchFrame.Phase, _ contact: Contact, _ device: Int) {
        changes[device, default: []].append(
            TouchFrame.Change(
                contact: contact.number, phase: phase, position: contact.position, tool: contact.tool))
    }

    /// Where `place` lies in the picture, in millimetres; nil when it is nowhere.
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
