// The output of trace lines: a file, standard output, or none.

import Glibc
import Linux

/// Writes lines through one buffer. After the first failure nothing more is written.
package final class OutputFile {
    private var descriptor: Int32?
    private let name: String
    private var buffer: [UInt8] = []
    /// The message of the first failure. Nil while there is none.
    package private(set) var problem: String?

    /// Writes to the file at `path`, which gets the permissions `mode` if it is new, to standard output for `-`, or to nothing for
    /// nil.
    package init(_ path: String?, mode: UInt32 = 0o600) throws(Failure) {
        name = path ?? ""
        switch path {
        case nil: descriptor = nil
        case "-": descriptor = 1
        case let path?: descriptor = try openToWrite(path, mode: mode)
        }
    }

    deinit { close() }

    /// Throws if no file at `path` can be written, because there is no folder for it, or a folder of its name. Nothing is written.
    package static func checkFolder(of path: String) throws(Failure) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        if stat(folder, &status) != 0 {
            throw Failure(.failed, "\(path): cannot be written: \(folder): \(String(cString: strerror(errno)))")
        }
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw Failure(.failed, "\(path): cannot be written: \(String(cString: strerror(EISDIR)))")
        }
    }

    package func write(_ line: String) {
        guard descriptor != nil else { return }
        buffer.append(contentsOf: line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count > 1 << 16 { flush() }
    }

    /// Writes the buffer to the file.
    func flush() {
        guard let descriptor, problem == nil else { return buffer.removeAll() }
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written < 0 {
                problem = "\(name): cannot be written: \(String(cString: strerror(errno)))"
                break
            }
            rest = rest.dropFirst(written)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    package func close() {
        flush()
        if let descriptor, descriptor != 1 { _ = Glibc.close(descriptor) }
        descriptor = nil
    }
}

/// Opens the file at `path` for writing and truncates it. Returns its descriptor. By default a new file can be read by its owner
/// alone, because it may show where visitors touched. A pipe needs a reader already, because nothing waits for one.
package func openToWrite(_ path: String, mode: UInt32 = 0o600) throws(Failure) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
    var descriptor = open(path, flags, mode)
    while descriptor < 0, errno == EINTR { descriptor = open(path, flags, mode) }
    guard descriptor >= 0 else {
        let reason = errno == ENXIO ? "it is a pipe that nothing reads" : String(cString: strerror(errno))
        throw Failure(.failed, "\(path): cannot be written: \(reason)")
    }
    // Only opening must not wait; the threads that write may.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
}

/// Makes the folder at `path` unless it exists.
package func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o755) != 0, errno != EEXIST {
        throw Failure(.failed, "\(path): cannot be made: \(String(cString: strerror(errno)))")
    }
}

/// Writes `text` to the file at `path`.
package func write(_ text: String, to path: String) throws(Failure) {
    let descriptor = try openToWrite(path, mode: 0o644)
    let problem = writeAll(Array(text.utf8), to: descriptor)
    let isClosed = close(descriptor) == 0
    if let code = problem ?? (isClosed ? nil : errno) {
        throw Failure(SystemError(call: "write", errno: code, subject: path))
    }
}
