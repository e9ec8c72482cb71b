// A replay without the program: the keyboard comes and goes as it did over the program, and all decisions are the same.

import CWayland
import CWaylandServer
import Geometry
import Gestures
import Interface
import Layers
import Linux
import Recordings
import Replay
import TestRandomness
import TestTextInputClient
import Testing

@testable import Guests
@testable import Stage

/// A screen whose button leads to the guest.
private final class Home: Screen {
    private let button: ButtonView

    init() {
        button = ButtonView("Guest", theme: Theme(.paper, on: GuestStage.panel)) {}
        super.init(name: "home", title: "Home")
        button.onTap = { [unowned self] in navigator?.push(GuestStage.page()) }
    }

    override func load(into content: View) { content.addSubview(button) }
    override func layout(_ content: View) { button.frame = Rect(400, 200, 200, 100) }
}

/// A visitor who types into a real client's fields, and the recording of it.
private final class RecordedGuest {
    let glass: GuestStage
    let client: TestClient
    private let window: TestWindow
    private(set) var fields: [TestField] = []
    private(set) var text = ""
    private var records: [TraceRecord] = []
    private var firstTouch: Instant?
    /// How many arrivals the recording begins with.
    private(set) var beginning = 0
    /// What was on the glass in each frame.
    private(set) var seen: [Int: String] = [:]
    private var writer: RecordingWriter!
    private var frame = 0

    init(language: String?) throws {
        let glass = GuestStage(language: language, root: Home())
        (self.glass, client) = (glass, try TestClient(glass.server))
        window = TestWindow(client)
        var header = RecordingHeader(
            screen: GuestStage.panel.pixels, size: GuestStage.panel.millimetres, refresh: 62.5)
        (header.hasArrivals, header.stack) = (true, ["home", "guest"])
        writer = try RecordingWriter(header: header) { [unowned self] in text += $0 }
        glass.stage.navigator.push(glass.page, animated: false)
        glass.pass(.seconds(1))
        window.show(window.buffer(window.size, 0xFF11_2233))
        for arrival in glass.stage.arrivalsHere {
            beginning += 1
            try writer.write(arrival)
        }
        glass.stage.onArrival = { [unowned self] arrival in
            // As the records of a run do.
            if !glass.stage.isPrivate { try? writer.write(arrival) }
        }
        glass.stage.onTrace = { [unowned self] record in
            if !glass.stage.isPrivate { records.append(record) }
        }
        fields = (0..<3).map { _ in TestField(client) }
        pass(1)
    }

    /// The decisions, with times as those of a replay.
    var trace: [String] { records.map { $0.json(since: firstTouch ?? .zero) } }

    /// Frames go by.
    func pass(_ count: Int) {
        for _ in 0..<count {
            glass.pass(.milliseconds(16))
            client.exchange()
            glass.deliver()
            glass.stage.willPresent(at: glass.stage.now)
            frame += 1
            try? writer.writePresentation(of: frame, at: glass.stage.now, drawn: glass.stage.now)
            seen[frame] = Self.picture(of: glass.stage)
        }
    }

    /// The keyboard, the place of the program and the screens.
    static func picture(of stage: Stage) -> String {
        let place = stage.rootView.guestPlaces.last
        let screens = stage.navigator.screens.map { "\($0.name) \($0.view.content.layer.presentation.position)" }
        let keyboard = stage.dock.map { dock in
            let keys = dock.view.layer.presentation.position
            let lines = stage.spokenText.split(separator: "\n").filter { $0.hasPrefix("button") || $0.hasPrefix("key") }
            return "\(keys) leaves \(dock.isLeaving) \(lines)"
        }
        return "\(screens) \(place.map { "\($0.frame) \($0.offset)" } ?? "-") \(keyboard ?? "-")"
    }

    func send(_ phase: TouchFrame.Phase, _ point: Point, contact: Int) {
        // In millimetres, of which there are a quarter as many.
        let place = Point(point.x / 4, point.y / 4)
        let touches = TouchFrame(
            time: glass.stage.now, changes: [.init(contact: contact, phase: phase, position: place)])
        if !glass.stage.isPrivate {
            firstTouch = firstTouch ?? touches.time
            try? writer.write(touches)
        }
        glass.stage.handle(touches)
        client.exchange()
        glass.deliver()
    }

    private var lastContact = 0

    /// A finger goes along `way`, a frame between two points.
    func drag(_ way: [Point]) {
        lastContact += 1
        send(.began, way[0], contact: lastContact)
        for point in way.dropFirst() {
            pass(1)
            send(.moved, point, contact: lastContact)
        }
        pass(2)
        send(.ended, way[way.count - 1], contact: lastContact)
    }

    func tap(_ point: Point) { drag([point]) }

    func tapKey(where matches: (KeyAction) -> Bool) {
        guard let key = glass.stage.key(where: matches) else { return }
        var (point, view) = (key.frame.center, key.superview)
        while let one = view {
            point = point + (one.layer.presentation.position - .zero) - (one.bounds.origin - .zero)
            view = one.superview
        }
        tap(point)
    }
}

@Suite struct TypingReplayTests {
    /// Plays the recording of `live` on a stage without its program.
    private func replay(_ live: RecordedGuest, language: String?) throws -> (
        trace: [String], seen: [Int: String], Stage
    ) {
        let recording = try Recording(contentsOf: Array(live.text.utf8), named: "recording")
        let stage = Stage(
            panel: GuestStage.panel, theme: Theme(.paper, on: GuestStage.panel), gestures: GestureSettings(),
            root: Home(), language: language, at: recording.begin)
        stage.navigator.push(GuestStage.page(), animated: false)
        var (trace, seen): ([String], [Int: String]) = ([], [:])
        stage.onTrace = { trace.append($0.json(since: .zero)) }
        var replay = Replay(recording, on: stage)
        var frame = 0
        replay.onFrame = { _ in
            // It is called before the frame is planned, when all that came before it has been taken.
            frame += 1
            seen[frame] = RecordedGuest.picture(of: stage)
        }
        replay.run()
        #expect(trace.prefix(live.beginning).allSatisfy { $0.contains(#""kind":"arrived""#) })
        return (trace.dropFirst(live.beginning).filter { !$0.contains(#""kind":"end""#) }, seen, stage)
    }

    /// Whether both traces are the same, from the first recorded instant on.
    private func check(_ live: RecordedGuest, language: String?, _ comment: Comment) throws {
        let replayed = try replay(live, language: language)
        let made = live.trace
        for (index, line) in made.enumerated() {
            let other = replayed.trace.count > index ? replayed.trace[index] : "nothing"
            try #require(other == line, "line \(index) in the replay: \(comment)")
        }
        #expect(replayed.trace.count == made.count, comment)
        for (number, picture) in live.seen.sorted(by: { $0.key < $1.key }) {
            try #require(replayed.seen[number] == picture, "frame \(number): \(comment)")
        }
    }

    @Test func `a swipe that begins on the keys beside the edge pops, with and without the program`() throws {
        let live = try RecordedGuest(language: "de")
        live.tap(Point(300, 500))
        live.fields[0].enable(purpose: ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_EMAIL.rawValue)
        live.fields[0].setCursor(PixelRect(300, 500, 1, 20))
        live.fields[0].commit()
        live.pass(40)
        #expect(live.glass.hasKeyboard && live.glass.place.offset > 0)
        live.tapKey { $0.types("q") }
        live.pass(5)
        #expect(live.fields[0].text == "q")
        // Farther in it is the keys'.
        live.drag([60, 100, 200, 500, 700].map { Point($0, 560) })
        live.pass(150)
        #expect(live.glass.hasKeyboard && live.glass.stage.navigator.screens.count == 2)
        // From the edge it is a pop, given back and then brought to the end.
        live.drag([4, 40, 200, 300, 150, 20].map { Point($0, 560) })
        live.pass(60)
        #expect(live.glass.hasKeyboard && live.glass.stage.navigator.screens.count == 2)
        live.drag([4, 40, 200, 300, 150, 20].map { Point($0, 60) })
        live.pass(60)
        #expect(live.glass.hasKeyboard)
        live.drag([4, 40, 200, 500, 700].map { Point($0, 560) })
        live.pass(150)
        #expect(!live.glass.hasKeyboard && live.glass.stage.navigator.screens.count == 1)
        #expect(live.trace.contains { $0.contains("edge-pop") })
        try check(live, language: "de", "")
    }

    @Test(arguments: 0..<40) func `any visit with fields is decided the same without the program`(seed: UInt64) throws {
        var dice = SplitMix(seed)
        let language = ["de", nil, "ar", "zh-CN"].randomElement(using: &dice)!
        let live = try RecordedGuest(language: language)
        let purposes: [UInt32] = [0, 2, 3, 4, 5, 6, 7]
        var steps: [String] = []
        for _ in 0..<60 {
            let step = Int.random(in: 0..<14, using: &dice)
            steps.append("\(step)")
            let field = live.fields.randomElement(using: &dice)!
            func height() -> Double { Double.random(in: 10...590, using: &dice).rounded() }
            switch step {
            case 0, 1, 2:
                let y = height()
                live.tap(Point(.random(in: 60...940, using: &dice), y))
                field.enable(purpose: purposes.randomElement(using: &dice)!)
                if Bool.random(using: &dice) { field.setCursor(PixelRect(200, Int(y), 1, 20)) }
                field.commit()
            case 3:
                field.setCursor(PixelRect(200, Int(height()), 1, 20))
                field.tell()
                field.commit()
            case 4:
                field.disable()
                field.commit()
            case 5: live.tapKey { $0 == .hide }
            case 6: live.tapKey { $0.types("e") || $0.types("1") }
            case 7: live.tapKey { $0 == .backspace || $0 == .plane(.digits) }
            case 8: live.tapKey { $0 == .space || $0 == .layout }
            case 9:
                // The keyboard is flicked away by its strip.
                guard let keys = live.glass.stage.dock?.view else { break }
                let top = keys.layer.presentation.position.y + 10
                live.drag([0, 30, 80, 160].map { Point(500, min(599, top + $0)) })
            case 10, 11:
                let (isRight, y) = (live.glass.stage.direction == .rightToLeft, height())
                let ways: [[Double]] = [[3, 40, 200, 120, 10], [3, 60, 260, 600], [3, 200, 400, 300, 250]]
                let way = ways.randomElement(using: &dice)!
                live.drag(way.map { Point(isRight ? 999 - $0 : $0, y) })
            case 12: if live.glass.stage.navigator.screens.count == 1 { live.tap(Point(500, 250)) }
            default: live.pass(Int.random(in: 1...70, using: &dice))
            }
            live.pass(Int.random(in: 0...4, using: &dice))
        }
        live.pass(150)
        for field in live.fields { #expect(field.faults == []) }
        try check(live, language: language, "seed \(seed), \(language ?? "-"): \(steps)")
    }

    @Test(arguments: 0..<20) func `of a secret nothing is recorded`(
        seed: UInt64
    ) throws {
        var dice = SplitMix(seed)
        let live = try RecordedGuest(language: nil)
        let field = live.fields[0]
        func begin(_ purpose: UInt32, hint: UInt32 = 0, at y: Int) {
            live.tap(Point(300, Double(y)))
            field.enable(hint: hint, purpose: purpose)
            field.setCursor(PixelRect(300, y, 1, 20))
            field.commit()
            live.pass(Int.random(in: 1...60, using: &dice))
        }
        if Bool.random(using: &dice) { begin(6, at: 100) }
        let before = live.text
        if Bool.random(using: &dice) {
            begin(8, at: 540)
        } else {
            begin(0, hint: ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue, at: 540)
        }
        let places = live.text.dropFirst(before.count).split(separator: "\n")
        // The tap before the field was there, and frames.
        #expect(places.allSatisfy { $0.contains("frame") || $0.contains("touch") }, "\(places)")
        let secret = live.text
        for letter in ["e", "s", "t"] { live.tapKey { $0.types(letter) } }
        // The page changes meanwhile.
        live.glass.place.report(.history(true))
        live.pass(3)
        live.glass.place.report(.playing(true))
        live.pass(3)
        #expect(live.glass.stage.isPrivate)
        #expect(live.text.dropFirst(secret.count).split(separator: "\n").allSatisfy { $0.contains("frame") })
        if Bool.random(using: &dice) {
            field.disable()
            field.commit()
        } else {
            field.enable(purpose: 4)
            field.commit()
        }
        live.pass(150)
        #expect(!live.glass.stage.isPrivate)
    }

    @Test func `a visit's field is not the next one's`() throws {
        let live = try RecordedGuest(language: nil)
        live.tap(Point(300, 100))
        live.fields[0].enable(purpose: 8)
        live.fields[0].commit()
        live.pass(40)
        #expect(live.glass.hasKeyboard && live.glass.stage.isPrivate)
        let place = live.glass.place!
        live.glass.stage.begin(with: Home())
        #expect(!live.glass.hasKeyboard && !live.glass.stage.isPrivate && place.typed == nil && !place.isPlaying)
    }
}
