// Keeps the picture on the glass from the end of a kiosk to the first frame of the next.

import Geometry
import Glibc
import Linux
import Synchronization

/// The service manager keeps a copy of the card's file descriptor. While somebody has the card's file open, the kernel removes no
/// picture that was made through it, and does not give the glass to the console. So the glass shows the last picture when the
/// process ends, whatever ends it, until the next process shows its first. When the service is stopped or fails for good, the
/// service manager closes the copy.
final class KeptPicture {
    private let manager: NotifySocket
    /// The card whose picture is kept now, with the name of its copy.
    private var card: (descriptor: Int32, name: String)?

    private static let prefix = "picture-"
    /// The names of the copies of earlier pictures: of processes before this one, and of runs before this one in it.
    private static let former = Mutex(
        Set(
            PassedDescriptor.all.filter { $0.name.hasPrefix(prefix) }.map { passed in
                // The service manager has it open too.
                close(passed.number)
                return passed.name
            }))

    init(_ manager: NotifySocket) {
        self.manager = manager
        _ = Self.former.withLock { $0.count }
    }

    /// Whether a picture is kept.
    var isKept: Bool { card != nil }

    /// A frame is about to be shown by the card that is open as `descriptor`: from now on what the card shows stays.
    func keep(_ descriptor: Int32) {
        if card?.descriptor == descriptor { return }
        forget()
        let name = KeptPicture.prefix + "\(MonotonicClock.now().nanoseconds)"
        card = (descriptor, name)
        manager.store(descriptor, as: name)
    }

    /// The frame is on every glass: nobody needs the earlier pictures any more.
    func shown() {
        guard let card, Self.former.withLock({ !$0.isEmpty }) else { return }
        giveUp()
        // There may have been no room before.
        manager.store(card.descriptor, as: card.name)
    }

    /// Gives up the earlier pictures. A process that ends without a picture of its own does so because they may be the reason: they
    /// take memory of the card, and a copy that outlived a crashed seatd still has the screen.
    func giveUp() {
        let names = Self.former.withLock { former in
            defer { former = [] }
            return former
        }
        for name in names { manager.tell(.removed(name)) }
    }

    /// The card is no longer used by this run, but its picture stays.
    func leave() {
        if let name = card?.name { _ = Self.former.withLock { $0.insert(name) } }
        card = nil
    }

    /// The card is no longer used, and shows nothing.
    func forget() {
        if let card { manager.tell(.removed(card.name)) }
        card = nil
    }
}
