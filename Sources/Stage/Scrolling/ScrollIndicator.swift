// A scroll indicator: the thin bar that shows which part of the content is visible.

import Geometry
import Layers

/// What an indicator shows other than the visible part of the content.
package struct Indication {
    /// The place of the bar between both ends, from 0 to 1.
    var place: Double
    /// The length of the bar as a share of the side.
    var length: Double

    /// An indicator in content of which `before` (px) lies before what is seen, `seen` (px) is seen, and `after` (px) lies behind it.
    package init(before: Double, seen: Double, after: Double, whole: Double) {
        let (before, after) = (max(0, before), max(0, after))
        place = before + after > 0 ? before / (before + after) : 0
        length = seen / max(seen, whole)
    }
}

/// A bar at the side of a scroll view. Its share of the side is the visible share of the content. It appears when the
/// content moves and disappears half a second after the content has come to rest.
@MainActor
final class ScrollIndicator: Mover {
    /// The durations of the fade-in, of the pause after the content rests, and of the fade-out.
    static let fadeIn = Instant.Span.milliseconds(100)
    static let pause = Instant.Span.milliseconds(500)
    static let fadeOut = Instant.Span.milliseconds(250)
    /// The opacity of the bar when it is fully shown.
    private static let strength = 0.75

    private enum Phase {
        case hidden
        /// The content moves. The bar fades in since an instant, from the opacity that it had.
        case shown(since: Instant, from: Double)
        /// The content has come to rest. The bar stays until an instant, and finishes its fade-in first.
        case staying(until: Instant, since: Instant, from: Double)
        /// The bar fades out since an instant.
        case leaving(since: Instant)
    }

    let layer = Layer()
    private let axis: Axis
    private var phase = Phase.hidden
    /// The stage on which the bar is a mover. The scroll view may have left the stage by the time the bar disappears.
    private weak var stage: Stage?

    init(axis: Axis) {
        self.axis = axis
        layer.name = "indicator"
        layer.isHidden = true
    }

    /// Shows the bar in the colours of `theme`, because the content begins to move on `stage`.
    func show(on stage: Stage, in theme: Theme) {
        if case .shown = phase { return }
        phase = .shown(since: stage.now, from: opacity(at: stage.now))
        self.stage = stage
        layer.backgroundColor = theme.secondaryText
        layer.isHidden = false
        stage.add(self)
        show(at: stage.now)
    }

    /// Starts the pause before the bar disappears, because the content has come to rest.
    func leave() {
        guard case .shown(let since, let from) = phase, let stage else { return }
        phase = .staying(until: max(stage.now + Self.pause, since + fadeIn), since: since, from: from)
    }

    /// Places the bar for the offset of `track`, or to show `indication`, in `visible`, the view's bounds, with the sizes of `theme`.
    func place(_ track: ScrollTrack, of indication: Indication?, in visible: Rect, theme: Theme) {
        layer.frame = frame(track, at: track.offset, of: indication, in: visible, theme: theme)
        layer.cornerRadius = Self.thickness(theme) / 2
    }

    /// Poses the bar for `offset` of the content, of which `visible` is shown, or to show `indication`.
    func pose(
        _ poses: inout Poses, _ track: ScrollTrack, at offset: Double, of indication: Indication?, in visible: Rect,
        theme: Theme
    ) {
        let frame = frame(track, at: offset, of: indication, in: visible, theme: theme)
        poses[layer].position = frame.origin
        poses[layer].bounds.size = frame.size
    }

    private static func thickness(_ theme: Theme) -> Double { max(3, (theme.em * 0.16).rounded()) }

    private func frame(
        _ track: ScrollTrack, at offset: Double, of indication: Indication?, in visible: Rect, theme: Theme
    ) -> Rect {
        let thickness = Self.thickness(theme)
        let margin = (theme.em * 0.2).rounded()
        let side = visible.size[axis] - 2 * margin
        let rest = track.ends.upperBound - track.ends.lowerBound
        let over = max(0, track.ends.lowerBound - offset, offset - track.ends.upperBound)
        let seen = indication.map { side * $0.length } ?? side * visible.size[axis] / (visible.size[axis] + rest)
        let length = max((theme.em * 1.4).rounded(), seen - over)
        let share =
            indication?.place ?? (rest > 0 ? min(1, max(0, (offset - track.ends.lowerBound) / rest)) : 0)
        let along = margin + (side - length) * share
        let across = visible.size[axis.crossed] - margin - thickness
        return axis == .vertical
            ? Rect(visible.minX + across, visible.minY + along, thickness, length)
            : Rect(visible.minX + along, visible.minY + across, length, thickness)
    }

    private var fadeIn: Instant.Span { Self.fadeIn.slowed(by: stage?.slowMotion ?? 1) }
    private var fadeOut: Instant.Span { Self.fadeOut.slowed(by: stage?.slowMotion ?? 1) }

    private func opacity(at instant: Instant) -> Double {
        switch phase {
        case .hidden: return 0
        case .shown(let since, let from), .staying(_, let since, let from):
            return min(1, from + (instant - since).seconds / fadeIn.seconds)
        case .leaving(let since): return 1 - min(1, max(0, (instant - since).seconds / fadeOut.seconds))
        }
    }

    // MARK: Mover

    var end: Instant? {
        switch phase {
        case .hidden, .shown: nil
        case .staying(let until, _, _): until
        case .leaving(let since): since + fadeOut
        }
    }

    func changes(after instant: Instant) -> Bool {
        switch phase {
        case .hidden: false
        case .shown(let since, let from), .staying(_, let since, let from): from < 1 && instant < since + fadeIn
        case .leaving: true
        }
    }

    func show(at instant: Instant) { layer.opacity = Self.strength * opacity(at: instant) }
    func pose(_ poses: inout Poses, at instant: Instant) {
        poses[layer].opacity = Self.strength * opacity(at: instant)
    }

    func rest() {
        switch phase {
        case .hidden, .shown: break
        case .staying(let until, _, _): phase = .leaving(since: until)
        case .leaving:
            phase = .hidden
            layer.isHidden = true
            stage?.remove(self)
        }
    }
}
