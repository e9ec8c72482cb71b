// Opens devices: through seatd, else logind, else directly with a virtual terminal of its own.

package import Geometry
import Glibc

/// The right to use a screen and its input devices, and whoever grants it. Devices opened here are closed here.
package final class Seat {
    /// Who opens the devices.
    package enum Provider: String, CaseIterable, Sendable {
        case seatd, logind
        /// open(2), with a virtual terminal whose keyboard and text are switched off.
        case direct
    }

    /// What the caller wants of a seat.
    package struct Options: Sendable {
        /// What is tried, in this order.
        package var providers = Provider.allCases
        /// For `direct`: the virtual terminal to take, such as `/dev/tty7`; nil: the one this process runs on, else the
        /// one in the foreground.
        package var tty: String?
        /// For `direct`: whether to go on without a virtual terminal. What is typed then still goes to the console.
        package var allowNoVT = false
        /// How long a provider may take to enable the seat.
        package var timeLimit = Instant.Span.seconds(5)

        /// All providers, any virtual terminal, none of it optional, five seconds each.
        package init() {}
    }

    private enum Backing {
        case libseat(LibseatSession)
        case direct(VirtualTerminal?)
    }

    /// Who opens the devices.
    package let provider: Provider
    /// Why the providers before it did not work: one sentence each, for the log.
    package let refusals: [String]
    /// The virtual terminal that was taken directly, such as `/dev/tty7`; nil when there is none or a provider has it.
    package var tty: String? {
        if case .direct(let terminal?) = backing { terminal.path } else { nil }
    }
    /// Whether devices can be used. False while another session is in the foreground.
    package private(set) var isEnabled = true
    /// The seat is ours again: displays may be lit and input devices opened anew.
    package var onEnable: (() -> Void)?
    /// Another session comes to the foreground: stop using every device before this returns.
    package var onDisable: (() -> Void)?
    /// The provider has gone, with a sentence for the log. The picture stays, but input devices are revoked and nothing
    /// can be opened any more.
    package var onLost: ((String) -> Void)?
    private let backing: Backing
    private var watch: EventLoop.Watch?
    private var openDevices: Set<Int32> = []

    /// Takes the first of `options.providers` that grants a seat. Throws when none does. Open it before any thread is
    /// started: a terminal of our own is switched by signals, which have to be blocked in every thread.
    package init(loop: EventLoop, options: Options = Options()) throws(SeatError) {
        var refusals: [String] = []
        var isPermission = false
        var found: (Provider, Backing)?
        for provider in options.providers where found == nil {
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

    /// Opens the device at `path` for reading and writing, without blocking. Give the number back to `closeDevice(_:)`.
    package func openDevice(_ path: String) throws(SystemError) -> Int32 {
        let fd: Int32
        switch backing {
        case .libseat(let session):
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

    /// Closes a device that `openDevice(_:)` opened.
    package func closeDevice(_ fd: Int32) {
        guard openDevices.remove(fd) != nil else { fatalError("file descriptor \(fd) is no open device of this seat") }
        switch backing {
        case .libseat(let session): session.closeDevice(fd)
        case .direct: Glibc.close(fd)
        }
    }

    /// Gives the seat back, after the displays and inputs that were opened through it; the virtual terminal is as it was
    /// before.
    package func close() {
        watch?.cancel()
        watch = nil
        onLost = nil
        for fd in openDevices { closeDevice(fd) }
        isEnabled = false
        switch backing {
        case .libseat(let session): session.close()
        case .direct(let terminal): terminal?.restore()
        }
    }

    private static func open(_ provider: Provider, _ options: Options) throws(SystemError) -> Backing {
        switch provider {
        case .seatd, .logind:
            return .libseat(try LibseatSession(backend: provider.rawValue, timeLimit: options.timeLimit))
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
        case .libseat(let session):
            session.onChange = { [unowned self] in become(enabled: $0) }
            session.onLost = { [unowned self] in
                onLost?("\(provider.rawValue) does not answer any more; this seat has to be opened anew")
            }
            watch = try loop.watch(session.fd) { [unowned self] readiness in
                if session.dispatch(), !readiness.isGone { return }
                watch?.cancel()
                onLost?(
                    "\(provider.rawValue) has ended, and the input devices with it; this seat has to be opened anew")
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
