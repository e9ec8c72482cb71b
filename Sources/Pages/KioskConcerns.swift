// What of a kiosk matters: the files whose change needs a reload, and what a visitor notices of one.

package import Drawing
import Geometry

extension Kiosk {
    /// Whether a change of the file `inner` of the kiosk's folder can change the kiosk: if it is a page, the settings, a file to which a
    /// page refers, also one that is missing, or one with an error of its own.
    package func concerns(_ inner: String) -> Bool {
        if inner.lowercased().hasSuffix(".md") || inner == KioskFolder.settings || MisnamedSettings.includes(inner) {
            return true
        }
        // A name that the folder cannot have is an error, of which the name is not told.
        if inner.hasControlCharacters || inner.unicodeScalars.contains("\u{FFFD}") { return true }
        return files.contains(inner)
    }

    /// Whether screens that show the pages `names` are the same as with `other`.
    package func looksLike(_ other: Kiosk, on names: Set<String>) -> Bool {
        func shown(_ kiosk: Kiosk) -> Kiosk {
            var shown = kiosk
            shown.pages = kiosk.pages.filter { names.contains($0.key) }
            (shown.start, shown.idle, shown.settingsFaults, shown.hasSettings) = ([], IdleTable(), [], false)
            // A visitor sees the attract loop only after the visit.
            shown.attract = nil
            // New values of files come to the stage by themselves.
            shown.data = [:]
            return shown
        }
        return shown(self).looksLike(shown(other))
    }

    /// What the pages and the settings refer to.
    var targets: [PageTargets] { pages.values.map(\.targets) + settingsTargets }

    /// What the settings refer to.
    var settingsTargets: [PageTargets] { [theme?.targets, attract?.targets].compactMap(\.self) }

    /// The pictures of pages and settings whose last good version is used. The files of some hold something else by now.
    package var keptPictures: Set<Picture> {
        let own = kept.contains(settingsFile) ? settingsTargets.flatMap(\.pictures) : []
        return Set(pages.values.filter { kept.contains($0.file) }.flatMap(\.targets.pictures)).union(own)
    }
}
