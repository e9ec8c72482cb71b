// The kiosk on the accessibility bus.

package import Geometry
import Glibc
package import Linux

/// Publishes trees on the accessibility bus, where screen readers look for them. The connection has a thread of its own; the thread that
/// decides only leaves a tree here, and takes what clients ask for.
package final class AccessibilityBus: Sendable {
    /// The most requests that wait for the deciding thread. A client that asks for more is refused.
    package static let mostRequests = 16
    /// How long the end waits for the thread.
    private static let patience = Instant.Span.milliseconds(300)
    /// By how much others come before the threads of the bus.
    private static let niceness: Int32 = 10

    /// What the threads share.
    private struct Shared {
        var answering: Answering
        /// The newest tree.
        var tree: AccessibleTree
        var requests: [AccessibilityRequest] = []
        var isRegistryNew = false
        var isEnding = false
        var hasEnded = false
    }
    private let shared: Monitor<Shared>
    private let interruption = BusInterruption()
    private let address: BusAddress
    private let pause: Instant.Span
    private let asked: Wakeup
    private let log: @Sendable (LogLevel, String) -> Void

    /// Looks for the bus at `address`, and publishes `tree` there as `application`. `asked` is rung when a client has asked for something.
    /// `pause` after a bus is gone it is looked for again. `log` is called on another thread.
    package init(
        _ address: BusAddress, application: String, version: String, tree: AccessibleTree = AccessibleTree(),
        asked: Wakeup, pause: Instant.Span = .seconds(10), log: @escaping @Sendable (LogLevel, String) -> Void
    ) throws(SystemError) {
        (self.address, self.asked, self.pause, self.log) = (address, asked, pause, log)
        shared = Monitor(
            Shared(answering: Answering(AccessibleTree(), application: application, version: version), tree: tree))
        try detachThread(self) { $0.run() }
    }

    // MARK: The deciding thread

    /// Publishes `tree` from now on.
    package func publish(_ tree: AccessibleTree) {
        shared.with { $0.tree = tree }
        interruption.wake()
    }

    /// What clients have asked for since the last time.
    package func takeRequests() -> [AccessibilityRequest] {
        shared.with { shared in
            defer { shared.requests = [] }
            return shared.requests
        }
    }

    /// Leaves the bus. A bus that does not respond is left to itself.
    package func close() {
        shared.with { $0.isEnding = true }
        interruption.end()
        _ = shared.wait(within: Self.patience) { $0.hasEnded ? true : nil }
    }

    // MARK: The thread of the bus

    private var isEnding: Bool { shared.with { $0.isEnding } }

    private func run() {
        // GIO's own thread begins with the first connection, and inherits this.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        interruption.begin()
        var isSilent = false
        while !isEnding {
            do throws(BusError) {
                try serve { [log] in
                    log(.info, "the screens are on the accessibility bus, for screen readers")
                    isSilent = false
                }
                if !isEnding { log(.warning, "the accessibility bus is gone; waiting for it to come back") }
                isSilent = true
            } catch {
                if !isSilent, !isEnding {
                    log(.warning, "no accessibility bus: \(error); looking for it again and again")
                }
                isSilent = true
            }
            _ = shared.wait(within: pause) { $0.isEnding ? true : nil }
        }
        shared.with { $0.hasEnded = true }
    }

    /// Connects to the bus, and publishes what comes until the bus is gone.
    private func serve(_ connected: () -> Void) throws(BusError) {
        let bus = try BusConnection(try foundAddress(), interruption)
        shared.with { shared in
            shared.answering.busName = bus.name
            shared.answering.tree = shared.tree
        }
        bus.listen(
            BusConnection.Ears(
                answer: { [weak self] in self?.answer($0) ?? .noMethod($0) },
                signalled: { [weak self] in self?.signalled($0) }))
        // The registry may begin anew, and knows nobody then.
        _ = try bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
            [
                .string(
                    "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                        + "arg0='org.a11y.atspi.Registry'")
            ])
        try embed(in: bus)
        connected()
        while !isEnding, !bus.isClosed {
            emitChanges(on: bus)
            if shared.with({ shared in
                defer { shared.isRegistryNew = false }
                return shared.isRegistryNew
            }) {
                // It may just have gone. Then there is a signal when it is back.
                try? embed(in: bus)
            }
            interruption.wait()
        }
    }

    /// The address of the bus, for which the session may have to be asked.
    private func foundAddress() throws(BusError) -> String {
        switch address {
        case .accessibility(let address): return address
        case .session(let session):
            let answer = try BusConnection(session, interruption).call(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
            guard case .string(let address)? = answer.first else { return "" }
            return address
        }
    }

    private func embed(in bus: BusConnection) throws(BusError) {
        let answer = try bus.call(
            "org.a11y.atspi.Registry", Answering.root, "org.a11y.atspi.Socket", "Embed",
            [.structure([.string(bus.name), .path(Answering.root)])])
        guard case .structure(let parent)? = answer.first, parent.count == 2, case .string(let name) = parent[0],
            case .path(let path) = parent[1]
        else { return }
        shared.with { shared in
            shared.answering.desktop = (name, path)
            // The call itself may have started it.
            shared.isRegistryNew = false
        }
    }

    /// Tells clients what is new. The bus has taken all of it before there is more: what changes meanwhile is told at once.
    private func emitChanges(on bus: BusConnection) {
        let (old, answering) = shared.with { shared in
            let old = shared.answering.tree
            shared.answering.tree = shared.tree
            return (old, shared.answering)
        }
        if old == answering.tree { return }
        for event in answering.tree.events(since: old) {
            let arguments: [BusValue]
            switch event.kind {
            case .cache: arguments = [answering.value(event.value)]
            case .object, .window:
                arguments = [
                    .string(event.detail), .int(event.first), .int(event.second),
                    .variant(answering.value(event.value)),
                    .array(of: "{sv}", []),
                ]
            }
            let path = event.kind == .cache ? Answering.cache : Answering.path(event.node)
            bus.emit(path, Answering.domain + event.kind.rawValue, event.name, arguments)
        }
        bus.flush()
    }

    // MARK: GIO's thread

    private func answer(_ call: BusCall) -> BusAnswer {
        var answering = shared.with { $0.answering }
        let id = answering.applicationID
        let answer = answering.answer(call) { [self] request in
            let isHeard = shared.with { shared in
                guard shared.requests.count < Self.mostRequests, !shared.isEnding else { return false }
                shared.requests.append(request)
                return true
            }
            if isHeard { asked.ring() }
            return isHeard
        }
        let newID = answering.applicationID
        if newID != id { shared.with { $0.answering.applicationID = newID } }
        return answer
    }

    private func signalled(_ signal: BusConnection.Signal) {
        guard signal.sender == "org.freedesktop.DBus", signal.member == "NameOwnerChanged" else { return }
        shared.with { $0.isRegistryNew = true }
        interruption.wake()
    }
}

extension Answering {
    /// What an event carries, as it goes over the bus.
    func value(_ value: AccessibleEvent.Value) -> BusValue {
        switch value {
        case .none: .int(0)
        case .text(let text): .string(text)
        case .number(let number): .double(number)
        case .node(let id): reference(id)
        }
    }
}
