// A client that makes any request of any protocol that the server offers, with arguments of the right kinds.

import CLinux
import CWayland
import CWaylandServer
import Geometry
import Glibc
import Layers
import Linux
import TestRandomness
import Testing

@testable import Guests

/// Makes random requests on all objects that it has. It learns from the descriptions of the interfaces which there are.
private final class Prober {
    let client: TestClient
    private var objects: [String: [TestProxy]] = [:]

    init(_ server: GuestServer) throws {
        client = try TestClient(server)
        for interface in Prober.globals {
            guard let global = client.globals[String(cString: interface.pointee.name)] else { continue }
            let version = min(global.version, UInt32(interface.pointee.version))
            add(TestProxy(client, interface, version: version))
        }
    }

    static let globals = [UnsafePointer<wl_interface>?]([
        bezel_wl_compositor(), bezel_wl_subcompositor(), bezel_wl_shm(), bezel_wl_output(), bezel_wl_seat(),
        bezel_wl_data_device_manager(), bezel_wl_shell(), bezel_xdg_wm_base(), bezel_zxdg_shell_v6(),
        bezel_wp_viewporter(), bezel_wp_presentation(), bezel_wp_fractional_scale_manager_v1(),
        bezel_wp_single_pixel_buffer_manager_v1(), bezel_zxdg_decoration_manager_v1(),
        bezel_wp_cursor_shape_manager_v1(),
        bezel_zwp_idle_inhibit_manager_v1(), bezel_xdg_activation_v1(), bezel_zxdg_output_manager_v1(),
        bezel_zwlr_layer_shell_v1(), bezel_zwlr_foreign_toplevel_manager_v1(),
        bezel_zwp_primary_selection_device_manager_v1(), bezel_zwp_relative_pointer_manager_v1(),
        bezel_zwp_pointer_constraints_v1(), bezel_zwlr_virtual_pointer_manager_v1(),
        bezel_zwp_text_input_manager_v1(), bezel_zwp_text_input_manager_v3(),
    ]).compactMap { $0 }

    private func add(_ object: TestProxy) {
        objects[String(cString: object.interface.pointee.name), default: []].append(object)
    }

    /// One request; returns its name, or nil if its arguments cannot be had.
    func act(_ numbers: inout SplitMix) -> String? {
        for object in Array(objects.values.joined()) {
            for received in object.takeReceived() { add(received) }
        }
        // The kinds of objects take turns, however many there are of each.
        guard let name = objects.keys.sorted().randomElement(using: &numbers),
            let object = objects[name]?.randomElement(using: &numbers)
        else { return nil }
        let interface = object.interface.pointee
        guard interface.method_count > 0 else { return nil }
        let opcode = Int.random(in: 0..<Int(interface.method_count), using: &numbers)
        let message = interface.methods[opcode]
        let signature = String(cString: message.signature)
        let since = UInt32(signature.prefix { $0.isNumber }) ?? 1
        guard since <= wl_proxy_get_version(object.handle) else { return nil }
        let request = String(cString: message.name)
        let destroys = ["destroy", "release", "stop"].contains(request)
        if destroys, Int.random(in: 0...3, using: &numbers) > 0 { return nil }
        var arguments: [TestProxy.Argument] = []
        var file: FileDescriptor?
        // Any other answer to an event ends the client.
        let serial = object.takeEvents().last { $0.hasPrefix("configure") }?.split(separator: " ").dropFirst().first
        for (index, kind) in TestProxy.kinds(message).enumerated() {
            switch kind {
            case "u" where request == "ack_configure":
                guard let serial = serial.flatMap({ Int32($0) }) else { return nil }
                arguments.append(.number(serial))
            case "i", "u": arguments.append(.number(number(&numbers)))
            case "f": arguments.append(.fixed(Double(Int8.random(in: -4...100, using: &numbers))))
            case "s": arguments.append(.text(["", "a", "text/plain"].randomElement(using: &numbers)!))
            case "o":
                let kind = message.types[index].map { String(cString: $0.pointee.name) } ?? ""
                guard let one = objects[kind]?.randomElement(using: &numbers) else { return nil }
                arguments.append(.object(one.handle))
            case "h":
                let made = FileDescriptor(owning: memfd_create("any", UInt32(MFD_CLOEXEC)))
                ftruncate(made.number, 1 << 16)
                arguments.append(.descriptor(made.number))
                file = consume made
            default: arguments.append(.new)
            }
        }
        let made = object.request(opcode, arguments, destroys: destroys)
        _ = consume file
        if destroys { objects[name]?.removeAll { $0 === object } }
        if let made { add(made) }
        return "\(name).\(request)"
    }

    private func number(_ numbers: inout SplitMix) -> Int32 {
        switch Int.random(in: 0...24, using: &numbers) {
        case 0: [Int32.max, Int32.min, -1].randomElement(using: &numbers)!
        case 1...8: Int32.random(in: 10...90, using: &numbers)
        default: Int32.random(in: 0...4, using: &numbers)
        }
    }
}

@Suite final class AnyRequestTests {
    private let server = GuestServer(
        output: GuestOutput(pixels: PixelSize(60, 40), millimetres: Size(60, 40), refresh: .milliseconds(16)),
        hasPointer: true)
    private let compositor = Compositor(size: PixelSize(60, 40))

    isolated deinit { server.close() }

    @Test func `the prober knows all that the server offers`() throws {
        let known = Set(Prober.globals.map { String(cString: $0.pointee.name) })
        #expect(Set(try TestClient(server).globals.keys).subtracting(known) == [])
    }

    @Test(arguments: [(1, 1, true), (1, 34, true), (2, 36, true), (1, 35, false), (2, 37, false), (2, 0, false)])
    func `a cursor's shape changes nothing, and one that there is not is an error`(
        version: UInt32, shape: Int32, isRight: Bool
    ) throws {
        let client = try TestClient(server)
        let seat = TestProxy(client, bezel_wl_seat(), version: 5)
        let pointer = try #require(seat.request(0, [.new], destroys: false))
        let shapes = TestProxy(client, bezel_wp_cursor_shape_manager_v1(), version: version)
        let cursor = try #require(shapes.request(1, [.new, .object(pointer.handle)], destroys: false))
        _ = cursor.request(1, [.number(0), .number(shape)], destroys: false)
        client.exchange()
        #expect((client.error == nil) == isRight)
    }

    @Test(arguments: 0..<30)
    func `whatever is requested of whatever protocol, the kiosk and its other clients go on`(seed: Int) throws {
        // The suite may end much later, and the places for mappings are those of the process.
        defer { server.close() }
        var numbers = SplitMix(UInt64(seed))
        let honest = try TestClient(server)
        let window = TestWindow(honest)
        window.show(window.buffer(window.size, 0xFF11_2233))
        let picture = Bitmap(size: PixelSize(60, 40), isOpaque: true)
        var (made, ended) = (Set<String>(), 0)
        for _ in 0..<12 {
            let prober = try Prober(server)
            for step in 0..<400 where prober.client.error == nil {
                if let request = prober.act(&numbers) { made.insert(request) }
                guard step % 4 == 3 else { continue }
                prober.client.exchange()
                let point = Point(
                    Double.random(in: 0...60, using: &numbers), Double.random(in: 0...40, using: &numbers))
                server.touchDown(step, at: point, .zero)
                server.pointerMoved(by: Vector(point.y - 20, point.x - 30), .zero)
                server.pointerPressed(272, isDown: step % 8 == 3, .zero)
                server.touchUp(step, .zero)
                compositor.draw(
                    compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
                server.handedOver()
                server.presented(at: .zero)
            }
            if prober.client.error != nil { ended += 1 }
        }
        server.dispatch()
        #expect(server.connections == 1 && honest.error == nil)
        #expect(made.count > 40 && ended > 0, "\(made.count) kinds of requests; \(ended) clients ended")
        window.show(window.buffer(window.size, 0xFF44_5566))
        compositor.draw(compositor.plan(server.layer), into: picture.surface, region: Region(picture.size.bounds))
        #expect(picture[30, 20] == 0xFF44_5566)
    }
}
