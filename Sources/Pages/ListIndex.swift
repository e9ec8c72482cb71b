// The letters of a long list of links in alphabetical order.

import Drawing

/// The index of a list: its letters, and the row with which each begins.
struct ListIndex: Hashable {
    /// A letter of the index.
    struct Entry: Hashable {
        var letter: String
        /// The first row of the letter.
        var row: Int
    }

    /// The letters, in the order of the list.
    let entries: [Entry]
    /// The place of the list in the page's file.
    let list: SourcePlace

    /// The rows from which a list has an index. Fewer are seen with one or two movements of a finger.
    static let leastRows = 40
    /// The letters with which an index helps; a list with more of them is in another order.
    private static let letters = 5...60

    /// The index of the longest list at the top level of `blocks`. Nil if it is short, or not in alphabetical order.
    init?(of blocks: [Block], language: String) {
        var longest: (rows: [Row], place: SourcePlace)?
        for block in blocks {
            guard case .rows(let rows) = block.content, rows.count > (longest?.rows.count ?? 0) else { continue }
            longest = (rows, block.place)
        }
        guard let longest, longest.rows.count >= Self.leastRows else { return nil }
        let titles = longest.rows.map { $0.title.plainText }
        let letters = titles.map { FirstLetter(of: $0) }
        // In Czech and Slovak Ch is a letter after H.
        let hasCh = ["cs", "sk"].contains(language.lowercased().prefix { $0 != "-" })
        func all(_ letter: KeyPath<FirstLetter, String?>) -> [String] {
            zip(titles, letters).map { title, first in
                hasCh && title.lowercased().hasPrefix("ch") ? "CH" : first[keyPath: letter] ?? "#"
            }
        }
        // Some languages order letters with marks as letters of their own, such as Å after Z in Swedish.
        guard let entries = Self.entries(all(\.plain)) ?? Self.entries(all(\.written)) else { return nil }
        (self.entries, list) = (entries, longest.place)
    }

    /// The letters with their first rows. Nil if the rows of a letter do not stand together, or the letters of English are not in
    /// order. (The order of other letters depends on the language.)
    private static func entries(_ letters: [String]) -> [Entry]? {
        var entries: [Entry] = []
        for (row, letter) in letters.enumerated() where letter != entries.last?.letter {
            entries.append(Entry(letter: letter, row: row))
        }
        let english = entries.map(\.letter).filter { ("A"..."Z").contains($0) && $0.utf8.count == 1 }
        guard Self.letters.contains(entries.count), Set(entries.map(\.letter)).count == entries.count,
            english == english.sorted()
        else { return nil }
        return entries
    }
}
