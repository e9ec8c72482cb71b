// Where trace lines go: a file, standard output, or nowhere.

import Glibc

/// Writes lines through one buffer. The first failure is kept, and nothing is written after it.
final class TraceOutput {
    private var descriptor: Int32?
    private let name: String
    private var buffer: [UInt8] = []
    /// What went wrong, if something did.
    private(set) var problem: String?

    /// Lines go to the file at `path`, to standard output for `-`, nowhere for nil.
    init(_ path: String?) throws(Failure) {
        name = path ?? ""
        switch path {
        case nil: descriptor = nil
        case "-": descriptor = 1
        case let path?: descriptor = try openToWrite(path)
        }
    }

    deinit { close() }

    func write(_ line: String) {
        guard descriptor != nil else { return }
        buffer.append(contentsOf: line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count > 1 << 16 { flush() }
    }

    /// Hands what is buffered to the kernel.
    func flush() {
        guard let descriptor, problem == nil else { return }
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

    func close() {
        flush()
        if let descriptor, descriptor != 1 { _ = Glibc.close(descriptor) }
        descriptor = nil
    }
}

/// A descriptor of the file at `path`, which is empty now.
func openToWrite(_ path: String) throws(Failure) -> Int32 {
    var descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    while descriptor < 0, errno == EINTR { descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    if descriptor < 0 { throw Failure(.failed, "\(path): cannot be written: \(String(cString: strerror(errno)))") }
    return descriptor
}

/// Makes a folder, unless it is there.
func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o755) != 0, errno != EEXIST {
        throw Failure(.failed, "\(path): cannot be made: \(String(cString: strerror(errno)))")
    }
}
