// How the page of a browser comes: how long it may take, and when it is asked for again.

import Geometry
import Stage

/// Decides when a page that loads has taken too long, and when the first page, which did not come, is asked for again: a kiosk may be there
/// before its network. It reads no clock.
struct PageLoad {
    private enum State {
        /// Nothing is due: a page is there, or a visitor has to decide.
        case none
        /// A page loads, and has taken too long at this time.
        case underWay(until: Instant)
        /// The page did not come, and is asked for again at this time.
        case resting(until: Instant)
    }
    private var state = State.none
    /// How often in a row the page did not come.
    private var misses = 0
    /// What was said of it the last time, and is said until it is there.
    private var lastMiss = GuestNews.starting

    /// What is to be done.
    enum Order: Hashable {
        case giveUp, loadAgain
    }

    /// The time that a page has to load. A first visit on a slow network takes 10 s.
    static let longestLoad = Instant.Span.seconds(30)
    /// The first and the longest time (s) until a page is asked for again: 5, 10, 20, 40, 60.
    static let (firstRest, longestRest) = (5, 60)

    /// Whether a page is waited for that did not come the last time.
    var hasFailed: Bool { misses > 0 }
    /// What is said of a page that is not there yet.
    var news: GuestNews { misses > 0 ? lastMiss : .starting }

    /// When something is due next; nil for nothing.
    var nextDeadline: Instant? {
        switch state {
        case .none: nil
        case .underWay(let until), .resting(let until): until
        }
    }

    /// A page begins to load.
    mutating func begins(at now: Instant) { state = .underWay(until: now + Self.longestLoad) }

    /// The page did not come, which is said by `news`. It is asked for again by itself unless there is another one to go on with, or a form was sent.
    mutating func failed(_ news: GuestNews, asksAgain: Bool, at now: Instant) {
        guard asksAgain else { return end() }
        state = .resting(until: now + .seconds(Double(min(Self.longestRest, Self.firstRest << min(misses, 4)))))
        (misses, lastMiss) = (misses + 1, news)
    }

    /// A page is there, or a visitor has asked for it.
    mutating func end() { (state, misses) = (.none, 0) }

    /// A visitor has come to the page, and does not wait for what was to be tried later.
    mutating func appeared() -> Order? {
        guard case .resting = state else { return nil }
        state = .none
        return .loadAgain
    }

    /// What is due by `now`.
    mutating func advance(to now: Instant) -> Order? {
        guard let due = nextDeadline, due <= now else { return nil }
        defer { state = .none }
        if case .resting = state { return .loadAgain }
        return .giveUp
    }
}
