// Which ways there are to a seat, seen without taking one.

import Glibc
import CLinux
import Geometry

/// What `Seat` would find. Nothing is opened but seatd's socket, which is closed again before a seat is asked for; no
/// virtual terminal is switched.
package struct SeatSurvey: Hashable, Sendable {
    /// What there is of seatd.
    package enum Seatd: Hashable, Sendable {
        /// No socket.
        case absent
        /// There, and not for this user: its socket belongs to `group`.
        case refused(group: String)
        /// A socket, and nobody behind it.
        case dead
        /// It answers.
        case answers
    }

    /// What there is of logind.
    package enum Logind: Hashable, Sendable {
        /// It does not run.
        case absent
        /// It runs, and this process belongs to no session of it.
        case noSession
        /// The session to which this process belongs.
        case session(id: String, seat: String?, isActive: Bool)
    }

    /// What there is of virtual terminals.
    package enum Terminal: Hashable, Sendable {
        /// The one that would be taken, which may be opened.
        case free(String)
        /// None that may be opened, and why.
        case refused(SystemError)
    }

    /// What there is of seatd.
    package var seatd: Seatd
    /// Where its socket is, or would be.
    package var socket: String
    /// What there is of logind.
    package var logind: Logind
    /// What there is of virtual terminals.
    package var terminal: Terminal
    /// The virtual terminal in the foreground, such as `tty1`; nil where there are none.
    package var foreground: String?

    /// A machine as it is thought to be.
    package init(seatd: Seatd, socket: String, logind: Logind, terminal: Terminal, foreground: String?) {
        self.seatd = seatd
        self.socket = socket
        self.logind = logind
        self.terminal = terminal
        self.foreground = foreground
    }

    /// What `Seat` would take first; nil: no seat is to be had. Root opens what logind has no session for.
    package var provider: Seat.Provider? {
        if case .answers = seatd { return .seatd }
        if case .session(_, .some, true) = logind { return .logind }
        if case .free = terminal { return .direct }
        return nil
    }

    /// Looks at this machine. `tty` is the terminal that is asked for.
    package static func look(tty: String? = nil, system: SystemRoot = SystemRoot()) -> SeatSurvey {
        let socket = getenv("SEATD_SOCK").map { String(cString: $0) } ?? "/run/seatd.sock"
        return SeatSurvey(
            seatd: seatd(socket), socket: socket, logind: logind(system), terminal: terminal(tty),
            foreground: system.lines("/sys/class/tty/tty0/active").first)
    }

    /// What answers at the socket `path`.
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
        // As libseat asks whether it is there.
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

    /// The session in whose scope the control groups `lines` of /proc/self/cgroup put a process.
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
