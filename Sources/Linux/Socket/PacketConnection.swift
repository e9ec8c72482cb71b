// One end of a local connection of packets, each with a text and perhaps a file descriptor.

import CLinux
package import Geometry
import Glibc

/// A connection that keeps the borders of what is sent. Nothing but `receive(by:)` waits.
package final class PacketConnection {
    /// What came: a text, and a file descriptor if one came with it.
    package struct Packet: ~Copyable {
        /// The text.
        package let text: String
        /// The descriptor, which the taker owns.
        package var descriptor: FileDescriptor?
        /// The number of the descriptor, which the packet keeps open; nil if none came.
        package var number: Int32? {
            switch descriptor {
            case .some(let file): file.number
            case nil: nil
            }
        }
    }

    private var descriptor: FileDescriptor?

    /// The longest packet in bytes.
    package static let longest = 8192

    /// Connects to the process that listens at `path`.
    package init(to path: String) throws(SystemError) {
        let address = try SocketAddress(path)
        descriptor = FileDescriptor(
            owning: try SystemError.check("socket") { Glibc.socket(AF_UNIX, SocketAddress.packets, 0) })
        let number = number
        try SystemError.check("connect", path) { address.with { connect(number, $0, $1) } }
    }

    /// Takes the connected socket `number`.
    package init(owning number: Int32) { descriptor = FileDescriptor(owning: number) }

    /// Takes a copy of the socket `number` if it is connected. If it listens, waits for the next connection to it. What this process starts does
    /// not inherit it.
    package init(from number: Int32) throws(SystemError) {
        var listens: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        try SystemError.check("getsockopt") { getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) }
        guard listens != 0 else {
            descriptor = FileDescriptor(
                owning: try SystemError.check("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
            return
        }
        var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        try SystemError.check("poll") { poll(&ready, 1, -1) }
        descriptor = FileDescriptor(
            owning: try SystemError.check("accept4") {
                accept4(number, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
            })
    }

    /// One end of a new connection. `other` gets the number of the other end, which is closed after it.
    package init(pairedWith other: (Int32) throws(SystemError) -> Void) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        try SystemError.check("socketpair") { socketpair(AF_UNIX, SocketAddress.packets, 0, &ends) }
        descriptor = FileDescriptor(owning: ends[0])
        let theirs = FileDescriptor(owning: ends[1])
        try other(theirs.number)
    }

    /// Its file descriptor; readable while a packet waits, and when the other end has gone.
    package var number: Int32 {
        switch descriptor {
        case .some(let file): file.number
        case nil: -1
        }
    }

    /// Gives its file descriptor away, and is of no use from then on. The caller must close it; nil if it was given away before.
    package func release() -> Int32? {
        guard let file = descriptor.take() else { return nil }
        return file.release()
    }

    /// Sends `text` with a copy of `attached`. Throws when the other end has gone, or has not read for too long.
    package func send(_ text: String, _ attached: Int32? = nil) throws(SystemError) {
        let bytes = Array(text.utf8.prefix(Self.longest))
        try SystemError.check("sendmsg") {
            Int32(bezel_send_packet(number, nil, 0, bytes, bytes.count, attached ?? -1))
        }
    }

    /// The next packet, once it is there; nil at `deadline` if none has come by then. Descriptors are dropped unless
    /// `takesDescriptors`. Throws ECONNRESET when the other end has gone.
    package func receive(by deadline: Instant? = nil, takesDescriptors: Bool = true) throws(SystemError) -> Packet? {
        while true {
            var bytes = [UInt8](repeating: 0, count: Self.longest)
            var attached: Int32 = -1
            let count =
                takesDescriptors
                ? bezel_receive_packet(number, &bytes, bytes.count, &attached)
                : bezel_receive_text(number, &bytes, bytes.count)
            if count > 0 {
                let text = String(decoding: bytes.prefix(count), as: UTF8.self)
                return Packet(text: text, descriptor: attached >= 0 ? FileDescriptor(owning: attached) : nil)
            }
            if count == 0 { throw SystemError(call: "recvmsg", errno: ECONNRESET) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                guard let deadline else { return nil }
                let left = (deadline - MonotonicClock.now()).nanoseconds
                guard left > 0 else { return nil }
                var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                // Rounded up, so that the last wait does not become a busy loop.
                try SystemError.check("poll") { poll(&ready, 1, Int32(clamping: (left + 999_999) / 1_000_000)) }
            default: throw SystemError(call: "recvmsg", errno: errno)
            }
        }
    }
}
