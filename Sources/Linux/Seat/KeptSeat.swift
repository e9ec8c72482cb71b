// A seat that another process keeps while kiosks come and go.

import Geometry
import Glibc

/// The use of a seat whose keeper listens on a socket. Providers give the screen back to the console when the process that has
/// the seat ends; the keeper does not end with a kiosk.
final class KeptSeat: ProvidedSeat {
    var onChange: ((Bool) -> Void)?
    var onLost: (() -> Void)?
    /// The provider that the keeper has the seat from.
    let provider: Seat.Provider
    /// Why earlier providers failed.
    let refusals: [String]
    private(set) var isEnabled: Bool
    private let connection: PacketConnection
    /// The keeper's number for each open device.
    private var devices: [Int32: Int] = [:]
    /// What came while an answer was waited for, and is not handled yet.
    private var waiting: [SeatMessage] = []

    /// For so long an answer is waited for. Opening a device takes milliseconds.
    private static let patience = Instant.Span.seconds(10)

    /// Why a keeper gives no seat.
    enum Refusal: Error {
        /// There is no keeper, or it does not answer.
        case noKeeper(SystemError)
        /// No provider grants a seat to the keeper, or enables it.
        case noSeat(SeatError)
    }

    /// Asks the keeper that listens at `path` for its seat, and waits until the seat is enabled, for at most `timeLimit`.
    init(path: String, timeLimit: Instant.Span) throws(Refusal) {
        // The keeper itself waits for its providers.
        let deadline = MonotonicClock.now() + timeLimit + timeLimit + Self.patience
        let connection: PacketConnection
        let answer: SeatMessage?
        do throws(SystemError) { (connection, answer, waiting) = try Self.ask(path, by: deadline) } catch {
            throw .noKeeper(SystemError(call: error.call, errno: error.errno, subject: path))
        }
        self.connection = connection
        if case .refused(let isPermission, let refusals) = answer {
            throw .noSeat(SeatError(refusals: refusals, isPermission: isPermission))
        }
        guard case .granted(let name, let isEnabled, let refusals) = answer,
            let provider = Seat.Provider(rawValue: name)
        else { throw .noKeeper(SystemError(call: "recvmsg", errno: EPROTO, subject: path)) }
        (self.provider, self.isEnabled, self.refusals) = (provider, isEnabled, refusals)
        handleWaiting()
        // The keeper has the seat, so no other way leads to it.
        do throws(SystemError) { try waitUntilEnabled(timeLimit) } catch {
            throw .noSeat(SeatError(refusals: refusals + ["keeper: \(error)"], isPermission: error.isPermission))
        }
    }

    /// A connection to the keeper, its answer, and what it said before that. A keeper of another version ends when it is asked, and
    /// the next one, which is of this version, takes its place.
    private static func ask(
        _ path: String, by deadline: Instant
    ) throws(SystemError) -> (PacketConnection, SeatMessage?, earlier: [SeatMessage]) {
        var hasEnded = false
        while true {
            do throws(SystemError) {
                let connection = try PacketConnection(to: path)
                try connection.send(SeatMessage.wanted(version: SeatMessage.version).text)
                var earlier: [SeatMessage] = []
                while let packet = try connection.receive(by: deadline) {
                    switch SeatMessage(packet.text) {
                    case .enabled: earlier.append(.enabled)
                    case .disabled: earlier.append(.disabled)
                    case let answer: return (connection, answer, earlier)
                    }
                }
                return (connection, nil, earlier)
            } catch {
                hasEnded = hasEnded || error.errno == ECONNRESET || error.errno == EPIPE
                guard hasEnded, MonotonicClock.now() < deadline else { throw error }
                // The next keeper begins to listen when it has been started, which takes a second.
                poll(nil, 0, 50)
            }
        }
    }

    var fd: Int32 { connection.number }

    func dispatch() -> Bool {
        var isThere = true
        do throws(SystemError) {
            while let packet = try connection.receive() { take(packet) }
        } catch { isThere = false }
        handleWaiting()
        return isThere
    }

    func openDevice(_ path: String) throws(SystemError) -> Int32 {
        // What came meanwhile is handled by the loop, which sees that there is something only when something comes.
        defer { if !waiting.isEmpty { try? connection.send(SeatMessage.ping.text) } }
        let deadline = MonotonicClock.now() + Self.patience
        do throws(SystemError) {
            try connection.send(SeatMessage.open(path: path).text)
            while var packet = try connection.receive(by: deadline) {
                switch SeatMessage(packet.text) {
                case .opened(let device):
                    guard let descriptor = packet.descriptor.take() else { break }
                    let number = descriptor.release()
                    devices[number] = device
                    return number
                case .failed(let error): throw error
                default: take(packet)
                }
            }
        } catch {
            if error.errno == ECONNRESET || error.errno == EPIPE { onLost?() }
            throw error
        }
        onLost?()
        throw SystemError(call: "open", errno: ETIMEDOUT, subject: path, hint: "the keeper of the seat does not answer")
    }

    func closeDevice(_ fd: Int32) {
        guard let device = devices.removeValue(forKey: fd) else { fatalError("\(fd) is not a device of this seat") }
        // (A keeper that is gone has closed all devices.)
        try? connection.send(SeatMessage.close(device: device).text)
        Glibc.close(fd)
    }

    /// The keeper closes what is still open when the connection ends.
    func close() {}

    private func take(_ packet: borrowing PacketConnection.Packet) {
        if let message = SeatMessage(packet.text) { waiting.append(message) }
    }

    private func handleWaiting() {
        while !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .enabled:
                isEnabled = true
                onChange?(true)
            case .disabled:
                isEnabled = false
                onChange?(false)
                // The keeper waits for this before it lets the other session have the seat.
                try? connection.send(SeatMessage.left.text)
            default: break
            }
        }
    }

    private func waitUntilEnabled(_ limit: Instant.Span) throws(SystemError) {
        let deadline = MonotonicClock.now() + limit
        while !isEnabled, let packet = try connection.receive(by: deadline) {
            take(packet)
            handleWaiting()
        }
        guard isEnabled else {
            throw SystemError(
                call: "enable_seat", errno: ETIMEDOUT, subject: provider.rawValue,
                hint: "it did not come in \(limit.seconds) s; is another session in the foreground?")
        }
    }
}
