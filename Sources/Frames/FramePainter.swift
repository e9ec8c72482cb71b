// Computes which parts of a frame must be drawn into a buffer that contains an older one.

package import Geometry
import Layers
import Linux
package import Stage

/// Plans and draws the frames of a stage, and remembers what was drawn. It tracks the screens and the overlay separately, because
/// the overlay shows the cost of the screens without itself.
@MainActor
package struct FramePainter {
    /// A frame that may be drawn.
    package struct Plan {
        /// The part of the screens that has changed since the last frame.
        let change: Region
        /// The part of the overlay that has changed since the last frame.
        let overlayChange: Region
        /// The part of the screens that must be drawn into the buffer.
        let region: Region
        /// The part of the overlay that must be drawn into the buffer.
        let overlayRegion: Region
        /// The amount of drawing (`Frame.work`).
        package let work: Int
        /// The age of the buffer's contents in frames; 0 for no contents.
        fileprivate let age: Int
        fileprivate let picture: Frame
        fileprivate let screens: Frame
        fileprivate let overlay: Frame?

        /// Whether the picture equals the last one.
        package var isEmpty: Bool { change.isEmpty && overlayChange.isEmpty }
        /// The difference from the last picture.
        package var newDamage: Region {
            var damage = change
            damage.formUnion(overlayChange)
            return damage
        }
    }

    /// Whether the overlay is visible.
    var showsOverlay = false
    /// The age of the last buffer's contents. The next buffer probably has the same age.
    private(set) var lastAge = 0
    private var screens = DamageHistory()
    private var overlay = DamageHistory()

    /// A painter that has drawn nothing.
    package init() {}

    /// Plans the picture of `stage` for `presentation` in a buffer whose contents are `age` frames old; 0 for no contents.
    package func plan(_ stage: Stage, at presentation: Instant, age: Int) -> Plan {
        let screens = stage.plan(at: presentation)
        let overlay = showsOverlay ? stage.plan(at: presentation, .overlay) : nil
        let picture = showsOverlay ? stage.plan(at: presentation, .all) : screens
        let change = screens.damage(since: self.screens.newest)
        let overlayChange = overlay?.damage(since: self.overlay.newest) ?? Region()
        let region = self.screens.region(adding: change, forBufferOfAge: age)
        let overlayRegion =
            showsOverlay ? self.overlay.region(adding: overlayChange, forBufferOfAge: age) : Region()
        return Plan(
            change: change, overlayChange: overlayChange, region: region, overlayRegion: overlayRegion,
            work: picture.work(in: region) + picture.work(in: overlayRegion), age: age,
            picture: picture, screens: screens, overlay: overlay)
    }

    /// Draws the plan into its buffer, with `alone` by this thread. Returns when the screens were done; the overlay is drawn after them.
    package mutating func draw(
        _ plan: Plan, of stage: Stage, into surface: PixelSurface, alone: Bool = false
    ) -> Instant {
        lastAge = plan.age
        screens.record(plan.screens, changing: plan.change)
        if let frame = plan.overlay { overlay.record(frame, changing: plan.overlayChange) }
        stage.draw(plan.picture, into: surface, region: plan.region, alone: alone)
        let done = MonotonicClock.now()
        if !plan.overlayRegion.isEmpty { stage.draw(plan.picture, into: surface, region: plan.overlayRegion) }
        return done
    }

    /// Forgets all frames: the next one is drawn completely.
    package mutating func reset() {
        lastAge = 0
        screens.reset()
        overlay.reset()
    }
}
