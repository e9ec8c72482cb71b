// Where the way back leads in a browser, whatever its page does with its history.

import TestRandomness
import Testing

@testable import Web

/// A browser's history, as far as entries come and go, and what the kiosk knows of it.
private final class Tab {
    private(set) var entries = [0]
    private(set) var present = 0
    private var last = 0
    var history = PageHistory()
    /// The most entries that Chromium keeps.
    static let most = 50

    init() { told() }

    /// The kiosk hears of the history.
    func told() { history.read(entries, present: present) }

    /// The page adds an entry, and is on it.
    func push() {
        last += 1
        entries = Array((entries[...present] + [last]).suffix(Self.most))
        present = entries.count - 1
    }

    /// The page puts another one in its place.
    func replace() {
        last += 1
        entries[present] = last
    }

    func touch() {
        history.take(.down(1))
        history.take(.up(1))
    }

    /// A link is followed.
    func follow() {
        touch()
        push()
        told()
    }

    /// The visitor goes back. Returns false where they leave the page of the kiosk.
    func back() -> Bool {
        guard let entry = history.goBack() else { return false }
        if let place = entries.firstIndex(of: entry) { present = place }
        return true
    }
}

@Suite struct PageHistoryTests {
    @Test(arguments: [true, false]) func `a visitor goes back through all pages to which links led`(isQuick: Bool) {
        let tab = Tab()
        for _ in 0..<10 { tab.follow() }
        for page in (0..<10).reversed() {
            #expect(tab.back() && tab.present == page)
            if !isQuick { tab.told() }
        }
        #expect(!tab.back())
    }

    @Test func `a page that goes on by itself is passed over`() {
        let tab = Tab()
        tab.follow()
        let first = tab.entries[0]
        tab.push()
        tab.told()
        #expect(tab.history.back == first && tab.back() && tab.present == 0 && !tab.back())
    }

    @Test func `a page that writes down its place before a link is followed is gone back to`() {
        let tab = Tab()
        tab.touch()
        tab.replace()
        tab.push()
        tab.told()
        #expect(tab.back() && tab.present == 0)
    }

    @Test func `a page that leads on as soon as a finger is down is gone back to`() {
        let tab = Tab()
        tab.history.take(.down(1))
        tab.push()
        tab.told()
        tab.history.take(.up(1))
        #expect(tab.back() && tab.present == 0)
    }

    @Test func `a page on which something was typed is gone back to`() {
        let tab = Tab()
        tab.history.take(.key)
        tab.push()
        tab.told()
        #expect(tab.back() && tab.present == 0)
    }

    @Test func `a finger that the kiosk takes says nothing of a page`() {
        let tab = Tab()
        for _ in 0..<5 {
            tab.history.take(.down(1))
            tab.push()
            tab.told()
            tab.history.take(.taken(1))
        }
        #expect(tab.history.back == nil)
    }

    /// A page does whatever it can, before each step back and after it.
    @Test(arguments: 1...200) func `no page keeps its visitor`(_ seed: UInt64) {
        var dice = SplitMix(seed)
        let tab = Tab()
        var touches = 0
        func act() {
            for _ in 0..<Int.random(in: 0...70, using: &dice) {
                if Int.random(in: 0..<4, using: &dice) == 0 { tab.replace() } else { tab.push() }
                if Bool.random(using: &dice) { tab.told() }
            }
        }
        for _ in 0..<Int.random(in: 0...20, using: &dice) {
            act()
            if Bool.random(using: &dice) {
                tab.touch()
                touches += 1
            }
        }
        tab.told()
        var steps = 0
        while tab.back() {
            steps += 1
            #expect(steps <= touches)
            if steps > touches { break }
            act()
            // The finger that swipes back comes down on the page.
            tab.history.take(.down(1))
            act()
            tab.history.take(.taken(1))
        }
    }

    @Test(arguments: 1...50) func `no history that a browser tells breaks it`(_ seed: UInt64) {
        var dice = SplitMix(seed)
        var history = PageHistory()
        for _ in 0..<100 {
            let entries: [Int?] = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
                Int.random(in: 0..<4, using: &dice) == 0 ? nil : Int.random(in: 0..<8, using: &dice)
            }
            history.read(entries, present: Int.random(in: -2...7, using: &dice))
            history.take(.down(Int.random(in: 0..<3, using: &dice)))
            history.take(.up(Int.random(in: 0..<3, using: &dice)))
            let back = history.back
            let shown = history.goBack()
            #expect(shown == back)
        }
    }
}
