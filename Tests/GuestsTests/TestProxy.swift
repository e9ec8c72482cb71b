// Objects of any protocol, by the description of their interface: for protocols that only the server's side is generated for.

import CLinux
import CWayland
import CWaylandServer
import Glibc
import Linux

/// An object of a client's, whose requests and events go by their names.
final class TestProxy {
    unowned let client: TestClient
    let handle: OpaquePointer
    let interface: UnsafePointer<wl_interface>
    /// The events since the last call of `takeEvents()`, as their names and arguments.
    private var events: [String] = []
    private var received: [TestProxy] = []

    enum Argument {
        case number(Int32)
        case fixed(Double)
        case text(String)
        case object(OpaquePointer?)
        case descriptor(Int32)
        case new
    }

    init(_ client: TestClient, _ handle: OpaquePointer, _ interface: UnsafePointer<wl_interface>) {
        (self.client, self.handle, self.interface) = (client, handle, interface)
        let dispatch: wl_dispatcher_func_t = { _, target, _, message, arguments in
            guard let target, let message, let arguments else { return 0 }
            let proxy: TestProxy = listening(wl_proxy_get_user_data(OpaquePointer(target)))
            proxy.note(message.pointee, arguments)
            return 0
        }
        client.proxies.append(self)
        wl_proxy_add_dispatcher(handle, dispatch, nil, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A global of the server's.
    convenience init(_ client: TestClient, _ interface: UnsafePointer<wl_interface>, version: UInt32) {
        self.init(client, client.bind(interface, version: version), interface)
    }

    private func note(_ message: wl_message, _ arguments: UnsafeMutablePointer<wl_argument>) {
        var words = [String(cString: message.name)]
        for (index, kind) in Self.kinds(message).enumerated() {
            let argument = arguments[index]
            switch kind {
            case "h":
                words.append("\(argument.h)")
                close(argument.h)
            case "i", "u": words.append("\(argument.i)")
            case "f": words.append("\(wl_fixed_to_double(argument.f))")
            case "s": words.append(argument.s.map { String(cString: $0) } ?? "")
            case "a":
                let array = argument.a.pointee
                let numbers = UnsafeRawBufferPointer(start: array.data, count: array.size).bindMemory(to: UInt32.self)
                words.append("\(Array(numbers))")
            case "n":
                if let made = argument.o, let interface = message.types[index] {
                    received.append(TestProxy(client, made, interface))
                }
            default: words.append(argument.o == nil ? "nil" : "object")
            }
        }
        events.append(words.joined(separator: " "))
    }

    /// The kinds of the arguments of `message`, a letter each, without versions and marks of what may be nil.
    static func kinds(_ message: wl_message) -> [Character] {
        String(cString: message.signature).filter { "iufsonah".contains($0) }
    }

    /// Requests `name` of the server. Returns the object that it makes, if it makes one.
    @discardableResult
    func request(_ name: String, _ arguments: [Argument] = [], destroys: Bool = false) -> TestProxy? {
        let count = Int(interface.pointee.method_count)
        guard let opcode = (0..<count).first(where: { String(cString: interface.pointee.methods[$0].name) == name })
        else { fatalError("there is no request \(name) of \(String(cString: interface.pointee.name))") }
        return request(opcode, arguments, destroys: destroys)
    }

    /// Makes the request with number `opcode`.
    @discardableResult
    func request(_ opcode: Int, _ arguments: [Argument], destroys: Bool = false) -> TestProxy? {
        var texts: [UnsafeMutablePointer<CChar>?] = []
        defer { for text in texts { free(text) } }
        var made: UnsafePointer<wl_interface>?
        var values: [wl_argument] = []
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .number(let number): values.append(wl_argument(i: number))
            case .fixed(let number): values.append(wl_argument(f: wl_fixed_from_double(number)))
            case .text(let text):
                texts.append(strdup(text))
                values.append(wl_argument(s: texts.last!))
            case .object(let object): values.append(wl_argument(o: object))
            case .descriptor(let descriptor): values.append(wl_argument(h: descriptor))
            case .new:
                made = interface.pointee.methods[opcode].types[index]
                values.append(wl_argument(o: nil))
            }
        }
        let version = wl_proxy_get_version(handle)
        let object = values.withUnsafeMutableBufferPointer {
            wl_proxy_marshal_array_flags(
                handle, UInt32(opcode), made, version, destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, $0.baseAddress)
        }
        guard let made, let object else { return nil }
        return TestProxy(client, object, made)
    }

    func takeEvents() -> [String] {
        defer { events = [] }
        return events
    }

    /// The objects that came with events since the last call, oldest first.
    func takeReceived() -> [TestProxy] {
        defer { received = [] }
        return received
    }
}
