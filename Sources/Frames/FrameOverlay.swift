// The measurements and the notice that lie over the screens.

/// What lies over the screens of a stage.
struct FrameOverlay {
    /// Measurements; nil where nobody asked for them.
    var hud: HUD?
    /// Asks to be touched; nil while it need not.
    private(set) var notice: TouchThisScreen?

    /// Takes the notice off the glass, and puts `next` there.
    mutating func replaceNotice(with next: TouchThisScreen?) {
        notice?.remove()
        notice = next
    }

    /// Whether the screens are all that is shown.
    var isEmpty: Bool { hud == nil && notice == nil }
}
