// The place of a program on its screen: what its host and its program are told, whatever becomes of either.

import Geometry
import Gestures
import TestRandomness
import Testing
import TouchScript

@testable import Stage

/// A host without programs. It keeps the places that are on the glass, and what they ask for.
private final class Host: GuestHost {
    private(set) var shown: [GuestPlace] = []
    private(set) var asked: [String] = []

    func appeared(_ place: GuestPlace) {
        if !shown.contains(where: { $0 === place }) { shown.append(place) }
    }
    func disappeared(_ place: GuestPlace) { shown.removeAll { $0 === place } }
    func retry(_ place: GuestPlace) { asked.append("retry") }
    func goBack(_ place: GuestPlace) { asked.append("back") }
    func comesNear(_ programs: [GuestProgram]) {}
    func endVisit() {}
}

/// Windows that count the fingers that are down.
private final class Windows: View {
    var down: Set<Int> = []
    var mistakes: [String] = []

    override func touchesBegan(_ touches: [Touch]) {
        for touch in touches where !down.insert(touch.number).inserted {
            mistakes.append("\(touch.number) is down twice")
        }
    }
    override func touchesMoved(_ touches: [Touch]) {
        for touch in touches where !down.contains(touch.number) {
            mistakes.append("\(touch.number) moves, and is not down")
        }
    }
    override func touchesEnded(_ touches: [Touch]) { lift(touches) }
    override func touchesCancelled(_ touches: [Touch]) { lift(touches) }
    private func lift(_ touches: [Touch]) {
        for touch in touches where down.remove(touch.number) == nil {
            mistakes.append("\(touch.number) lifts, and is not down")
        }
    }
}

@Suite struct GuestPlaceTests {
    private let host = Host()
    private let windows = Windows()

    private func program(usesHistory: Bool = false) -> GuestProgram {
        var program = GuestProgram(.command(["clock"]))
        program.usesHistory = usesHistory
        return program
    }

    private func glass(usesHistory: Bool = false, _ change: (inout GestureSettings) -> Void = { _ in }) -> Glass {
        let glass = Glass(change: change)
        glass.stage.guests = host
        glass.push(GuestScreen(name: "clock", title: "Clock", program: program(usesHistory: usesHistory)))
        glass.stage.advance(to: glass.stage.now + .milliseconds(20))
        return glass
    }

    private func tell(_ news: GuestNews, _ glass: Glass) {
        for place in host.shown {
            if news == .shown { place.showWindows(windows) }
            place.report(news)
        }
        deliver(to: glass)
    }

    /// Gives the stage what has arrived, as a frame loop does.
    private func deliver(to glass: Glass) {
        let stage = glass.stage
        for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
    }

    @Test(arguments: ["swipe", "back", "pop", "root", "replace", "push", "begin", "sheet"])
    func `its host is told that it has left, however it left`(way: String) throws {
        let glass = glass()
        #expect(host.shown.count == 1)
        let stage = glass.stage
        switch way {
        case "swipe":
            glass.touch { $0.down(at: Point(1, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        case "back": stage.navigator.goBack()
        case "pop": stage.navigator.pop()
        case "root": stage.navigator.popToRoot()
        case "replace": stage.navigator.replaceAll(with: [TestScreen("other")])
        case "push": stage.navigator.push(TestScreen("over"))
        case "begin": stage.begin(with: TestScreen("anew"))
        case "sheet":
            stage.navigator.pop()
            glass.settle()
            stage.present(GuestScreen(name: "sheet", title: "Sheet", program: program()))
            glass.settle()
            #expect(host.shown.count == 1)
            glass.touch { $0.down(at: Point(250, 32)).drag(to: Point(250, 280), over: .milliseconds(200)).lift() }
        default: Issue.record("\(way)")
        }
        glass.settle()
        #expect(host.shown.isEmpty)
    }

    @Test func `a swipe that is given back leaves it there`() {
        let glass = glass()
        glass.touch {
            $0.down(at: Point(1, 100)).drag(to: Point(300, 100), over: .milliseconds(200))
                .drag(to: Point(10, 100), over: .milliseconds(200)).lift()
        }
        glass.settle()
        #expect(host.shown.count == 1 && glass.stack == ["home", "clock"])
    }

    @Test func `what comes back from a forward swipe hears of its program again`() throws {
        let glass = glass { $0.trailing = .forward }
        tell(.starting, glass)
        let place = try #require(host.shown.first)
        glass.stage.navigator.pop()
        glass.settle()
        // It left its stack before its window came.
        place.report(.shown)
        deliver(to: glass)
        glass.touch { $0.down(at: Point(526, 100)).drag(to: Point(100, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "clock"] && host.shown.count == 1)
        tell(.shown, glass)
        #expect(place.spoken?.label == "Clock")
    }

    @Test(arguments: 0..<40) func `no finger stays down for its program, whatever becomes of it`(seed: UInt64) throws {
        var dice = SplitMix(seed)
        let glass = glass(usesHistory: true)
        tell(.shown, glass)
        let news: [GuestNews] = [
            .starting, .shown, .missing, .ended(1), .hung, .unreachable(.other), .lost(.connection), .refused,
            .history(true), .history(false), .absent,
        ]
        var fingers: [HeldFinger] = []
        for _ in 0..<30 {
            switch Int.random(in: 0..<6, using: &dice) {
            case 0, 1:
                let place = Point(.random(in: 30...500, using: &dice), .random(in: 40...280, using: &dice))
                if fingers.count < 5 { fingers.append(HeldFinger(glass, at: place, contact: 10 + fingers.count * 7)) }
            case 2: if !fingers.isEmpty { fingers.removeLast().lift() }
            case 3:
                fingers.randomElement(using: &dice)?.drag(
                    to: Point(.random(in: 30...500, using: &dice), 150), over: .milliseconds(60))
            default: tell(news.randomElement(using: &dice)!, glass)
            }
        }
        for finger in fingers.reversed() { finger.lift() }
        glass.settle()
        #expect(windows.down.isEmpty && windows.mistakes.isEmpty, "\(windows.down) \(windows.mistakes)")
        // The next finger is the program's alone.
        tell(.shown, glass)
        let place = try #require(host.shown.first)
        if place.spoken == nil { tell(.starting, glass); tell(.shown, glass) }
        let finger = HeldFinger(glass, at: Point(250, 150), contact: 90)
        #expect(windows.down.count == 1)
        finger.lift()
        #expect(windows.down.isEmpty)
    }

    @Test func `the way back goes back in the program where the swipe would have left it`() {
        let glass = glass(usesHistory: true)
        tell(.shown, glass)
        tell(.history(true), glass)
        func swipe(back way: Double) {
            glass.touch {
                $0.down(at: Point(1, 100)).drag(to: Point(300, 100), over: .milliseconds(200))
                    .drag(to: Point(300 - way, 100), over: .milliseconds(200)).lift()
            }
            glass.settle()
        }
        swipe(back: 290)
        #expect(host.asked.isEmpty)
        swipe(back: 0)
        #expect(host.asked == ["back"] && glass.stack == ["home", "clock"])
        tell(.history(false), glass)
        swipe(back: 0)
        #expect(host.asked == ["back"] && glass.stack == ["home"])
    }

    @Test(arguments: [GuestNews.lost(.other), .lost(.connection), .unreachable(.other), .ended(1), .refused])
    func `its button tries again, or shows the page that was there before`(news: GuestNews) throws {
        let glass = glass()
        tell(.shown, glass)
        tell(news, glass)
        let leadsBack = news == .refused || news == .lost(.other) || news == .lost(.connection)
        let words = glass.stage.spokenText
        #expect(words.contains("Back") == leadsBack && words.contains("Try again") == !leadsBack, "\(words)")
    }
}
