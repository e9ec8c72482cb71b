// Checks whether there is a kiosk to show, and summarizes what `bezel check` says about it.

import Machine
import Pages
import Settings

enum KioskCheck {
    /// The most errors that are listed here. `bezel check` lists all of them.
    private static let most = 3

    /// Checks each kiosk folder once, even if several screens show it.
    static func findings(_ facts: MachineFacts) -> [Finding] {
        var folders: Set<String?> = []
        return facts.eachScreen.filter { folders.insert($0.kiosk?.folder).inserted }.flatMap(one)
    }

    private static func one(_ facts: MachineFacts) -> [Finding] {
        guard let found = facts.kiosk else {
            return [
                .warn(
                    .kiosk, "no kiosk is named: only an app of your own would run",
                    "bezel new my-kiosk, then in \(Configuration.standardPath): kiosk = \"/srv/kiosk\"")
            ]
        }
        let errors = found.diagnostics.filter { $0.severity == .error }
        let warnings = found.diagnostics.count - errors.count
        let list = errors.prefix(most).map(\.description).joined(separator: "\n")
        let rest = errors.count > most ? "\nand \(errors.count - most) more" : ""
        guard let kiosk = found.kiosk else {
            return [.stop(.kiosk, .wrongInput, list + rest, "bezel check \(found.folder)")]
        }
        let pages = "\(kiosk.pages.count) page\(kiosk.pages.count == 1 ? "" : "s")"
        guard errors.isEmpty else {
            return [
                .warn(
                    .kiosk, "\(found.folder): \(pages), shown without what is wrong:\n" + list + rest,
                    "bezel check \(found.folder)")
            ]
        }
        guard warnings == 0 else {
            return [
                .warn(
                    .kiosk, "\(found.folder): \(pages), \(warnings) warning\(warnings == 1 ? "" : "s")",
                    "bezel check \(found.folder)")
            ]
        }
        return [.fine(.kiosk, "\(found.folder): \(pages)")]
    }
}
