// The last lines that a process wrote before it ended, even if it was killed.

import Glibc

/// A ring of lines in a file. The kernel keeps what was written when the process is killed. The file belongs on a file system in
/// memory, such as /run. It is written, not mapped: a mapped file that somebody shortens ends the process.
package final class FlightRing {
    private let file: FileDescriptor
    private let capacity: Int
    /// The number of bytes written so far, stored in the file's first eight bytes so that a reader can find the end.
    private var written = 0

    /// Creates a ring of `capacity` bytes in the file at `path`, which it replaces.
    package init(path: String, capacity: Int) throws(SystemError) {
        unlink(path)
        let number = try SystemError.check("open", path) { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        let file = FileDescriptor(owning: number)
        // Reserve the space now, as the file system may be full later.
        var failure = posix_fallocate(file.number, 0, off_t(8 + capacity))
        while failure == EINTR { failure = posix_fallocate(file.number, 0, off_t(8 + capacity)) }
        guard failure == 0 else {
            unlink(path)
            throw SystemError(call: "posix_fallocate", errno: failure, subject: path)
        }
        self.file = file
        self.capacity = capacity
    }

    /// Writes `line` and a line feed. A line longer than the ring is dropped.
    package func write(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { bytes in
            guard bytes.count <= capacity, let source = bytes.baseAddress else { return }
            let place = written % capacity
            let first = min(bytes.count, capacity - place)
            put(source, first, at: 8 + place)
            put(source + first, bytes.count - first, at: 8)
            written += bytes.count
            withUnsafeBytes(of: UInt64(written)) { put($0.baseAddress, $0.count, at: 0) }
        }
    }

    /// Writes `count` bytes at `place` of the file. The space is reserved, and a line that cannot be written is lost.
    private func put(_ bytes: UnsafeRawPointer?, _ count: Int, at place: Int) {
        if let bytes, count > 0 { while pwrite(file.number, bytes, count, off_t(place)) == -1, errno == EINTR {} }
    }

    /// The complete lines in the ring at `path`, oldest first; nil if there is no ring.
    package static func text(path: String) -> String? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW) else { return nil }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_size > 8, status.st_size < 1 << 28 else { return nil }
        let capacity = Int(status.st_size) - 8
        var bytes = [UInt8](repeating: 0, count: capacity + 8)
        let number = file.number
        let count = try? SystemError.check("pread") {
            bytes.withUnsafeMutableBytes { Int32(pread(number, $0.baseAddress, $0.count, 0)) }
        }
        guard count.map(Int.init) == bytes.count else { return nil }
        let written = Int(truncatingIfNeeded: bytes.withUnsafeBytes { $0.load(as: UInt64.self) })
        guard written >= 0 else { return nil }
        if written <= capacity { return String(decoding: bytes[8..<(8 + written)], as: UTF8.self) }
        let place = written % capacity
        let all = bytes[(8 + place)...] + bytes[8..<(8 + place)]
        // The ring has overwritten the beginning of the oldest line.
        return String(decoding: all.drop { $0 != 10 }.dropFirst(), as: UTF8.self)
    }
}
