// A folder of files that never takes more room than it was given.

import Glibc

/// Holds so many files and bytes at most: for a new one the oldest go, by their names, which begin with the date.
package struct BoundedFolder {
    /// Where it is; made when the first file comes.
    package let path: String
    /// The most files.
    package let files: Int
    /// The most bytes of all of them.
    package let bytes: Int

    /// The folder at `path`, for `files` files of together `bytes` bytes.
    package init(path: String, files: Int, bytes: Int) { (self.path, self.files, self.bytes) = (path, files, bytes) }

    /// Puts `text`, of which what is too long is left out at its beginning, into a file named after the second `seconds` since
    /// 1970, UTC; gives back its path.
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
