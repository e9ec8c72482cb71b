// Finds the file that was meant to be a kiosk's kiosk.toml.

import Settings

/// The name of a kiosk's settings, and names that look as if they were meant.
enum MisnamedSettings {
    /// The ends of names by which programs and people mark copies.
    private static let copies = [".bak", ".old", ".orig", ".save", ".example", ".sample", "~"]

    /// Whether the file `inner` of a folder looks like a misnamed `kiosk.toml`: `Kiosk.toml`, `kiosk.tml`, `kiosk.toml.txt`.
    static func includes(_ inner: String) -> Bool {
        let name = inner.lowercased()
        guard inner != KioskFolder.settings, !inner.contains("/"), !copies.contains(where: name.hasSuffix) else {
            return false
        }
        if name.hasPrefix(KioskFolder.settings) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return false }
        return parts[0] == "kiosk" && Spelling(["toml"]).nearest(to: parts[1]) != nil
            || parts[1] == "toml" && Spelling(["kiosk"]).nearest(to: parts[0]) != nil
    }

    /// An error for each file of `folder`, which has no `kiosk.toml`, that looks like one.
    static func errors(in folder: KioskFolder) -> [Diagnostic] {
        (Array(folder.files) + folder.pages.values).filter(includes).sorted().map {
            Diagnostic("the settings of a kiosk are in kiosk.toml: rename this file", file: folder.file($0))
        }
    }
}
