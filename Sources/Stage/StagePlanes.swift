// What a display engine needs to know to show a transition by itself.

public import Geometry
public import Layers

extension Stage {
    /// The transition that moves something; nil when none does, or more than one.
    public var onlyTransition: Transition? {
        var found: Transition?
        for mover in movers {
            guard let transition = mover as? Transition else { continue }
            if found != nil { return nil }
            found = transition
        }
        return found
    }

    /// The picture for `presentation` as two screens that were drawn before and where they lie. Throws when it is more.
    public func planeScene(at presentation: Instant) throws(PlaneScene.Refusal) -> PlaneScene {
        for mover in movers { mover.show(at: presentation) }
        defer { for mover in movers { mover.show(at: now) } }
        if let transition = onlyTransition { display(transition) }
        return try PlaneScene(of: rootView.layer, size: panel.pixels)
    }

    /// The pictures at the beginning, in the middle and at the end of the way of `transition`. Throws when one of them is
    /// more than two screens.
    public func planeScenes(along transition: Transition) throws(PlaneScene.Refusal) -> [PlaneScene] {
        defer { transition.show(at: now) }
        var scenes: [PlaneScene] = []
        for fraction in [0, 0.5, 1] {
            transition.show(fraction)
            display(transition)
            scenes.append(try PlaneScene(of: rootView.layer, size: panel.pixels))
        }
        return scenes
    }

    /// All of both screens is drawn: what a plane shows is drawn once, and not as it comes into view.
    private func display(_ transition: Transition) {
        backings.begin()
        wantAll(of: transition.lower.view)
        wantAll(of: transition.upper.view)
        backings.drawVisible()
    }

    private func wantAll(of view: View) {
        let all = view.layer.presentation.frame
        view.want(visible: all, near: all, in: backings)
    }
}
