// A connection to a D-Bus daemon, by GIO.

import CGIO

/// Why something of D-Bus did not work.
package struct BusError: Error, CustomStringConvertible {
    package let description: String

    /// Takes over `error` of GIO.
    init(taking error: UnsafeMutablePointer<GError>?) {
        description = error.map { String(cString: $0.pointee.message) } ?? "no reason is given"
        if let error { g_error_free(error) }
    }
}

/// Ends what a thread waits for, from another thread.
package final class BusInterruption: @unchecked Sendable {
    fileprivate let cancellable: UnsafeMutablePointer<GCancellable>
    private let context: OpaquePointer

    package init() { (cancellable, context) = (g_cancellable_new(), g_main_context_new()) }

    deinit {
        g_object_unref(cancellable)
        g_main_context_unref(context)
    }

    /// Lets the waiting thread look again.
    func wake() { g_main_context_wakeup(context) }

    /// Ends all calls of the waiting thread, for good.
    func end() {
        g_cancellable_cancel(cancellable)
        wake()
    }

    /// Makes the calling thread the one that waits.
    func begin() { g_main_context_push_thread_default(context) }

    /// Waits until somebody wakes this thread, or a connection is gone.
    func wait() { g_main_context_iteration(context, 1) }
}

/// A connection to a bus. Calls from others are answered on GIO's thread for D-Bus, one after the other, so that a client which asks
/// faster than it is answered waits in its socket. All else is done by the one thread that has made the connection.
package final class BusConnection {
    /// A signal that another program has sent.
    package struct Signal: Sendable {
        package let sender, path, interface, member: String
        package let arguments: [BusValue]
    }

    /// Takes what comes over the bus, on GIO's thread.
    package struct Ears: Sendable {
        /// Answers a call.
        let answer: @Sendable (BusCall) -> BusAnswer
        /// Hears a signal.
        let signalled: @Sendable (Signal) -> Void

        package init(
            answer: @escaping @Sendable (BusCall) -> BusAnswer, signalled: @escaping @Sendable (Signal) -> Void
        ) {
            (self.answer, self.signalled) = (answer, signalled)
        }
    }

    private let connection: OpaquePointer
    private var filter: guint = 0
    private let interruption: BusInterruption
    /// The name of this program on the bus.
    package let name: String

    /// Connects to the bus at `address`.
    package init(_ address: String, _ interruption: BusInterruption) throws(BusError) {
        var error: UnsafeMutablePointer<GError>?
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard
            let connection = g_dbus_connection_new_for_address_sync(
                address, flags, nil, interruption.cancellable, &error)
        else { throw BusError(taking: error) }
        (self.connection, self.interruption) = (connection, interruption)
        name = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    }

    deinit {
        if filter != 0 { g_dbus_connection_remove_filter(connection, filter) }
        g_dbus_connection_close(connection, nil, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Whether the bus is gone.
    var isClosed: Bool { g_dbus_connection_is_closed(connection) != 0 }

    // MARK: What comes

    private final class Held: Sendable {
        let ears: Ears
        init(_ ears: Ears) { self.ears = ears }
    }

    /// Answers what comes, from now on.
    package func listen(_ ears: Ears) {
        filter = g_dbus_connection_add_filter(
            connection,
            { connection, message, isIncoming, held in
                guard isIncoming != 0, let connection, let message, let held else { return message }
                let ears = Unmanaged<Held>.fromOpaque(held).takeUnretainedValue().ears
                switch g_dbus_message_get_message_type(message) {
                case G_DBUS_MESSAGE_TYPE_METHOD_CALL:
                    guard let call = BusCall(message) else { return message }
                    BusConnection.send(ears.answer(call), to: message, on: connection)
                    g_object_unref(UnsafeMutableRawPointer(message))
                    return nil
                case G_DBUS_MESSAGE_TYPE_SIGNAL:
                    if let signal = Signal(message) { ears.signalled(signal) }
                    return message
                default: return message
                }
            }, Unmanaged.passRetained(Held(ears)).toOpaque(),
            { held in if let held { Unmanaged<Held>.fromOpaque(held).release() } })
    }

    private static func send(_ answer: BusAnswer, to call: OpaquePointer, on connection: OpaquePointer) {
        if g_dbus_message_get_flags(call).rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue != 0 { return }
        let reply: OpaquePointer?
        switch answer {
        case .values(let values):
            reply = g_dbus_message_new_method_reply(call)
            g_dbus_message_set_body(reply, BusValue.structure(values).makeVariant())
        case .refusal(let name, let words): reply = g_dbus_message_new_method_error_literal(call, name, words)
        }
        guard let reply else { return }
        g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(reply))
    }

    // MARK: What goes

    /// Calls a method of another program, and waits for the answer for at most `patience` milliseconds.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
        patience: Int32 = 10_000
    ) throws(BusError) -> [BusValue] {
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_sync(
            connection, destination, path, interface, method, BusValue.structure(arguments).makeVariant(), nil,
            G_DBUS_CALL_FLAGS_NONE, patience, interruption.cancellable, &error)
        guard let answer else { throw BusError(taking: error) }
        defer { g_variant_unref(answer) }
        if case .structure(let values)? = BusValue(answer) { return values }
        return []
    }

    /// Sends a signal to whoever wants it.
    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        g_dbus_connection_emit_signal(
            connection, nil, path, interface, member, BusValue.structure(arguments).makeVariant(), nil)
    }

    /// Waits until the bus has all signals.
    func flush() { g_dbus_connection_flush_sync(connection, interruption.cancellable, nil) }
}

extension BusCall {
    /// The call in `message`; nil where its arguments are of types that nobody here wants, or where GIO answers it itself.
    fileprivate init?(_ message: OpaquePointer) {
        guard let path = text(g_dbus_message_get_path(message)), let member = text(g_dbus_message_get_member(message)),
            let interface = text(g_dbus_message_get_interface(message)),
            interface.hasPrefix(Answering.domain) || interface == "org.freedesktop.DBus.Properties"
        else { return nil }
        guard let (signature, arguments) = readArguments(of: message, in: Self.signatures) else { return nil }
        self.init(path: path, interface: interface, member: member, signature: signature, arguments: arguments)
    }
}

extension BusConnection.Signal {
    /// The types of arguments of signals that are heard.
    private static let signatures: Set<String> = ["sss", "siiva{sv}", "(so)"]

    fileprivate init?(_ message: OpaquePointer) {
        guard let sender = text(g_dbus_message_get_sender(message)), let path = text(g_dbus_message_get_path(message)),
            let interface = text(g_dbus_message_get_interface(message)),
            let member = text(g_dbus_message_get_member(message)),
            let (_, arguments) = readArguments(of: message, in: Self.signatures)
        else { return nil }
        (self.sender, self.path, self.interface, self.member) = (sender, path, interface, member)
        self.arguments = arguments
    }
}

/// The arguments of `message` and their types; nil where these are not among `signatures`. Nothing of others is read.
private func readArguments(of message: OpaquePointer, in signatures: Set<String>) -> (String, [BusValue])? {
    guard let body = g_dbus_message_get_body(message) else { return signatures.contains("") ? ("", []) : nil }
    let signature = String((text(g_variant_get_type_string(body)) ?? "()").dropFirst().dropLast())
    guard signatures.contains(signature), case .structure(let values)? = BusValue(body) else { return nil }
    return (signature, values)
}

private func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
