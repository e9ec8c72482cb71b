// What becomes of a program, by what happens and when.

import Geometry
import Stage
import TestRandomness
import Testing

@testable import Guests

@Suite struct GuestLifeTests {
    private func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }

    @Test func `it begins with its screen, goes on for a while, and ends`() {
        var life = GuestLife(keep: .seconds(20))
        #expect(life.appeared(at: at(1)) == [.tell(.starting), .start])
        #expect(life.heard(at: at(2)) == [.tell(.shown)])
        #expect(life.heard(at: at(3)) == [])
        #expect(life.disappeared(at: at(4)) == [])
        #expect(life.nextDeadline == at(24))
        #expect(life.appeared(at: at(10)) == [.tell(.shown)])
        #expect(life.disappeared(at: at(11)) == [])
        #expect(life.advance(to: at(30.9)) == [])
        #expect(life.advance(to: at(31)) == [.end(.left)])
        #expect(life.state == .off && life.nextDeadline == nil)
        #expect(life.appeared(at: at(40)) == [.tell(.starting), .start])
    }

    @Test(arguments: [0.0, 20]) func `one that is started ahead goes on until its screen was there and has left`(
        keep: Double
    ) {
        var life = GuestLife(keep: .seconds(keep))
        #expect(life.comesNear(at: at(1)) == [.tell(.starting), .start])
        #expect(life.heard(at: at(2)) == [.tell(.shown)] && life.nextDeadline == nil)
        #expect(life.advance(to: at(5000)) == [] && life.isRunning)
        #expect(life.appeared(at: at(5001)) == [.tell(.shown)])
        let orders = life.disappeared(at: at(5002)) + life.advance(to: at(5002 + keep))
        #expect(orders == [.end(.left)])
        // One that was left before counts anew.
        _ = life.disappeared(at: at(5100)) + life.comesNear(at: at(5101))
        #expect(life.advance(to: at(9000)) == [.end(.showsNothing)])
    }

    @Test func `one that begins with the kiosk is tried again also while its screen is left`() {
        var life = GuestLife(keep: nil)
        _ = life.appeared(at: at(0)) + life.heard(at: at(1)) + life.ended(1, at: at(2)) + life.disappeared(at: at(2.5))
        #expect(life.advance(to: at(3)).last == .start)
    }

    @Test func `with no time to go on it ends when its screen is left`() {
        var life = GuestLife(keep: .zero)
        _ = life.appeared(at: at(1)) + life.heard(at: at(2))
        #expect(life.disappeared(at: at(3)) == [.end(.left)])
    }

    @Test func `a program that fails is tried again later and later, and then no more`() {
        var life = GuestLife(keep: .seconds(20))
        var now = at(0)
        _ = life.appeared(at: now)
        var rests: [Double] = []
        for failure in 1...7 {
            let orders = life.ended(139, at: now)
            #expect(orders == [.end(.known), .tell(failure == 1 ? .starting : .ended(139))])
            let next = life.nextDeadline!
            rests.append((next - now).seconds)
            now = next
            #expect(life.advance(to: now).last == .start)
        }
        #expect(rests == [1, 2, 4, 8, 16, 32, 60])
        #expect(life.ended(139, at: now) == [.end(.known), .tell(.ended(139))])
        #expect(life.state == .broken && life.nextDeadline == nil)
        #expect(life.retry(at: now) == [.tell(.starting), .start])
    }

    @Test func `one that ran well for a minute is tried again at once`() {
        var life = GuestLife(keep: .seconds(20))
        _ = life.appeared(at: at(0)) + life.heard(at: at(1))
        _ = life.ended(1, at: at(2)) + life.advance(to: at(3)) + life.heard(at: at(4))
        #expect(life.ended(1, at: at(70)) == [.end(.known), .tell(.starting)])
        #expect(life.nextDeadline == at(71))
    }

    @Test func `where nothing starts it a visitor is told at once`() {
        var life = GuestLife(keep: .seconds(20))
        _ = life.appeared(at: at(0))
        #expect(life.isUnanswered(at: at(10)) == [.end(.known), .tell(.hung)])
        #expect(life.state == .resting(until: at(11)))
        #expect(life.isUnanswered(at: at(10)) == [])
    }

    @Test func `an operator is told what has become of it`() {
        var life = GuestLife(keep: .seconds(20))
        var said: [String] = []
        func look(at seconds: Double) {
            let status = life.status(at: at(seconds))
            let (since, next) = (status.since?.seconds, status.next?.seconds)
            said.append("\(status.state) \(since ?? -1) \(next ?? -1) \(status.reason ?? "-")")
        }
        look(at: 0)
        _ = life.appeared(at: at(1))
        look(at: 3)
        _ = life.heard(at: at(4))
        look(at: 5)
        _ = life.advance(to: at(14))
        look(at: 16)
        _ = life.heard(at: at(17)) + life.disappeared(at: at(18))
        look(at: 20)
        _ = life.appeared(at: at(21)) + life.ended(3, at: at(22))
        look(at: 22.5)
        _ = life.advance(to: at(23)) + life.isMissing()
        look(at: 24)
        #expect(
            said == [
                "off -1.0 -1.0 -", "starting 2.0 -1.0 -", "shown 1.0 -1.0 -", "silent 2.0 -1.0 -", "kept 16.0 18.0 -",
                "resting -1.0 0.5 it ended with status 3", "failed -1.0 -1.0 it cannot be started",
            ], "\(said)")
    }

    @Test func `one that is silent is asked, and ended if it does not answer`() {
        var life = GuestLife(keep: .seconds(20))
        _ = life.appeared(at: at(0)) + life.heard(at: at(1))
        #expect(life.advance(to: at(11)) == [.ask])
        #expect(life.heard(at: at(12)) == [])
        #expect(life.advance(to: at(22)) == [.ask])
        #expect(life.advance(to: at(32)) == [.end(.silent), .tell(.starting)])
        // Nobody is asked behind another page.
        _ = life.advance(to: at(33)) + life.heard(at: at(34)) + life.disappeared(at: at(35))
        #expect(life.nextDeadline == at(55))
    }

    @Test func `one that never shows anything is ended`() {
        var life = GuestLife(keep: .seconds(20))
        _ = life.appeared(at: at(0))
        #expect(life.advance(to: at(59)) == [])
        #expect(life.advance(to: at(60)) == [.end(.showsNothing), .tell(.starting)])
    }

    @Test func `one that is not installed is not tried again by itself`() {
        var life = GuestLife(keep: .seconds(20))
        _ = life.appeared(at: at(0))
        #expect(life.isMissing() == [.end(.known), .tell(.missing)])
        #expect(life.nextDeadline == nil)
        _ = life.disappeared(at: at(5))
        #expect(life.appeared(at: at(6)) == [.tell(.starting), .start])
    }

    /// Whatever happens in whatever order: it is started only when it does not run, and ended only when it does; it never runs unseen for
    /// longer than it may; and what is due comes later.
    @Test(arguments: 0..<200) func `any order of events leaves at most one process`(seed: Int) {
        var random = SplitMix(UInt64(seed))
        let keep: Instant.Span? = random.chance(4) ? nil : .seconds(Double(random.below(40)))
        var (life, now, runs, left) = (GuestLife(keep: keep), at(0), false, Instant?.none)
        func carryOut(_ orders: [GuestLife.Order], _ event: String) {
            for order in orders {
                switch order {
                case .start:
                    #expect(!runs, "\(event)")
                    runs = true
                    if !life.isSeen { left = nil }
                case .end: runs = false
                case .ask: #expect(runs && life.isSeen, "\(event)")
                case .tell: break
                }
            }
            #expect(runs == life.isRunning, "\(event)")
        }
        for _ in 0..<300 {
            now = now + .milliseconds(random.below(9000))
            while let due = life.nextDeadline, due <= now {
                let orders = life.advance(to: due)
                carryOut(orders, "advance")
                #expect(!orders.isEmpty)
                if life.nextDeadline == due, orders.isEmpty { return }
            }
            if let keep, runs, let left { #expect(now - left < keep || life.isSeen) }
            switch random.below(9) {
            case 0, 1:
                carryOut(life.appeared(at: now), "appeared")
                left = nil
            case 2:
                carryOut(life.disappeared(at: now), "disappeared")
                left = now
            case 3, 4: carryOut(life.heard(at: now), "heard")
            case 5: carryOut(life.ended(1, at: now), "ended")
            case 6: carryOut(random.chance(3) ? life.isMissing() : life.vanished(at: now), "missing, vanished")
            case 7: carryOut(life.retry(at: now), "retry")
            default:
                if random.chance(3) {
                    carryOut(life.end(), "end")
                } else {
                    carryOut(life.comesNear(at: now), "near")
                }
            }
        }
    }
}

@Suite struct GuestMessageTests {
    @Test func `what is sent is what is read`() {
        let all: [GuestMessage] = [
            .descriptor(3), .lines(of: "map (a.test)"), .started, .start(["foot", "-T", "", "two words", "é\n"]),
            .connection, .missing("no such program"),
            .ended(-1),
            .ended(139),
        ]
        for message in all { #expect(GuestMessage(message.text) == message) }
    }

    @Test func `anything else is refused`() {
        for text in [
            "", "start", "descriptor\0\u{32}", "descriptor\0x", "descriptor\0999", "ended", "ended\0", "connection\0",
            "Start\0a", "started\0", "lines",
        ] {
            #expect(GuestMessage(text) == nil, "\(text.debugDescription)")
        }
    }
}
