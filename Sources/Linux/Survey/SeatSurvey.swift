// Finds the available seat providers without opening a seat.

import Glibc
import CLinux
import Geometry

/// What `Seat` would find. The survey opens only seatd's socket, which it closes without requesting a seat, and switches no
/// virtual terminal.
package struct SeatSurvey: Hashable, Sendable {
    /// The state of seatd.
    package enum Seatd: Hashable, Sendable {
        /// No socket.
        case absent
        /// seatd runs, but this user has no access: the socket belongs to `group`.
        case refused(group: String)
        /// There is a socket, but no process listens.
        case dead
        /// seatd answers.
        case answers
    }

    /// The state of logind.
    package enum Logind: Hashable, Sendable {
        /// logind is not running.
        case absent
        /// logind is running, but this process belongs to no session.
        case noSession
        /// The session of this process.
        case session(id: String, seat: String?, isActive: Bool)
    }

    /// The state of virtual terminals.
    package enum Terminal: Hashable, Sendable {
        /// The terminal that would be taken, which this process may open.
        case free(String)
        /// No terminal can be opened, and why.
        case refused(SystemError)
    }

    /// The state of seatd.
    package var seatd: Seatd
    /// The path of seatd's socket, whether or not it exists.
    package var socket: String
    /// The state of logind.
    package var logind: Logind
    /// The state of virtual terminals.
    package var terminal: Terminal
    /// The virtual terminal in the foreground, such as `tty1`; nil if there are none.
    package var foreground: String?

    /// A machine with the given properties.
    package init(seatd: Seatd, socket: String, logind: Logind, terminal: Terminal, foreground: String?) {
        self.seatd = seatd
        self.socket = socket
        self.logind = logind
        self.terminal = terminal
        self.foreground = foreground
    }

    /// The first provider that would grant `Seat` a seat; nil if there is none. Root opens devices directly if it has no logind
    /// session.
    package var provider: Seat.Provider? {
        if case .answers = seatd { return .seatd }
        if case .session(_, .some, true) = logind { return .logind }
        if case .free = terminal { return .direct }
        return nil
    }

    /// Surveys this machine. `tty` is the configured terminal.
    package static func run(tty: String? = nil, system: SystemRoot = SystemRoot()) -> SeatSurvey {
        let socket = getenv("SEATD_SOCK").map { String(cString: $0) } ?? "/run/seatd.sock"
        return SeatSurvey(
            seatd: seatd(socket), socket: socket, logind: logind(system), terminal: terminal(tty),
            foreground: system.lines("/sys/class/tty/tty0/active").first)
    }

    /// The state of seatd's socket at `path`.
    static func seatd(_ path: String) -> Seatd {
        var status = stat()
        guard stat(path, &status) == 0 else { return .absent }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            let name = Array(path.utf8)
            guard name.count < bytes.count else { return false }
            bytes.copyBytes(from: name)
            return true
        }
        let number = Glibc.socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard fits, number >= 0 else { return .dead }
        let descriptor = FileDescriptor(owning: number)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return .answers }
        return errno == EACCES || errno == EPERM
            ? .refused(group: Account.groupName(status.st_gid)) : .dead
    }

    private static func logind(_ system: SystemRoot) -> Logind {
        // libseat uses the same check for logind.
        guard system.exists("/run/systemd/seats") else { return .absent }
        let own =
            getenv("XDG_SESSION_ID").map { String(cString: $0) } ?? session(inGroups: system.lines("/proc/self/cgroup"))
        let display =
            own == nil
            ? ProgramOutput.of(
                ["loginctl", "show-user", "\(geteuid())", "--property=Display", "--value"], limit: .seconds(3)
            )
            .map { String($0.prefix { $0 != "\n" }) } : nil
        guard let id = own ?? display, !id.isEmpty,
            let text = ProgramOutput.of(
                ["loginctl", "show-session", id, "--property=Seat", "--property=Active"], limit: .seconds(3))
        else { return .noSession }
        let values = Properties(text)
        let seat = values["Seat"].flatMap { $0.isEmpty ? nil : $0 }
        return .session(id: id, seat: seat, isActive: values["Active"] == "yes")
    }

    /// The session whose scope contains a process with the control groups `lines` (/proc/self/cgroup).
    static func session(inGroups lines: [String]) -> String? {
        for line in lines {
            for part in line.split(separator: "/") where part.hasPrefix("session-") && part.hasSuffix(".scope") {
                return String(part.dropFirst("session-".count).dropLast(".scope".count))
            }
        }
        return nil
    }

    private static func terminal(_ wanted: String?) -> Terminal {
        do throws(SystemError) {
            let path: String
            if let known = wanted ?? VirtualTerminal.own() {
                path = known
            } else {
                path = try VirtualTerminal.foreground()
            }
            guard access(path, R_OK | W_OK) == 0 else { throw SystemError(call: "open", errno: errno, subject: path) }
            return .free(path)
        } catch { return .refused(error) }
    }
}
