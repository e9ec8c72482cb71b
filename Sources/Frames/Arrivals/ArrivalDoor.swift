// Where a running stage takes what arrives from other threads, and has its pictures read.

import Drawing
import Geometry
import Linux
import Logging
import Stage

/// Takes what other threads have posted, in order, in the turns of the loop; has the tasks run that they let go on; and gives the
/// threads that read pictures what the stage needs next.
@MainActor
package final class ArrivalDoor {
    /// So much is taken in one turn of the loop; touches come before the next.
    private static let most = 64

    private let stage: Stage
    /// Kept, since the watch is given back to it.
    private let loop: EventLoop
    private let log: Logger
    private let readers: PictureReaders
    private let wakeup: Wakeup
    private var watch: EventLoop.Watch?
    private let taken: () -> Void

    /// The door of `stage`. Pictures are read by `read`, on threads of its own. Calls `taken` when something was taken.
    init(
        of stage: Stage, loop: EventLoop, log: Logger, read: @escaping @Sendable (PictureOrder) -> ReadPicture,
        taken: @escaping () -> Void
    ) throws(SystemError) {
        (self.stage, self.loop, self.log, self.taken) = (stage, loop, log, taken)
        readers = PictureReaders(postingTo: stage.arrivals, read: read)
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        watch = try wakeup.watch(in: loop) { [unowned self] in deliver() }
        stage.arrivals.wake { wakeup.ring() }
        stage.tasks.wake { wakeup.ring() }
    }

    isolated deinit { watch?.cancel() }

    private func deliver() {
        let arrivals = stage.arrivals.take(atMost: Self.most)
        let now = loop.now
        for arrival in arrivals {
            if arrival.isPicture { readers.isRead() }
            stage.arrived(arrival, at: max(now, stage.now))
        }
        if !stage.arrivals.isEmpty { wakeup.ring() }
        let hasTasks = stage.tasks.isWaiting
        if hasTasks { stage.advance(to: max(now, stage.now)) }
        guard hasTasks || !arrivals.isEmpty else { return }
        readPictures()
        taken()
    }

    /// Whether a picture is being read that the stage has asked for.
    package var isReading: Bool { readers.isReading }

    /// Has the pictures read that the stage needs by its last plan.
    func readPictures() {
        do throws(SystemError) { try readers.feed(from: stage) } catch {
            log.error("no thread reads pictures: \(error)")
        }
    }
}
