// The address of a local socket: a path that fits the kernel's structure.

import CLinux
import Glibc

/// The address of a local socket.
struct SocketAddress {
    let path: String
    private var address = sockaddr_un()

    /// Throws ENAMETOOLONG when `path` does not fit.
    init(_ path: String) throws(SystemError) {
        self.path = path
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= ListeningSocket.longestPath, !bytes.contains(0) else {
            throw SystemError(
                call: "bind", errno: bytes.isEmpty ? EINVAL : ENAMETOOLONG, subject: path,
                hint: "a socket's path has at most \(ListeningSocket.longestPath) bytes, this one has \(bytes.count)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls `body` with the address in the kernel's format.
    func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether a process listens there, on a socket of `type`.
    func isAlive(_ type: Int32) -> Bool {
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return true }
        defer { Glibc.close(descriptor) }
        let result = with { connect(descriptor, $0, $1) }
        // EAGAIN: a process listens, but its queue of clients is full.
        return result == 0 || errno == EAGAIN
    }
}

extension SocketAddress {
    /// A non-blocking stream with close-on-exec.
    static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    /// Packets that keep their order, else the same.
    static let packets = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
}
