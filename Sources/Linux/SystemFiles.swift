// Reads the files, folders and links of /proc, /sys and /dev.

import Glibc

/// Reads small files.
package enum SystemFiles {
    /// The first 64 KB of the file at `path`; nil when it cannot be read.
    package static func bytes(_ path: String) -> [UInt8]? {
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let fd = file.number
        var length = 0
        while length < buffer.count {
            let count = buffer.withUnsafeMutableBytes { read(fd, $0.baseAddress! + length, $0.count - length) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            length += count
        }
        return Array(buffer.prefix(length))
    }

    /// The file's lines; empty if it cannot be read.
    package static func lines(_ path: String) -> [String] {
        guard let bytes = bytes(path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The names in the folder at `path`.
    package static func names(_ path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else { throw SystemError(call: "opendir", errno: errno, subject: path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// The target of the symbolic link at `path`; nil if there is no link.
    static func target(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = buffer.withUnsafeMutableBytes { bytes in
            readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        return length < 0 ? nil : String(decoding: buffer.prefix(length), as: UTF8.self)
    }
}
