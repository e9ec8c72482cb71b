// When the page of a browser has taken too long, and when it is asked for again.

import Geometry
import Stage
import Testing

@testable import Guests

@Suite struct PageLoadTests {
    private func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }

    @Test func `a page that loads for too long is given up`() {
        var load = PageLoad()
        #expect(load.nextDeadline == nil && load.news == .starting)
        load.begins(at: at(1))
        #expect(load.advance(to: at(30.9)) == nil)
        #expect(load.advance(to: at(31)) == .giveUp)
        #expect(load.nextDeadline == nil)
        load.begins(at: at(40))
        load.end()
        #expect(load.nextDeadline == nil)
    }

    @Test func `the first page is asked for again later and later, and what was wrong is said meanwhile`() {
        var load = PageLoad()
        var now = at(0)
        var rests: [Double] = []
        for _ in 0..<7 {
            load.begins(at: now)
            load.failed(.unreachable(.connection), asksAgain: true, at: now)
            #expect(load.news == .unreachable(.connection) && load.hasFailed)
            let due = load.nextDeadline!
            rests.append((due - now).seconds)
            #expect(load.advance(to: due - .milliseconds(1)) == nil)
            #expect(load.advance(to: due) == .loadAgain)
            #expect(load.advance(to: due) == nil)
            now = due
        }
        #expect(rests == [5, 10, 20, 40, 60, 60, 60])
        load.begins(at: now)
        #expect(load.news == .unreachable(.connection))
        load.end()
        #expect(load.news == .starting && !load.hasFailed)
    }

    @Test func `a visitor who comes does not wait for that`() {
        var load = PageLoad()
        #expect(load.appeared() == nil)
        load.begins(at: at(0))
        #expect(load.appeared() == nil)
        load.failed(.unreachable(.other), asksAgain: true, at: at(1))
        #expect(load.appeared() == .loadAgain && load.appeared() == nil && load.nextDeadline == nil)
    }

    @Test func `where a visitor can go on with another page, nothing is asked for`() {
        var load = PageLoad()
        load.begins(at: at(0))
        load.failed(.lost(.other), asksAgain: false, at: at(1))
        #expect(load.nextDeadline == nil && load.news == .starting)
    }
}
