// The store of panel calibrations: one file per panel, replaced atomically.

import Glibc
package import Linux

/// The folder of panel calibrations.
package struct PanelStore {
    /// The default folder on a machine that runs Bezel.
    package static let standardFolder = "/var/lib/bezel/panels"

    /// The path of the folder.
    package let folder: String

    /// The id of panels that have none, as many that are soldered to a board.
    private static let unknown = "0000:0000"

    /// What tells the panels with the id `id`, such as `222a:0001`, from others: the id, and their name where they have none. Two panels
    /// of one kind share the file. They are alike, and cannot be told apart when both are unplugged.
    package static func key(_ id: String, named name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
        return id == unknown && !words.isEmpty ? "\(id)-\(words.joined(separator: "-").prefix(80))" : id
    }

    /// The path of the file for panels with the key `key`.
    package func path(of key: String) -> String { "\(folder)/\(key.replacing(":", with: "-")).toml" }

    /// The record of the panel with the key `key`. Nil when there is none. Throws the errors in its file.
    package func read(_ key: String) throws(Failure) -> PanelRecord? {
        let path = path(of: key)
        if access(path, F_OK) == 0 { return try PanelRecord(path: path) }
        // All panels without an id shared a file before.
        let shared = self.path(of: Self.unknown)
        guard key.hasPrefix("\(Self.unknown)-"), access(shared, F_OK) == 0 else { return nil }
        let record = try PanelRecord(path: shared)
        return Self.key(Self.unknown, named: record.name) == key ? record : nil
    }

    /// Writes `record` for the panel with the key `key`. The previous record is kept in a file of the same name that ends in
    /// `.previous`. After a failure or a loss of power, either the old or the new file is there, and complete.
    package func write(_ record: PanelRecord, for key: String) throws(Failure) {
        let path = path(of: key)
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

    /// The key of `device`.
    package static func key(of device: TouchDevice) -> String { key(device.vendorProduct, named: device.name) }
    /// The key of `panel`.
    package static func key(of panel: DeviceList.Panel) -> String { key(panel.vendorProduct, named: panel.name) }
}
