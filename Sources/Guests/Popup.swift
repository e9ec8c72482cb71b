// A menu or another short-lived window beside something in its parent: xdg_popup.

import CWaylandServer
import Geometry
import Layers
import Linux

/// An `xdg_popup`.
final class Popup: Resource {
    /// Menus lie on each other, `deepest` at most, and one toplevel has one of them.
    override class var most: Int { 64 }

    let window: XDGSurface
    private var parent: Parent
    private var rules: PopupRules
    /// How many popups may lie on each other.
    private static let deepest = 16

    /// What a popup lies on. It was there before the popup, so popups never lie on each other in a circle.
    private enum Parent {
        case window(Weak<GuestWindow>)
        case popup(Weak<Popup>)
        /// Another protocol will say, before the client commits.
        case unsaid
        case none
    }

    private struct Weak<Object: AnyObject> {
        weak var object: Object?
    }
    /// The window geometry's rectangle in the parent's window geometry.
    private var place = Rect.zero
    /// Whether a touch elsewhere closes the popup.
    private(set) var isGrabbing = false
    /// Whether the client was told that the popup is closed. It stays so.
    private var isDismissed = false

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
        (self.window, self.rules) = (window, rules)
        switch parent?.kind {
        case .toplevel(let toplevel)?: self.parent = .window(Weak(object: toplevel))
        case .popup(let popup)? where popup.depth < Popup.deepest: self.parent = .popup(Weak(object: popup))
        case nil: self.parent = .unsaid
        case .popup?, .some(.none): self.parent = .none
        }
        super.init(client, window.shell.dialect.popup, version: version, id: id, requests: Self.requests)
    }

    override func destroyed() { window.loseKind() }

    /// The popup belongs to `panel`, whose protocol says so.
    func join(_ panel: GuestWindow) { if case .unsaid = parent { parent = .window(Weak(object: panel)) } }

    /// The window that the popup, or the popup below it, belongs to.
    private var owner: GuestWindow? {
        switch parent {
        case .window(let window): window.object
        case .popup(let popup): popup.object?.owner
        case .unsaid, .none: nil
        }
    }

    /// The popup that this one lies on.
    private var below: Popup? { if case .popup(let popup) = parent { popup.object } else { nil } }
    /// The number of popups that this one lies on, and itself.
    private var depth: Int { 1 + (below?.depth ?? 0) }

    private var hasPopupOnIt: Bool { owner?.popups.contains { $0.below === self } ?? false }

    /// The corner of the parent's window geometry in that of the toplevel.
    private var parentCorner: Vector {
        below.map { $0.parentCorner + $0.place.origin.vector } ?? .zero
    }

    // MARK: Configure

    func configure() {
        if case .unsaid = parent { return }
        guard let handle, let owner else {
            window.isTold = true
            return dismiss()
        }
        guard window.isAnswering else { return }
        place = rules.place(in: owner.popupRoom.offset(by: -parentCorner))
        xdg_popup_send_configure(
            handle, Int32(clamping: Int(place.minX)), Int32(clamping: Int(place.minY)),
            Int32(clamping: Int(place.width)),
            Int32(clamping: Int(place.height)))
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

    /// Closes the popup, and tells the client, which cannot show it again.
    func dismiss() {
        guard !isDismissed else { return }
        isDismissed = true
        for popup in owner?.popups.reversed() ?? [] where popup.below === self { popup.dismiss() }
        unmap()
        window.surface?.followOutputs()
        if let handle { xdg_popup_send_popup_done(handle) }
    }

    // MARK: Place

    func map() {
        guard !isDismissed else { return }
        guard let owner, owner.isMapped, below?.isDismissed != true else { return dismiss() }
        // A client that has not waited for its place has one nevertheless.
        if !window.isTold { configure() }
        owner.popups.append(self)
        arrange()
        window.server.stack.focusKeyboard()
    }

    func unmap() {
        owner?.popups.removeAll { $0 === self }
        window.surface?.layer.removeFromSuperlayer()
        window.server.stack.focusKeyboard()
    }

    /// Puts the popup's surface into the window's frame.
    func arrange() {
        guard !isDismissed, let owner, let surface = window.surface else { return }
        let (scale, geometry) = (window.server.scale, window.geometry)
        let corner = parentCorner + place.origin.vector
        owner.frame.addSublayerOnce(surface.layer, at: owner.frame.sublayers.count)
        surface.layer.position = Point((corner.x - geometry.minX) * scale, (corner.y - geometry.minY) * scale)
    }
}
