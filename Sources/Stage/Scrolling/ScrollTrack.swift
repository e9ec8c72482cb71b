// One axis of a scroll view: its offset, what moves it, and where it can rest.

import Geometry
import Layers

/// The offset along one axis, in pixels; at 0 the start of the content is shown.
struct ScrollTrack {
    /// The sources of movement.
    enum Phase {
        /// At rest since an instant; nil if the track never moved.
        case resting(since: Instant?)
        /// Held by a finger that stopped it and has not dragged it. If the finger lifts, the content goes on to `target`.
        case held(target: Double)
        /// Dragged by a finger. `startPull` is the offset without rubber bands when the finger took the content,
        /// `startPage` the page that was shown then.
        case dragging(startPull: Double, startPage: Double)
        /// Moving by itself.
        case moving(ScrollMotion)
    }

    /// The axis of this track.
    let axis: Axis
    /// The present source of movement.
    private(set) var phase = Phase.resting(since: nil)
    /// The scroll offset.
    var offset = 0.0
    /// The factor by which motions take longer than normal (`Stage.slowMotion`).
    var slowness = 1.0
    /// The offsets between which the content rests.
    private(set) var ends: ClosedRange<Double> = 0...0
    /// The extent of the view, from which its rubber bands are computed.
    private(set) var extent = 0.0

    init(axis: Axis) { self.axis = axis }

    /// The distance from an end, in pixels, within which the content counts as at the end, because offsets at rest are rounded.
    static let tolerance = 0.5

    var motion: ScrollMotion? { if case .moving(let motion) = phase { motion } else { nil } }
    var isDragged: Bool { if case .dragging = phase { true } else { false } }
    /// Whether a finger that stopped the content holds it.
    var isHeld: Bool { if case .held = phase { true } else { false } }
    /// Whether the content is larger than the view.
    var hasRoom: Bool { ends.upperBound > ends.lowerBound }

    /// Whether the content can follow a finger that moves by `travel` (positive: right or down).
    func canMove(_ travel: Double) -> Bool {
        travel > 0 ? offset > ends.lowerBound + Self.tolerance : offset < ends.upperBound - Self.tolerance
    }

    /// Whether the content has rested for at least `span` at `instant`.
    func hasRested(for span: Instant.Span, before instant: Instant) -> Bool {
        guard case .resting(let since) = phase else { return false }
        return since.map { instant - $0 >= span } ?? true
    }

    // MARK: Changes

    /// Applies a new size of the content or of the view. Content that rests at the start stays there. Content that can no longer rest
    /// where it is goes to where it can, as `manner` says; it is there at once for nil.
    mutating func fit(
        ends new: ClosedRange<Double>, extent: Double, _ manner: Animation.Manner? = nil, at now: Instant
    ) {
        let wasAtStart = offset <= ends.lowerBound
        self.extent = extent
        ends = new
        switch phase {
        case .resting:
            let goal = wasAtStart ? new.lowerBound : min(max(offset, new.lowerBound), new.upperBound)
            if let manner, goal != offset {
                phase = .moving(ScrollMotion(offset: offset, target: goal, manner, start: now, slowness: slowness))
            } else {
                offset = goal
            }
        case .held(let target): phase = .held(target: min(max(target, new.lowerBound), new.upperBound))
        case .dragging: break
        case .moving(let motion): phase = .moving(motion.shifted(by: 0, ends: new, at: now))
        }
    }

    /// Shifts the offset after the content has grown by `distance` before the visible part, which stays in view.
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

    /// Begins a drag at the present offset. The finger is `ahead` (px) of the content.
    mutating func grab(ahead: Double, pageLength: Double?) {
        phase = .dragging(startPull: pull(showing: offset) + ahead, startPage: page(pageLength))
    }

    /// The offset without rubber bands after the finger has moved by `travel` (px) since it took the content.
    func pull(after travel: Double) -> Double {
        guard case .dragging(let startPull, _) = phase else { return offset }
        return startPull - travel
    }

    /// Releases the content with `velocity` (px/s, towards larger offsets). It decelerates, or goes to a page if there
    /// are pages. With `stops` (px between two of them) it decelerates to the stop nearest to where it would rest.
    mutating func release(velocity: Double, pages: Pages?, stops: Double? = nil, at now: Instant) {
        guard case .dragging(_, let startPage) = phase else { return }
        if let stops, ends.contains(offset) {
            let target = stop(nearest: offset + velocity / ScrollMotion.decay, stops)
            phase = .moving(
                ScrollMotion(
                    offset: offset, velocity: velocity, stop: target, distance: stops, start: now, slowness: slowness))
            return
        }
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

    /// Moves the content to `target` on a spring.
    mutating func go(to target: Double, at now: Instant) {
        let velocity = motion?.state(at: now).velocity ?? 0
        phase = .moving(
            ScrollMotion(offset: offset, velocity: velocity, target: target, start: now, slowness: slowness))
    }

    /// Sets the offset to `target`, as if the content had always rested there.
    mutating func jump(to target: Double) {
        offset = target
        phase = .resting(since: nil)
    }

    /// Stops the motion at its position at `instant`, under a finger. On release it goes on only to a page, or out of a
    /// rubber band.
    mutating func hold(at instant: Instant, isPaging: Bool, stops: Double? = nil) {
        guard let motion else { return }
        offset = motion.state(at: instant).offset.rounded()
        if let stops { return phase = .held(target: stop(nearest: offset, stops)) }
        phase = .held(target: isPaging ? motion.target : min(max(offset, ends.lowerBound), ends.upperBound))
    }

    /// Handles the lift of the finger that stopped the content.
    mutating func letGo(at now: Instant) {
        guard case .held(let target) = phase else { return }
        if offset == target { phase = .resting(since: now) } else { go(to: target, at: now) }
    }

    /// Stops the content at `now` where it was shown last, on a whole pixel. Content that was on its way to a page rests there, and
    /// content beyond an end rests at the end.
    mutating func leave(isPaging: Bool, at now: Instant) {
        let place = isPaging ? motion?.target ?? offset : offset
        offset = min(max(place, ends.lowerBound), ends.upperBound).rounded()
        phase = .resting(since: now)
    }

    /// Stops the content at its position at `now`, on a whole pixel.
    mutating func stop(at now: Instant) {
        if let motion { offset = motion.state(at: now).offset.rounded() }
        phase = .resting(since: now)
    }

    /// The stop nearest to `offset`, where stops are `distance` (px) apart.
    func stop(nearest offset: Double, _ distance: Double) -> Double {
        let number = ((offset - ends.lowerBound) / distance).rounded()
        return min(max((ends.lowerBound + number * distance).rounded(), ends.lowerBound), ends.upperBound)
    }

    // MARK: Pages

    /// The division of the content into pages.
    struct Pages {
        /// The distance between two pages, in pixels.
        let length: Double
        /// The maximum distance, in pixels, that a finger has to move to change the page.
        let reach: Double
    }

    /// The page that is shown at `offset`; a fraction lies between two pages.
    func position(of offset: Double, pageLength: Double) -> Double { (offset - ends.lowerBound) / pageLength }

    private func page(_ length: Double?) -> Double {
        length.map { position(of: offset, pageLength: $0).rounded() } ?? 0
    }

    /// The offset of the page to which a release with `velocity` sends the content. It is the neighbour of the start
    /// page on the side of the content's movement, if the distance moved, plus the distance that the velocity would
    /// still carry, is at least half a page or the reach. Otherwise it is the start page.
    private func target(_ pages: Pages, from startPage: Double, velocity: Double) -> Double {
        let moved = offset - (ends.lowerBound + startPage * pages.length)
        let way = moved + velocity / ScrollMotion.decay
        let goes = abs(way) >= min(pages.length / 2, pages.reach) && way * moved > 0
        let page = max(0, startPage + (goes ? (way < 0 ? -1 : 1) : 0))
        return min(ends.lowerBound + page * pages.length, ends.upperBound)
    }

    // MARK: Rubber bands

    /// The offset that shows `pull`, banded past the ends.
    func shown(_ pull: Double) -> Double {
        if pull < ends.lowerBound {
            return ends.lowerBound + RubberBand().banded(pull - ends.lowerBound, dimension: extent)
        }
        if pull > ends.upperBound {
            return ends.upperBound + RubberBand().banded(pull - ends.upperBound, dimension: extent)
        }
        return pull
    }

    /// The pull that is shown as `offset`.
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
