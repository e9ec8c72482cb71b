// The way out of a kiosk: the PIN, its tries, and what can be done then, on a stage with fingers.

import Geometry
import Linux
import Logging
import Stage
import Testing
import TouchScript

@testable import Bezel
@testable import Calibration
@testable import Machine
@testable import Run

@Suite struct MaintenanceTests {
    /// A kiosk of one screen with a way out whose PIN is 271828.
    final class Kiosk: MaintenanceHost {
        static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
        let stage: Stage
        /// How many tries were wrong before.
        let failures: Int
        private let answersAtOnce: Bool
        let deviceLines = ["a panel"]
        let logLines = (1...200).map { "line \($0)" }
        var maintenance: Maintenance!
        var kept: [Int] = []
        var acted: [Maintenance.Action] = []
        var answers: [Result<Bool, SystemError>] = []
        /// Has the machine refuse what was chosen last.
        var refuse: (() -> Void)?
        /// The comparison that has not answered yet.
        var waiting: ((Result<Bool, SystemError>) -> Void)?

        init(failures: Int = 0, language: String? = nil, answersAtOnce: Bool = true) throws {
            (self.failures, self.answersAtOnce) = (failures, answersAtOnce)
            stage = Stage(
                panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: GestureSettings(),
                root: Screen(name: "home", title: "Home"))
            let hash = try PasswordHash(of: "271828", random: [UInt8](repeating: 1, count: 32), cost: 6)
            let table = MaintenanceTable(pin: hash)
            maintenance = Maintenance(table, words: MaintenanceWords(language), on: stage, host: self)
        }

        func compare(
            _ pin: String, with hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void
        ) {
            let result = Result { () throws(SystemError) in try hash.matches(pin) }
            if answersAtOnce { answer(result) } else { waiting = answer }
        }

        func keep(failures: Int) { kept.append(failures) }

        func act(_ action: Maintenance.Action, onRefusal: @escaping () -> Void) {
            acted.append(action)
            refuse = onRefusal
        }

        func note(_ level: Logger.Level, _ text: String) {}

        func play(_ script: (TouchScript) -> Void) {
            let touch = TouchScript(start: stage.now + .milliseconds(10))
            script(touch)
            for frame in touch.frames { stage.handle(frame) }
            stage.advance(to: max(stage.now, touch.now) + .seconds(1))
        }

        func open() {
            play {
                $0.down(at: Point(8, 8)).hold(for: .milliseconds(3100)).drag(
                    to: Point(70, 60), over: .milliseconds(300)
                )
                .lift()
            }
        }

        var shown: String? { stage.sheets.last.map(\.navigator.top.name) }

        var texts: [String] {
            func labels(in view: View) -> [Label] {
                view.subviews.flatMap { ($0 as? Label).map { [$0] } ?? labels(in: $0) }
            }
            return stage.sheets.last.map { labels(in: $0.navigator.top.view).map(\.text.string) } ?? []
        }

        func buttons(in view: View? = nil) -> [Button] {
            guard let view = view ?? stage.sheets.last?.navigator.top.view else { return [] }
            return view.subviews.flatMap { ($0 as? Button).map { [$0] } ?? buttons(in: $0) }
        }

        /// Taps the buttons called `titles`, one after the other.
        func tap(_ titles: [String]) throws {
            for title in titles {
                let button = try #require(buttons().first { $0.title == title }, "no button \(title)")
                let corner = button.convert(fromPanel: .zero)
                let middle = Point(button.bounds.width / 2 - corner.x, button.bounds.height / 2 - corner.y)
                play { $0.tap(at: Self.panel.millimetres(middle)) }
            }
        }

        func type(_ pin: String) throws { try tap(pin.map { String($0) } + ["✓"]) }
    }

    @Test func `the PIN opens it, and what is chosen is asked once more and done`() throws {
        let kiosk = try Kiosk()
        kiosk.open()
        #expect(kiosk.shown == "pin")
        #expect(kiosk.stage.isPrivate)
        try kiosk.type("271828")
        #expect(kiosk.shown == "maintenance")
        #expect(!kiosk.stage.isPrivate)
        #expect(kiosk.kept == [1, 0])
        try kiosk.tap(["Restart the machine", "Cancel", "Restart the kiosk"])
        #expect(kiosk.acted.isEmpty)
        try kiosk.tap(["Restart the kiosk"])
        #expect(kiosk.acted == [.restart])
        #expect(kiosk.stage.sheets.isEmpty)
    }

    @Test func `a machine that refuses to stop says so to who asked`() throws {
        let kiosk = try Kiosk()
        kiosk.open()
        try kiosk.type("271828")
        try kiosk.tap(["Switch off", "Switch off"])
        #expect(kiosk.acted == [.powerOff])
        #expect(kiosk.shown == "maintenance")
        #expect(kiosk.texts.contains("Switch off …"))
        let refuse = try #require(kiosk.refuse)
        refuse()
        #expect(kiosk.texts.contains(kiosk.maintenance.words.refused))
        // What is chosen next is another thing.
        try kiosk.tap(["Calibrate the panel"])
        #expect(!kiosk.texts.contains(kiosk.maintenance.words.refused))
    }

    @Test func `a wrong PIN is one, three make one wait, and the wait outlives the machine`() throws {
        let kiosk = try Kiosk()
        kiosk.open()
        for _ in 0..<3 { try kiosk.type("271829") }
        #expect(kiosk.shown == "pin")
        #expect(kiosk.kept == [1, 2, 3])
        // The right one is not even looked at.
        try kiosk.type("271828")
        #expect(kiosk.shown == "pin" && kiosk.kept.count == 3)
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(25))
        #expect(kiosk.maintenance.limit.waiting(at: kiosk.stage.now) == nil)
        let again = try Kiosk(failures: 3)
        again.open()
        try again.type("271828")
        #expect(again.shown == "pin" && again.kept.isEmpty)
        again.stage.advance(to: again.stage.now + .seconds(30))
        try again.type("271828")
        #expect(again.shown == "maintenance" && again.kept == [4, 0])
    }

    @Test func `while a try is compared no other is, and who has left hears nothing`() throws {
        let kiosk = try Kiosk(answersAtOnce: false)
        kiosk.open()
        try kiosk.type("271828")
        try kiosk.type("271828")
        #expect(kiosk.kept == [1])
        kiosk.stage.sheets.last?.dismiss()
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(2))
        kiosk.waiting?(.success(true))
        #expect(kiosk.stage.sheets.isEmpty)
    }

    @Test func `nobody there for a minute, it goes`() throws {
        let kiosk = try Kiosk()
        kiosk.open()
        try kiosk.type("271828")
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(50))
        try kiosk.tap(["Log"])
        #expect(kiosk.shown == "log")
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(50))
        #expect(kiosk.shown == "log")
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(12))
        #expect(kiosk.stage.sheets.isEmpty)
    }

    @Test func `each language has all words, and its figure`() {
        for words in MaintenanceWords.all {
            #expect(words.wait.contains("%1"))
            #expect(
                Set([words.calibrate, words.devices, words.log, words.restart, words.reboot, words.powerOff]).count == 6
            )
        }
        #expect(MaintenanceWords("de-AT").pin == "PIN" && MaintenanceWords("de-AT").tag == "de")
        #expect(MaintenanceWords("xx").tag == "en" && MaintenanceWords(nil).tag == "en")
        #expect(Set(MaintenanceWords.all.map(\.tag)) == Set(CalibrationWords.all.map(\.tag)))
    }

    @Test func `waits double up to an hour`() {
        var limit = PINLimit(failures: 0, at: .zero)
        var waits: [Int] = []
        for _ in 0..<14 {
            limit.began(at: .zero)
            waits.append(Int(limit.waiting(at: .zero)?.seconds ?? 0))
        }
        #expect(waits == [0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600])
        limit.succeeded()
        #expect(limit.failures == 0 && limit.waiting(at: .zero) == nil)
        #expect(PINLimit(failures: .max, at: .zero).waiting(at: .zero) == .seconds(3600))
    }

    @Test func `touches in secret are not written, and those that were down end as cancelled`() {
        func frame(_ changes: (Int, TouchFrame.Phase)...) -> TouchFrame {
            TouchFrame(
                time: .zero,
                changes: changes.map { .init(contact: $0.0, phase: $0.1, position: Point(Double($0.0), 1)) })
        }
        var gate = CancellingGate<TouchFrame>()
        #expect(gate.pass(frame((1, .began), (2, .began)), whileOpen: true) == frame((1, .began), (2, .began)))
        #expect(gate.pass(frame((1, .ended)), whileOpen: true) == frame((1, .ended)))
        #expect(gate.pass(frame((3, .began)), whileOpen: false) == frame((2, .cancelled)))
        #expect(gate.pass(frame((2, .moved), (3, .moved)), whileOpen: false) == nil)
        #expect(gate.pass(frame((2, .ended), (3, .moved)), whileOpen: true) == nil)
        #expect(gate.pass(frame((3, .ended), (4, .began)), whileOpen: true) == frame((4, .began)))
    }
}
