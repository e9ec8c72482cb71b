// The results that an app waits for on a stage, and the code that takes each of them.

import Geometry

/// The expected results, by name and number. They are numbered in the order in which the app requested them, which is
/// the same in each replay.
@MainActor
struct Expectations {
    /// The maximum number of results that an app can wait for at once. Waiting for more is a mistake in the app.
    static let most = 4096

    private struct Key: Hashable {
        let name: String
        let number: Int
    }
    private struct Owner { weak var screen: Screen? }
    @MainActor private struct Expected {
        /// The position in the order of all requests, over all names.
        let order: Int
        /// The screen that waits; nil if the stage itself waits.
        let owner: Owner?
        /// Delivers the result to the app; returns false when it is not of the type that the app expects.
        let take: (ArrivalRecord.Result) -> Bool
        var hasArrived = false

        var isGone: Bool { owner.map { $0.screen?.navigator == nil } == true }
    }

    /// The results that come from a recording, so that the app need not work for them.
    var supplied = SuppliedResults.none
    private var waiting: [Key: Expected] = [:]
    /// The number of requests for each name, for at most `most` names. Any other name counts as requested `forgotten` times.
    private var counts: [String: Int] = [:]
    private var forgotten = 0
    private var count = 0

    /// Expects a result called `name`, for `screen` if it is given. Returns the number of the result; nil when too many
    /// results are already expected.
    mutating func add(_ name: String, for screen: Screen?, _ take: @escaping (ArrivalRecord.Result) -> Bool) -> Int? {
        if waiting.count >= Self.most { waiting = waiting.filter { !$0.value.isGone } }
        guard waiting.count < Self.most else { return nil }
        count += 1
        if counts.count >= Self.most { forgetCounts() }
        let number = counts[name, default: forgotten] + 1
        counts[name] = number
        waiting[Key(name: name, number: number)] = Expected(
            order: count, owner: screen.map { Owner(screen: $0) }, take: take)
        return number
    }

    /// Forgets the counts of names without an expected result. The next number of such a name is greater than every
    /// number it had, so a result that is still under way cannot reach a later expectation.
    private mutating func forgetCounts() {
        let names = Set(waiting.keys.map(\.name))
        forgotten = counts.values.reduce(forgotten, max)
        counts = counts.filter { names.contains($0.key) }
    }

    /// Returns the expectation that `result` is for: the result under its local name and number, and the closure that
    /// takes it. Returns nil when no expectation matches. Call the closure only after the access to this value has
    /// ended, because the app may expect more results in it.
    mutating func taker(
        of result: ArrivalRecord.Result
    ) -> (result: ArrivalRecord.Result, take: (ArrivalRecord.Result) -> Bool)? {
        var key = Key(name: result.name, number: result.number)
        // In the run that was recorded something waited for each result, maybe under a number that is taken here.
        var isForNewest = result.number > counts[result.name, default: forgotten]
        if case .all = supplied, waiting[key].map(\.isGone) ?? true { isForNewest = true }
        if isForNewest {
            let those = waiting.filter { $0.key.name == result.name && !$0.value.isGone }.keys
            guard let newest = those.max(by: { $0.number < $1.number }) else { return nil }
            key = newest
        }
        guard let expected = waiting[key] else { return nil }
        if expected.isGone {
            waiting[key] = nil
            return nil
        }
        waiting[key]?.hasArrived = true
        var own = result
        own.number = key.number
        return (own, expected.take)
    }

    /// Removes an expectation whose result can no longer be sent.
    mutating func end(name: String, number: Int) { waiting[Key(name: name, number: number)] = nil }

    /// Removes all expectations. Numbering continues, so a result that is still under way cannot reach a later expectation.
    mutating func removeAll() { waiting = [:] }

    /// The expectations without any result so far, in the order in which they were requested.
    var awaited: [ArrivalRecord.Result] {
        waiting.filter { !$0.value.hasArrived && !$0.value.isGone }.sorted { $0.value.order < $1.value.order }
            .map { .init(name: $0.key.name, number: $0.key.number, value: "") }
    }

    /// `arrivals` in the order in which they were requested, whichever source is fastest. Arrivals of one source keep
    /// their order.
    func sorted(_ arrivals: [Arrival]) -> [Arrival] {
        func order(of arrival: Arrival) -> Int {
            switch arrival.what {
            case .picture, .pictureLeaves, .night, .clock, .file: 0
            case .result(let result): waiting[Key(name: result.name, number: result.number)]?.order ?? 0
            case .end(let name, let number): waiting[Key(name: name, number: number)]?.order ?? 0
            }
        }
        return arrivals.enumerated().sorted { (order(of: $0.element), $0.offset) < (order(of: $1.element), $1.offset) }
            .map(\.element)
    }
}
