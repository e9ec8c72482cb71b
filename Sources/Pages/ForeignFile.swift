// Files that people put on a page as if they were pictures, but that no page shows: tables of office programs, and videos.

/// What to make of a file that no page shows, by the ending of its name.
enum ForeignFile {
    /// The endings of spreadsheets. Only some of them tell by their first bytes what they are.
    private static let tables: Set<String> = ["xlsx", "xls", "xlsm", "xlsb", "ods", "numbers", "tsv"]
    /// The endings of videos.
    private static let videos: Set<String> = [
        "mp4", "m4v", "mov", "webm", "mkv", "avi", "wmv", "flv", "mpg", "mpeg", "ogv", "3gp",
    ]

    /// Why no page shows the file at `address`, and what to do, as a sentence; nil for any other file.
    static func problem(of address: String) -> String? {
        guard let dot = address.lastIndex(of: ".") else { return nil }
        let name = Reference.name(of: address)
        switch address[address.index(after: dot)...].lowercased() {
        case let ending where tables.contains(ending):
            return
                "\"\(name)\" is a file of a spreadsheet program; save it as CSV, and write ![…](\(address[..<dot]).csv)"
        case let ending where videos.contains(ending):
            return "\"\(name)\" is a video, and a kiosk shows none; an animated WebP or GIF moves"
        default: return nil
        }
    }
}
