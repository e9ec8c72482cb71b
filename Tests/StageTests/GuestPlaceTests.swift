// The place of a program on its screen: what its host and its program are told, whatever becomes of either.

import Geometry
import Gestures
import Layers
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
            .history(true), .history(false), .absent, .typing(TypedField(.text, top: 1, bottom: 9, request: .show)),
            .typing(nil), .playing(true),
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

    // MARK: News

    private static let allNews: [GuestNews] =
        [
            .starting, .shown, .missing, .hung, .refused, .absent, .ended(0), .ended(-1), .ended(137),
            .unreachable(.connection), .unreachable(.other), .lost(.connection), .lost(.other), .history(true),
            .history(false), .typing(nil), .playing(true), .playing(false),
        ]
        + TypedField.Kind.allCases.flatMap { kind in
            TypedField.Request.allCases.map { request in
                .typing(TypedField(kind, top: -3, bottom: 5, Set(TypedField.Trait.allCases), request: request))
            }
        } + TypedField.Trait.allCases.map { .typing(TypedField(.text, top: 0, bottom: 0, [$0])) }

    @Test func `all news is recorded as text and read again`() {
        for news in Self.allNews { #expect(GuestNews("\(news)") == news, "\(news)") }
        for text in [
            "", "typing text", "typing text 3 2 nothing", "typing text 1 2 nothing more", "typing word 1 2 show",
            "playing", "playing maybe", "shown 1", "history",
        ] {
            #expect(GuestNews(text) == nil, "\(text)")
        }
    }

    /// A stage without programs whose recording begins with what is on `glass` now, and then goes on the same.
    private func later(than glass: Glass, usesHistory: Bool) -> Glass {
        let other = Glass()
        other.push(GuestScreen(name: "clock", title: "Clock", program: program(usesHistory: usesHistory)))
        other.stage.suppliedResults = .all
        other.stage.advance(to: glass.stage.now)
        _ = other.stage.arrivals.take()
        for record in glass.stage.arrivalsHere {
            guard case .result(let result) = record.what else { continue }
            other.stage.arrived(Arrival(result), at: other.stage.now)
        }
        return other
    }

    @Test(arguments: 0..<60) func `a recording that begins in a visit knows all of the news before it`(seed: UInt64)
        throws
    {
        var dice = SplitMix(seed)
        let glass = glass(usesHistory: true)
        // The screen was left and opened again, so the recorded results have other numbers than those of a new stage.
        for _ in 0..<Int.random(in: 0...3, using: &dice) {
            glass.stage.navigator.pop(animated: false)
            glass.push(GuestScreen(name: "clock", title: "Clock", program: program(usesHistory: true)))
            glass.settle()
        }
        for _ in 0..<Int.random(in: 1...8, using: &dice) {
            tell(Self.allNews.filter { $0 != .absent }.randomElement(using: &dice)!, glass)
        }
        glass.stage.advance(to: glass.stage.now + .seconds(2))
        let other = later(than: glass, usesHistory: true)
        let place = try #require(host.shown.first)
        let replayed = try #require(other.stage.rootView.guestPlaces.last)
        #expect(replayed.newsSoFar == place.newsSoFar)
        #expect(replayed.isPlaying == place.isPlaying && other.stage.isPlaying == glass.stage.isPlaying)
        func way(_ glass: Glass) -> String? { glass.stage.navigator.top.wayBack }
        #expect(way(other) == way(glass))
        // The next touches, and the news after them, are decided the same.
        for glass in [glass, other] {
            for _ in 0..<2 {
                glass.touch { $0.down(at: Point(250, 150)).drag(to: Point(270, 150), over: .milliseconds(60)).lift() }
                glass.touch {
                    $0.down(at: Point(1, 200)).drag(to: Point(400, 200), over: .milliseconds(200)).lift()
                }
                glass.settle()
            }
        }
        func decisions(_ glass: Glass) -> [String] {
            // Not the numbers that count from the start of a stage.
            glass.lines("gesture", "transition", "guest").map { $0.replacing(/"(id|gesture)":\d+,?/, with: "") }
        }
        #expect(decisions(glass).count > 4 && decisions(other) == decisions(glass))
    }

    // MARK: Looks

    @Test func `beside windows that do not fill the place is the background of the theme, also at night`() throws {
        let glass = glass()
        for news in [GuestNews.starting, .shown, .ended(1), .refused, .absent, .shown] {
            tell(news, glass)
            let place = try #require(host.shown.first)
            for scheme in [ColorScheme.light, .dark] {
                glass.stage.navigator.top.colorScheme = scheme
                let background = glass.stage.navigator.top.shownTheme(on: glass.stage).background
                #expect(place.layer.backgroundColor == background && place.port.layer.backgroundColor == background)
            }
        }
    }

    // MARK: The bar

    /// What the button in the bar is called.
    private func wayBack(_ glass: Glass) -> String? {
        glass.stage.spokenViews.filter { $0.spoken.role == .button }.min { $0.frame.minY < $1.frame.minY }?.spoken.label
    }

    @Test(arguments: GuestWords.all.map(\.tag)) func `the bar says what the way back does, in the visit's language`(
        language: String
    ) {
        let glass = glass(usesHistory: true)
        glass.stage.show(in: language, because: "a test")
        glass.settle()
        tell(.shown, glass)
        let home = wayBack(glass)
        #expect(home == TestScreen("home").title)
        tell(.history(true), glass)
        #expect(wayBack(glass) == GuestWords(language).back && GuestWords(language).tag == language)
        tell(.history(false), glass)
        #expect(wayBack(glass) == home)
        // A page that is not there leads to no page before.
        tell(.history(true), glass)
        tell(.ended(1), glass)
        #expect(wayBack(glass) == home)
    }

    @Test func `while the screen moves the bar stays as it is`() {
        let glass = glass(usesHistory: true)
        tell(.shown, glass)
        tell(.history(true), glass)
        let finger = HeldFinger(glass, at: Point(1, 150))
        finger.drag(to: Point(200, 150), over: .milliseconds(100))
        #expect(glass.stage.navigator.top.transition != nil)
        tell(.history(false), glass)
        #expect(wayBack(glass) == "Back")
        finger.drag(to: Point(5, 150), over: .milliseconds(100))
        finger.lift()
        glass.settle()
        #expect(wayBack(glass) == TestScreen("home").title)
    }

    @Test(arguments: [true, false])
    func `a finger that is held on the way back leaves the page, and one that taps goes back`(
        isHeld: Bool
    ) {
        let glass = glass(usesHistory: true)
        tell(.shown, glass)
        tell(.history(true), glass)
        glass.touch {
            let finger = $0.down(at: Point(40, 12))
            if isHeld { $0.wait(.milliseconds(900)) }
            finger.lift()
        }
        glass.settle()
        #expect(glass.stack == (isHeld ? ["home"] : ["home", "clock"]))
        #expect(host.asked == (isHeld ? [] : ["back"]))
    }

    @Test func `a held finger goes back as a tap does where there is no history`() {
        let glass = glass(usesHistory: true)
        tell(.shown, glass)
        tell(.history(true), glass)
        tell(.history(false), glass)
        glass.touch {
            let finger = $0.down(at: Point(40, 12))
            $0.wait(.milliseconds(900))
            finger.lift()
        }
        glass.settle()
        #expect(glass.stack == ["home"] && glass.lines("gesture").allSatisfy { !$0.contains("hold-back") })
    }

    @Test func `the cross of a sheet closes it, wherever its page has led`() {
        let glass = Glass()
        glass.stage.guests = host
        glass.stage.present(GuestScreen(name: "clock", title: "Clock", program: program(usesHistory: true)))
        glass.settle()
        tell(.shown, glass)
        let close = wayBack(glass)
        tell(.history(true), glass)
        #expect(wayBack(glass) == close && close != "Back")
        glass.stage.frontNavigator.goBack()
        glass.settle()
        #expect(host.asked.isEmpty && glass.stage.sheets.isEmpty)
    }

    @Test func `a page without history names the screen below`() {
        let glass = glass()
        tell(.shown, glass)
        tell(.history(true), glass)
        #expect(wayBack(glass) == TestScreen("home").title)
    }
}
