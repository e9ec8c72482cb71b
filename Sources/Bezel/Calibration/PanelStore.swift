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
            try WholeFile.write(record.text, to: path, keepsPrevious: true)
        } catch {
            throw Failure(
                error.isPermission ? .noPermission : .failed,
                "\(path): the calibration cannot be kept: \(error.reason); it is run by a user who may write there, "
                    + "or give another folder with --panels")
        }
    }
}
