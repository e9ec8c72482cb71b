// `--hud`: what fingers, recognizers and the frame clock do, drawn over the picture.

package import Geometry
import Layers
package import Stage

/// Layers over the screens of a stage. It changes only when something else does, and for the moment in which its trails
/// and outlines fade; then it is still. What it shows of a frame is made after that frame was handed to the display, and
/// drawn after the screens of the next, so it takes no time from either.
@MainActor
package final class HUD {
    private let stage: Stage
    private let refresh: Instant.Span
    private let whereabouts: String
    private var damage: HUDDamage
    private var fingers: HUDFingers
    private var gestures: HUDGestures
    private var clock: HUDClock
    private var panel: Panel

    /// Over `stage`, which is shown every `refresh`; `whereabouts` names display and panel.
    package init(on stage: Stage, refresh: Instant.Span, whereabouts: String) {
        (self.stage, self.refresh, self.whereabouts) = (stage, refresh, whereabouts)
        panel = stage.panel
        (damage, fingers, gestures, clock) = Self.parts(on: stage, refresh, whereabouts)
    }

    private static func parts(
        on stage: Stage, _ refresh: Instant.Span, _ whereabouts: String
    ) -> (HUDDamage, HUDFingers, HUDGestures, HUDClock) {
        for layer in stage.overlay.sublayers { layer.removeFromSuperlayer() }
        let picture = stage.panel.pixels
        let style = HUDStyle(for: picture)
        let margin = style.pixels(24)
        let (left, right) = (margin, Double(picture.width) - margin)
        let bottom = Double(picture.height) - margin
        let damage = HUDDamage(picture: picture, style: style, in: stage.overlay)
        let fingers = HUDFingers(on: stage.panel, style: style, in: stage.overlay)
        let clock = HUDClock(
            corner: Point(right, bottom), refresh: refresh, whereabouts: whereabouts, style: style, in: stage.overlay)
        // Side by side, or where that is too narrow one above the other.
        let isNarrow = left + HUDGestures.width(style) + margin > clock.frame.minX
        let gestures = HUDGestures(
            corner: Point(left, isNarrow ? clock.frame.minY - margin : bottom), style: style, in: stage.overlay)
        return (damage, fingers, gestures, clock)
    }

    /// Whether it looks different after `instant` though nothing else happens.
    func isChanging(at instant: Instant) -> Bool { damage.isChanging(at: instant) || fingers.isChanging(at: instant) }

    package func record(_ touches: TouchFrame) {
        fingers.record(touches)
        gestures.record(touches)
    }

    package func record(_ record: TraceRecord) { gestures.record(record) }
    package func record(_ miss: MissedVblank, total: Int) { clock.record(miss, total: total) }

    /// A frame was drawn. One in which only the HUD has changed is none of the kiosk's.
    package func record(_ report: FrameReport) {
        guard !report.damage.isEmpty else { return }
        damage.record(report.damage, at: report.times.appointment.vblank)
        clock.record(report)
    }

    /// Shows how things are at `instant`; right before a picture is planned.
    package func show(at instant: Instant) {
        if stage.panel != panel {
            panel = stage.panel
            (damage, fingers, gestures, clock) = Self.parts(on: stage, refresh, whereabouts)
        }
        damage.show(at: instant)
        fingers.show(at: instant)
        gestures.show(stage.gesturesUnderWay)
        clock.show(at: instant)
    }
}
