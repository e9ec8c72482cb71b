// The threads that read pictures for a stage.

package import Drawing
package import Linux
package import Stage

/// Has the pictures read that a stage needs, the most needed first, on a few threads of their own. What they have read they post
/// where all that arrives is taken.
@MainActor
package final class PictureReaders {
    /// How many there are: one reads while another waits for the disk. More would take the processors from those who draw.
    package static let count = 2

    private let arrivals: Arrivals
    private let read: @Sendable (PictureOrder) -> ReadPicture
    /// Nil before the first picture: most kiosks without pictures need no threads.
    private var pool: WorkerPool<PictureOrder>?
    private var underWay = 0

    /// Threads that read with `read` and post to `arrivals`.
    package init(postingTo arrivals: Arrivals, read: @escaping @Sendable (PictureOrder) -> ReadPicture) {
        (self.arrivals, self.read) = (arrivals, read)
    }

    /// Gives those that have nothing to do what `stage` needs by its last plan. Throws when there can be no threads; the
    /// picture that was for them is not shown.
    package func feed(from stage: Stage) throws(SystemError) {
        while underWay < Self.count, let order = stage.nextPicture() {
            if pool == nil {
                pool = try WorkerPool(threads: Self.count) { [arrivals, read] in arrivals.post(Arrival(read($0))) }
            }
            guard pool?.start(order) == true else { fatalError("more pictures are being read than are counted") }
            underWay += 1
        }
    }

    /// Whether a picture is being read.
    var isReading: Bool { underWay > 0 }

    /// One of them has read a picture.
    package func isRead() { underWay -= 1 }
}
