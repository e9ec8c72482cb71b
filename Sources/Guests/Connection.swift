// What one connection of a guest's may have, and the end of one that wants more.

import CWaylandServer
import Glibc
import Linux

/// A connection of a guest's, with what it holds of the kiosk's memory and descriptors. libwayland bounds the rest: it reads at most
/// 4 KiB from a connection at a time, which are at most 512 requests, and ends one whose events do not fit into its socket, so a client
/// that does not read costs no memory.
final class Connection {
    /// The most objects of all kinds together. Browsers have a few hundred.
    static let mostObjects = 8192
    /// The largest number by which a client may call an object. libwayland keeps a place for each number up to the largest one that was
    /// ever used, and clients use numbers again, so it is never much larger than the number of objects.
    static let largestID: UInt32 = 65_536
    /// The most registries, which a client cannot destroy. Programs have one for each library that talks to the compositor.
    static let mostRegistries = 16
    /// The most file descriptors that a connection can have the kiosk hold: libwayland keeps 1024 that came with no request for them,
    /// and those on the way to a client that does not read count too.
    static let mostDescriptors = 1536
    /// The descriptors that are the kiosk's own, whatever its guests do.
    static let ownDescriptors = 1024

    private weak var server: GuestServer?
    let client: OpaquePointer
    /// The number of objects of each kind.
    private var objects: [ObjectIdentifier: Int] = [:]
    private var all = 0
    private var registries = 0
    private var isEnded = false

    /// The number of connections of all guests.
    private static var count = 0

    /// Watches `client`. Returns nil if there is no memory for that.
    init?(_ client: OpaquePointer, of server: GuestServer) {
        (self.server, self.client) = (server, client)
        let events = bezel_client_events(
            made: { context, interface, id in
                guard let context, let interface else { return }
                Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().made(interface, id)
            },
            gone: { context in
                guard let context else { return }
                Unmanaged<Connection>.fromOpaque(context).takeRetainedValue().gone()
            })
        let context = Unmanaged.passRetained(self)
        guard bezel_watch_client(client, context.toOpaque(), events) else {
            context.release()
            return nil
        }
        Connection.count += 1
    }

    /// The connection of `client`; nil when that has left.
    static func of(_ client: OpaquePointer) -> Connection? {
        bezel_client_context(client).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func gone() {
        Connection.count -= 1
        server?.remove(self)
    }

    // MARK: Objects

    private func made(_ interface: UnsafePointer<CChar>, _ id: UInt32) {
        if id > Connection.largestID, id < Connection.firstIDOfServer { end("calls an object \(id)") }
        guard strcmp(interface, "wl_registry") == 0 else { return }
        registries += 1
        if registries > Connection.mostRegistries { end("has \(registries) registries") }
    }

    /// The numbers from here on are given by the server (`WL_SERVER_ID_START`).
    private static let firstIDOfServer: UInt32 = 0xFF00_0000

    /// One object more, of the kind `type`.
    func add(_ type: Resource.Type) {
        all += 1
        let count = (objects[ObjectIdentifier(type)] ?? 0) + 1
        objects[ObjectIdentifier(type)] = count
        if count > type.most { end("has \(count) objects of the kind \(type)") }
        if all > Connection.mostObjects { end("has \(all) objects") }
    }

    /// An object of the kind `type` is gone.
    func remove(_ type: Resource.Type) {
        all -= 1
        objects[ObjectIdentifier(type)]? -= 1
    }

    // MARK: The end

    /// Ends the connection, which wants more than the kiosk gives it.
    func end(_ reason: String) {
        report(reason)
        bezel_end_client(client, "it \(reason), which is more than the kiosk allows")
    }

    /// The connection ends for `reason`.
    func report(_ reason: String) {
        // What follows from the first reason is no news.
        guard !isEnded else { return }
        isEnded = true
        server?.note(refusal: reason)
    }

    /// Ends the connection between requests: libwayland ends one by itself only after a request.
    func endAtOnce(_ reason: String) {
        end(reason)
        wl_client_destroy(client)
    }

    // MARK: Descriptors

    /// Raises the process's limit of descriptors, which is 1024 for most programs, so that the kiosk can hold what all connections and
    /// one more may make it hold. systemd lets a service have 524,288; where there are fewer, the limit is all that there are.
    static func makeRoom() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(kind, &limit)
        let needed = min(limit.rlim_max, rlim_t(ownDescriptors + (count + 1) * mostDescriptors))
        guard limit.rlim_cur < needed else { return }
        limit.rlim_cur = needed
        setrlimit(kind, &limit)
    }
}
