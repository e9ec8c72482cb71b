// A seat that another process keeps: what is said, and what a kiosk does when it hears it.

import Geometry
import Glibc
import Synchronization
import TestFolders
import Testing

@testable import Linux

/// A keeper that answers as the test says, in a thread of its own.
private final class TestKeeper: Sendable {
    let path: String
    private nonisolated(unsafe) let folder = TemporaryFolder()
    private let answers: [[SeatMessage]]
    private let said = Mutex<[String]>([])
    private nonisolated(unsafe) let socket: ListeningSocket
    private nonisolated(unsafe) var thread: pthread_t?

    /// Answers each message with the next of `answers`, and ends when it has no more. A device is this test's own file.
    init(_ answers: [SeatMessage]...) throws {
        path = "\(folder.path)/seat"
        self.answers = answers
        socket = try ListeningSocket(path: path, mode: 0o600, isOfPackets: true)
        thread = try startThread(self) { $0.answer() }
    }

    /// What it has heard, after its end.
    func heard() -> [String] {
        if let thread { pthread_join(thread, nil) }
        thread = nil
        return said.withLock { $0 }
    }

    private func answer() {
        let deadline = MonotonicClock.now() + .seconds(20)
        var client: PacketConnection?
        while client == nil, MonotonicClock.now() < deadline {
            if let (number, _) = try? socket.accept() { client = PacketConnection(owning: number) }
            usleep(1000)
        }
        guard let client else { return }
        for round in answers {
            guard let packet = try? client.receive(by: deadline) else { return }
            said.withLock { $0.append(packet.text) }
            for message in round {
                if case .opened = message {
                    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    try? client.send(message.text, file)
                    close(file)
                } else {
                    try? client.send(message.text)
                }
            }
        }
    }
}

@Suite struct KeptSeatTests {
    private let granted = SeatMessage.granted(provider: "logind", isEnabled: true, refusals: ["seatd: it is not there"])

    private func seat(_ keeper: TestKeeper, _ loop: EventLoop) throws -> Seat {
        var options = Seat.Options()
        (options.keeper, options.providers) = (keeper.path, [])
        return try Seat(loop: loop, options: options)
    }

    @Test func `every message is read as it was written`() {
        let error = SystemError(call: "open", errno: EACCES, subject: "/dev/dri/card0", hint: "")
        for message: SeatMessage in [
            .wanted(version: 1), .open(path: "/dev/dri/card0"), .close(device: 7), .left, .ping, granted,
            .granted(provider: "seatd", isEnabled: false, refusals: []),
            .refused(isPermission: true, refusals: ["seatd: no", "logind: no"]), .opened(device: 7), .failed(error),
            .disabled, .enabled, .pong,
        ] { #expect(SeatMessage(message.text) == message) }
        #expect(SeatMessage.open(path: "a\nb").text == "open\na b")
        for text in ["", "open", "opened\nx", "wanted", "left\n", "failed\n1\n2", "granted\nseatd"] {
            #expect(SeatMessage(text) == nil, "\(text)")
        }
    }

    @Test func `the provider and its devices come from the keeper`() throws {
        let keeper = try TestKeeper(
            [granted], [.opened(device: 4)], [.failed(SystemError(call: "open", errno: EPERM, subject: "/dev/x"))], [])
        let loop = try EventLoop()
        let seat = try seat(keeper, loop)
        #expect(seat.isKept && seat.provider == .logind && seat.refusals == ["seatd: it is not there"])
        let device = try seat.openDevice("/dev/dri/card0")
        #expect(fcntl(device, F_GETFD) == FD_CLOEXEC)
        let error = #expect(throws: SystemError.self) { try seat.openDevice("/dev/x") }
        #expect(error?.errno == EPERM)
        seat.closeDevice(device)
        #expect(keeper.heard() == ["wanted\n1", "open\n/dev/dri/card0", "open\n/dev/x", "close\n4"])
        withExtendedLifetime(loop) { seat.close() }
    }

    @Test func `a seat that is not there yet is waited for`() throws {
        let keeper = try TestKeeper([.granted(provider: "seatd", isEnabled: false, refusals: []), .enabled])
        let loop = try EventLoop()
        let seat = try seat(keeper, loop)
        #expect(seat.provider == .seatd && seat.isEnabled)
        withExtendedLifetime(loop) { seat.close() }
    }

    @Test func `a switch to another session that comes while a device is opened is answered afterwards`() throws {
        // The keeper says that the seat is disabled before it answers, then answers the ping, and hears that it is left.
        let keeper = try TestKeeper(
            [granted], [.disabled, .failed(SystemError(call: "open", errno: EPERM))], [.pong], [.enabled])
        let loop = try EventLoop()
        let seat = try seat(keeper, loop)
        var changes: [Bool] = []
        seat.onDisable = { changes.append(false) }
        seat.onEnable = { changes.append(true) }
        #expect(throws: SystemError.self) { try seat.openDevice("/dev/dri/card0") }
        #expect(changes == [])
        while changes.count < 2 { _ = try loop.runOnce(until: MonotonicClock.now() + .seconds(20)) }
        #expect(changes == [false, true])
        #expect(keeper.heard() == ["wanted\n1", "open\n/dev/dri/card0", "ping", "left"])
        withExtendedLifetime(loop) { seat.close() }
    }

    @Test func `a keeper that ends takes the seat along`() throws {
        let keeper = try TestKeeper([granted])
        let loop = try EventLoop()
        let seat = try seat(keeper, loop)
        var reasons: [String] = []
        seat.onLost = { reasons.append($0) }
        while reasons.isEmpty { _ = try loop.runOnce(until: MonotonicClock.now() + .seconds(20)) }
        #expect(
            reasons == [
                "logind, or the keeper of its seat, has ended and revoked the input devices; the seat must be opened again"
            ])
        _ = keeper.heard()
        withExtendedLifetime(loop) { seat.close() }
    }

    @Test func `without a seat or a keeper the reasons are said`() throws {
        let keeper = try TestKeeper([.refused(isPermission: true, refusals: ["seatd: not allowed"])])
        let refused = #expect(throws: SeatError.self) { try seat(keeper, EventLoop()) }
        #expect(refused?.isPermission == true)
        #expect(refused?.description == "no seat: seatd: not allowed")
        var options = Seat.Options()
        (options.keeper, options.providers) = ("/nonexistent/seat", [])
        let absent = #expect(throws: SeatError.self) { try Seat(loop: EventLoop(), options: options) }
        #expect(absent?.description == "no seat: keeper: connect /nonexistent/seat: No such file or directory")
    }
}
