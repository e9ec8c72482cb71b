// Where each key of a settings file belongs, for advice about one that stands elsewhere.

/// The keys of all settings files, by file and table. A test compares them with what the readers ask for.
package enum KeyPlaces {
    /// A kind of settings file.
    package enum File: String, CaseIterable, Sendable {
        /// `kiosk.toml`.
        case kiosk = "kiosk.toml"
        /// The front matter of a page.
        case page = "the front matter of a page"
        /// The machine's file.
        case machine = "the machine's file, bezel.toml"

        /// The kind of the file at `path`.
        package init(path: String) {
            self = path == "kiosk.toml" || path.hasSuffix("/kiosk.toml") ? .kiosk : .page
            if self == .page, !path.lowercased().hasSuffix(".md") { self = .machine }
        }
    }

    /// The keys of the table `table`, as its heading names it; of the lines above all tables for an empty name.
    package struct Place: Sendable {
        package let file: File
        package let table: String
        package let keys: [String]

        fileprivate init(_ file: File, _ table: String, _ keys: String) {
            (self.file, self.table, self.keys) = (file, table, keys.split(separator: " ").map(String.init))
        }
    }

    private static let gestures =
        "edge-width finish-limit finish-share pop resampling slop swipes-from-beyond trailing velocity-weight"
    private static let sheet = "finish-limit finish-share pull"
    private static let idle = "attract blank-after home-after schedule"
    private static let colors =
        "accent background bar bar-accent bar-text base behind marks placeholder pressed secondary separator text"

    /// All places of keys.
    package static let all = [
        Place(
            .kiosk, "",
            "attract clock closed gestures hours idle language languages rows sheet slider special start theme title"),
        Place(.kiosk, "gestures", gestures), Place(.kiosk, "sheet", sheet), Place(.kiosk, "idle", idle),
        Place(
            .kiosk, "theme",
            "\(colors) background-picture corners font heading-font logo logo-night night night-from night-until place type-scale"
        ),
        Place(.kiosk, "theme.night", colors), Place(.kiosk, "attract", "call each pictures"),
        Place(.kiosk, "hours", "closed open special"),
        Place(
            .page, "",
            "app bar closed columns detents direction finish-limit finish-share history hosts hours index keep language place pop "
                + "pop-zone rows special start title url velocity-weight"),
        Place(.page, "hours", "closed open special"), Place(.page, "[place]", "at id page picture sheet"),
        Place(
            .machine, "",
            "content control display gestures idle input kiosk light-sensor maintenance record screen sheet statistics web"
        ),
        Place(
            .machine, "display",
            "backend blank buffers format memory mode output planes reading-distance rotation scale"),
        Place(.machine, "input", "buttons devices keyboard panels rotation"),
        Place(.machine, "input.buttons", "back down home left menu right select up"),
        Place(.machine, "gestures", gestures), Place(.machine, "sheet", sheet), Place(.machine, "idle", idle),
        Place(.machine, "control", "allow socket"), Place(.machine, "record", "keep"),
        Place(.machine, "light-sensor", "day-above delay file night-below"),
        Place(.machine, "statistics", "days folder"), Place(.machine, "maintenance", "corner hold pin"),
        Place(
            .machine, "content",
            "follow-links layout-time page-elements page-size picture-memory picture-time svg-filters total-size"),
        Place(.machine, "web", "arguments browser"),
        Place(.machine, "[screen]", "kiosk mode output panel reading-distance rotation scale"),
    ]

    /// Where `key`, which is unknown where it stands in a file of the kind `file`, belongs; nil where no file has such a key. Tables of
    /// the same file come first.
    static func advice(for key: String, in file: File) -> String? {
        let places = all.filter { $0.keys.contains(key) }
        guard let nearest = places.first(where: { $0.file == file }) ?? places.first else { return nil }
        let tables = places.filter { $0.file == nearest.file }.map { $0.table.isEmpty ? "" : "[\($0.table)]" }
        // What stands above all tables is most often meant.
        let table = tables.contains("") ? "" : Spelling.list(tables, "or")
        if nearest.file == file {
            return table.isEmpty ? "it belongs above all tables, at the top of the file" : "it belongs to \(table)"
        }
        return "it belongs to \(table.isEmpty ? "" : table + " of ")\(nearest.file.rawValue)"
    }
}
