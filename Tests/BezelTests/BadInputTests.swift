// Faulty input from panels, case by case, recorded and live: nothing stays stuck, and each fault is reported once.

import Testing

@Suite struct BadInputTests {
    @Test func `a panel that lifts contacts that never came down`() throws {
        var panel = PanelScript()
        panel.swipe(between: [(1, .up), (2, .up)])
        panel.at(190, (0, .up), (1, .up), (2, .up))
        for played in try panel.played() {
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.count == 2, "one for each slot: \(played.warnings)")
            #expect(played.warnings.allSatisfy { $0.contains("without having") })
        }
    }

    @Test func `a panel that moves a contact that never came down`() throws {
        var panel = PanelScript()
        panel.swipe(between: [(7, .move(300, 200))])
        panel.at(190, (0, .up))
        for played in try panel.played() {
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
        }
        // In a recording, a position for a slot that is not down is neither a movement nor a fault.
        #expect(try panel.live().warnings == ["slot 7 moved without having come down; ignored"])
    }

    @Test func `a slot that changes fingers within one report, in mid-swipe`() throws {
        var panel = PanelScript()
        panel.swipe()
        panel.at(190, (0, .up), (0, .down(300, 200)))
        panel.at(200, (0, .move(301, 200)))
        panel.at(210, (0, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop").contains("ended"))
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.isEmpty)
        }
    }

    @Test func `a finger that comes down where one is down already, in each report`() throws {
        var panel = PanelScript()
        for step in 0..<50 { panel.at(10 * step, (0, .down(2 + Double(step), 100))) }
        panel.at(500, (0, .up))
        for played in try panel.played() {
            #expect(played.stuck == "[]")
            #expect(played.warnings.count == 1, "\(played.warnings)")
        }
    }

    @Test func `positions outside the axes begin, move and end unchanged`() throws {
        var panel = PanelScript()
        panel.at(0, (0, .down(-1, 100)))
        for step in 1...30 { panel.at(10 * step, (0, .move(-1 + 20 * Double(step), 100))) }
        panel.at(310, (0, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop") == ["began", "ended"])
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.count == 1, "\(played.warnings)")
        }
    }

    @Test func `a panel that does not report its size`() throws {
        var panel = PanelScript()
        panel.resolution = 0
        panel.swipe()
        panel.at(190, (0, .up))
        let played = try panel.replayed()
        #expect(played.stack == #"["home"]"#)
        #expect(played.warnings.count == 1)
        #expect(played.warnings.first?.contains("does not report its size; taken as 508.0 × 285.75 mm") == true)
    }

    @Test func `two panels at once, with the same slots`() throws {
        var panels = PanelScript()
        panels.at(0, panel: 1, (0, .down(300, 200)))
        for step in 1...40 { panels.at(10 * step + 3, panel: 1, (0, .move(300, 200 + Double(step % 2)))) }
        panels.swipe(at: 100, panel: 2)
        panels.at(290, panel: 2, (0, .up))
        panels.at(413, panel: 1, (0, .up))
        for played in try panels.played(["home", "engine"]) {
            #expect(played.states(of: "edge-pop").suffix(2) == ["began", "ended"])
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.isEmpty, "\(played.warnings)")
        }
    }

    @Test func `sixty contacts that change in one report`() throws {
        var panel = PanelScript()
        panel.at(0, slots: 0..<60) { .down(20 + 8.3 * Double($0), 10 + 4 * Double($0)) }
        for step in 1...10 {
            panel.at(10 * step, slots: 0..<60) {
                .move(20 + 8.3 * Double($0), 10 + 4 * Double($0) - 0.5 * Double(step))
            }
        }
        panel.at(110, slots: 0..<60) { _ in .up }
        panel.swipe(at: 3000)
        panel.at(3190, (0, .up))
        for played in try panel.played() {
            #expect(played.stack == #"["home"]"#)
            #expect(played.states(of: "edge-pop").suffix(2) == ["began", "ended"])
            #expect(played.stuck == "[]")
            #expect(played.warnings.isEmpty, "\(played.warnings)")
        }
    }

    @Test func `time that runs backwards in mid-swipe`() throws {
        var panel = PanelScript()
        panel.at(1000, (0, .down(2, 100)))
        for step in 1...18 {
            let time = step < 9 ? 1000 + 10 * step : 400 + 10 * step
            panel.at(time, (0, .move(2 + 10 * Double(step), 100)))
        }
        panel.at(600, (0, .up))
        panel.swipe(at: 5000)
        panel.at(5190, (0, .up))
        for played in try panel.played(["home", "engine", "hours"]) {
            // Samples that all have one timestamp give no velocity, but the finger went far enough.
            #expect(played.states(of: "edge-pop") == ["began", "ended", "began", "ended"])
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.count == 1, "\(played.warnings)")
            #expect(played.warnings.first?.contains("time goes back") == true)
        }
    }

    @Test func `a palm in mid-swipe cancels the pop, and the next swipe pops`() throws {
        var panel = PanelScript()
        panel.swipe()
        panel.at(190, (0, .palm))
        panel.at(200, (0, .move(200, 100)))
        panel.at(210, (0, .up))
        panel.swipe(at: 3000)
        panel.at(3190, (0, .up))
        let played = try panel.replayed()
        #expect(played.states(of: "edge-pop") == ["began", "cancelled", "began", "ended"])
        #expect(played.stack == #"["home"]"#)
        #expect(played.stuck == "[]")
    }
}
