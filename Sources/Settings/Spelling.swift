// Suggests the nearest known name, and lists words.

/// A set of known names, for messages about an unknown one.
package struct Spelling {
    package let known: [String]

    /// The names `known`.
    package init(_ known: some Sequence<String>) { self.known = known.sorted() }

    /// The longest name (in characters) for which another is suggested.
    private static let longest = 60

    /// The known name nearest to `name`, if it is close enough for a typo: a third of the letters, at most three.
    package func nearest(to name: String) -> String? {
        let wanted = Spelling.letters(name)
        guard wanted.count <= Self.longest else { return nil }
        var limit = min(3, max(1, wanted.count / 3))
        var best: String?
        for candidate in known {
            // A letter has at most four bytes, so this name is longer by more letters than may be missing.
            if candidate.utf8.count > 4 * (wanted.count + limit) { continue }
            guard let distance = Spelling.distance(wanted, Spelling.letters(candidate), limit) else { continue }
            best = candidate
            // The first of the nearest names is taken.
            limit = distance - 1
            if limit < 0 { break }
        }
        return best
    }

    private static func letters(_ name: String) -> [UInt32] { name.lowercased().unicodeScalars.map(\.value) }

    /// `a, b or c`.
    package static func list(_ words: [String], _ conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// The number of insertions, deletions, changes and swaps of neighbours between two words (Damerau's distance); nil when it is
    /// more than `limit`. Letters further from each other than that are not compared.
    private static func distance(_ a: [UInt32], _ b: [UInt32], _ limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        let far = limit + 1
        var beforeLast = [Int](repeating: far, count: b.count + 1)
        var last = (0...b.count).map { min($0, far) }
        for i in a.indices {
            var row = [Int](repeating: far, count: b.count + 1)
            row[0] = min(i + 1, far)
            for j in max(0, i - limit)..<max(0, min(b.count, i + limit + 1)) {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row[j + 1] = min(cost, far)
            }
            if row.allSatisfy({ $0 == far }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
