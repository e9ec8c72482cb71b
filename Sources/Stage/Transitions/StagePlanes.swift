// The scenes from which a display engine can show a transition by itself.

package import Geometry
package import Layers

extension Stage {
    /// The only running transition; nil if there is none or more than one.
    package var onlyTransition: Transition? {
        var found: Transition?
        for mover in movers {
            guard let transition = mover as? Transition else { continue }
            if found != nil { return nil }
            found = transition
        }
        return found
    }

    /// The picture for `presentation` as two screens that were drawn before, and their positions. Throws if it shows more.
    package func planeScene(at presentation: Instant) throws(PlaneScene.Refusal) -> PlaneScene {
        pose { poses in for mover in movers { mover.pose(&poses, at: presentation) } }
        if let transition = onlyTransition { display(transition) }
        return try planeScene()
    }

    /// The pictures at the start, in the middle and at the end of the movement of `transition`. Throws if one of them
    /// shows more than two screens.
    package func planeScenes(along transition: Transition) throws(PlaneScene.Refusal) -> [PlaneScene] {
        var scenes: [PlaneScene] = []
        for fraction in [0, 0.5, 1] {
            pose { transition.pose(&$0, fraction) }
            display(transition)
            scenes.append(try planeScene())
        }
        return scenes
    }

    /// Draws both screens completely, because a plane shows a screen that is drawn once, not as it comes into view.
    private func display(_ transition: Transition) {
        drawContents { poses in
            for view in [transition.lower.view, transition.upper.view] {
                let all = poses.presentation(of: view.layer).frame
                view.want(visible: all, near: all, poses, in: backings)
            }
        }
    }
}
