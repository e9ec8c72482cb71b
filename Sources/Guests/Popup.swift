// A menu or another short-lived window beside something in its parent: xdg_popup.

import CWaylandServer
import Geometry
import Layers
import Linux

/// An `xdg_popup`.
final class Popup: Resource {
    let window: XDGSurface
    private(set) weak var parent: XDGSurface?
    private var rules: PopupRules
    /// The window geometry's rectangle in the parent's window geometry.
    private var place = Rect.zero
    /// Whether a touch elsewhere closes the popup.
    private(set) var isGrabbing = false

    private static let requests = permanent(
        xdg_popup_interface(
            destroy: { _, popup in
                let popup = Popup.of(popup)
                guard !popup.hasPopupOnIt else {
                    return popup.window.shell.fail(
                        XDG_WM_BASE_ERROR_NOT_THE_TOPMOST_POPUP, "destroyed before the popup on it")
                }
                popup.destroy()
            },
            grab: { _, popup, _, _ in
                let popup = Popup.of(popup)
                guard !popup.window.isMapped else {
                    return popup.fail(XDG_POPUP_ERROR_INVALID_GRAB, "a grab comes before the popup is shown")
                }
                popup.isGrabbing = true
            },
            reposition: { _, popup, positioner, token in
                Popup.of(popup).reposition(Positioner.of(positioner).rules, token)
            }))

    init(
        _ window: XDGSurface, _ client: OpaquePointer, version: Int32, id: UInt32, parent: XDGSurface?,
        rules: PopupRules
    ) {
        (self.window, self.parent, self.rules) = (window, parent, rules)
        super.init(client, bezel_xdg_popup(), version: version, id: id, requests: Self.requests)
    }

    override func destroyed() { window.loseKind() }

    /// The window that the popup, or the popup below it, belongs to.
    private var toplevel: Toplevel? {
        switch parent?.kind {
        case .toplevel(let toplevel): toplevel
        case .popup(let popup): popup.toplevel
        case .some(.none), nil: nil
        }
    }

    private var hasPopupOnIt: Bool { toplevel?.popups.contains { $0.parent === window } ?? false }

    /// The corner of the parent's window geometry in that of the toplevel.
    private var parentCorner: Vector {
        if case .popup(let popup)? = parent?.kind { return popup.parentCorner + popup.place.origin.vector }
        return .zero
    }

    // MARK: Configure

    func configure() {
        guard let handle, let toplevel else { return done() }
        // The room is what the window shows on the glass, in the parent's coordinates.
        let corner = parentCorner
        let room = Rect(origin: Point(-corner.x, -corner.y), size: toplevel.window.geometry.size)
        place = rules.place(in: room)
        xdg_popup_send_configure(
            handle, Int32(place.minX), Int32(place.minY), Int32(place.width), Int32(place.height))
        window.configure()
    }

    private func reposition(_ rules: PopupRules, _ token: UInt32) {
        guard rules.isComplete else {
            return window.shell.fail(
                XDG_WM_BASE_ERROR_INVALID_POSITIONER, "the positioner has no size or no anchor rectangle")
        }
        self.rules = rules
        guard let handle else { return }
        xdg_popup_send_repositioned(handle, token)
        configure()
    }

    /// Tells the client that the popup is closed.
    func done() {
        if let handle { xdg_popup_send_popup_done(handle) }
    }

    // MARK: Place

    func map() {
        guard let toplevel else { return done() }
        toplevel.popups.append(self)
        arrange()
        window.server.focusKeyboard()
    }

    func unmap() {
        toplevel?.popups.removeAll { $0 === self }
        window.surface?.layer.removeFromSuperlayer()
        window.server.focusKeyboard()
    }

    /// Puts the popup's surface into the toplevel's frame.
    func arrange() {
        guard let toplevel, let surface = window.surface else { return }
        let (scale, geometry) = (window.server.scale, window.geometry)
        let corner = parentCorner + place.origin.vector
        toplevel.frame.addSublayerOnce(surface.layer, at: toplevel.frame.sublayers.count)
        surface.layer.position = Point((corner.x - geometry.minX) * scale, (corner.y - geometry.minY) * scale)
    }
}
