// A font family that a kiosk names, compared with those that are installed.

import Drawing
import Settings

/// The names of font families in `[theme]`.
enum FontFamily {
    /// The names that stand for a family of the machine's choice.
    private static let generic = ["sans", "sans-serif", "serif", "monospace", "system-ui"]
    /// The most characters in the names.
    private static let longest = 200

    /// The family at `key` of `settings`, or several separated by commas, of which the first that is installed counts. Warns when none
    /// of them is installed; then the theme's own is used. Nil when there is no such key.
    static func read(_ key: String, _ settings: Settings, installed: () -> [String] = InstalledFonts.families)
        -> String?
    {
        guard let text = settings.string(key) else { return nil }
        let names = text.split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
        guard !names.isEmpty, text.count <= longest, !text.unicodeScalars.contains(where: { $0.value < 32 }) else {
            settings.reject(key, "must be the name of an installed font family, such as \"Noto Sans\"")
            return nil
        }
        let known = installed()
        let small = Set(known.map { $0.lowercased() } + generic)
        if !names.contains(where: { small.contains($0.lowercased()) }) {
            let near = Spelling(known).nearest(to: names[0]) ?? Self.beginning(names[0], known)
            settings.report(
                key,
                "no font family \"\(names[0])\" is installed here; "
                    + (near.map { "did you mean \"\($0)\"? " } ?? "fc-list : family lists those that are. ")
                    + "Until then the theme's own font is used", severity: .warning)
        }
        return names.joined(separator: ", ")
    }

    /// The first family that begins with the first word of `name`, such as `Noto Sans` for `Noto Sanserif Display`.
    private static func beginning(_ name: String, _ known: [String]) -> String? {
        let words = name.lowercased().split(separator: " ")
        for count in stride(from: words.count, to: 0, by: -1) {
            let start = words.prefix(count).joined(separator: " ")
            if start.count > 3, let family = known.sorted().first(where: { $0.lowercased().hasPrefix(start) }) {
                return family
            }
        }
        return nil
    }
}

extension Substring {
    /// Without spaces at both ends.
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(
            start.prefix(start.lastIndex { $0 != " " }.map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0))
    }
}
