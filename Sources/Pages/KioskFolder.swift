// The list of files in a kiosk's folder.

import Glibc
import Settings

/// The files of a kiosk's folder and its subfolders, by their paths in the folder. Files and folders whose name begins
/// with a dot are left out.
struct KioskFolder {
    /// The greatest number of files that are listed. A folder has more only when a link in it leads out of it.
    static let mostFiles = 10_000

    /// The path of the folder, as diagnostics name it.
    let path: String
    /// The paths of the pages' files in the folder, by page name.
    private(set) var pages: [String: String] = [:]
    /// The paths of all other files in the folder.
    private(set) var files: Set<String> = []
    /// The errors of the folder itself.
    private(set) var diagnostics = Diagnostics()

    /// Lists the folder at `path`.
    init(_ path: String) throws(Diagnostic) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let folder = opendir(self.path) else {
            let reason =
                switch errno {
                case ENOENT: "there is no such folder"
                case ENOTDIR: "is not a folder"
                default: "cannot be read: \(String(cString: strerror(errno)))"
                }
            throw Diagnostic(reason, file: self.path)
        }
        var found: [String] = []
        var visited: Set<[UInt64]> = []
        collect(folder, "", into: &found, &visited)
        if found.count == KioskFolder.mostFiles {
            diagnostics.add(
                Diagnostic(
                    "holds more files than the \(found.count) that are looked at; does a link in it lead elsewhere?",
                    file: self.path))
        }
        // `readdir` returns files in no particular order.
        for file in found.sorted() { note(file) }
    }

    /// The path of the file `inner` of the folder, as diagnostics name it.
    func file(_ inner: String) -> String { path == "/" ? "/" + inner : "\(path)/\(inner)" }

    private mutating func collect(
        _ folder: OpaquePointer, _ prefix: String, into found: inout [String], _ visited: inout Set<[UInt64]>
    ) {
        defer { closedir(folder) }
        var status = stat()
        // A link to a parent folder would lead to an endless loop.
        guard fstat(dirfd(folder), &status) == 0,
            visited.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
        else { return }
        while found.count < KioskFolder.mostFiles, let entry = readdir(folder) {
            // Reading `d_name` as a value would copy 256 bytes, which is beyond the end of an entry with a short name.
            let bytes = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let name = String(validatingCString: bytes.assumingMemoryBound(to: CChar.self))
            guard let name else {
                diagnostics.add(Diagnostic("contains a file whose name is not UTF-8; rename it", file: file(prefix)))
                continue
            }
            if name.hasPrefix(".") { continue }
            if let inner = opendir(file(prefix + name)) {
                collect(inner, prefix + name + "/", into: &found, &visited)
            } else if errno == ENOTDIR || errno == ENOENT {
                found.append(prefix + name)
            } else {
                diagnostics.add(
                    Diagnostic("cannot be read: \(String(cString: strerror(errno)))", file: file(prefix + name)))
            }
        }
    }

    private mutating func note(_ inner: String) {
        guard inner.lowercased().hasSuffix(".md") else {
            files.insert(inner)
            return
        }
        let name = String(inner.dropLast(3))
        if let other = pages[name] {
            diagnostics.add(
                Diagnostic("a page of this name is there already: \(file(other))", file: file(inner)))
            return
        }
        if let other = pages.keys.first(where: { $0.lowercased() == name.lowercased() }) {
            diagnostics.add(
                Diagnostic(
                    "differs only by capitals from \(file("\(other).md")); other systems treat them as one file",
                    file: file(inner), severity: .warning))
        }
        pages[name] = inner
    }
}
