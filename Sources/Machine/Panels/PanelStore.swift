// The store of panel calibrations: one file per panel, replaced atomically.

import Glibc
import Linux

/// The folder of panel calibrations.
package struct PanelStore {
    /// The default folder on a machine that runs Bezel.
    package static let standardFolder = "/var/lib/bezel/panels"

    /// The path of the folder.
    package let folder: String

    /// The path of the file for panels with the id `id`, such as `222a:0001`. Two panels of one kind share the file.
    /// They are alike, and cannot be told apart when both are unplugged.
    package func path(of id: String) -> String { "\(folder)/\(id.replacing(":", with: "-")).toml" }

    /// The record of the panel `id`. Nil when there is none. Throws the errors in its file.
    package func read(_ id: String) throws(Failure) -> PanelRecord? {
        let path = path(of: id)
        guard access(path, F_OK) == 0 else { return nil }
        return try PanelRecord(path: path)
    }

    /// Writes `record` for the panel `id`. The previous record is kept in a file of the same name that ends in
    /// `.previous`. After a failure or a loss of power, either the old or the new file is there, and complete.
    package func write(_ record: PanelRecord, for id: String) throws(Failure) {
        let path = path(of: id)
        do throws(SystemError) {
            try WholeFile.write(record.text, to: path, keepsPrevious: true)
        } catch {
            throw Failure(
                error.isPermission ? .noPermission : .failed,
                "\(path): the calibration cannot be saved: \(error.reason); run it as a user who may write there, "
                    + "or give another folder with --panels")
        }
    }

    package init(folder: String) {
        self.folder = folder
    }
}
