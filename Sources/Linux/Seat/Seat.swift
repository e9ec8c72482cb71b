// Opens devices through the keeper of a seat, else through seatd, else through logind, else directly with a virtual terminal.

package import Geometry
import Glibc

/// The permission to use a screen and its input devices, and the provider that grants it. Devices that the seat opened must be
/// closed through it.
package final class Seat {
    /// The provider of a seat.
    package enum Provider: String, CaseIterable, Sendable {
        case seatd, logind
        /// open(2), with a virtual terminal whose keyboard and text mode are switched off.
        case direct
    }

    /// Options for opening a seat.
    package struct Options: Sendable {
        /// The providers to try, in this order.
        package var providers = Provider.allCases
        /// For `direct`: the virtual terminal to take, such as `/dev/tty7`; nil for the process's own, or else the one in the
        /// foreground.
        package var tty: String?
        /// For `direct`: whether to continue without a virtual terminal. Then typed keys still go to the console.
        package var allowNoVT = false
        /// Where the keeper of a seat listens, which is asked first; nil if there is none.
        package var keeper: String?
        /// The time limit for a provider to enable the seat.
        package var timeLimit = Instant.Span.seconds(5)

        /// All providers, any virtual terminal (required), and five seconds per provider.
        package init() {}
    }

    private enum Backing {
        case provided(any ProvidedSeat)
        case direct(VirtualTerminal?)
    }

    /// The provider that granted the seat.
    package let provider: Provider
    /// Why earlier providers failed: one sentence each, for the log.
    package let refusals: [String]
    /// Whether another process keeps the seat, so that the console does not get it when this process ends.
    package let isKept: Bool
    /// The virtual terminal that was taken directly, such as `/dev/tty7`; nil if there is none or the provider manages it.
    package var tty: String? {
        if case .direct(let terminal?) = backing { terminal.path } else { nil }
    }
    /// Whether devices can be used. False while another session is in the foreground.
    package private(set) var isEnabled = true
    /// The seat is active again: displays can be lit and input devices reopened.
    package var onEnable: (() -> Void)?
    /// Another session comes to the foreground. All devices must be unused when this returns.
    package var onDisable: (() -> Void)?
    /// The provider is gone; called with a sentence for the log. The picture stays, but input devices are revoked, and no device
    /// can be opened any more.
    package var onLost: ((String) -> Void)?
    private let backing: Backing
    private var watch: EventLoop.Watch?
    private var openDevices: Set<Int32> = []

    /// Opens a seat with the first of `options.providers` that grants one. Throws if none does. Call it before any thread is
    /// started: a directly taken terminal is switched by signals, which must be blocked in every thread.
    package init(loop: EventLoop, options: Options = Options()) throws(SeatError) {
        var refusals: [String] = []
        var isPermission = false
        var found: (Provider, Backing)?
        var kept: KeptSeat?
        var providers = options.providers
        if let path = options.keeper {
            do throws(KeptSeat.Refusal) {
                let seat = try KeptSeat(path: path, timeLimit: options.timeLimit)
                kept = seat
                refusals = seat.refusals
                found = (seat.provider, .provided(seat))
            } catch {
                switch error {
                case .noSeat(let error):
                    (refusals, isPermission) = (error.refusals, error.isPermission)
                    // The keeper has asked the others.
                    providers.removeAll { $0 != .direct }
                case .noKeeper(let error): refusals.append("keeper: \(error)")
                }
            }
        }
        isKept = kept != nil
        for provider in providers where found == nil {
            do throws(SystemError) {
                found = (provider, try Seat.open(provider, options))
            } catch {
                refusals.append("\(provider.rawValue): \(error)")
                isPermission = isPermission || error.isPermission
            }
        }
        guard let found else { throw SeatError(refusals: refusals, isPermission: isPermission) }
        (provider, backing) = found
        self.refusals = refusals
        do throws(SystemError) {
            try listen(loop)
        } catch {
            close()
            throw SeatError(refusals: refusals + ["\(provider.rawValue): \(error)"], isPermission: false)
        }
    }

    /// Opens the device at `path` for non-blocking reading and writing. Close it with `closeDevice(_:)`.
    package func openDevice(_ path: String) throws(SystemError) -> Int32 {
        let fd: Int32
        switch backing {
        case .provided(let session):
            fd = try session.openDevice(path)
        case .direct:
            let hint = "let this user into the groups video and input, or run seatd"
            do throws(SystemError) {
                fd = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY | O_NONBLOCK).release()
            } catch {
                throw error.isPermission
                    ? SystemError(call: error.call, errno: error.errno, subject: path, hint: hint) : error
            }
        }
        openDevices.insert(fd)
        return fd
    }

    /// Closes a device from `openDevice(_:)`.
    package func closeDevice(_ fd: Int32) {
        guard openDevices.remove(fd) != nil else { fatalError("descriptor \(fd) is not an open device of this seat") }
        switch backing {
        case .provided(let session): session.closeDevice(fd)
        case .direct: Glibc.close(fd)
        }
    }

    /// Has seatd bring the virtual terminal `number` to the foreground, and waits until the seat is disabled for that, for at most
    /// `timeLimit`.
    package func switchTerminals(to number: Int, within timeLimit: Instant.Span) throws(SystemError) {
        guard case .provided(let session as LibseatSession) = backing else { return }
        try session.switchTerminals(to: number, within: timeLimit)
    }

    /// Releases the seat and restores the virtual terminal. Displays and inputs that were opened through it must be closed first.
    package func close() {
        watch?.cancel()
        watch = nil
        onLost = nil
        for fd in openDevices { closeDevice(fd) }
        isEnabled = false
        switch backing {
        case .provided(let session): session.close()
        case .direct(let terminal): terminal?.restore()
        }
    }

    private static func open(_ provider: Provider, _ options: Options) throws(SystemError) -> Backing {
        switch provider {
        case .seatd, .logind:
            return .provided(try LibseatSession(backend: provider.rawValue, timeLimit: options.timeLimit))
        case .direct:
            do throws(SystemError) {
                return .direct(try VirtualTerminal(path: options.tty, timeLimit: options.timeLimit))
            } catch {
                if options.allowNoVT { return .direct(nil) }
                throw error
            }
        }
    }

    private func listen(_ loop: EventLoop) throws(SystemError) {
        switch backing {
        case .provided(let session):
            session.onChange = { [unowned self] in become(enabled: $0) }
            session.onLost = { [unowned self] in
                onLost?("\(provider.rawValue) no longer responds; the seat must be opened again")
            }
            watch = try loop.watch(session.fd) { [unowned self] readiness in
                if session.dispatch(), !readiness.isGone { return }
                watch?.cancel()
                onLost?(
                    "\(provider.rawValue)\(isKept ? ", or the keeper of its seat," : "") has ended and revoked the input devices; the seat must be opened again"
                )
            }
        case .direct(let terminal?):
            terminal.onChange = { [unowned self] in become(enabled: $0) }
            watch = try loop.watch(terminal.signals.number) { _ in terminal.handleSignals() }
        case .direct(nil):
            break
        }
    }

    private func become(enabled: Bool) {
        guard enabled != isEnabled else { return }
        isEnabled = enabled
        if enabled { onEnable?() } else { onDisable?() }
    }
}

/// A seat that another process grants, and whose devices that process opens.
protocol ProvidedSeat: AnyObject {
    /// Called when the seat becomes active or inactive. It counts as inactive only after this returns.
    var onChange: ((Bool) -> Void)? { get set }
    /// Called when a request shows that the other process no longer responds.
    var onLost: (() -> Void)? { get set }
    /// Readable when there are messages.
    var fd: Int32 { get }
    /// Handles messages. Returns false if the other process is gone.
    func dispatch() -> Bool
    /// Opens the device at `path`.
    func openDevice(_ path: String) throws(SystemError) -> Int32
    /// Closes a device.
    func closeDevice(_ fd: Int32)
    /// Releases the seat.
    func close()
}
