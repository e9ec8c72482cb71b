// sd_notify(3) without libsystemd: one datagram per message to the service manager.

package import Geometry
import Glibc

/// The service manager that started this process and expects notifications.
package final class NotifySocket: Sendable {
    /// The messages, which correspond to the assignments of sd_notify(3).
    package enum State: Hashable, Sendable {
        /// The service has started, so dependent units may start.
        case ready
        /// The service is still starting, and may take this much longer from now.
        case starting(for: Instant.Span)
        /// The service has been reloading its configuration since this instant of CLOCK_MONOTONIC; `ready` ends that.
        case reloading(Instant)
        /// The service is about to end.
        case stopping
        /// The service is alive.
        case watchdog
        /// The status text for `systemctl status`.
        case status(String)

        /// The message's lines in the datagram.
        var lines: String {
            switch self {
            case .ready: "READY=1"
            case .starting(let span): "EXTEND_TIMEOUT_USEC=\(span.nanoseconds / 1000)"
            case .reloading(let instant): "RELOADING=1\nMONOTONIC_USEC=\(instant.nanoseconds / 1000)"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            case .status(let text): "STATUS=" + text.split(separator: "\n").joined(separator: "; ")
            }
        }
    }

    /// The watchdog interval; nil if the watchdog is off.
    package let watchdogInterval: Instant.Span?
    private let descriptor: FileDescriptor
    private let address: [UInt8]

    /// The manager that the environment names: NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID. The variables are removed from the
    /// environment, because child processes must not inherit them. Nil if there is no manager. Call it before any thread is
    /// started.
    package convenience init?() {
        func take(_ name: String) -> String? {
            defer { unsetenv(name) }
            return getenv(name).map { String(cString: $0) }
        }
        let (socket, watchdog, watched) = (take("NOTIFY_SOCKET"), take("WATCHDOG_USEC"), take("WATCHDOG_PID"))
        self.init(socket: socket ?? "", watchdog: watchdog, watched: watched)
    }

    /// The manager that listens at `socket`, a path or, after an `@`, an abstract name. `watchdog` is an interval in microseconds
    /// for the process `watched`; if `watched` is nil, it is for any process.
    init?(socket: String, watchdog: String? = nil, watched: String? = nil) {
        var address = Array(socket.utf8)
        let isAbstract = address.first == UInt8(ascii: "@")
        // A path needs a terminating zero, and an abstract name a leading one.
        guard isAbstract || address.first == UInt8(ascii: "/"), address.count < longestAddress
        else { return nil }
        if isAbstract { address[0] = 0 } else { address.append(0) }
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        descriptor = FileDescriptor(owning: number)
        self.address = address
        let isForUs = watched == nil || watched == "\(getpid())"
        watchdogInterval =
            isForUs
            ? watchdog.flatMap { Int64($0) }.flatMap { $0 > 0 ? Instant.Span(nanoseconds: $0 * 1000) : nil } : nil
    }

    /// Sends all of `states` in one datagram. It never blocks: if the manager does not read, the message is lost.
    package func tell(_ states: State...) {
        let text = states.map(\.lines).joined(separator: "\n")
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
                _ = Array(text.utf8).withUnsafeBytes {
                    sendto(descriptor.number, $0.baseAddress, $0.count, flags, target, length)
                }
            }
        }
    }
}

/// The kernel's limit.
private let longestAddress = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
