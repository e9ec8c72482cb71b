// The HUD and the notice over the screens.

/// The content over the screens of a stage.
struct FrameOverlay {
    /// The measurements; nil if they are not requested.
    var hud: HUD?
    /// The request to touch the screen; nil if it is not needed.
    private(set) var notice: TouchThisScreen?

    /// Removes the notice from the screen and shows `next` instead.
    mutating func replaceNotice(with next: TouchThisScreen?) {
        notice?.remove()
        notice = next
    }

    /// Whether there is nothing over the screens.
    var isEmpty: Bool { hud == nil && notice == nil }
}
