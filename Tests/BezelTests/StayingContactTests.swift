// Contacts that stay, tremble, are palms or no fingers at all: one finger still goes back, and nothing stays stuck.

import Geometry
import Testing

@Suite struct StayingContactTests {
    /// Where ghost number `index` touches: all over the panel, the same each time.
    static func ghost(_ index: Int) -> (Double, Double) {
        (Double(index * 211 % 527), Double(index * 97 % 296))
    }

    // "Unmoved for more than 3 s it blocks nothing and counts for nothing until it moves."
    @Test(arguments: [Point(300, 200), Point(3, 250), Point(7, 250), Point(20, 250)])
    func `a hand that has leaned for three seconds, in the page or at the edge, does not keep a finger from a pop`(
        _ place: Point
    ) throws {
        var panel = PanelScript()
        panel.at(0, (5, .down(place.x, place.y)))
        panel.swipe(at: 3100)
        panel.at(3290, (0, .up))
        panel.at(6000, (5, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop").suffix(2) == ["began", "ended"], "\(place)")
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
        }
    }

    @Test func `before that, a hand in the page does not concern the edge, and one at the edge is a first finger`()
        throws
    {
        for (place, stack) in [(300.0, #"["home"]"#), (3, #"["home","hours"]"#)] {
            var panel = PanelScript()
            panel.at(0, (5, .down(place, 250)))
            panel.swipe(at: 1000)
            panel.at(1190, (0, .up))
            panel.at(2000, (5, .up))
            for played in try panel.played() {
                #expect(played.stack == stack, "\(place)")
                #expect(played.stuck == "[]")
            }
        }
    }

    @Test func `a hand that has leaned and then swipes is a finger again`() throws {
        var panel = PanelScript()
        panel.at(0, (0, .down(2, 100)))
        for step in 1...18 { panel.at(5000 + 10 * step, (0, .move(2 + 10 * Double(step), 100))) }
        panel.at(5190, (0, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop") == ["failed", "began", "ended"])
            #expect(played.stack == #"["home"]"#)
        }
    }

    @Test func `a drop of water that trembles within the slop counts for nothing either`() throws {
        var panel = PanelScript()
        panel.at(0, (5, .down(4, 250)))
        for step in 1..<800 where step % 3 != 0 {
            let place = (4 + Double(step * 7 % 11) / 10, 250 + Double(step * 5 % 13) / 10)
            if step == 400 { panel.at(4000, (5, .move(place.0, place.1)), (0, .down(2, 100))) }
            if (401...418).contains(step) {
                panel.at(10 * step, (5, .move(place.0, place.1)), (0, .move(2 + 10 * Double(step - 400), 100)))
            } else if step != 400 {
                panel.at(10 * step, (5, .move(place.0, place.1)))
            }
            if step == 419 { panel.at(4195, (0, .up)) }
        }
        panel.at(8000, (5, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop") == ["failed", "began", "ended"])
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
        }
    }

    @Test func `a palm beside a swipe ends on its own`() throws {
        var panel = PanelScript()
        panel.at(0, (0, .down(2, 100)))
        for step in 1...18 {
            panel.at(10 * step, (0, .move(2 + 10 * Double(step), 100)))
            if step == 4 { panel.at(45, (5, .down(250, 250))) }
            if step == 9 { panel.at(95, (5, .palm)) }
        }
        panel.at(190, (0, .up))
        panel.at(400, (5, .up))
        let played = try panel.replayed()
        #expect(played.states(of: "edge-pop").filter { $0 != "failed" } == ["began", "ended"])
        #expect(played.stack == #"["home"]"#)
        #expect(played.stuck == "[]")
        #expect(played.warnings.isEmpty, "\(played.warnings)")
    }

    @Test func `a burst of ghosts in mid-swipe does not break off the pop, and presses nothing`() throws {
        var panel = PanelScript()
        panel.at(0, (0, .down(2, 100)))
        for step in 1...18 {
            panel.at(10 * step, (0, .move(2 + 10 * Double(step), 100)))
            // Twenty contacts, each there for one scan or two.
            for index in 1...20 {
                let came = 6 + index % 4
                let (x, y) = Self.ghost(index)
                if step == came { panel.at(10 * step + 1, (index, .down(x, y))) }
                if step == came + 1 + index % 2 { panel.at(10 * step + 1, (index, .up)) }
            }
        }
        panel.at(190, (0, .up))
        for played in try panel.played() {
            #expect(played.states(of: "edge-pop").filter { $0 != "failed" } == ["began", "ended"])
            #expect(played.stack == #"["home"]"#)
            #expect(played.stuck == "[]")
            #expect(played.warnings.isEmpty, "\(played.warnings)")
            #expect(!played.trace.contains { $0.field("operation") == "push" })
        }
    }

    @Test func `a burst of ghosts before the slop may take the swipe, and the next one pops`() throws {
        var panel = PanelScript()
        panel.at(0, (0, .down(2, 100)))
        panel.at(5, slots: 1..<21) {
            let (x, y) = Self.ghost($0)
            return .down(x, y)
        }
        panel.at(15, slots: 1..<21) { _ in .up }
        for step in 2...18 { panel.at(10 * step, (0, .move(2 + 10 * Double(step), 100))) }
        panel.at(190, (0, .up))
        panel.swipe(at: 2000)
        panel.at(2190, (0, .up))
        for played in try panel.played(["home", "engine", "hours"]) {
            #expect(played.states(of: "edge-pop").suffix(2) == ["began", "ended"])
            #expect(played.stuck == "[]")
            #expect(played.warnings.isEmpty, "\(played.warnings)")
        }
    }
}
