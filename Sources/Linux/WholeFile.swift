// A file that is always complete: it is replaced atomically.

import Glibc

/// Replaces a file atomically: writes the new contents to a temporary file beside it, syncs that to the disk, and renames it.
package enum WholeFile {
    /// Replaces the file at `path` with `text`, with the permissions `mode`, and creates missing parent folders. After a failure
    /// or a power cut, either the old or the new file is there, complete. With `keepsPrevious` the old file stays under the same
    /// name with the suffix `.previous`. Throws the failed call.
    package static func write(
        _ text: String, to path: String, mode: UInt32 = 0o644, keepsPrevious: Bool = false
    ) throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try makeFolders(folder)
        let fresh = path + ".new"
        try writeToDisk(text, fresh, mode)
        if keepsPrevious {
            // Hard-link the old file to a second name, so that there is a file at every moment.
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

    /// Creates `folder` and those above it, each with `mode`, where they are missing.
    package static func makeFolders(_ folder: String, mode: UInt32 = 0o755) throws(SystemError) {
        var made = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + part
            guard mkdir(made, mode) == 0 || errno == EEXIST else {
                throw SystemError(call: "mkdir", errno: errno, subject: made)
            }
        }
    }

    private static func writeToDisk(_ text: String, _ path: String, _ mode: UInt32) throws(SystemError) {
        // A file that a crash has left here goes. A link that somebody puts here meanwhile is an error, and is not followed.
        unlink(path)
        let descriptor = try SystemError.check("open", path) {
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
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
