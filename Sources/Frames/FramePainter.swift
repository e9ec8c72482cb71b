// What of a frame has to be drawn into a buffer that holds an older one.

package import Geometry
import Layers
import Linux
package import Stage

/// Plans frames of a stage and draws them, and remembers what was drawn. Screens and what lies over them are kept apart: who
/// looks at an overlay wants to know what the screens cost without it.
package struct FramePainter {
    /// A frame that can be drawn, or not.
    package struct Plan {
        /// What of the screens has changed since the last frame.
        let change: Region
        /// What of the overlay has.
        let overlayChange: Region
        /// What of the screens has to be drawn into the buffer.
        let region: Region
        /// What of the overlay has.
        let overlayRegion: Region
        /// How much drawing that is (`Frame.work`).
        package let work: Int
        /// How many frames old the contents of its buffer are; 0: it has none.
        fileprivate let age: Int
        fileprivate let picture: Frame
        fileprivate let screens: Frame
        fileprivate let overlay: Frame?

        /// Whether the picture is the same as the one before.
        package var isEmpty: Bool { change.isEmpty && overlayChange.isEmpty }
        /// What differs from the picture before.
        package var newDamage: Region {
            var damage = change
            damage.formUnion(overlayChange)
            return damage
        }
    }

    /// Whether what lies over the screens is shown.
    var showsOverlay = false
    /// The age of the last buffer that was drawn into. The next one's is likely the same.
    private(set) var lastAge = 0
    private var screens = DamageHistory()
    private var overlay = DamageHistory()

    /// A painter that has drawn nothing yet.
    package init() {}

    /// The picture of `stage` for `presentation`, in a buffer whose contents are `age` frames old; 0: it has none.
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

    /// Draws the plan into the buffer that it was made for. Returns when the screens were done; the overlay comes after.
    package mutating func draw(_ plan: Plan, of stage: Stage, into surface: PixelSurface) -> Instant {
        lastAge = plan.age
        screens.record(plan.screens, changing: plan.change)
        if let frame = plan.overlay { overlay.record(frame, changing: plan.overlayChange) }
        stage.draw(plan.picture, into: surface, region: plan.region)
        let done = MonotonicClock.now()
        if !plan.overlayRegion.isEmpty { stage.draw(plan.picture, into: surface, region: plan.overlayRegion) }
        return done
    }

    /// Forgets everything: the next frame is new from edge to edge.
    package mutating func reset() {
        lastAge = 0
        screens.reset()
        overlay.reset()
    }
}
