// The thin bar that shows which part of the content is in view.

import Geometry
import Layers

/// A bar at the side of a scroll view, as long a share of the side as the view shows of the content. It comes when the
/// content moves and goes half a second after it has come to rest.
final class ScrollIndicator: Mover {
    /// How long it takes to come, to wait when the content rests, and to go.
    static let fadeIn = Instant.Span.milliseconds(100)
    static let pause = Instant.Span.milliseconds(500)
    static let fadeOut = Instant.Span.milliseconds(250)

    private enum Phase {
        case hidden
        /// It has come since an instant, from an opacity that it still had; the content moves.
        case shown(since: Instant, from: Double)
        /// The content has come to rest; until an instant the bar stays.
        case staying(until: Instant)
        /// It goes, since an instant.
        case leaving(since: Instant)
    }

    let layer = Layer()
    private let axis: Axis
    private var phase = Phase.hidden
    /// Where it is listed as a mover; the scroll view may have left the stage by the time it ends.
    private weak var stage: Stage?

    init(axis: Axis) {
        self.axis = axis
        layer.name = "indicator"
        layer.isHidden = true
    }

    /// The content begins to move on `stage`.
    func show(on stage: Stage) {
        if case .shown = phase { return }
        phase = .shown(since: stage.now, from: opacity(at: stage.now))
        self.stage = stage
        layer.backgroundColor = stage.theme.secondaryText
        layer.isHidden = false
        stage.add(self)
        show(at: stage.now)
    }

    /// The content has come to rest.
    func leave() {
        guard case .shown = phase, let stage else { return }
        phase = .staying(until: stage.now + Self.pause)
    }

    /// Puts the bar beside what `track` shows of `visible`, the view's bounds, on a stage with `theme`.
    func place(_ track: ScrollTrack, in visible: Rect, theme: Theme) {
        let thickness = max(3, (theme.em * 0.16).rounded())
        let margin = (theme.em * 0.2).rounded()
        let side = visible.size[axis] - 2 * margin
        let rest = track.ends.upperBound - track.ends.lowerBound
        let over = max(0, track.ends.lowerBound - track.offset, track.offset - track.ends.upperBound)
        let length = max((theme.em * 1.4).rounded(), side * visible.size[axis] / (visible.size[axis] + rest) - over)
        let share = rest > 0 ? min(1, max(0, (track.offset - track.ends.lowerBound) / rest)) : 0
        let along = margin + (side - length) * share
        let across = visible.size[axis.crossed] - margin - thickness
        layer.frame =
            axis == .vertical
            ? Rect(visible.minX + across, visible.minY + along, thickness, length)
            : Rect(visible.minX + along, visible.minY + across, length, thickness)
        layer.cornerRadius = thickness / 2
    }

    private var fadeIn: Instant.Span { Self.fadeIn.slowed(by: stage?.slowMotion ?? 1) }
    private var fadeOut: Instant.Span { Self.fadeOut.slowed(by: stage?.slowMotion ?? 1) }

    private func opacity(at instant: Instant) -> Double {
        switch phase {
        case .hidden: return 0
        case .shown(let since, let from): return min(1, from + (instant - since).seconds / fadeIn.seconds)
        case .staying: return 1
        case .leaving(let since): return 1 - min(1, max(0, (instant - since).seconds / fadeOut.seconds))
        }
    }

    // MARK: Mover

    var end: Instant? {
        switch phase {
        case .hidden, .shown: nil
        case .staying(let until): until
        case .leaving(let since): since + fadeOut
        }
    }

    func changes(after instant: Instant) -> Bool {
        switch phase {
        case .hidden, .staying: false
        case .shown(let since, let from): from < 1 && instant < since + fadeIn
        case .leaving: true
        }
    }

    func show(at instant: Instant) { layer.opacity = 0.75 * opacity(at: instant) }

    func rest() {
        switch phase {
        case .hidden, .shown: break
        case .staying(let until): phase = .leaving(since: until)
        case .leaving:
            phase = .hidden
            layer.isHidden = true
            stage?.remove(self)
        }
    }
}
