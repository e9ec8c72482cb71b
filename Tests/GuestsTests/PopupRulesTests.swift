// Where popups go, as xdg_positioner describes it.

import Geometry
import TestRandomness
import Testing

@testable import Guests

@Suite struct PopupRulesTests {
    private let room = Rect(0, 0, 800, 600)

    private func rules(
        at anchorRect: Rect, _ anchor: Edges, _ gravity: Edges, _ adjustment: PopupRules.Adjustment = []
    ) -> PopupRules {
        var rules = PopupRules()
        rules.size = Size(200, 100)
        rules.anchorRect = anchorRect
        (rules.anchor, rules.gravity, rules.adjustment) = (anchor, gravity, adjustment)
        return rules
    }

    @Test func `a menu hangs below its button`() {
        #expect(
            rules(at: Rect(50, 20, 60, 30), [.bottom, .left], [.bottom, .right]).place(in: room)
                == Rect(50, 50, 200, 100))
    }

    @Test func `without an anchor and a gravity it is in the middle`() {
        #expect(rules(at: Rect(400, 300, 0, 0), [], []).place(in: room) == Rect(300, 250, 200, 100))
    }

    @Test func `where there is no room below, it is flipped above`() {
        let menu = rules(at: Rect(50, 550, 60, 30), [.bottom, .left], [.bottom, .right], [.flipY, .slideX])
        #expect(menu.place(in: room) == Rect(50, 450, 200, 100))
    }

    @Test func `at the edge it slides`() {
        let menu = rules(at: Rect(700, 20, 60, 30), [.bottom, .left], [.bottom, .right], [.slideX])
        #expect(menu.place(in: room) == Rect(600, 50, 200, 100))
    }

    @Test func `what is larger than the room is made smaller`() {
        var menu = rules(at: Rect(50, 20, 60, 30), [.bottom, .left], [.bottom, .right], [.slideY, .resizeY])
        menu.size = Size(200, 900)
        #expect(menu.place(in: room) == Rect(50, 0, 200, 600))
    }

    @Test(arguments: 0..<200)
    func `a popup that may do anything to fit is within the room`(seed: Int) {
        var numbers = SplitMix(UInt64(seed))
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &numbers)) }
        func edges() -> Edges {
            let across: Edges = [[], .left, .right].randomElement(using: &numbers)!
            return across.union([[], .top, .bottom].randomElement(using: &numbers)!)
        }
        var menu = rules(
            at: Rect(number(0...800), number(0...600), number(0...200), number(0...200)), edges(), edges(),
            PopupRules.Adjustment(rawValue: 63))
        menu.size = Size(number(1...1200), number(1...900))
        menu.offset = Vector(number(-50...50), number(-50...50))
        let place = menu.place(in: room)
        #expect(room.intersection(place) == place, "\(menu)")
        #expect(place.width <= menu.size.width && place.height <= menu.size.height && !place.isEmpty)
    }
}
