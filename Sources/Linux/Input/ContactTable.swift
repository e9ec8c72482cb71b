// Which contacts are down on which panels: turns libinput's touch events into touch frames.

public import Geometry

/// Numbers contacts freshly across all devices, remembers where each is, and gathers what changed into one frame. It
/// trusts neither the order of events nor their time. A value without a device, so that it can be tested as one.
public struct ContactTable: Sendable {
    /// What the panel says about one contact, as libinput does.
    public enum Event: Hashable, Sendable {
        /// A finger came down, at a place in parts of the panel's width and height (0…1).
        case down(Point)
        /// It moved there.
        case motion(Point)
        /// It was lifted. No place is reported.
        case up
        /// It was taken back: a palm, a device that goes.
        case cancel
    }

    /// The picture in millimetres; 0…1 along a panel's axes spans it.
    public var panelSize: Size

    private struct Key: Hashable {
        var device: Int
        var slot: Int
    }
    private struct Contact {
        var number: Int
        var position: Point
    }

    private var contacts: [Key: Contact] = [:]
    private var changes: [Int: [TouchFrame.Change]] = [:]
    /// Slots that were reported without having come down: each is worth one warning until it is lifted.
    private var strangers: Set<Key> = []
    private var lastNumber = 0
    private var lastTime = Instant.zero

    /// No contacts, on a picture of `panelSize` (mm).
    public init(panelSize: Size) { self.panelSize = panelSize }

    /// How many contacts are down.
    public var count: Int { contacts.count }

    /// Takes in what `device` says about its `slot`; the change is part of the device's next frame. Gives back a
    /// sentence for the log when it cannot be: a lift without a touch, a touch on top of another.
    public mutating func handle(_ event: Event, device: Int, slot: Int) -> String? {
        let key = Key(device: device, slot: slot)
        switch event {
        case .down(let place):
            var warning: String?
            if let lost = contacts[key] {
                note(.cancelled, lost, device)
                warning = "slot \(slot) came down a second time without a lift; contact \(lost.number) is cancelled"
            }
            lastNumber += 1
            let contact = Contact(number: lastNumber, position: position(place))
            contacts[key] = contact
            strangers.remove(key)
            note(.began, contact, device)
            return warning
        case .motion(let place):
            guard var contact = contacts[key] else {
                return strangers.insert(key).inserted ? "slot \(slot) moved without having come down; ignored" : nil
            }
            contact.position = position(place)
            contacts[key] = contact
            note(.moved, contact, device)
            return nil
        case .up, .cancel:
            guard let contact = contacts.removeValue(forKey: key) else {
                // It is one story with the movements before, if there were any.
                return strangers.remove(key) == nil ? "slot \(slot) was lifted without having come down; ignored" : nil
            }
            note(event == .up ? .ended : .cancelled, contact, device)
            return nil
        }
    }

    /// The end of what `device` reports for the moment `time`: its changes since the last, or nil when there are none.
    /// Time never goes backwards, whichever device it comes from.
    public mutating func frame(device: Int, at time: Instant) -> TouchFrame? {
        guard let changes = changes.removeValue(forKey: device) else { return nil }
        lastTime = max(lastTime, time)
        return TouchFrame(time: lastTime, changes: changes)
    }

    /// The device is gone: everything it held is cancelled, at `time` or the last event's, whichever is later.
    public mutating func remove(device: Int, at time: Instant) -> TouchFrame? {
        let held = contacts.filter { $0.key.device == device }.sorted { $0.value.number < $1.value.number }
        for (key, contact) in held {
            contacts[key] = nil
            note(.cancelled, contact, device)
        }
        strangers = strangers.filter { $0.device != device }
        return frame(device: device, at: time)
    }

    private mutating func note(_ phase: TouchFrame.Phase, _ contact: Contact, _ device: Int) {
        changes[device, default: []].append(
            TouchFrame.Change(contact: contact.number, phase: phase, position: contact.position))
    }

    private func position(_ place: Point) -> Point { Point(place.x * panelSize.width, place.y * panelSize.height) }
}
