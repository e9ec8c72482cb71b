// What was selected last, which toolkits paste with the middle button: zwp_primary_selection_device_manager_v1 and its objects.

import CWaylandServer
import Glibc
import Linux

/// The global `zwp_primary_selection_device_manager_v1`.
final class PrimarySelections: Resource {
    private unowned let server: GuestServer

    private static let requests = permanent(
        zwp_primary_selection_device_manager_v1_interface(
            create_source: { client, manager, id in
                guard let client else { return }
                _ = PrimarySource(PrimarySelections.of(manager).server.primarySelection, client, id: id)
            },
            get_device: { client, manager, id, _ in
                guard let client else { return }
                _ = PrimaryDevice(PrimarySelections.of(manager).server.primarySelection, client, id: id)
            }, destroy: destroyResource))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        super.init(
            client, bezel_zwp_primary_selection_device_manager_v1(), version: version, id: id, requests: Self.requests)
    }
}

/// A `zwp_primary_selection_device_v1`.
final class PrimaryDevice: DataDevice {
    private static let requests = permanent(
        zwp_primary_selection_device_v1_interface(
            set_selection: { _, device, source, _ in PrimaryDevice.of(device).select(PrimarySource.optional(source)) },
            destroy: destroyResource))

    init(_ clipboard: Clipboard, _ client: OpaquePointer, id: UInt32) {
        super.init(
            clipboard, client, bezel_zwp_primary_selection_device_v1(), version: 1, id: id,
            requests: UnsafeRawPointer(Self.requests))
    }

    override func offer(_ source: DataSource?) {
        guard let handle else { return }
        guard let source else { return zwp_primary_selection_device_v1_send_selection(handle, nil) }
        let offer = PrimaryOffer(client, source: source)
        guard let offered = offer.handle else { return }
        zwp_primary_selection_device_v1_send_data_offer(handle, offered)
        for type in source.types { zwp_primary_selection_offer_v1_send_offer(offered, type) }
        zwp_primary_selection_device_v1_send_selection(handle, offered)
    }
}

/// A `zwp_primary_selection_source_v1`.
final class PrimarySource: DataSource {
    private static let requests = permanent(
        zwp_primary_selection_source_v1_interface(
            offer: { _, source, type in PrimarySource.of(source).add(type) }, destroy: destroyResource))

    init(_ clipboard: Clipboard, _ client: OpaquePointer, id: UInt32) {
        super.init(
            clipboard, client, bezel_zwp_primary_selection_source_v1(), version: 1, id: id,
            requests: UnsafeRawPointer(Self.requests))
    }

    override func send(_ type: UnsafePointer<CChar>, to descriptor: Int32) {
        if let handle { zwp_primary_selection_source_v1_send_send(handle, type, descriptor) }
    }

    override func cancel() { if let handle { zwp_primary_selection_source_v1_send_cancelled(handle) } }
}

/// A `zwp_primary_selection_offer_v1`.
final class PrimaryOffer: Resource {
    private weak var source: DataSource?

    private static let requests = permanent(
        zwp_primary_selection_offer_v1_interface(
            receive: { _, offer, type, descriptor in
                if let type { PrimaryOffer.of(offer).source?.send(type, to: descriptor) }
                close(descriptor)
            }, destroy: destroyResource))

    fileprivate init(_ client: OpaquePointer, source: DataSource) {
        self.source = source
        super.init(client, bezel_zwp_primary_selection_offer_v1(), version: 1, id: 0, requests: Self.requests)
    }
}
