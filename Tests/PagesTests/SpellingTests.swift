// The nearest known name, and what it costs to find it.

import Settings
import TestRandomness
import Testing

@Suite struct SpellingTests {
    @Test func `a typo finds the name, something else finds none`() {
        let names = Spelling(["hours", "home", "tickets", "Collection", "a"])
        #expect(names.nearest(to: "huors") == "hours")
        #expect(names.nearest(to: "hors") == "hours")
        #expect(names.nearest(to: "COLECTION") == "Collection")
        #expect(names.nearest(to: "tikets.") == "tickets")
        #expect(names.nearest(to: "b") == "a")
        #expect(names.nearest(to: "nowhere") == nil)
        #expect(Spelling([]).nearest(to: "a") == nil)
        #expect(Spelling([""]).nearest(to: "") == "")
    }

    @Test func `a name of thousands of letters is compared with none`() {
        let long = String(repeating: "a", count: 10_000)
        #expect(Spelling([long, long + "b"]).nearest(to: long) == nil)
        #expect(Spelling([long]).nearest(to: "a") == nil)
    }

    @Test func `the nearest name is the one that the whole table of distances gives`() {
        var numbers = SplitMix(4)
        func word() -> String {
            String((0..<numbers.below(9)).map { _ in Character(Unicode.Scalar(UInt8(97 + numbers.below(4)))) })
        }
        for _ in 0..<2000 {
            let (wanted, names) = (word(), (0..<6).map { _ in word() }.sorted())
            let limit = min(3, max(1, wanted.count / 3))
            let distances = names.map { (name: $0, distance: Self.distance(Array(wanted), Array($0))) }
            let best = distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
            #expect(Spelling(names).nearest(to: wanted) == best, "\(wanted) \(names)")
        }
    }

    /// The number of insertions, deletions, changes and swaps of neighbours, from the whole table.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var table = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
        for i in 0..<a.count {
            for j in 0..<b.count {
                var cost = min(table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, table[i - 1][j - 1] + 1) }
                table[i + 1][j + 1] = cost
            }
        }
        return table[a.count][b.count]
    }
}
