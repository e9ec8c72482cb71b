// A listening local socket, created at a path or passed by systemd.

import CLinux
import Glibc

/// A local socket of streams, or of packets; no network reaches it.
package final class ListeningSocket {
    /// Its path; empty for a socket from systemd that has none.
    package let path: String
    /// The greatest length of a path, in bytes.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var descriptor: Int32
    /// The identity of the file that this socket created; nil for a socket from systemd, which owns the file.
    private let file: FileIdentity?

    /// Identifies a file, to detect that another has replaced it at the same path.
    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// A socket at `path` with the permissions `mode`, of streams unless it `isOfPackets`. It replaces the file of a dead process.
    /// If a live process listens there, or the file is not a socket, that is an error (EADDRINUSE).
    package init(path: String, mode: UInt32, isOfPackets: Bool = false) throws(SystemError) {
        let type = isOfPackets ? SocketAddress.packets : SocketAddress.stream
        let address = try SocketAddress(path)
        // The socket is created beside its path and then renamed, so that every client that finds it can connect. A lock
        // serializes two processes that start at once.
        let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) + "/" : "."
        let turn = FileDescriptor(
            owning: try SystemError.check("open", folder) { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
        // If another program holds the lock, the only risk is that two kiosks that start at once do not see each other.
        _ = flock(turn.number, LOCK_EX | LOCK_NB)
        try ListeningSocket.check(path, address, type)
        let own = try SocketAddress(
            path.utf8.count + 4 <= ListeningSocket.longestPath ? path + ".new" : String(path.dropLast(4)) + ".new")
        unlink(own.path)
        let socket = FileDescriptor(
            owning: try SystemError.check("socket") { Glibc.socket(AF_UNIX, type, 0) })
        // Set the mode before bind creates the file.
        try SystemError.check("fchmod", path) { fchmod(socket.number, mode) }
        try SystemError.check("bind", own.path) { own.with { bind(socket.number, $0, $1) } }
        do throws(SystemError) {
            // The umask has removed permissions from the file that bind created.
            try SystemError.check("chmod", own.path) { chmod(own.path, mode) }
            try SystemError.check("listen", own.path) { listen(socket.number, 16) }
            try SystemError.check("rename", path) { rename(own.path, path) }
        } catch {
            unlink(own.path)
            throw error
        }
        file = FileIdentity(path)
        self.path = path
        descriptor = socket.release()
    }

    private static func check(_ path: String, _ address: SocketAddress, _ type: Int32) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                call: "bind", errno: EEXIST, subject: path, hint: "the file there is not a socket; name another path"
            )
        }
        if address.isAlive(type) {
            throw SystemError(
                call: "bind", errno: EADDRINUSE, subject: path,
                hint: "another process listens there; give each kiosk a socket of its own")
        }
    }

    /// The listening socket named `name` that systemd passed to this process, if any. It can be taken again after it was closed,
    /// so that one run can follow another in this process.
    package init?(activatedAs name: String) {
        guard let number = Activation.descriptor(named: name) else { return nil }
        descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return nil }
        file = nil
        path = Activation.path(of: number)
    }

    deinit { close() }

    /// The file descriptor; readable while a client waits to be accepted.
    package var number: Int32 { descriptor }

    /// Accepts the next client; nil if none waits. Throws the error of accept4(2): EMFILE when the process has no file
    /// descriptors left.
    package func accept() throws(SystemError) -> (descriptor: Int32, peer: Peer)? {
        while true {
            let connected = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue))
            if connected >= 0 {
                if let peer = try? Peer(of: connected) { return (connected, peer) }
                Glibc.close(connected)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw SystemError(call: "accept", errno: errno, subject: path)
            }
        }
    }

    /// Whether it made the file at its path.
    package var isOwner: Bool { file != nil }

    /// Whether clients find it at its path. A socket from systemd, which owns the file, is always taken to be there.
    package var isFound: Bool { file == nil || FileIdentity(path) == file }

    /// Stops listening. Deletes the file if it still belongs to this socket.
    package func close() {
        guard descriptor >= 0 else { return }
        if let file, FileIdentity(path) == file { unlink(path) }
        Glibc.close(descriptor)
        descriptor = -1
    }
}

/// A socket among what systemd passed to this process.
private enum Activation {
    static func descriptor(named name: String) -> Int32? {
        guard let number = PassedDescriptor.all.first(where: { $0.name == name })?.number, isListening(number) else {
            return nil
        }
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        return number
    }

    private static func isListening(_ number: Int32) -> Bool {
        var (domain, listens) = (Int32(0), Int32(0))
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX
            && getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens != 0
    }

    static func path(of number: Int32) -> String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
        }
        guard result == 0 else { return "" }
        return withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
