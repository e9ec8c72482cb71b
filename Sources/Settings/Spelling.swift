// Suggests the nearest known name, and lists words.

/// A set of known names, for messages about an unknown one.
package struct Spelling {
    package let known: [String]

    /// The names `known`.
    package init(_ known: some Sequence<String>) { self.known = known.sorted() }

    /// The known name nearest to `name`, if it is close enough for a typo: a third of the letters, at most three.
    package func nearest(to name: String) -> String? {
        let wanted = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = Spelling.distance(wanted, Array(candidate.lowercased()))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= min(3, max(1, wanted.count / 3)) else { return nil }
        return best.name
    }

    /// `a, b or c`.
    package static func list(_ words: [String], _ conjunction: String) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// The number of insertions, deletions, changes and swaps of neighbours between two words (Damerau's distance).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
