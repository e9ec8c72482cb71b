// Keeps a seat for the kiosks that use it one after the other.

import Geometry
import Glibc
import Linux
import Logging

/// Holds a seat, and opens devices for the kiosk that is connected. seatd and logind give the terminal and with it the glass back
/// to the console when the process ends that has the seat: so it is this process, which does next to nothing, and not the kiosk.
/// When a kiosk ends, its devices are closed, and the seat stays for the next one.
final class SeatKeeper {
    /// Called with the reason why the seat cannot be kept any more.
    var onEnd: ((String) -> Void)?
    private let loop: EventLoop
    private let log: Logger
    private let socket: ListeningSocket
    /// The terminal that the kiosk is to have; nil for whichever is in the foreground.
    private let terminal: ConsoleTerminal?
    private var listening: EventLoop.Watch?
    private var seat: Seat?
    private var client: Client?
    /// The cards of kiosks that have ended, by path. A card stays open until the next kiosk opens it: the kernel would otherwise show
    /// its console there as soon as a display is plugged in or changes, and any program could take the screen.
    private var cards: [String: Int32] = [:]

    /// The kiosk that has the seat.
    private struct Client {
        let connection: PacketConnection
        let watch: EventLoop.Watch
        /// Its open devices, with their paths.
        var devices: [Int32: String] = [:]
    }

    /// For so long a kiosk may take to stop using its devices when another session comes. Then they are taken from it.
    private static let patience = Instant.Span.seconds(5)

    /// Listens at `path` for kiosks of this user, which are to have `terminal`; nil for whichever is in the foreground.
    init(path: String, terminal: ConsoleTerminal?, loop: EventLoop, log: Logger) throws(SystemError) {
        (self.terminal, self.loop, self.log) = (terminal, loop, log)
        socket = try ListeningSocket(path: path, mode: 0o600, isOfPackets: true)
        listening = try loop.watch(socket.number) { [unowned self] _ in accept() }
    }

    /// Gives the seat back.
    func close() {
        drop()
        for card in cards.values { seat?.closeDevice(card) }
        cards = [:]
        listening?.cancel()
        socket.close()
        seat?.close()
        seat = nil
    }

    /// The newest kiosk has the seat: the one before is about to end, or has.
    private func accept() {
        do throws(SystemError) {
            while let (number, _) = try socket.accept() {
                drop()
                let connection = PacketConnection(owning: number)
                let watch = try loop.watch(number) { [unowned self] _ in hear() }
                client = Client(connection: connection, watch: watch)
            }
        } catch { log.error("a kiosk cannot have the seat: \(error)") }
    }

    /// The kiosk has gone. What it had open is closed, apart from its cards. What it showed stays on the glass for as long as someone
    /// has the card open.
    private func drop() {
        guard let gone = client else { return }
        client = nil
        gone.watch.cancel()
        for (device, path) in gone.devices {
            let isCard = path.hasPrefix("/dev/dri/")
            if let before = isCard ? cards.updateValue(device, forKey: path) : device { seat?.closeDevice(before) }
        }
    }

    private func hear() {
        do throws(SystemError) {
            while let connection = client?.connection, let packet = try connection.receive() { handle(packet.text) }
        } catch { drop() }
    }

    private func handle(_ text: String) {
        switch SeatMessage(text) {
        case .wanted(SeatMessage.version): answer(grant())
        case .open(let path): open(path)
        case .close(let device): close(Int32(truncatingIfNeeded: device))
        case .ping: answer(.pong)
        // The kiosk let go of its devices after the wait for that was over.
        case .left: break
        default:
            // The package was upgraded, and this process was not. The next one is of the version that the kiosk is of.
            onEnd?("a kiosk of another version asks for the seat")
        }
    }

    private func answer(_ message: SeatMessage, _ descriptor: Int32? = nil) {
        do throws(SystemError) { try client?.connection.send(message.text, descriptor) } catch { drop() }
    }

    private func grant() -> SeatMessage {
        do throws(SeatError) {
            let seat = if let seat { seat } else { try takeSeat() }
            return .granted(
                provider: seat.provider.rawValue, isEnabled: seat.isEnabled, refusals: seat.refusals)
        } catch { return .refused(isPermission: error.isPermission, refusals: error.refusals) }
    }

    private func takeSeat() throws(SeatError) -> Seat {
        let seat = try seatOnTerminal()
        seat.onLost = { [unowned self] in onEnd?("the seat is gone: \($0)") }
        seat.onEnable = { [unowned self] in answer(.enabled) }
        seat.onDisable = { [unowned self] in leave() }
        log.notice("seat: \(seat.provider.rawValue)")
        self.seat = seat
        return seat
    }

    /// How often a typed key may switch terminals in the moment in which the seat is granted. Typing cannot win so often.
    private static let mostSwitches = 20

    /// The seat on the kiosk's terminal, which each start of a kiosk brings to the foreground. Until the seat is granted, keys such as
    /// Alt-F2 still switch terminals, and seatd grants the one that is in the foreground at that moment. (logind knows the terminal of
    /// the session.)
    private func seatOnTerminal() throws(SeatError) -> Seat {
        var options = Seat.Options()
        // Devices that this process opened by itself would stay its own: nobody takes them from a kiosk that has ended.
        options.providers = [.seatd, .logind]
        for _ in 0..<Self.mostSwitches {
            let seat = try Seat(loop: loop, options: options)
            guard let terminal, seat.provider == .seatd, !terminal.isInForeground else { return seat }
            log.notice("another terminal came to the foreground while the seat was granted; it is granted again")
            do throws(SystemError) {
                // seatd 0.7 fails an assertion, and ends, when it loses a client between the switch and the client's consent.
                try seat.switchTerminals(to: terminal.number, within: options.timeLimit)
            } catch {
                log.warning("the kiosk's terminal \(terminal.number) does not come to the foreground: \(error)")
                return seat
            }
            terminal.waitForForeground(within: options.timeLimit)
            seat.close()
        }
        return try Seat(loop: loop, options: options)
    }

    private func open(_ path: String) {
        guard let seat else { return answer(.failed(SystemError(call: "open", errno: EPERM, subject: path))) }
        do throws(SystemError) {
            // seatd and logind open a device anew only when it is closed. If nobody had the card open meanwhile, the kernel would
            // show its console.
            let copy = cards[path].map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
            defer { if let copy { Glibc.close(copy) } }
            if let before = cards.removeValue(forKey: path) { seat.closeDevice(before) }
            let device = try seat.openDevice(path)
            client?.devices[device] = path
            answer(.opened(device: Int(device)), device)
        } catch { answer(.failed(error)) }
    }

    private func close(_ device: Int32) {
        if client?.devices.removeValue(forKey: device) != nil { seat?.closeDevice(device) }
    }

    /// Another session comes to the foreground, as soon as the kiosk has stopped using its devices.
    private func leave() {
        answer(.disabled)
        let deadline = MonotonicClock.now() + Self.patience
        do throws(SystemError) {
            while let connection = client?.connection {
                guard let packet = try connection.receive(by: deadline) else {
                    return log.warning("the kiosk does not let go of the screen; it is taken from it")
                }
                if SeatMessage(packet.text) == .left { return }
                handle(packet.text)
            }
        } catch { drop() }
    }
}
