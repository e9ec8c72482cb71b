// When the kiosk goes home, attracts people and goes dark: minutes and days of it, in virtual time.

import Geometry
import Pages
import TestRandomness
import Testing

@testable import Bezel
@testable import Run

@Suite struct IdlePolicyTests {
    static func rules(home: Double? = 60, attract: String? = nil, blank: Double? = nil) -> IdleTable {
        var rules = IdleTable()
        rules.homeAfter = home.map { .seconds($0) }
        rules.attract = attract
        rules.blankAfter = blank.map { .seconds($0) }
        return rules
    }

    static func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }

    /// All steps until `end` when the panel is touched at each of `touches`, as `second: step`.
    static func log(_ policy: inout IdlePolicy, touches: [Double] = [], until end: Double) -> [String] {
        var lines: [String] = []
        func note(_ steps: [IdlePolicy.Step], _ second: Double) {
            for step in steps { lines.append("\(Int(second)): \(step)") }
        }
        var touches = touches[...]
        while true {
            let due = policy.nextDeadline.map { Double($0.nanoseconds) / 1e9 } ?? .infinity
            if let touch = touches.first, touch < due {
                touches.removeFirst()
                note(policy.touched(at: at(touch)), touch)
            } else if due <= end {
                note(policy.advance(to: at(due)), due)
            } else {
                return lines
            }
        }
    }

    @Test func `a visitor is asked for twenty seconds, and then the kiosk goes home`() {
        var policy = IdlePolicy(Self.rules(), at: .zero)
        let lines = Self.log(&policy, touches: [5], until: 1000)
        #expect(lines == ["45: ask(until: Geometry.Instant(nanoseconds: 65000000000))", "65: stay", "65: goHome"])
        #expect(policy.state == .unvisited(since: Self.at(5)))
    }

    @Test func `a touch while asked stays, as often as it takes`() {
        var policy = IdlePolicy(Self.rules(), at: .zero)
        let lines = Self.log(&policy, touches: [0, 50, 99, 150], until: 191)
        #expect(
            lines.map { $0.prefix { $0 != "(" } } == [
                "40: ask", "50: stay", "90: ask", "99: stay", "139: ask", "150: stay", "190: ask",
            ])
    }

    @Test func `when the time until home is short, a third of it is for the question`() {
        var policy = IdlePolicy(Self.rules(home: 15), at: .zero)
        #expect(
            Self.log(&policy, touches: [0], until: 100).first
                == "10: ask(until: Geometry.Instant(nanoseconds: 15000000000))")
    }

    @Test func `without a visit no question is asked, and the attracting page comes once`() {
        var policy = IdlePolicy(Self.rules(attract: "hello"), at: .zero)
        #expect(Self.log(&policy, until: 100_000) == ["60: attract"])
        #expect(
            Self.log(&policy, touches: [200_000], until: 300_000).map {
                $0.split(separator: " ")[1].prefix { $0 != "(" }
            }
                == ["goHome", "ask", "stay", "attract"])
    }

    @Test func `the glass goes dark some time after the last touch, and only a touch lights it`() {
        var policy = IdlePolicy(Self.rules(attract: "hello", blank: 600), at: .zero)
        let lines = Self.log(&policy, touches: [10], until: 100_000)
        #expect(lines.suffix(3) == ["70: attract", "610: goHome", "610: darken"])
        #expect(policy.nextDeadline == nil)
        #expect(policy.touched(at: Self.at(200_000)) == [.light])
        #expect(policy.touched(at: Self.at(200_000.1)) == [])
        #expect(policy.advance(to: Self.at(200_001)) == [])
        #expect(policy.shown(at: Self.at(200_002)) == [])
        #expect(policy.state == .visited(last: Self.at(200_002)))
    }

    @Test func `a visit that the dark has hidden is still wiped when its time is over`() {
        var policy = IdlePolicy(Self.rules(home: 60, blank: 30), at: .zero)
        #expect(Self.log(&policy, touches: [1], until: 61) == ["31: darken", "61: goHome"])
        #expect(policy.state == .dark(last: nil))
        policy = IdlePolicy(Self.rules(home: 60, blank: 30), at: .zero)
        #expect(Self.log(&policy, touches: [1, 50], until: 50) == ["31: darken", "50: light"])
        #expect(policy.shown(at: Self.at(51)).isEmpty)
        #expect(policy.state == .visited(last: Self.at(51)))
    }

    @Test func `outside the hours it is dark when the visit is over, and lit when they begin`() {
        var policy = IdlePolicy(Self.rules(attract: "hello"), at: .zero)
        _ = policy.touched(at: Self.at(100))
        #expect(policy.setOpen(false, at: Self.at(110)) == [])
        #expect(
            Self.log(&policy, until: 1000).map { $0.prefix { $0 != "(" } } == [
                "140: ask", "160: stay", "160: attract", "160: goHome", "160: darken",
            ])
        #expect(policy.setOpen(true, at: Self.at(2000)) == [.light])
        #expect(policy.shown(at: Self.at(2001)) == [.attract])
        // Without a time to go home the visit ends a minute after the last touch.
        policy = IdlePolicy(Self.rules(home: nil), at: .zero)
        _ = policy.touched(at: Self.at(100))
        _ = policy.setOpen(false, at: Self.at(110))
        #expect(Self.log(&policy, touches: [150], until: 1000) == ["210: goHome", "210: darken"])
    }

    @Test func `outside the hours a visit that the dark has hidden is wiped too, with no time to go home`() {
        var policy = IdlePolicy(Self.rules(home: nil, blank: 30), at: .zero)
        _ = policy.touched(at: Self.at(100))
        #expect(policy.setOpen(false, at: Self.at(110)) == [])
        #expect(Self.log(&policy, until: 1000) == ["130: darken", "160: goHome"])
        #expect(policy.setOpen(true, at: Self.at(2000)) == [.light])
        #expect(policy.shown(at: Self.at(2001)) == [])
        #expect(policy.state == .unvisited(since: Self.at(2001)))
        // It was dark long before the hours ended.
        policy = IdlePolicy(Self.rules(home: nil, blank: 30), at: .zero)
        _ = policy.touched(at: Self.at(100))
        #expect(Self.log(&policy, until: 1000) == ["130: darken"])
        #expect(policy.setOpen(false, at: Self.at(1000)) == [.goHome])
        #expect(policy.state == .dark(last: nil) && policy.nextDeadline == nil)
    }

    @Test func `outside the hours a touch lights the panel for one visit`() {
        var policy = IdlePolicy(Self.rules(), at: .zero)
        _ = policy.setOpen(false, at: Self.at(1))
        #expect(Self.log(&policy, touches: [500], until: 500) == ["60: darken", "500: light"])
        _ = policy.shown(at: Self.at(501))
        #expect(
            Self.log(&policy, until: 9999).map { $0.prefix { $0 != "(" } } == [
                "541: ask", "561: stay", "561: goHome", "561: darken",
            ])
    }

    @Test func `the light can be turned off and on from outside, and the page stays`() {
        var policy = IdlePolicy(Self.rules(), at: .zero)
        _ = policy.touched(at: Self.at(10))
        #expect(policy.blank() == [.darken])
        #expect(policy.blank() == [])
        #expect(policy.wake() == [.light])
        #expect(policy.wake() == [])
        _ = policy.shown(at: Self.at(12))
        #expect(policy.state == .visited(last: Self.at(12)))
    }

    @Test func `new rules withdraw the question`() {
        var policy = IdlePolicy(Self.rules(), at: .zero)
        _ = policy.touched(at: .zero)
        _ = policy.advance(to: Self.at(45))
        #expect(policy.change(to: IdleTable()) == [.stay])
        #expect(policy.nextDeadline == nil)
    }

    /// All steps until `end` when the panel is touched once, at 0, and something plays in each of `times`.
    static func log(_ rules: IdleTable, playing times: [Range<Double>], until end: Double) -> [String] {
        var policy = IdlePolicy(rules, at: .zero)
        _ = policy.touched(at: .zero)
        var lines: [String] = []
        func note(_ steps: [IdlePolicy.Step], _ second: Double) {
            lines += steps.map { "\(Int(second)): \("\($0)".prefix { $0 != "(" })" }
        }
        for (second, plays) in times.flatMap({ [($0.lowerBound, true), ($0.upperBound, false)] }) + [(end, false)] {
            lines += log(&policy, until: second).map { String($0.prefix { $0 != "(" }) }
            if second < end { note(policy.plays(plays, at: at(second)), second) }
        }
        return lines
    }

    @Test func `while something plays nobody is asked, and the times count from its end`() {
        #expect(
            Self.log(Self.rules(), playing: [10..<300], until: 2000) == ["340: ask", "360: stay", "360: goHome"])
        #expect(Self.log(Self.rules(home: nil, blank: 30), playing: [10..<300], until: 2000) == ["330: darken"])
        // One that begins while the visitor is asked answers for them.
        #expect(
            Self.log(Self.rules(), playing: [50..<100], until: 2000) == [
                "40: ask", "50: stay", "140: ask", "160: stay", "160: goHome",
            ])
    }

    @Test func `what plays without an end holds the kiosk ten minutes after the last touch`() {
        #expect(
            Self.log(Self.rules(attract: "hello"), playing: [10..<99_999], until: 90_000) == [
                "640: ask", "660: stay", "660: attract",
            ])
        #expect(Self.log(Self.rules(home: nil, blank: 30), playing: [10..<99_999], until: 90_000) == ["630: darken"])
        // Also where it was interrupted, and goes on while the visitor is asked.
        #expect(
            Self.log(Self.rules(), playing: [10..<590, 645..<9000], until: 20_000) == [
                "630: ask", "645: stay", "645: ask", "660: stay", "660: goHome",
            ])
    }

    @Test func `what the attract page plays keeps no screen lit`() {
        var policy = IdlePolicy(Self.rules(attract: "hello", blank: 300), at: .zero)
        _ = policy.advance(to: Self.at(60))
        _ = policy.plays(true, at: Self.at(61))
        #expect(Self.log(&policy, until: 9000) == ["300: goHome", "300: darken"])
    }

    @Test func `whenever things play, nothing happens too early and nothing too late`() {
        var random = SplitMix(11)
        for _ in 0..<500 {
            let home = Double(random.below(100) + 5)
            let rules = Self.rules(home: home, attract: random.below(2) == 0 ? "a" : nil)
            var policy = IdlePolicy(rules, at: .zero)
            var (second, last, ended, isPlaying) = (0.0, 0.0, 0.0, false)
            _ = policy.touched(at: .zero)
            let longest = IdlePolicy.longestPlay.seconds
            visit: for _ in 0..<100 {
                second += Double(random.below(90)) + 1
                // What is due before the next event comes at its own time.
                while let due = policy.nextDeadline, due <= Self.at(second) {
                    let at = Double(due.nanoseconds) / 1e9
                    let there = max(last, min(isPlaying ? at : ended, last + longest))
                    for step in policy.advance(to: due) {
                        switch step {
                        case .ask: #expect(abs(at - (there + home - policy.warning.seconds)) < 0.001)
                        case .goHome, .attract: #expect(abs(at - (there + home)) < 0.001)
                        default: break
                        }
                        #expect(at <= last + longest + home + 0.001)
                    }
                    guard case .unvisited = policy.state else { continue }
                    break visit
                }
                if case .attracting = policy.state { break }
                if random.below(3) == 0 {
                    last = second
                    _ = policy.touched(at: Self.at(second))
                } else {
                    if isPlaying { ended = second }
                    isPlaying.toggle()
                    _ = policy.plays(isPlaying, at: Self.at(second))
                }
                if let due = policy.nextDeadline { #expect(due > Self.at(second)) }
            }
        }
    }

    @Test func `whatever happens in whatever order, the policy never stands still with a question open`() {
        var random = SplitMix(7)
        for _ in 0..<300 {
            var rules = Self.rules(home: Double(random.below(100) + 5), attract: random.below(2) == 0 ? "a" : nil)
            if random.below(2) == 0 { rules.blankAfter = .seconds(Double(random.below(200) + 1)) }
            var policy = IdlePolicy(rules, at: .zero)
            var second = 0.0
            for _ in 0..<100 {
                second += Double(random.below(60))
                let now = Self.at(second)
                _ = policy.advance(to: now)
                switch random.below(6) {
                case 0: _ = policy.setOpen(random.below(2) == 0, at: now)
                case 1: _ = policy.shown(at: now)
                case 2: _ = random.below(2) == 0 ? policy.blank() : policy.wake()
                case 3: _ = policy.plays(random.below(2) == 0, at: now)
                default: _ = policy.touched(at: now)
                }
                _ = policy.advance(to: now)
                if let due = policy.nextDeadline { #expect(due > now) }
                if case .asking = policy.state { #expect(policy.nextDeadline != nil) }
            }
        }
    }
}
