// Between two visitors: what the first did is undone, the first touch of the second presses nothing, and the pictures show
// both.

import Geometry
import Glibc
import Layers
import Pages
import Stage
import TestFolders
import TestRandomness
import Testing
import TouchScript

@testable import Bezel
@testable import Calibration
@testable import Machine
@testable import Run

@Suite struct AttendantTests {
    @Test func `after a wipe all is as at the start, to the pixel, whatever was done`() throws {
        var random = SplitMix(3)
        for _ in 0..<6 {
            let room = try IdleRoom("home-after = \"60 s\"")
            let before = room.hash()
            for _ in 0..<12 { room.play(&random) }
            room.run(for: 200)
            #expect(room.attendant.lastTouch == nil)
            #expect(room.stage.navigator.screens.map(\.name) == ["home"] && room.stage.sheets.isEmpty)
            #expect(room.stage.gesturesUnderWay.isEmpty && !room.stage.isMoving && room.stage.cover == nil)
            #expect(room.hash() == before)
        }
    }

    @Test func `a wipe keeps nothing of the visits before it in memory`() throws {
        var random = SplitMix(4)
        let room = try IdleRoom("home-after = \"60 s\"")
        room.play(&random)
        room.run(for: 200)
        // The layer of the page that came with a wipe. What is visible in the last picture is kept until the next ones.
        weak let layer = room.stage.navigator.view.layer
        for _ in 0..<3 {
            room.play(&random)
            room.run(for: 200)
        }
        #expect(layer == nil)
    }

    @Test func `a visitor is asked on a card in the page's language, and a touch anywhere stays and presses nothing`()
        throws
    {
        let room = try IdleRoom("home-after = \"60 s\"", language: "de")
        room.tap(room.row(0))
        room.run(for: 1)
        #expect(room.stack == ["home", "hours"])
        let page = room.hash()
        room.run(for: 42)
        #expect(room.stage.cover is StillThereCard)
        #expect(room.hash() != page)
        // In the middle of the first row, which would push the page once more.
        room.tap(room.row(0))
        room.run(for: 2)
        #expect(room.stack == ["home", "hours"] && room.stage.cover == nil)
        #expect(room.hash() == page)
        room.run(for: 100)
        #expect(room.stack == ["home"])
    }

    @Test func `the card shows the seconds that are left`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(Point(100, 290))
        room.run(for: 45)
        var pictures: Set<FrameHash> = []
        for _ in 0..<10 {
            pictures.insert(room.hash())
            room.run(for: 1)
        }
        #expect(pictures.count == 10)
    }

    @Test func `the attracting page comes, and a touch leads home and presses nothing there`() throws {
        let room = try IdleRoom("home-after = \"60 s\"\nattract = \"hello\"")
        let home = room.hash()
        room.run(for: 100)
        #expect(room.stack == ["hello"])
        room.tap(room.row(0))
        room.run(for: 2)
        #expect(room.stack == ["home"] && room.hash() == home)
        room.tap(room.row(0))
        room.run(for: 2)
        #expect(room.stack == ["home", "hours"])
    }

    @Test func `the touch that wakes presses nothing, nor does one before the picture is on the glass`() throws {
        let room = try IdleRoom("blank-after = \"100 s\"")
        room.run(for: 101)
        #expect(room.lights == [false])
        room.tap(room.row(0))
        #expect(room.lights == [false, true])
        room.tap(room.row(0))
        // This one comes down in the dark and lifts in the light.
        var held = room.down(room.row(0), contact: 9)
        room.run(for: 1)
        let changes = room.changes
        room.attendant.shown(at: room.now)
        #expect(room.changes > changes, "the change of the deadline is announced")
        held.phase = .ended
        room.send([held])
        room.run(for: 2)
        #expect(room.stack == ["home"])
        room.tap(room.row(0))
        room.run(for: 2)
        #expect(room.stack == ["home", "hours"])
    }

    @Test func `a touch that came down before the picture and is reported after it is no press`() throws {
        let room = try IdleRoom("blank-after = \"100 s\"")
        room.run(for: 101)
        room.tap(room.row(0))
        let late = room.now
        room.attendant.shown(at: late + .milliseconds(30))
        var finger = TouchFrame.Change(contact: 3, phase: .began, position: room.row(0))
        #expect(room.attendant.admit(TouchFrame(time: late + .milliseconds(10), changes: [finger])) == nil)
        finger.phase = .ended
        #expect(room.attendant.admit(TouchFrame(time: late + .milliseconds(60), changes: [finger])) == nil)
    }

    @Test func `a button press is a person: it wakes, answers, leaves the attracting page, and does no more`() throws {
        let room = try IdleRoom("home-after = \"60 s\"\nattract = \"hello\"\nblank-after = \"100 s\"")
        room.press(.began)
        room.press(.ended)
        room.tap(room.row(0))
        room.run(for: 43)
        #expect(room.stage.cover is StillThereCard && room.stack == ["home", "hours"])
        room.press(.began)
        #expect(room.stage.cover == nil)
        room.press(.ended)
        room.run(for: 2)
        #expect(room.stack == ["home", "hours"], "the press that answers does not go back")
        room.press(.began)
        room.press(.ended)
        room.run(for: 2)
        #expect(room.stack == ["home"])
        room.run(for: 65)
        #expect(room.stack == ["hello"])
        room.press(.began)
        #expect(room.stack == ["home"])
        room.press(.ended)
        room.run(for: 1)
        #expect(room.stack == ["home"] && room.warnings == [])
        room.run(for: 300)
        #expect(room.lights == [false])
        room.press(.began)
        #expect(room.lights == [false, true])
        room.press(.ended)
        room.attendant.shown(at: room.now)
        room.run(for: 1)
        #expect(room.stack == ["home"] && room.warnings == [])
    }

    @Test func `a page that a client opens stays at a reload, and goes after the time without a touch`() throws {
        let room = try IdleRoom("home-after = \"60 s\"\nattract = \"hello\"\nblank-after = \"300 s\"")
        func open() throws {
            room.attendant.opened(at: room.now)
            room.stage.navigator.push(try room.screen("hours"), animated: false)
        }
        try open()
        try room.change("hours.md", "# Other hours\n")
        #expect(room.stack == ["home", "hours"])
        room.run(for: 59)
        #expect(room.stack == ["home", "hours"] && room.stage.cover is StillThereCard)
        // A page that is opened now has the whole time.
        room.attendant.opened(at: room.now)
        #expect(room.stage.cover == nil)
        room.run(for: 59)
        #expect(room.stack == ["home", "hours"])
        room.run(for: 2)
        #expect(room.stack == ["hello"])
        try open()
        #expect(room.stack == ["home", "hours"])
        room.run(for: 400)
        #expect(room.stack == ["home"] && room.lights == [false])
        // Who opens a page wants it to be seen: the glass is lit, for as long as after a touch.
        try open()
        #expect(room.lights == [false, true])
        room.attendant.shown(at: room.now)
        room.run(for: 59)
        #expect(room.stack == ["home", "hours"])
        room.run(for: 2)
        #expect(room.stack == ["hello"])
        room.run(for: 400)
        #expect(room.lights == [false, true, false])
    }

    @Test func `a reload under a visitor is one record, and no push or sheet of the visitor`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(room.row(0))
        room.run(for: 2)
        room.stage.present(try room.screen("terms"), animated: false)
        var records: [TraceRecord] = []
        room.stage.onTrace = { records.append($0) }
        try room.change("terms.md", "# Other terms\n")
        #expect(room.stage.stackNames == ["home", "hours", "terms!"])
        #expect(records.map(\.kind) == ["begin"])
        if case .texts(let stack)? = records.first?.fields.first?.1 { #expect(stack == room.stage.stackNames) }
        room.run(for: 100)
        #expect(records.map(\.kind) == ["begin", "begin"] && room.stack == ["home"])
    }

    @Test func `a stuck button is no person, and a button that is held when the light goes off does nothing`() throws {
        let room = try IdleRoom("home-after = \"60 s\"\nblank-after = \"100 s\"")
        room.tap(room.row(0))
        room.run(for: 1)
        room.press(.began)
        room.run(for: 61)
        #expect(room.stack == ["home"])
        room.run(for: 100)
        #expect(room.lights == [false])
        room.press(.ended)
        #expect(room.lights == [false])
        #expect(room.warnings == [] && room.stage.gesturesUnderWay.isEmpty)
    }

    @Test func `the touch that leads away from the attracting page causes no warning`() throws {
        let room = try IdleRoom("home-after = \"60 s\"\nattract = \"hello\"")
        room.run(for: 100)
        #expect(room.stack == ["hello"])
        room.tap(room.row(0))
        #expect(room.stack == ["home"] && room.warnings == [])
    }

    @Test func `dirt on the panel and a palm are no person, and a hand that moves is one`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        var drop = room.down(Point(300, 200), contact: 5)
        for step in 1...70 {
            room.run(for: 1)
            drop.phase = .moved
            drop.position.x = 300 + Double(step % 2)
            room.send([drop])
        }
        #expect(room.attendant.lastTouch == nil)
        room.tap(Point(200, 290))
        for _ in 0..<40 {
            room.run(for: 3)
            drop.position.x += 3
            room.send([drop])
        }
        #expect(room.attendant.lastTouch != nil && room.stage.cover == nil)
    }

    @Test func `an app's page that moves by itself is no visitor`() throws {
        let room = try IdleRoom("home-after = \"60 s\"")
        room.tap(Point(200, 290))
        let animation = Animation()
        animation.animator.add(.opacity, of: room.stage.overlay, from: -0.5, to: 0)
        animation.start(on: room.stage, for: .seconds(1), repeats: true)
        room.run(for: 62)
        #expect(room.attendant.lastTouch == nil)
    }

    @Test func `each language asks in words of its own`() {
        #expect(Set(IdleWords.all.map(\.tag)) == Set(CalibrationWords.all.map(\.tag)))
        #expect(Set(IdleWords.all.map(\.question)).count == 16 && Set(IdleWords.all.map(\.hint)).count == 16)
        #expect(IdleWords("pt-BR").tag == "pt" && IdleWords("zh").tag == "zh-Hans" && IdleWords("tlh").tag == "en")
        for words in IdleWords.all {
            #expect(words.direction == LayoutDirection(language: words.tag))
        }
    }
}

/// A kiosk of three pages with an attendant, in virtual time.
final class IdleRoom {
    nonisolated static let panel = Panel(pixels: PixelSize(640, 360), millimetres: Size(527, 296))

    let stage: Stage
    let attendant: Attendant
    private(set) var lights: [Bool] = []
    private(set) var changes = 0
    private(set) var warnings: [String] = []
    private(set) var now = Instant.zero
    private var screens: StartScreens
    private let folder = TemporaryFolder()
    private let bitmap = Bitmap(size: panel.pixels, isOpaque: true, filledWith: .black)
    private var contact = 100
    /// Receives the touches that reach the stage, before it does.
    var onTouches: ((TouchFrame) -> Void)?
    private var button = 0

    init(_ idle: String, language: String = "en", start: String = "", files: [String: [UInt8]] = [:]) throws {
        for (name, bytes) in files { folder.write(bytes, to: name) }
        folder.write("language = \"\(language)\"\n\(start)\n[idle]\n\(idle)\n", to: "kiosk.toml")
        let lines = (0..<90).map { "Line \($0).\n\n" }.joined()
        folder.write(
            "- [Hours](hours.md)\n- [Terms](terms.md \"sheet\")\n- [Hello](hello.md)\n\n\(lines)", to: "home.md")
        folder.write("- [Hours](hours.md)\n\n\(lines)", to: "hours.md")
        folder.write("# Terms\n\n\(lines)", to: "terms.md")
        folder.write("# Touch me", to: "hello.md")
        screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        stage = try screens.stage(on: Self.panel)
        attendant = Attendant(stage, screens, at: .zero)
        attendant.onLight = { [unowned self] in lights.append($0) }
        attendant.onChange = { [unowned self] in changes += 1 }
        stage.onWarning = { [unowned self] in warnings.append($0) }
    }

    /// A new screen of the page `name`.
    func screen(_ name: String) throws -> Screen { try screens.screen(name) }

    /// Writes `text` to the file `name`, and reloads the kiosk.
    func change(_ name: String, _ text: String) throws { try change(name, Array(text.utf8)) }

    func change(_ name: String, _ bytes: [UInt8]) throws {
        folder.write(bytes, to: name)
        try reload()
    }

    /// Removes the page `name`, and all links from `other` and from the page hours.
    func remove(_ name: String, linkedFrom other: String) throws {
        folder.write("Nothing.\n", to: other)
        folder.write("Nothing.\n", to: "hours.md")
        unlink("\(folder.path)/\(name)")
        try reload()
    }

    private func reload() throws {
        screens = try StartScreens(Kiosk.load(folder.path), in: folder.path, on: Configuration()) { _ in }
        try attendant.change(to: screens, scale: 1, record: nil, at: now)
    }

    var stack: [String] { stage.navigator.screens.map(\.name) }
    /// Where the row `index` of a page of rows and lines is, in mm: in the column where lines begin, whether there are two or one.
    func row(_ index: Int) -> Point { Point(100, 42 + 19 * Double(index)) }

    /// Lets time run, advancing the stage and the attendant at each of their deadlines.
    func run(for seconds: Double) {
        let end = now + .seconds(seconds)
        while let due = [stage.nextDeadline, attendant.nextDeadline].compactMap(\.self).min(), due <= end {
            now = max(now, due)
            stage.advance(to: now)
            attendant.advance(to: now)
        }
        now = end
        stage.advance(to: end)
        attendant.advance(to: end)
    }

    func send(_ changes: [TouchFrame.Change]) {
        guard let frame = attendant.admit(TouchFrame(time: now, changes: changes)) else { return }
        onTouches?(frame)
        stage.handle(frame)
    }

    /// The back button goes through `phase`, a moment later.
    func press(_ phase: PressFrame.Phase) {
        run(for: 0.05)
        if phase == .began { button += 1 }
        let change = PressFrame.Change(button: button, kind: .back, phase: phase)
        if let frame = attendant.admit(PressFrame(time: now, changes: [change])) { stage.handle(frame) }
    }

    func down(_ place: Point, contact: Int) -> TouchFrame.Change {
        let change = TouchFrame.Change(contact: contact, phase: .began, position: place)
        send([change])
        return change
    }

    func tap(_ place: Point) { drag(from: place, to: place) }

    func drag(from start: Point, to end: Point) {
        contact += 1
        var change = down(start, contact: contact)
        for step in 1...8 where start != end {
            run(for: 0.02)
            change.phase = .moved
            change.position = start + (end - start) * (Double(step) / 8)
            send([change])
        }
        run(for: 0.05)
        change.phase = .ended
        send([change])
    }

    /// Something random that visitors do.
    func play(_ random: inout SplitMix) {
        let place = Point(Double(random.below(500)), Double(random.below(290)))
        switch random.below(4) {
        case 0: tap(place)
        case 1: drag(from: place, to: Point(place.x, Double(random.below(290))))
        case 2: drag(from: Point(1, place.y), to: Point(300, place.y))
        default: tap(row(random.below(3)))
        }
        run(for: Double(random.below(3)))
    }

    /// The picture on the glass.
    func hash() -> FrameHash {
        let frame = stage.plan(at: stage.now)
        stage.draw(frame, into: bitmap.surface, region: Region(Self.panel.pixels.bounds))
        return FrameHash(of: bitmap.surface)
    }
}
