// A session with an accessibility bus of its own.

import Accessibility
import Geometry
import Glibc
import Synchronization
import TestFolders
import Testing

/// A session bus that nobody else knows, on which the accessibility bus and its registry are started as on a desktop. All of them end with
/// the session bus.
nonisolated final class PrivateBus: @unchecked Sendable {
    /// The address of the session bus.
    let session: String
    /// The address of the accessibility bus.
    let address: String
    private let daemon: BezelProcess
    /// Where the accessibility bus has its socket.
    private let folder = TemporaryFolder()

    private struct Missing: Error, CustomStringConvertible { let description: String }

    /// Begins a session bus at `place`, or anywhere.
    init(at place: String? = nil) throws {
        for program in ["/usr/bin/dbus-daemon", "/usr/libexec/at-spi-bus-launcher", "/usr/libexec/at-spi2-registryd"]
        where access(program, X_OK) != 0 {
            throw Missing(
                description: "there is no \(program): install dbus-daemon and at-spi2-core (tools/install test)")
        }
        daemon = BezelProcess(
            [
                "XDG_RUNTIME_DIR=\(folder.path)", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog",
                "--print-address=2",
            ] + (place.map { ["--address=" + $0] } ?? []), program: "env")
        var address: String?
        for _ in 0..<500 where address == nil {
            address = daemon.said.split(separator: "\n").first { $0.hasPrefix("unix:") }.map(String.init)
            usleep(10_000)
        }
        guard let address else { throw Missing(description: "dbus-daemon does not begin: \(daemon.said)") }
        session = address
        let answer = try BusConnection(address, BusInterruption()).call(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        guard case .string(let found)? = answer.first else { throw Missing(description: "no accessibility bus") }
        self.address = found
    }

    /// Ends the buses.
    func end() { _ = daemon.end() }
}

/// A screen reader's view of the bus: what it is told, and what it hears.
nonisolated final class BusClient: @unchecked Sendable {
    /// An element, as clients refer to it.
    struct Element: Hashable, Sendable {
        let name, path: String
    }

    private let connection: BusConnection
    private let heard = Mutex<[BusConnection.Signal]>([])

    init(_ address: String) throws {
        connection = try BusConnection(address, BusInterruption())
        connection.listen(
            BusConnection.Ears(
                answer: { .noMethod($0) },
                signalled: { [weak self] signal in self?.heard.withLock { $0.append(signal) } }))
        for interface in ["Event.Object", "Event.Window", "Cache"] {
            _ = try connection.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
                [.string("type='signal',interface='org.a11y.atspi.\(interface)'")])
        }
    }

    // MARK: Asking

    func call(_ element: Element, _ interface: String, _ method: String, _ arguments: [BusValue] = []) throws
        -> [BusValue]
    {
        try connection.call(element.name, element.path, "org.a11y.atspi." + interface, method, arguments)
    }

    func property(_ element: Element, _ interface: String, _ name: String) throws -> BusValue? {
        let answer = try connection.call(
            element.name, element.path, "org.freedesktop.DBus.Properties", "Get",
            [.string("org.a11y.atspi." + interface), .string(name)])
        if case .variant(let value)? = answer.first { return value }
        return nil
    }

    func properties(_ element: Element, _ interface: String) throws -> [BusValue] {
        try connection.call(
            element.name, element.path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string("org.a11y.atspi." + interface)])
    }

    func set(_ element: Element, _ interface: String, _ name: String, _ value: BusValue) throws {
        _ = try connection.call(
            element.name, element.path, "org.freedesktop.DBus.Properties", "Set",
            [.string("org.a11y.atspi." + interface), .string(name), .variant(value)])
    }

    func text(_ element: Element, _ interface: String = "Accessible", _ name: String = "Name") throws -> String {
        if case .string(let text)? = try property(element, interface, name) { return text }
        return ""
    }

    /// The value of a slider.
    func number(_ element: Element) throws -> Double {
        if case .double(let number)? = try property(element, "Value", "CurrentValue") { return number }
        return .nan
    }

    static func element(_ value: BusValue?) -> Element? {
        guard case .structure(let parts)? = value, parts.count == 2, case .string(let name) = parts[0],
            case .path(let path) = parts[1]
        else { return nil }
        return Element(name: name, path: path)
    }

    func children(_ element: Element) throws -> [Element] {
        guard case .array(_, let values)? = try call(element, "Accessible", "GetChildren").first else { return [] }
        return values.compactMap(Self.element)
    }

    /// The programs that the registry knows.
    func applications() throws -> [Element] {
        try children(Element(name: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root"))
    }

    /// The element and all in it, each before those in it.
    func all(in element: Element) throws -> [Element] {
        try [element] + children(element).flatMap { try all(in: $0) }
    }

    /// The numbers that a method answers with, in a structure or not.
    func numbers(
        _ element: Element, _ interface: String, _ method: String, _ arguments: [BusValue] = []
    ) throws -> [Int] {
        func numbers(_ values: [BusValue]) -> [Int] {
            values.flatMap { value -> [Int] in
                switch value {
                case .int(let number): [number]
                case .uint(let number): [Int(number)]
                case .boolean(let isTrue): [isTrue ? 1 : 0]
                case .structure(let values), .array(_, let values): numbers(values)
                case .string, .path, .short, .double, .entry, .variant: []
                }
            }
        }
        return numbers(try call(element, interface, method, arguments))
    }

    /// Whether something can be done with it.
    func isUsable(_ element: Element) throws -> Bool {
        guard case .array(_, let names)? = try call(element, "Accessible", "GetInterfaces").first else { return false }
        return names.contains(.string("org.a11y.atspi.Action")) || names.contains(.string("org.a11y.atspi.Value"))
    }

    /// The numbers of its states in AtspiStateType.
    func states(_ element: Element) throws -> Set<Int> {
        let words = try numbers(element, "Accessible", "GetState")
        let bits = UInt64(words[0]) | UInt64(words[1]) << 32
        return Set((0..<64).filter { bits >> UInt64($0) & 1 == 1 })
    }

    /// The element called `name`, which comes to be there.
    func element(_ name: String, of kiosk: Element) throws -> Element {
        let found = try wait { () -> Element? in
            // It may go while it is looked at.
            let named = (try? all(in: kiosk).filter { try text($0) == name }) ?? []
            // What can be used is meant before words of the same name.
            return try named.first { try isUsable($0) } ?? named.first
        }
        return try #require(found, "there is no \(name)")
    }

    func press(_ name: String, of kiosk: Element) throws {
        let answer = try call(try element(name, of: kiosk), "Action", "DoAction", [.int(0)])
        #expect(answer == [.boolean(true)])
    }

    // MARK: Waiting

    /// What was heard so far.
    var signals: [BusConnection.Signal] { heard.withLock { $0 } }

    func forget() { heard.withLock { $0 = [] } }

    /// Waits until `find` finds something; nil when it does not in ten seconds.
    func wait<Found>(_ find: () throws -> Found?) throws -> Found? {
        for _ in 0..<1000 {
            if let found = try find() { return found }
            usleep(10_000)
        }
        return nil
    }

    /// Waits for a signal.
    func signal(_ member: String, _ detail: String? = nil, at path: String? = nil) throws -> BusConnection.Signal? {
        try wait {
            signals.first { signal in
                signal.member == member && (path == nil || signal.path == path)
                    && (detail == nil || signal.arguments.first == .string(detail ?? ""))
            }
        }
    }
}
