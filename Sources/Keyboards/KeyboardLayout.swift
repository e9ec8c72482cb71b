// A keyboard layout: which letters its keys have, by the machine's layout files.

internal import CKeyboard

/// The letters of a keyboard layout as they stand on its keys, row by row. They come from the layout files of xkeyboard-config, which
/// libxkbcommon reads.
package struct KeyboardLayout: Hashable, Sendable {
    /// A key with a letter.
    package struct Key: Hashable, Sendable {
        /// What the key types.
        package let text: String
        /// What it types with the shift key.
        package let shifted: String
        /// Further letters of the key, such as those with accents; the usual ones first.
        package let variants: [String]
        /// Further letters of the key with the shift key.
        package let shiftedVariants: [String]
    }

    /// Why there is no such layout.
    package struct Problem: Error, CustomStringConvertible {
        /// What is wrong.
        package let description: String
    }

    /// The name of the layout in xkeyboard-config, with its variant: `de`, or `us(intl)`.
    package let name: String
    /// The rows of letters, the upper one first.
    package let rows: [[Key]]
    /// Signs of the layout that are no letters, such as `§` of a German keyboard; in the order of its keys.
    package let signs: [String]
    /// Whether the letters have capitals.
    package let hasCapitals: Bool

    /// Whether the letters are Latin ones.
    package var isLatin: Bool { rows.joined().contains { "a"..."z" ~= $0.text } }

    /// The most further letters of a key. More would not fit beside each other over it.
    static let mostVariants = 9

    /// The layout `name` of the machine. It takes some milliseconds, in which libxkbcommon reads the files. Throws if there is no such
    /// layout, or none at all.
    package init(named name: String) throws(Problem) {
        guard let keymap = Keymap(named: name) else {
            throw Problem(
                description:
                    "the keyboard layout \"\(name)\" is not in the files of xkeyboard-config; install the package xkb-data, or choose one "
                    + "of the layouts in /usr/share/X11/xkb/symbols")
        }
        self.name = name
        var letters = Keymap.letterRows.map { row in row.compactMap { keymap.texts(ofKey: $0) }.filter(\.isLetter) }
        // Letters of the row of digits that stand on no other key, such as the Russian ё, belong to a key or to the last row.
        let known = Set(letters.joined().map(\.base))
        let loose = Keymap.digitRow.compactMap { keymap.texts(ofKey: $0) }.filter {
            $0.isLetter && !known.contains($0.base) && KeyVariants.base(of: $0.base).map { !known.contains($0) } ?? true
        }
        letters[letters.count - 1] += loose
        let standing = Set(letters.joined().flatMap { [$0.base, $0.capital ?? $0.base] })
        rows = letters.map { row in row.map { Self.key($0, besides: standing) } }
        hasCapitals = letters.joined().contains { $0.capital != nil }
        var seen = Set<String>()
        signs = (Keymap.digitRow + Keymap.letterRows.joined()).compactMap { keymap.texts(ofKey: $0) }.flatMap(\.all)
            .filter { Keymap.isSign($0) && seen.insert($0).inserted }
    }

    private static func key(_ texts: Keymap.Texts, besides standing: Set<String>) -> Key {
        // What is no capital in the place of one is another letter of the key, such as the é over the Italian è.
        let isLetter = { (text: String) in text.count == 1 && text.first?.isLetter == true }
        let others = (texts.third + [texts.shifted]).filter { isLetter($0) && $0 != texts.capital }
        func variants(_ base: String, _ own: [String]) -> [String] {
            var seen = standing
            return Array(
                (own + KeyVariants.variants(of: base)).filter { seen.insert($0).inserted }.prefix(mostVariants))
        }
        guard let capital = texts.capital else {
            // A letter of another script, for which some layouts use the shift key, has a layout of its own.
            let all = variants(texts.base, others.filter { !$0.unicodeScalars.allSatisfy(\.isASCII) })
            return Key(text: texts.base, shifted: texts.base, variants: all, shiftedVariants: all)
        }
        return Key(
            text: texts.base, shifted: capital, variants: variants(texts.base, others.filter { $0 == $0.lowercased() }),
            shiftedVariants: variants(capital, others.filter { $0 != $0.lowercased() }))
    }
}
