// What visitors did, as sums over all of them.

import Geometry

/// Sums over the visits of one screen: how many there were, which pages they opened, how long these were on the glass, and from
/// which page to which they went. Nothing here is about a single visit: there are no times of day and no order.
struct VisitCounts: Hashable {
    /// A page in one language.
    struct Page: Hashable, Comparable {
        var language: String
        var name: String

        static func < (a: Page, b: Page) -> Bool { (a.language, a.name) < (b.language, b.name) }
    }

    /// A way from one page to another, by a link, in one language.
    struct Way: Hashable, Comparable {
        var language: String
        var from: String
        var to: String

        static func < (a: Way, b: Way) -> Bool { (a.language, a.from, a.to) < (b.language, b.from, b.to) }
    }

    /// How often, and how long in all.
    struct Sum: Hashable {
        var count = 0
        var time = Instant.Span.zero

        static func += (a: inout Sum, b: Sum) {
            a.count += b.count
            a.time = a.time + b.time
        }
    }

    /// The visits by their first language, and their time from the first touch to the last.
    private(set) var visits: [String: Sum] = [:]
    /// How often each page was opened, and how long it was on top.
    private(set) var pages: [Page: Sum] = [:]
    /// How often each way was taken.
    private(set) var ways: [Way: Int] = [:]

    /// The most pages that are counted by themselves. A kiosk has at most 10,000 files; an app may give its screens any names.
    static let mostPages = 500
    /// The most ways that are counted by themselves.
    static let mostWays = 1000
    /// The most languages that are counted by themselves.
    static let mostLanguages = 64
    /// The name of everything beyond these.
    static let other = "(other)"

    /// Whether nothing is counted.
    var isEmpty: Bool { visits.isEmpty && pages.isEmpty && ways.isEmpty }

    /// Counts visits in `language`, or their time.
    mutating func add(visits sum: Sum, in language: String) {
        let isNew = visits[language] == nil && visits.count >= Self.mostLanguages
        visits[isNew ? Self.other : language, default: Sum()] += sum
    }

    /// Counts that `page` was opened, or how long it was on top.
    mutating func add(_ sum: Sum, of page: Page) {
        let isNew = pages[page] == nil && pages.count >= Self.mostPages
        pages[isNew ? Page(language: Self.other, name: Self.other) : page, default: Sum()] += sum
    }

    /// Counts that `way` was taken `count` times.
    mutating func add(_ count: Int, of way: Way) {
        let isNew = ways[way] == nil && ways.count >= Self.mostWays
        ways[isNew ? Way(language: Self.other, from: Self.other, to: Self.other) : way, default: 0] += count
    }

    /// Adds everything that `others` counted.
    mutating func add(_ others: VisitCounts) {
        for (language, sum) in others.visits { add(visits: sum, in: language) }
        for (page, sum) in others.pages { add(sum, of: page) }
        for (way, count) in others.ways { add(count, of: way) }
    }
}
