// Clients that list the windows of the guest, such as its own bar: zwlr_foreign_toplevel_manager_v1.

import CWaylandServer
import Linux

/// The lists of windows that clients of a guest show.
final class WindowLists {
    private unowned let server: GuestServer
    private var lists: [WindowList] = []
    /// The most of them.
    fileprivate static let most = 16

    init(_ server: GuestServer) { self.server = server }

    /// Whether a client would bring back a window that is minimized.
    var isUsed: Bool { !lists.isEmpty }

    fileprivate func add(_ list: WindowList) {
        guard lists.count < WindowLists.most else {
            return list.endClient("has list \(lists.count + 1) of the windows")
        }
        lists.append(list)
        for window in server.stack.windows where window.isListed { list.announce(window) }
    }

    fileprivate func remove(_ list: WindowList) {
        lists.removeAll { $0 === list }
        if lists.isEmpty { for window in server.stack.windows { window.minimize(false) } }
    }

    /// `window` has come.
    func announce(_ window: GuestWindow) { if window.isListed { for list in lists { list.announce(window) } } }
}

/// A `zwlr_foreign_toplevel_manager_v1`.
final class WindowList: Resource {
    override class var most: Int { 4 }

    private unowned let server: GuestServer

    private static let requests = permanent(
        zwlr_foreign_toplevel_manager_v1_interface(stop: { _, list in
            guard let list else { return }
            zwlr_foreign_toplevel_manager_v1_send_finished(list)
            wl_resource_destroy(list)
        }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_zwlr_foreign_toplevel_manager_v1(), version: version, id: id, requests: Self.requests)
        server.lists.add(self)
    }

    override func destroyed() { server.lists.remove(self) }

    fileprivate func announce(_ window: GuestWindow) {
        let entry = WindowListEntry(window, client, version: version)
        guard let handle, let entryHandle = entry.handle else { return }
        zwlr_foreign_toplevel_manager_v1_send_toplevel(handle, entryHandle)
        for output in window.server.outputs where output.client == client {
            if let output = output.handle { zwlr_foreign_toplevel_handle_v1_send_output_enter(entryHandle, output) }
        }
        entry.tell()
    }
}

/// A `zwlr_foreign_toplevel_handle_v1`: a window in a client's list.
final class WindowListEntry: Resource {
    /// As many as windows, and some that are gone, in each of the client's lists.
    override class var most: Int { 2048 }

    /// The window; nil when it is gone.
    private weak var window: GuestWindow?
    private var told: State?

    private struct State: Equatable {
        var title: WireText
        var applicationID: WireText
        var states: [UInt32]
    }

    private static let requests = permanent(
        zwlr_foreign_toplevel_handle_v1_interface(
            // Each window fills the screen, so this only brings it back.
            set_maximized: { _, entry in WindowListEntry.of(entry).window?.minimize(false) },
            unset_maximized: { _, _ in },
            set_minimized: { _, entry in WindowListEntry.of(entry).window?.minimize(true) },
            unset_minimized: { _, entry in WindowListEntry.of(entry).window?.minimize(false) },
            activate: { _, entry, _ in
                if let window = WindowListEntry.of(entry).window { window.server.stack.raise(window) }
            },
            close: { _, entry in WindowListEntry.of(entry).window?.close() },
            set_rectangle: { _, entry, _, _, _, width, height in
                if width < 0 || height < 0 {
                    WindowListEntry.of(entry).fail(
                        ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_ERROR_INVALID_RECTANGLE, "a rectangle of \(width)×\(height)")
                }
            }, destroy: destroyResource,
            set_fullscreen: { _, entry, _ in
                let window = WindowListEntry.of(entry).window
                window?.minimize(false)
                window?.setFullScreen(true)
            }, unset_fullscreen: { _, entry in WindowListEntry.of(entry).window?.setFullScreen(false) }))

    fileprivate init(_ window: GuestWindow, _ client: OpaquePointer, version: Int32) {
        self.window = window
        super.init(client, bezel_zwlr_foreign_toplevel_handle_v1(), version: version, id: 0, requests: Self.requests)
        window.entries.append(self)
    }

    override func destroyed() { window?.entries.removeAll { $0 === self } }

    /// Tells the client what is new.
    func tell() {
        guard let handle, let window else { return }
        var states: [UInt32] = []
        if window.isMaximized { states.append(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED.rawValue) }
        if window.isFullScreen, version >= ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN_SINCE_VERSION {
            states.append(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN.rawValue)
        }
        if window.isMinimized { states.append(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED.rawValue) }
        if window.isActivated { states.append(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue) }
        let state = State(title: window.title, applicationID: window.applicationID, states: states)
        guard state != told else { return }
        if state.title != told?.title { zwlr_foreign_toplevel_handle_v1_send_title(handle, state.title.text) }
        if state.applicationID != told?.applicationID {
            zwlr_foreign_toplevel_handle_v1_send_app_id(handle, state.applicationID.text)
        }
        if state.states != told?.states {
            WireArray(states).with { zwlr_foreign_toplevel_handle_v1_send_state(handle, $0) }
        }
        zwlr_foreign_toplevel_handle_v1_send_done(handle)
        told = state
    }

    /// The window is gone. The client destroys the entry.
    func close() {
        window = nil
        if let handle { zwlr_foreign_toplevel_handle_v1_send_closed(handle) }
    }
}
