// A blocking client connection to a local socket, for commands that send a request and exit.

import CLinux
import Geometry
import Glibc

/// The client end of a local stream.
package final class LocalConnection {
    private let descriptor: FileDescriptor
    private let path: String
    private var rest: [UInt8] = []

    /// When the other end has had its time; nil for never.
    private var deadline: Instant?

    /// Connects to the socket at `path`. Each read and write times out after `seconds`, and so do all of them after twice that.
    package init(to path: String, seconds: Int) throws(SystemError) {
        self.path = path
        deadline = MonotonicClock.now() + .seconds(Double(2 * seconds))
        let address = try SocketAddress(path)
        descriptor = FileDescriptor(
            owning: try SystemError.check("socket") {
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = setsockopt(descriptor.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let number = descriptor.number
        try SystemError.check("connect", path) { address.with { connect(number, $0, $1) } }
    }

    /// Its file descriptor, for a caller with its own event loop. Valid for the lifetime of the connection.
    package var number: Int32 { descriptor.number }

    /// Sends all of `bytes`.
    package func send(_ bytes: [UInt8]) throws(SystemError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor.number, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(call: "send", errno: errno, subject: path) }
            sent += count
        }
    }

    /// Removes the time limit for reads and writes.
    package func waitForever() {
        deadline = nil
        var limit = timeval()
        _ = setsockopt(descriptor.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// The longest line that is received, in bytes.
    package static let longestLine = 1 << 20

    /// The next line, without its line feed; nil at the end of the stream. Throws when the line is longer than `longestLine`.
    package func line() throws(SystemError) -> [UInt8]? {
        while true {
            if let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(feed + 1) }
                return Array(rest[..<feed])
            }
            guard rest.count <= Self.longestLine else {
                throw SystemError(call: "recv", errno: EMSGSIZE, subject: path, hint: "the answer is no line of text")
            }
            try checkTime()
            let more = try receive()
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// The next `count` bytes; fewer at the end of the stream.
    package func bytes(_ count: Int) throws(SystemError) -> [UInt8] {
        while rest.count < count {
            try checkTime()
            let more = try receive()
            if more.isEmpty { break }
            rest += more
        }
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
    }

    /// The next available bytes, at least one; empty at the end of the stream.
    package func some() throws(SystemError) -> [UInt8] {
        if rest.isEmpty { return try receive() }
        defer { rest = [] }
        return rest
    }

    /// Throws when the other end, which may send a byte now and then, has had its time.
    private func checkTime() throws(SystemError) {
        if let deadline, MonotonicClock.now() > deadline {
            throw SystemError(call: "recv", errno: EAGAIN, subject: path)
        }
    }

    private func receive() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor.number, &bytes, bytes.count, 0)
            if count >= 0 { return Array(bytes.prefix(count)) }
            switch errno {
            case EINTR: continue
            // The other end closed the connection before it had read everything.
            case ECONNRESET: return []
            case let number: throw SystemError(call: "recv", errno: number, subject: path)
            }
        }
    }
}
