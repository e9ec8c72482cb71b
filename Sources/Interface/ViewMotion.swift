// The views of elements that come, go and move while a change is animated.

import Geometry
import Layers
import Stage

/// Shows, places and takes away the views of a tree: at once, or as an animation says.
final class ViewMotion {
    /// How the next changes are animated; nil if they are not.
    var animation: Animation.Manner?
    private weak var stage: Stage?
    /// The animations that run, by the views that they move or fade in.
    private var running: [ObjectIdentifier: Animation] = [:]
    /// The animations of views that fade out, by the views.
    private var fading: [ObjectIdentifier: Animation] = [:]
    /// The views that have been placed since the last animations began.
    private var moves: [Move] = []
    private var moved: Set<ObjectIdentifier> = []
    /// How far (px) content has been scrolled under a layout, by the views that scroll.
    private var shifts: [(holder: ScrollView, distance: Vector)] = []

    /// A view that has been placed, and where it was seen before in the space of its superview; nil for a new one.
    private struct Move {
        let view: View
        let seen: Rect?
    }

    init(on stage: Stage) { self.stage = stage }

    // MARK: Coming and going

    /// Shows `views` in `holder`, back to front, and no others but those that fade out.
    func show(_ views: [View], in holder: View) {
        let staying = Set(views.map(ObjectIdentifier.init))
        for view in holder.subviews where !view.isLeaving && !staying.contains(ObjectIdentifier(view)) { remove(view) }
        guard holder.subviews.contains(where: \.isLeaving) else { return holder.show(views) }
        // A view that fades out stays in front of what was behind it.
        var shown = views
        var place = 0
        for view in holder.subviews {
            if view.isLeaving {
                shown.insert(view, at: place)
                place += 1
            } else if let index = shown.firstIndex(where: { $0 === view }) {
                place = index + 1
            }
        }
        holder.show(shown)
    }

    /// Takes `view` off the glass, where it may fade out.
    func remove(_ view: View) {
        guard let holder = view.superview, let index = holder.subviews.firstIndex(where: { $0 === view }) else {
            return
        }
        // Touches on it are cancelled.
        view.removeFromSuperview()
        guard let animation, let stage, Self.isSeen(view.frame, in: holder) else { return }
        view.isLeaving = true
        holder.insertSubview(view, at: index)
        let fade = Animation()
        fade.animator.add(.opacity, of: view.layer, from: 0, to: -1)
        let key = ObjectIdentifier(view)
        fading[key] = fade
        fade.start(on: stage, animation.timing) { [weak self, weak view] in
            self?.fading[key] = nil
            view?.removeFromSuperview()
        }
    }

    /// Whether `frame` lies in what `holder` lets through.
    private static func isSeen(_ frame: Rect, in holder: View) -> Bool {
        !holder.layer.masksToBounds || frame.intersects(holder.bounds)
    }

    // MARK: Moving

    /// Moves `view` to `frame`, where it was at `old` until now; nil for a new view.
    func move(_ view: View, to frame: Rect, from old: Rect?) {
        let key = ObjectIdentifier(view)
        if animation != nil, old != frame, moved.insert(key).inserted {
            // A view that is moving goes on from where it is seen.
            moves.append(Move(view: view, seen: running[key] == nil ? old : Self.shown(view)))
        }
        view.frame = frame
    }

    /// Where `view` is seen.
    private static func shown(_ view: View) -> Rect {
        Rect(origin: view.layer.presentation.position, size: view.layer.presentation.bounds.size)
    }

    /// Reports that the content of `holder` was scrolled by `distance` (px) together with its layout.
    func shifted(_ holder: ScrollView, by distance: Vector) {
        guard distance != .zero else { return }
        for view in holder.subviews where view.isLeaving { view.frame.origin = view.frame.origin + distance }
        guard animation != nil else { return }
        shifts.append((holder, distance))
        // What was not placed anew is seen elsewhere too.
        for view in holder.subviews where !view.isLeaving && moved.insert(ObjectIdentifier(view)).inserted {
            moves.append(Move(view: view, seen: Self.shown(view)))
        }
    }

    /// Begins to animate what has been placed.
    func begin() {
        defer { (animation, moves, moved, shifts) = (nil, [], [], []) }
        guard let animation, let stage else { return }
        let new = Set(moves.lazy.filter { $0.seen == nil }.map { ObjectIdentifier($0.view) })
        for move in moves {
            guard let holder = move.view.superview else { continue }
            let key = ObjectIdentifier(move.view)
            let moving = Animation()
            if let seen = move.seen {
                let from = shifts.reduce(seen.origin) { $1.holder === holder ? $0 + $1.distance : $0 }
                let way = from - move.view.frame.origin
                // What scrolls ends where what is below it begins, such as the keyboard, also on the way.
                let height = move.view is ScrollView ? seen.height - move.view.frame.height : 0
                running[key] = nil
                let path = [Rect(origin: from, size: seen.size), move.view.frame]
                guard way != .zero || height != 0, path.contains(where: { Self.isSeen($0, in: holder) }) else {
                    continue
                }
                if way.x != 0 { moving.animator.add(.positionX, of: move.view.layer, from: way.x, to: 0) }
                if way.y != 0 { moving.animator.add(.positionY, of: move.view.layer, from: way.y, to: 0) }
                if height != 0 { moving.animator.add(.height, of: move.view.layer, from: height, to: 0) }
            } else {
                // What is in a new view fades in with it.
                guard !new.contains(ObjectIdentifier(holder)), Self.isSeen(move.view.frame, in: holder) else {
                    continue
                }
                moving.animator.add(.opacity, of: move.view.layer, from: -1, to: 0)
            }
            running[key] = moving
            moving.start(on: stage, animation) { [weak self] in
                self?.running[key] = nil
            }
        }
    }
}
