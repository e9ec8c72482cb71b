// An object of a client.

import CWaylandServer

/// An object that a client has created, or a global that it has bound. libwayland knows it by a resource, which holds the object until
/// the client destroys it or leaves.
class Resource {
    /// libwayland's resource; nil when the client has destroyed the object or left.
    private(set) var handle: OpaquePointer?
    /// The client that owns the object.
    let client: OpaquePointer

    /// The most objects of the kind that a connection may have. One more ends it.
    class var most: Int { 256 }

    /// The objects that exist in the process, also those that no client knows any more. Tests compare it before and after.
    private(set) static var count = 0

    /// An object of `interface` that `client` calls `id`. libwayland calls the functions in `requests`, the permanent table of the
    /// interface, for the client's requests.
    init(
        _ client: OpaquePointer, _ interface: UnsafePointer<wl_interface>, version: Int32, id: UInt32,
        requests: UnsafeRawPointer?
    ) {
        self.client = client
        Resource.count += 1
        handle = wl_resource_create(client, interface, version, id)
        // libwayland then ends the client, so its requests to this object do not arrive.
        guard let handle else {
            wl_client_post_no_memory(client)
            return
        }
        wl_resource_set_implementation(
            handle, requests, Unmanaged.passRetained(self).toOpaque(),
            { handle in
                guard let handle, let data = wl_resource_get_user_data(handle) else { return }
                let object = Unmanaged<Resource>.fromOpaque(data).takeRetainedValue()
                object.handle = nil
                Connection.of(object.client)?.remove(type(of: object))
                object.destroyed()
            })
        Connection.of(client)?.add(type(of: self))
    }

    isolated deinit { Resource.count -= 1 }

    /// Called once, when the client has destroyed the object or left.
    func destroyed() {}

    /// The version of the interface that the client uses.
    var version: Int32 { handle.map(wl_resource_get_version) ?? 0 }

    /// Destroys the object in place of the client.
    final func destroy() { if let handle { wl_resource_destroy(handle) } }

    /// Ends the client, whose request broke a rule: `code` is the number that the interface gives to the error.
    final func fail(_ code: some RawRepresentable<UInt32>, _ message: String) {
        guard let handle else { return }
        Connection.of(client)?.report("\(String(cString: wl_resource_get_class(handle))): \(message)")
        bezel_post_error(handle, code.rawValue, message)
    }

    /// Ends the client, which wants more than the kiosk gives it.
    final func endClient(_ reason: String) { Connection.of(client)?.end(reason) }

    /// The object of `handle`, which a request names.
    static func of(_ handle: OpaquePointer?) -> Self {
        guard let object = optional(handle) else { fatalError("a request without its object") }
        return object
    }

    /// The object of `handle`; nil if the request names none.
    static func optional(_ handle: OpaquePointer?) -> Self? {
        guard let data = handle.flatMap(wl_resource_get_user_data) else { return nil }
        return Unmanaged<Resource>.fromOpaque(data).takeUnretainedValue() as? Self
    }
}

/// The request `destroy` of most interfaces.
nonisolated func destroyResource(_ client: OpaquePointer?, _ handle: OpaquePointer?) {
    if let handle { wl_resource_destroy(handle) }
}
