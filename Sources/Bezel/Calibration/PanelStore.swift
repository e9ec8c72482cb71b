// Where the calibrations of panels are kept: one file a panel, whole or not at all.

import Glibc
import Linux

/// The folder of panels' calibrations.
struct PanelStore {
    /// Where they are on a machine that runs Bezel.
    static let standardFolder = "/var/lib/bezel/panels"

    /// The folder.
    let folder: String

    /// The file of the panel that is called `id`, such as `222a:0001`. Two panels of one kind share it: they are alike, and
    /// which is which cannot be told when both are unplugged.
    func path(of id: String) -> String { "\(folder)/\(id.replacing(":", with: "-")).toml" }

    /// What is kept of the panel `id`: nil when nothing is. Throws what is wrong with it.
    func read(_ id: String) throws(Failure) -> PanelRecord? {
        let path = path(of: id)
        guard access(path, F_OK) == 0 else { return nil }
        return try PanelRecord(path: path)
    }

    /// Keeps `record` for the panel `id`, in place of what was kept before, which goes to a file of the same name that
    /// ends in `.previous`. After a failure, or when the power goes, the old or the new is there, and whole.
    func write(_ record: PanelRecord, for id: String) throws(Failure) {
        let path = path(of: id)
        do throws(SystemError) {
            try makeFolders()
            try write(record.text, to: path)
        } catch {
            throw Failure(
                error.isPermission ? .noPermission : .failed,
                "\(path): the calibration cannot be kept: \(error.reason); it is run by a user who may write there, "
                    + "or give another folder with --panels")
        }
    }

    private func makeFolders() throws(SystemError) {
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += part.isEmpty ? (made.isEmpty ? "/" : "") : (made.hasSuffix("/") || made.isEmpty ? "" : "/") + part
            if made == "/" || mkdir(made, 0o755) == 0 || errno == EEXIST { continue }
            throw SystemError(call: "mkdir", errno: errno, subject: made)
        }
    }

    private func write(_ text: String, to path: String) throws(SystemError) {
        let fresh = path + ".new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError(call: "open", errno: errno, subject: fresh) }
        do throws(SystemError) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written >= 0 else { throw SystemError(call: "write", errno: errno, subject: fresh) }
                rest = rest.dropFirst(written)
            }
            guard fsync(descriptor) == 0 else { throw SystemError(call: "fsync", errno: errno, subject: fresh) }
        } catch {
            close(descriptor)
            unlink(fresh)
            throw error
        }
        close(descriptor)
        let previous = path + ".previous"
        // A second name for the old file, so that there is no moment without one.
        let older = previous + ".new"
        unlink(older)
        if link(path, older) == 0 { rename(older, previous) }
        guard rename(fresh, path) == 0 else { throw SystemError(call: "rename", errno: errno, subject: path) }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }
}
