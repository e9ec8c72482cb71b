// A compositor of guests that another process tells what to do, over descriptor 3: a line each, with an answer.

import Geometry
import Glibc
import Guests
import Linux

/// Carries out lines such as `down 1 20 30`, for tests.
final class Control {
    private let server: GuestServer
    private let loop: EventLoop
    private let connection = PacketConnection(owning: 3)
    private var clients: [OpaquePointer?] = []

    init(_ server: GuestServer, _ loop: EventLoop) throws {
        (self.server, self.loop) = (server, loop)
        try loop.watch(connection.number) { [unowned self] _ in take() }
    }

    private func take() {
        do {
            while var packet = try connection.receive(by: .zero) {
                // What clients have sent before comes first.
                server.dispatch()
                let words = packet.text.split(separator: " ")
                if words.first == "client", let socket = packet.descriptor.take() {
                    clients.append(server.connect(socket))
                } else {
                    carryOut(words)
                }
                server.flush()
                try connection.send("done")
            }
        } catch { loop.stop() }
    }

    private func carryOut(_ words: [Substring]) {
        let numbers = words.dropFirst().map { Double($0) ?? 0 }
        guard let verb = words.first, numbers.count >= 3 else { return }
        let (number, point) = (Int(numbers[0]), Point(numbers[1], numbers[2]))
        let now = MonotonicClock.now()
        switch verb {
        case "down": server.touchDown(number, at: point, now)
        case "move": server.touchMoved(number, to: point, now)
        case "up": server.touchUp(number, now)
        case "pointer": server.pointerMoved(to: point, now)
        case "pointer-by": server.pointerMoved(by: point - .zero, now)
        case "press", "release": server.pointerPressed(UInt32(numbers[1]), isDown: verb == "press", now)
        case "place":
            if clients.indices.contains(number), let client = clients[number] {
                server.place(UInt32(numbers[1]), of: client, at: Point(numbers[2], numbers[3]))
            }
        default: break
        }
    }
}
