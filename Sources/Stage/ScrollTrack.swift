// One axis of a scroll view: where its content is, what moves it, and where it can rest.

import Geometry
import Layers

/// The offset along one axis, in pixels; 0 shows the start of the content.
struct ScrollTrack {
    /// What moves the offset.
    enum Phase {
        /// Nothing, since an instant; nil when nothing ever has.
        case resting(since: Instant?)
        /// A finger that stopped it and has not dragged it; without that it goes on to `target`.
        case held(target: Double)
        /// A finger. `startPull` is where the content would have been without rubber bands when the finger took it,
        /// `startPage` the page that was shown then.
        case dragging(startPull: Double, startPage: Double)
        /// Its own motion.
        case moving(ScrollMotion)
    }

    /// Along which axis.
    let axis: Axis
    /// What moves the offset.
    private(set) var phase = Phase.resting(since: nil)
    /// How far the content is scrolled.
    var offset = 0.0
    /// How many times as long as they should motions take (`Stage.slowMotion`).
    var slowness = 1.0
    /// The offsets between which it rests.
    private(set) var ends: ClosedRange<Double> = 0...0
    /// The extent of the view, by which its rubber bands are measured.
    private(set) var extent = 0.0

    init(axis: Axis) { self.axis = axis }

    /// How near to an end, in pixels, counts as at it: offsets at rest are rounded.
    static let tolerance = 0.5

    var motion: ScrollMotion? { if case .moving(let motion) = phase { motion } else { nil } }
    var isDragged: Bool { if case .dragging = phase { true } else { false } }
    /// Whether there is more content than fits.
    var hasRoom: Bool { ends.upperBound > ends.lowerBound }

    /// Whether a finger that moves by `travel` (positive: right or down) finds content to bring.
    func canMove(_ travel: Double) -> Bool {
        travel > 0 ? offset > ends.lowerBound + Self.tolerance : offset < ends.upperBound - Self.tolerance
    }

    /// Whether nothing has moved it for `span` before `instant`.
    func hasRested(for span: Instant.Span, before instant: Instant) -> Bool {
        guard case .resting(let since) = phase else { return false }
        return since.map { instant - $0 >= span } ?? true
    }

    // MARK: What changes

    /// The content or the view has another size. What rests at the start stays there.
    mutating func fit(ends new: ClosedRange<Double>, extent: Double, at now: Instant) {
        let wasAtStart = offset <= ends.lowerBound
        self.extent = extent
        ends = new
        switch phase {
        case .resting: offset = wasAtStart ? new.lowerBound : min(max(offset, new.lowerBound), new.upperBound)
        case .held(let target): phase = .held(target: min(max(target, new.lowerBound), new.upperBound))
        case .dragging: break
        case .moving(let motion): phase = .moving(motion.shifted(by: 0, ends: new, at: now))
        }
    }

    /// The content has grown by `distance` before what is shown: the same content stays in view.
    mutating func shift(by distance: Double, ends new: ClosedRange<Double>, at now: Instant) {
        offset += distance
        ends = new
        switch phase {
        case .resting: break
        case .held(let target): phase = .held(target: target + distance)
        case .dragging(let startPull, let startPage):
            phase = .dragging(startPull: startPull + distance, startPage: startPage)
        case .moving(let motion): phase = .moving(motion.shifted(by: distance, ends: new, at: now))
        }
    }

    /// A finger takes hold of the content where it is; it is `ahead` (px) of what it has moved.
    mutating func grab(ahead: Double, pageLength: Double?) {
        phase = .dragging(startPull: pull(showing: offset) + ahead, startPage: page(pageLength))
    }

    /// Where the content would be without rubber bands when the finger has gone `travel` (px) since it took hold.
    func pull(after travel: Double) -> Double {
        guard case .dragging(let startPull, _) = phase else { return offset }
        return startPull - travel
    }

    /// The finger lets go with `velocity` (px/s, towards larger offsets). It decelerates, or with pages goes to one.
    mutating func release(velocity: Double, pages: Pages?, at now: Instant) {
        guard case .dragging(_, let startPage) = phase else { return }
        if let pages, ends.contains(offset) {
            phase = .moving(
                ScrollMotion(
                    offset: offset, velocity: velocity, target: target(pages, from: startPage, velocity: velocity),
                    start: now, slowness: slowness))
        } else {
            phase = .moving(
                ScrollMotion(offset: offset, velocity: velocity, ends: ends, start: now, slowness: slowness))
        }
    }

    /// It goes to `target` on its own.
    mutating func go(to target: Double, at now: Instant) {
        let velocity = motion?.state(at: now).velocity ?? 0
        phase = .moving(
            ScrollMotion(offset: offset, velocity: velocity, target: target, start: now, slowness: slowness))
    }

    /// It rests at `target`, as if it had always been there.
    mutating func jump(to target: Double) {
        offset = target
        phase = .resting(since: nil)
    }

    /// A finger stops it where it was at `instant`. It goes on from there only to a page, or out of a rubber band.
    mutating func hold(at instant: Instant, isPaging: Bool) {
        guard let motion else { return }
        offset = motion.state(at: instant).offset.rounded()
        phase = .held(target: isPaging ? motion.target : min(max(offset, ends.lowerBound), ends.upperBound))
    }

    /// The finger that stopped it leaves.
    mutating func letGo(at now: Instant) {
        guard case .held(let target) = phase else { return }
        if offset == target { phase = .resting(since: now) } else { go(to: target, at: now) }
    }

    /// It rests where it is at `now`, on a whole pixel.
    mutating func stop(at now: Instant) {
        if let motion { offset = motion.state(at: now).offset.rounded() }
        phase = .resting(since: now)
    }

    // MARK: Pages

    /// How the content is divided into pages.
    struct Pages {
        /// From one page to the next, in pixels.
        let length: Double
        /// How far, in pixels, a finger has to bring the next page at most.
        let reach: Double
    }

    /// The page that is shown, with a fraction while it is between two.
    func position(pageLength: Double) -> Double { (offset - ends.lowerBound) / pageLength }

    private func page(_ length: Double?) -> Double { length.map { position(pageLength: $0).rounded() } ?? 0 }

    /// Where a finger that lets go with `velocity` sends the content: to the page where it took hold, or to the neighbour
    /// on whose side it is when the way to it, with what the velocity would still carry, is half a page or as long as the
    /// reach.
    private func target(_ pages: Pages, from startPage: Double, velocity: Double) -> Double {
        let moved = offset - (ends.lowerBound + startPage * pages.length)
        let way = moved + velocity / ScrollMotion.decay
        let goes = abs(way) >= min(pages.length / 2, pages.reach) && way * moved > 0
        let page = max(0, startPage + (goes ? (way < 0 ? -1 : 1) : 0))
        return min(ends.lowerBound + page * pages.length, ends.upperBound)
    }

    // MARK: Rubber bands

    /// What is shown of `pull`: past an end it gives like a rubber band.
    func shown(_ pull: Double) -> Double {
        if pull < ends.lowerBound {
            return ends.lowerBound + RubberBand().banded(pull - ends.lowerBound, dimension: extent)
        }
        if pull > ends.upperBound {
            return ends.upperBound + RubberBand().banded(pull - ends.upperBound, dimension: extent)
        }
        return pull
    }

    /// The pull that shows as `offset`.
    private func pull(showing offset: Double) -> Double {
        if offset < ends.lowerBound {
            return ends.lowerBound + RubberBand().pull(showing: offset - ends.lowerBound, dimension: extent)
        }
        if offset > ends.upperBound {
            return ends.upperBound + RubberBand().pull(showing: offset - ends.upperBound, dimension: extent)
        }
        return offset
    }
}
