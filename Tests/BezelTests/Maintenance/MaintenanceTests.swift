// The way out of a kiosk: the PIN, its attempts, and the actions behind it, on a stage with fingers.

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
    @Test func `the PIN opens the page, and a choice is confirmed once more and carried out`() throws {
        let kiosk = try MaintenanceKiosk()
        kiosk.open()
        #expect(kiosk.shown == "pin")
        #expect(kiosk.stage.isPrivate)
        try kiosk.type("271828")
        #expect(kiosk.shown == "maintenance")
        #expect(!kiosk.stage.isPrivate)
        #expect(kiosk.kept == 0)
        try kiosk.tap(["Restart the machine", "Cancel", "Restart the kiosk"])
        #expect(kiosk.acted.isEmpty)
        try kiosk.tap(["Restart the kiosk"])
        #expect(kiosk.acted == [.restart])
        #expect(kiosk.stage.sheets.isEmpty)
    }

    @Test func `a machine that refuses to stop tells the person who asked`() throws {
        let kiosk = try MaintenanceKiosk()
        kiosk.open()
        try kiosk.type("271828")
        try kiosk.tap(["Switch off", "Switch off"])
        #expect(kiosk.acted == [.powerOff])
        #expect(kiosk.shown == "maintenance")
        #expect(kiosk.texts.contains("Switch off …"))
        let refuse = try #require(kiosk.refuse)
        refuse()
        #expect(kiosk.texts.contains(kiosk.maintenance.words.refused))
        // The next choice removes the message.
        try kiosk.tap(["Calibrate the panel"])
        #expect(!kiosk.texts.contains(kiosk.maintenance.words.refused))
    }

    @Test func `a wrong PIN is counted, three of them cause a wait, and the wait outlives a restart`() throws {
        let kiosk = try MaintenanceKiosk()
        kiosk.open()
        for _ in 0..<3 { try kiosk.type("271829") }
        #expect(kiosk.shown == "pin")
        #expect(kiosk.kept == 3)
        // The right PIN is not even compared.
        try kiosk.type("271828")
        #expect(kiosk.shown == "pin" && kiosk.kept == 3)
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(25))
        #expect(kiosk.maintenance.waiting == nil)
        let again = try MaintenanceKiosk(tries: "3")
        again.open()
        try again.type("271828")
        #expect(again.shown == "pin" && again.kept == 3)
        again.stage.advance(to: again.stage.now + .seconds(30))
        try again.type("271828")
        #expect(again.shown == "maintenance" && again.kept == 0)
    }

    @Test func `while one attempt is compared no other is, and a visitor who has left hears nothing`() throws {
        let kiosk = try MaintenanceKiosk(answersAtOnce: false)
        kiosk.open()
        try kiosk.type("271828")
        try kiosk.type("271828")
        #expect(kiosk.kept == 1)
        kiosk.stage.sheets.last?.dismiss()
        kiosk.stage.advance(to: kiosk.stage.now + .seconds(2))
        kiosk.waiting?(.success(true))
        #expect(kiosk.stage.sheets.isEmpty)
    }

    @Test func `after a minute without touches the page goes away`() throws {
        let kiosk = try MaintenanceKiosk()
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

    @Test func `each language has all words, and the placeholder of the wait`() {
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
        limit.succeeded(at: .zero)
        #expect(limit.failures == 0 && limit.waiting(at: .zero) == nil)
        #expect(PINLimit(failures: .max, at: .zero).waiting(at: .zero) == .seconds(3600))
    }

    @Test func `touches on a private page are not passed on, and those that were down end as cancelled`() {
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
