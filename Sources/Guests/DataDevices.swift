// Copying and pasting between the windows of a guest: wl_data_device_manager and its objects.

import CWaylandServer
import Glibc
import Linux

/// What a guest has copied, or selected last. Each guest has clipboards of its own, which end with it.
final class Clipboard {
    private var devices: [DataDevice] = []
    /// What was copied last; nil when that is gone.
    private weak var source: DataSource?
    /// The client whose window is used.
    private var focus: OpaquePointer?

    /// Whether something can be pasted.
    var hasContent: Bool { source != nil }

    func add(_ device: DataDevice) { devices.append(device) }

    func remove(_ device: DataDevice) { devices.removeAll { $0 === device } }

    /// `client` has copied `source`; nil for nothing.
    func select(_ source: DataSource?) {
        guard self.source !== source else { return }
        self.source?.cancel()
        self.source = source
        forgetTold()
    }

    func remove(_ source: DataSource) {
        guard self.source === source else { return }
        self.source = nil
        forgetTold()
    }

    /// The windows of `client` are used from now on, and may paste.
    func setFocus(_ client: OpaquePointer?) {
        guard client != focus else { return }
        focus = client
        forgetTold()
    }

    private func forgetTold() { for device in devices { device.isTold = false } }

    /// Tells the client whose window is used what it can paste. This comes once after all that was copied at a time, since it takes an
    /// event for each type.
    func tell() {
        for device in devices where device.client == focus && !device.isTold {
            device.isTold = true
            device.offer(source)
        }
    }
}

/// The global `wl_data_device_manager`.
final class DataDevices: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        wl_data_device_manager_interface(
            create_data_source: { client, manager, id in
                guard let client else { return }
                let manager = DataDevices.of(manager)
                _ = DataSource(manager.server.clipboard, client, version: manager.version, id: id)
            },
            get_data_device: { client, manager, id, _ in
                guard let client else { return }
                let manager = DataDevices.of(manager)
                _ = DataDevice(manager.server.clipboard, client, version: manager.version, id: id)
            }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(client, bezel_wl_data_device_manager(), version: version, id: id, requests: Self.requests)
    }
}

/// A `wl_data_device`, or a `zwp_primary_selection_device_v1`.
class DataDevice: Resource {
    /// A library has one. Each is told of every change.
    override class var most: Int { 16 }

    private unowned let clipboard: Clipboard
    /// Whether the client was told what it can paste, since that has changed.
    var isTold = false

    private static let requests = permanent(
        wl_data_device_interface(
            // Nothing is dragged from window to window by touch: the source is told at once that nothing took it.
            start_drag: { _, device, source, _, icon, _ in
                if let icon = Surface.optional(icon), !icon.take(.unseen, called: "drag icon") {
                    return DataDevice.of(device).fail(WL_DATA_DEVICE_ERROR_ROLE, "the icon's surface has another role")
                }
                DataSource.optional(source)?.cancel()
            },
            set_selection: { _, device, source, _ in
                DataDevice.of(device).select(DataSource.optional(source))
            }, release: destroyResource))

    init(
        _ clipboard: Clipboard, _ client: OpaquePointer,
        _ interface: UnsafePointer<wl_interface> = bezel_wl_data_device(), version: Int32, id: UInt32,
        requests: UnsafeRawPointer = UnsafeRawPointer(DataDevice.requests)
    ) {
        self.clipboard = clipboard
        super.init(client, interface, version: version, id: id, requests: requests)
        clipboard.add(self)
    }

    /// The client has copied or selected `source`.
    final func select(_ source: DataSource?) { clipboard.select(source) }

    override func destroyed() { clipboard.remove(self) }

    /// Offers the client what `source` has; nil for nothing.
    func offer(_ source: DataSource?) {
        guard let handle else { return }
        guard let source else { return wl_data_device_send_selection(handle, nil) }
        let offer = DataOffer(client, version: version, source: source)
        guard let offered = offer.handle else { return }
        wl_data_device_send_data_offer(handle, offered)
        for type in source.types { wl_data_offer_send_offer(offered, type) }
        wl_data_device_send_selection(handle, offered)
    }
}

/// A `wl_data_source`, or a `zwp_primary_selection_source_v1`: what a client has copied or selected, in the types that it can write.
class DataSource: Resource {
    /// What is copied replaces what was copied before, and both exist for a moment.
    override class var most: Int { 64 }

    private unowned let clipboard: Clipboard
    /// The names of the types, as the client has written them, each with a zero at its end.
    private(set) var types: [[CChar]] = []
    /// The most types, and the most bytes of the name of one. What is beyond is not offered.
    private static let mostTypes = 256
    private static let longestType = 256

    private static let requests = permanent(
        wl_data_source_interface(
            offer: { _, source, type in
                DataSource.of(source).add(type)
            }, destroy: destroyResource, set_actions: { _, _, _ in }))

    init(
        _ clipboard: Clipboard, _ client: OpaquePointer,
        _ interface: UnsafePointer<wl_interface> = bezel_wl_data_source(), version: Int32, id: UInt32,
        requests: UnsafeRawPointer = UnsafeRawPointer(DataSource.requests)
    ) {
        self.clipboard = clipboard
        super.init(client, interface, version: version, id: id, requests: requests)
    }

    /// The client can write the data as `type`.
    final func add(_ type: UnsafePointer<CChar>?) {
        guard let type, types.count < DataSource.mostTypes, strlen(type) <= DataSource.longestType else { return }
        types.append(Array(UnsafeBufferPointer(start: type, count: strlen(type) + 1)))
    }

    override func destroyed() { clipboard.remove(self) }

    /// Has the client write its data as `type` to `descriptor`.
    func send(_ type: UnsafePointer<CChar>, to descriptor: Int32) {
        if let handle { wl_data_source_send_send(handle, type, descriptor) }
    }

    /// Something else was copied, or nothing took what was dragged.
    func cancel() { if let handle { wl_data_source_send_cancelled(handle) } }
}

/// A `wl_data_offer`: what a client can paste.
final class DataOffer: Resource {
    private weak var source: DataSource?

    private static let requests = permanent(
        wl_data_offer_interface(
            accept: { _, _, _, _ in },
            receive: { _, offer, type, descriptor in
                if let type { DataOffer.of(offer).source?.send(type, to: descriptor) }
                close(descriptor)
            }, destroy: destroyResource, finish: { _, _ in }, set_actions: { _, _, _, _ in }))

    init(_ client: OpaquePointer, version: Int32, source: DataSource) {
        self.source = source
        super.init(client, bezel_wl_data_offer(), version: version, id: 0, requests: Self.requests)
    }
}
