// The windows and panels of a guest, one over the other, and the one of them that is used.

import CWaylandServer
import Geometry
import Layers
import Linux

/// What is on the glass of a guest, back to front.
final class WindowStack {
    private unowned let server: GuestServer
    /// The layer of all windows, whose space is that of the glass.
    let layer = Layer()
    private(set) var windows: [GuestWindow] = []
    /// The window that is used: the one that was shown or touched last.
    private weak var active: GuestWindow?
    /// What the panels leave to the windows (the guest's units).
    private(set) var room: Rect

    init(_ server: GuestServer) {
        self.server = server
        room = server.size.rect
    }

    /// What the panels leave to the windows, in pixels of the glass.
    var glassRoom: Rect {
        let (whole, scale, size) = (server.output.pixels.size.rect, server.scale, server.size)
        return whole.inset(
            by: Insets(
                left: room.minX * scale, top: room.minY * scale, right: (size.width - room.maxX) * scale,
                bottom: (size.height - room.maxY) * scale))
    }

    /// The topmost window that is not a panel.
    var topmost: GuestWindow? { windows.last { $0.isListed && !$0.isMinimized } }

    /// Whether a window covers the panels that lie over other windows.
    var isFullScreen: Bool {
        windows.last { !$0.isMinimized && ($0.isFullScreen || $0.isMaximized) }?.isFullScreen ?? false
    }

    // MARK: Coming and going

    func map(_ window: GuestWindow) {
        insert(window)
        if window.isListed {
            // A menu that is open belongs to what was used before.
            for other in windows where other !== window {
                for popup in other.popups.reversed() where popup.isGrabbing { popup.dismiss() }
            }
        }
        layOutPanels()
        if window.takesFocus { activate(window) } else { focusKeyboard() }
        arrange()
        server.lists.announce(window)
    }

    func unmap(_ window: GuestWindow) {
        windows.removeAll { $0 === window }
        window.frame.removeFromSuperlayer()
        for popup in window.popups.reversed() { popup.dismiss() }
        // What belongs to the window belongs to the window's own parent now.
        for case let other as Toplevel in windows where other.parent === window { other.parentIsUnmapped() }
        for entry in window.entries { entry.close() }
        window.entries = []
        layOutPanels()
        activateNext(after: window)
        arrange()
    }

    /// Puts `window` over all others of its level.
    func insert(_ window: GuestWindow) {
        windows.removeAll { $0 === window }
        let index = windows.lastIndex { $0.level <= window.level }.map { $0 + 1 } ?? 0
        windows.insert(window, at: index)
        layer.insertSublayer(window.frame, at: index)
    }

    /// Brings `window` to the front, where it is used.
    func raise(_ window: GuestWindow) {
        guard window.isMapped else { return }
        window.minimize(false)
        insert(window)
        activate(window)
        arrange()
        server.changed()
    }

    /// `window` was hidden, or is seen again.
    func minimized(_ window: GuestWindow) {
        if window.isMinimized { activateNext(after: window) } else { activate(window) }
        arrange()
        server.changed()
    }

    // MARK: Which one is used

    private func activate(_ window: GuestWindow?) {
        active = window
        for one in windows { one.activate(one === window) }
        server.clipboard.setFocus(window?.client)
        server.primarySelection.setFocus(window?.client)
        focusKeyboard()
        server.pointer.constrain()
    }

    private func activateNext(after window: GuestWindow) {
        guard active == nil || active === window else { return focusKeyboard() }
        let usable = windows.filter { $0 !== window && $0.takesFocus && !$0.isMinimized }
        if window.isMapped { window.activate(false) }
        activate(usable.last { $0.isListed } ?? usable.last)
    }

    /// The glass was touched at `point` (pixels of the glass): the window there is used from now on. It does not come to the front, since
    /// a dialog stays in front of its window. Returns the surface there that takes touches, and the point in it.
    func touched(at point: Point) -> (surface: Surface, point: Point)? {
        let hit = surface(at: point)
        dismissPopups(besides: hit?.surface)
        if let window = hit.flatMap({ window(of: $0.surface) }), window !== active, window.takesFocus {
            activate(window)
        }
        return hit
    }

    /// Closes the menus that a touch on `surface` closes: those of other clients, and all of them where there is no surface.
    private func dismissPopups(besides surface: Surface?) {
        for window in windows.reversed() where window.client != surface?.client {
            for popup in window.popups.reversed() where popup.isGrabbing { popup.dismiss() }
        }
    }

    /// What `window` wants to be typed into it is different now.
    func focusChanged(of window: GuestWindow) {
        if window === active, !window.takesFocus { activateNext(after: window) } else { focusKeyboard() }
    }

    /// The topmost popup that takes all input is typed into, or else the window that is used.
    func focusKeyboard() {
        let window = windows.last { $0.takesAllKeys } ?? active
        let popup = window?.popups.last { $0.isGrabbing }
        server.keyboard.setFocus(popup?.window.surface ?? window?.surface)
    }

    /// The window on the glass in which `surface` lies, however deeply.
    func window(of surface: Surface) -> GuestWindow? {
        var layer: Layer? = surface.layer
        while let one = layer, one.superlayer !== self.layer { layer = one.superlayer }
        return windows.first { $0.frame === layer }
    }

    /// Whether `surface` lies in the window that is used.
    func isUsed(_ surface: Surface) -> Bool { active != nil && window(of: surface) === active }

    // MARK: Places

    /// Places all windows.
    func arrange() { for window in windows { window.arrange() } }

    /// Gives each panel its edge, and tells the windows if that leaves them another size.
    func layOutPanels() {
        let whole = server.size.rect
        var free = whole
        let panels = windows.compactMap { $0 as? LayerSurface }
        for panel in panels {
            guard let reserved = panel.reserved else { continue }
            panel.area = free
            let rest = free.inset(by: reserved)
            // A panel that would leave nothing lies over the windows.
            if !rest.isEmpty { free = rest }
        }
        for panel in panels where panel.reserved == nil { panel.area = panel.coversPanels ? whole : free }
        guard free != room else { return }
        room = free
        for window in windows {
            window.configure()
            window.arrange()
        }
    }

    /// The screen has another size or another scale.
    func screenChanged() {
        room = server.size.rect
        layOutPanels()
        for window in windows { window.configure() }
        arrange()
        server.changed()
    }

    /// The topmost surface at `point` (pixels of the glass) that takes touches, and the point in it.
    func surface(at point: Point) -> (surface: Surface, point: Point)? {
        for window in windows.reversed() { if let hit = window.surface(at: point) { return hit } }
        return nil
    }
}
