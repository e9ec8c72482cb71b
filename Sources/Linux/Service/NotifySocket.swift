// sd_notify(3) without libsystemd: one datagram per message to the service manager.

import CLinux
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
        /// The store shall close all file descriptors of this name.
        case removed(String)

        /// The message's lines in the datagram.
        var lines: String {
            switch self {
            case .ready: "READY=1"
            case .starting(let span): "EXTEND_TIMEOUT_USEC=\(span.nanoseconds / 1000)"
            case .reloading(let instant): "RELOADING=1\nMONOTONIC_USEC=\(instant.nanoseconds / 1000)"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            case .status(let text): "STATUS=" + text.split(separator: "\n").joined(separator: "; ")
            case .removed(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
            }
        }
    }

    /// The longest watchdog interval that counts as such, in microseconds: a year. The environment can name any number.
    private static let longestWatchdog: Int64 = 365 * 86_400 * 1_000_000
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
            ? watchdog.flatMap { Int64($0) }.flatMap {
                $0 > 0 ? Instant.Span(nanoseconds: min($0, Self.longestWatchdog) * 1000) : nil
            } : nil
    }

    /// Sends all of `states` in one datagram. It never blocks: if the manager does not read, the message is lost.
    package func tell(_ states: State...) { send(states.map(\.lines).joined(separator: "\n")) }

    /// Asks the manager to keep a copy of `descriptor`, called `name`, when this process ends, and to pass it to the next one
    /// (`PassedDescriptor`). The manager ignores that if FileDescriptorStoreMax= has no room, or if it has the same open file
    /// already.
    package func store(_ descriptor: Int32, as name: String) {
        // Without FDPOLL=0 the manager drops a card that is unplugged, and wakes up for one that has flips to report.
        send("FDSTORE=1\nFDNAME=\(name)\nFDPOLL=0", descriptor)
    }

    private func send(_ text: String, _ attached: Int32 = -1) {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        let bytes = Array(text.utf8)
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = bezel_send_packet(descriptor.number, target, length, bytes, bytes.count, attached)
            }
        }
    }
}

/// The kernel's limit.
private let longestAddress = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
