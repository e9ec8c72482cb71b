// Copying and pasting between the windows of a guest: wl_data_device_manager and its objects.

import CWaylandServer
import Glibc
import Linux

/// What a guest has copied. Each guest has a clipboard of its own, which ends with it.
final class Clipboard {
    private var devices: [DataDevice] = []
    /// What was copied last; nil when that is gone.
    private weak var source: DataSource?
    /// The client whose window is used.
    private var focus: OpaquePointer?

    /// Whether something can be pasted.
    var hasContent: Bool { source != nil }

    func add(_ device: DataDevice) {
        devices.append(device)
        if device.client == focus { device.offer(source) }
    }

    func remove(_ device: DataDevice) { devices.removeAll { $0 === device } }

    /// `client` has copied `source`; nil for nothing.
    func select(_ source: DataSource?) {
        guard self.source !== source else { return }
        self.source?.cancel()
        self.source = source
        tell()
    }

    func remove(_ source: DataSource) {
        guard self.source === source else { return }
        self.source = nil
        tell()
    }

    /// The windows of `client` are used from now on, and may paste.
    func setFocus(_ client: OpaquePointer?) {
        guard client != focus else { return }
        focus = client
        tell()
    }

    private func tell() { for device in devices where device.client == focus { device.offer(source) } }
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

/// A `wl_data_device`.
final class DataDevice: Resource {
    private unowned let clipboard: Clipboard

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
                DataDevice.of(device).clipboard.select(DataSource.optional(source))
            }, release: destroyResource))

    init(_ clipboard: Clipboard, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.clipboard = clipboard
        super.init(client, bezel_wl_data_device(), version: version, id: id, requests: Self.requests)
        clipboard.add(self)
    }

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

/// A `wl_data_source`: what a client has copied, in the types that it can write.
final class DataSource: Resource {
    private unowned let clipboard: Clipboard
    private(set) var types: [String] = []
    private static let mostTypes = 256

    private static let requests = permanent(
        wl_data_source_interface(
            offer: { _, source, type in
                let source = DataSource.of(source)
                guard let type, source.types.count < DataSource.mostTypes else { return }
                source.types.append(String(cString: type))
            }, destroy: destroyResource, set_actions: { _, _, _ in }))

    init(_ clipboard: Clipboard, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.clipboard = clipboard
        super.init(client, bezel_wl_data_source(), version: version, id: id, requests: Self.requests)
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
