// A file that is there whole or not at all, whatever happens while it is written.

import Glibc

/// Replaces a file: the new contents go to a file beside it, to the disk, and only then take its name.
package enum WholeFile {
    /// Puts `text` into the file at `path`, readable as `mode` says, and makes the folders that lead there. After a failure,
    /// or when the power goes, the old or the new is there, and whole. With `keepsPrevious` the old one stays, under the
    /// same name with `.previous` behind it. Throws which call failed.
    package static func write(
        _ text: String, to path: String, mode: UInt32 = 0o644, keepsPrevious: Bool = false
    ) throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try makeFolders(folder)
        let fresh = path + ".new"
        try writeToDisk(text, fresh, mode)
        if keepsPrevious {
            // A second name for the old file, so that there is no moment without one.
            let older = path + ".previous.new"
            unlink(older)
            if link(path, older) == 0 { rename(older, path + ".previous") }
        }
        guard rename(fresh, path) == 0 else {
            let code = errno
            unlink(fresh)
            throw SystemError(call: "rename", errno: code, subject: path)
        }
        if let directory = try? FileDescriptor(opening: folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY) {
            _ = try? SystemError.check("fsync") { fsync(directory.number) }
        }
    }

    private static func makeFolders(_ folder: String) throws(SystemError) {
        var made = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw SystemError(call: "mkdir", errno: errno, subject: made)
            }
        }
    }

    private static func writeToDisk(_ text: String, _ path: String, _ mode: UInt32) throws(SystemError) {
        let descriptor = try SystemError.check("open", path) {
            open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        }
        defer { close(descriptor) }
        do throws(SystemError) {
            if let failure = writeAll(Array(text.utf8), to: descriptor) {
                throw SystemError(call: "write", errno: failure, subject: path)
            }
            try SystemError.check("fsync", path) { fsync(descriptor) }
        } catch {
            unlink(path)
            throw error
        }
    }
}
