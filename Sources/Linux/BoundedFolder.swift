// A folder of files with a limited total size.

import Glibc

/// Keeps at most `files` files and `bytes` bytes. To make room for a new file it deletes the oldest ones. Names begin with the
/// date, so they sort by age.
package struct BoundedFolder {
    /// The folder's path. The first file creates the folder.
    package let path: String
    /// The most files.
    package let files: Int
    /// The limit for the total size in bytes.
    package let bytes: Int

    /// The folder at `path`, for at most `files` files with a total of `bytes` bytes.
    package init(path: String, files: Int, bytes: Int) { (self.path, self.files, self.bytes) = (path, files, bytes) }

    /// Writes `text` to a file named after the second `seconds` since 1970, UTC, and returns its path. If `text` is too long, its
    /// beginning is cut off.
    package func add(_ text: String, at seconds: Int, ending: String) throws(SystemError) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        gmtime_r(&moment, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        strftime(&buffer, buffer.count, "%Y-%m-%dT%H-%M-%S", &parts)
        let date = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let text = text.utf8.count > bytes ? String(decoding: text.utf8.suffix(bytes), as: UTF8.self) : text
        makeRoom(for: text.utf8.count, ending)
        var name = "\(path)/\(date)\(ending)"
        var number = 2
        while access(name, F_OK) == 0 {
            name = "\(path)/\(date)-\(number)\(ending)"
            number += 1
        }
        try WholeFile.write(text, to: name, mode: 0o600)
        return name
    }

    private func makeRoom(for length: Int, _ ending: String) {
        let names = ((try? SystemFiles.names(path)) ?? []).filter { $0.hasSuffix(ending) }.sorted()
        var sizes = names.map { name in
            var status = stat()
            return stat("\(path)/\(name)", &status) == 0 ? Int(status.st_size) : 0
        }[...]
        for name in names where sizes.count >= files || sizes.reduce(length, +) > bytes {
            unlink("\(path)/\(name)")
            sizes.removeFirst()
        }
    }
}
