// Touch events in any order and with any time, and the frames they become.

import Geometry
import TestRandomness
import Testing

@testable import Linux

@Suite struct ContactTableTests {
    /// A panel of 200 × 100 mm and its warnings so far.
    struct Script {
        var table = ContactTable(panelSize: Size(200, 100))
        var warnings: [String] = []

        mutating func say(_ event: ContactTable.Event, _ slot: Int, device: Int = 1) {
            table.handle(event, device: device, slot: slot)
            warnings += table.takeWarnings()
        }

        /// `10: 1 began (20.0, 50.0), 2 ended (…)`
        mutating func frame(at milliseconds: Int, device: Int = 1) -> String? {
            let frame = table.frame(device: device, at: .zero + .milliseconds(milliseconds))
            warnings += table.takeWarnings()
            return frame.map(Script.text)
        }

        mutating func unplug(at milliseconds: Int, device: Int = 1) -> String? {
            table.remove(device: device, at: .zero + .milliseconds(milliseconds)).map(Script.text)
        }

        static func text(_ frame: TouchFrame) -> String {
            let changes = frame.changes.map { change in
                "\(change.contact) \(change.phase) (\(change.position.x), \(change.position.y))"
            }
            return "\(frame.time.nanoseconds / 1_000_000): " + changes.joined(separator: ", ")
        }
    }

    @Test func `a pointer stays a pointer from its press to its lift`() {
        var table = ContactTable(panelSize: Size(100, 50))
        table.handle(.down(Point(0.5, 0.5)), device: 1, slot: 0, tool: .pointer)
        let began = table.frame(device: 1, at: .zero)
        table.handle(.up, device: 1, slot: 0)
        let ended = table.frame(device: 1, at: .zero)
        #expect([began, ended].map { $0?.changes.map(\.tool) } == [[.pointer], [.pointer]])
    }

    @Test func `each panel's axes span the picture that lies under it`() {
        var script = Script()
        script.table.setPicture(Size(100, 400), .quarter, under: 2)
        script.say(.down(Point(0.1, 0.5)), 0, device: 1)
        script.say(.down(Point(0.1, 0.5)), 0, device: 2)
        #expect(script.frame(at: 10, device: 1) == "10: 1 began (20.0, 50.0)")
        #expect(script.frame(at: 10, device: 2) == "10: 2 began (50.0, 360.0)")
        // Plugged in again it is a new device, for which no picture is set yet.
        _ = script.unplug(at: 20, device: 2)
        script.say(.down(Point(0.1, 0.5)), 0, device: 2)
        #expect(script.frame(at: 30, device: 2) == "30: 3 began (20.0, 50.0)")
    }

    @Test func `a touch goes from down to up in millimetres, and its lift is where it was last`() {
        var script = Script()
        script.say(.down(Point(0.1, 0.5)), 0)
        #expect(script.frame(at: 10) == "10: 1 began (20.0, 50.0)")
        script.say(.motion(Point(0.25, 0.75)), 0)
        #expect(script.frame(at: 20) == "20: 1 moved (50.0, 75.0)")
        script.say(.up, 0)
        #expect(script.frame(at: 30) == "30: 1 ended (50.0, 75.0)")
        #expect(script.table.count == 0)
        #expect(script.warnings.isEmpty)
    }

    @Test(
        arguments: zip(
            PictureRotation.allCases,
            ["(20.0, 75.0)", "(150.0, 90.0)", "(180.0, 25.0)", "(50.0, 10.0)"]))
    func `touches turn with the picture`(rotation: PictureRotation, place: String) {
        var script = Script()
        // A tenth from the glass's left, a quarter from its bottom.
        script.table.rotation = rotation
        script.say(.down(Point(0.1, 0.75)), 0)
        #expect(script.frame(at: 10) == "10: 1 began \(place)")
    }

    @Test func `changes of one moment are one frame, and a frame without changes is none`() {
        var script = Script()
        script.say(.down(Point(0, 0)), 0)
        script.say(.down(Point(1, 1)), 1)
        #expect(script.frame(at: 5) == "5: 1 began (0.0, 0.0), 2 began (200.0, 100.0)")
        #expect(script.frame(at: 6) == nil)
    }

    @Test func `numbers are never used again, whatever the slot or the device`() {
        var script = Script()
        script.say(.down(Point(0, 0)), 0)
        script.say(.up, 0)
        script.say(.down(Point(0.5, 0.5)), 0)
        script.say(.down(Point(0.5, 0)), 0, device: 2)
        #expect(script.frame(at: 1) == "1: 1 began (0.0, 0.0), 1 ended (0.0, 0.0), 2 began (100.0, 50.0)")
        #expect(script.frame(at: 1, device: 2) == "1: 3 began (100.0, 0.0)")
    }

    @Test func `a palm is cancelled where it was`() {
        var script = Script()
        script.say(.down(Point(0.5, 0.5)), 3)
        _ = script.frame(at: 1)
        script.say(.cancel, 3)
        #expect(script.frame(at: 2) == "2: 1 cancelled (100.0, 50.0)")
    }

    @Test func `a palm that comes down is ignored until it lifts, and the next finger in its slot is not`() {
        var script = Script()
        script.say(.palm, 3)
        script.say(.motion(Point(0.5, 0.5)), 3)
        #expect(script.frame(at: 1) == nil)
        script.say(.up, 3)
        #expect(script.frame(at: 2) == nil)
        script.say(.down(Point(0.5, 0.5)), 3)
        #expect(script.frame(at: 3) == "3: 1 began (100.0, 50.0)")
        script.say(.up, 3)
        #expect(script.frame(at: 4) == "4: 1 ended (100.0, 50.0)")
        #expect(script.warnings == [])
    }

    @Test func `a device that goes cancels its own contacts only, even those that were never in a frame`() {
        var script = Script()
        script.say(.down(Point(0.5, 0.5)), 0)
        script.say(.down(Point(0, 0)), 0, device: 2)
        _ = script.frame(at: 100)
        _ = script.frame(at: 100, device: 2)
        script.say(.down(Point(1, 0)), 1)
        #expect(
            script.unplug(at: 90)
                == "100: 3 began (200.0, 0.0), 1 cancelled (100.0, 50.0), 3 cancelled (200.0, 0.0)")
        #expect(script.unplug(at: 110) == nil)
        #expect(script.table.count == 1)
    }

    @Test func `time never goes backwards, not even between devices`() {
        var script = Script()
        script.say(.down(Point(0, 0)), 0)
        #expect(script.frame(at: 50)?.hasPrefix("50:") == true)
        script.say(.down(Point(0, 0)), 0, device: 2)
        #expect(script.frame(at: 40, device: 2)?.hasPrefix("50:") == true)
        script.say(.up, 0)
        #expect(script.frame(at: 60)?.hasPrefix("60:") == true)
        #expect(script.warnings.isEmpty)
    }

    @Test func `time that a panel turns back is held, with one warning`() {
        var script = Script()
        script.say(.down(Point(0, 0)), 0)
        _ = script.frame(at: 500)
        for time in [400, 300, 450, 410] {
            script.say(.motion(Point(0.1, 0)), 0)
            #expect(script.frame(at: time)?.hasPrefix("500:") == true)
        }
        #expect(script.warnings == ["time goes back by 0.1 s; held at the latest time until then"])
    }

    @Test func `an unknown contact causes one warning for each slot, until the panel is gone`() {
        var script = Script()
        for _ in 0..<100 {
            script.say(.motion(Point(0, 0)), 4)
            script.say(.up, 4)
            script.say(.up, 5)
        }
        #expect(script.frame(at: 1) == nil)
        let both = [
            "slot 4 moved without having come down; ignored",
            "slot 5 was lifted without having come down; ignored",
        ]
        #expect(script.warnings == both)
        _ = script.unplug(at: 2)
        script.say(.up, 5)
        #expect(script.warnings == both + both.suffix(1))
    }

    @Test func `places outside the axes are taken as they are, with one warning for each panel`() {
        var script = Script()
        script.say(.down(Point(-0.01, 0.5)), 0)
        script.say(.motion(Point(0.5, 1.25)), 0)
        script.say(.down(Point(2, 0.5)), 0, device: 2)
        #expect(script.frame(at: 1) == "1: 1 began (-2.0, 50.0), 1 moved (100.0, 125.0)")
        #expect(script.warnings == Array(repeating: "reports places outside its axes; taken as they are", count: 2))
    }

    @Test(
        arguments: [
            Point(.nan, 0.5), Point(0.5, .infinity), Point(-.infinity, .nan), Point(4e9, 0.5), Point(0.5, -1001),
        ])
    func `a place that is nowhere is ignored, with one warning for each panel`(nowhere: Point) {
        var script = Script()
        script.say(.down(nowhere), 0)
        script.say(.down(Point(0.5, 0.5)), 1)
        #expect(script.frame(at: 1) == "1: 1 began (100.0, 50.0)")
        script.say(.motion(nowhere), 1)
        #expect(script.frame(at: 2) == nil)
        script.say(.up, 1)
        #expect(script.frame(at: 3) == "3: 1 ended (100.0, 50.0)")
        #expect(script.warnings.count == 1 && script.warnings[0].hasPrefix("reports places that are nowhere ("))
        #expect(script.table.count == 0)
    }

    @Test func `a second touch in a slot cancels the first`() {
        var script = Script()
        script.say(.down(Point(0, 0)), 0)
        _ = script.frame(at: 1)
        script.say(.down(Point(1, 1)), 0)
        #expect(script.frame(at: 2) == "2: 1 cancelled (0.0, 0.0), 2 began (200.0, 100.0)")
        #expect(script.warnings.count == 1)
    }

    @Test func `random events from three devices leave every contact ended exactly once`() {
        var random = SplitMix(1)
        var table = ContactTable(panelSize: Size(200, 100))
        var down: Set<Int> = []
        var last = Instant.zero
        func check(_ frame: TouchFrame?) {
            guard let frame else { return }
            #expect(frame.time >= last)
            last = frame.time
            for change in frame.changes {
                switch change.phase {
                case .began: #expect(down.insert(change.contact).inserted)
                case .moved: #expect(down.contains(change.contact))
                case .ended, .cancelled: #expect(down.remove(change.contact) != nil)
                }
            }
        }
        for _ in 0..<20_000 {
            let (device, slot) = (Int.random(in: 1...3, using: &random), Int.random(in: 0...4, using: &random))
            let place = Point(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
            let time = Instant(nanoseconds: Int64.random(in: 0...1_000_000, using: &random))
            switch Int.random(in: 0...10, using: &random) {
            case 10: table.handle(.palm, device: device, slot: slot)
            case 0...2: table.handle(.down(place), device: device, slot: slot)
            case 3...5: table.handle(.motion(place), device: device, slot: slot)
            case 6: table.handle(.up, device: device, slot: slot)
            case 7: table.handle(.cancel, device: device, slot: slot)
            case 8: check(table.frame(device: device, at: time))
            default: check(table.remove(device: device, at: time))
            }
        }
        for device in 1...3 { check(table.remove(device: device, at: last)) }
        #expect(down.isEmpty)
        #expect(table.count == 0)
    }
}
