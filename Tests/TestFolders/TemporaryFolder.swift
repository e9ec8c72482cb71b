// A folder for the files of one test.

import Glibc

/// A folder that is deleted with its contents when it is released.
open class TemporaryFolder {
    /// The path of the folder.
    public let path: String

    /// A new, empty folder.
    public init() {
        var template = Array("/tmp/bezel-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { TemporaryFolder.delete(path) }

    /// Writes `bytes` to the file `name`, with the folders that its path names, and returns the file's path.
    @discardableResult
    public final func write(_ bytes: [UInt8], to name: String) -> String {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { fatalError("\(file): \(String(cString: strerror(errno)))") }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        return file
    }

    private static func delete(_ path: String) {
        // unlink refuses folders, and removes a link to a folder as a link.
        if unlink(path) == 0 { return }
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            // Reading `d_name` as a value would copy 256 bytes, more than there are behind a short name.
            let bytes = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(cString: bytes.assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { delete("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }
}
