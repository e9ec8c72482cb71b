// The finish rule, case by case, as `bezel replay` plays recordings: what is on the stack after each, and why.

import Bezel
import Geometry
import Testing
import TouchScript

@Suite struct FinishRuleTests {
    /// A drag on a panel of 527 × 296 mm with one page pushed: from one place to each of the others in that many
    /// milliseconds, then a lift.
    nonisolated struct Drag: CustomTestStringConvertible {
        let name: String
        let from: Point
        let legs: [(Point, Int)]
        var rest = 0
        let pops: Bool
        let why: String?

        init(_ name: String, _ from: Point, _ legs: (Point, Int)..., rest: Int = 0, pops: Bool, why: String?) {
            (self.name, self.from, self.legs, self.rest, self.pops, self.why) = (name, from, legs, rest, pops, why)
        }
        var testDescription: String { name }
    }

    nonisolated static let y = 150.0
    nonisolated static func at(_ x: Double, _ y: Double = Self.y) -> Point { Point(x, y) }

    // T = min(527 / 3, 60, max(6, room / 2)); p is the way less 2 mm of slop; w = 0.3 s.
    nonisolated static let drags: [Drag] = [
        .init("edge, long and slow", at(2), (at(150), 1500), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init("edge, just enough at rest: p = 60", at(2), (at(64), 800), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init(
            "edge, just too little at rest: p = 59.5", at(2), (at(63.5), 800), rest: 200, pops: false,
            why: "p + w·v < T"),
        .init("edge, short and fast: 20 mm at 400 mm/s", at(2), (at(22), 50), pops: true, why: "p + w·v ≥ T"),
        .init("edge, short and slow: 20 mm at 100 mm/s", at(2), (at(22), 200), pops: false, why: "p + w·v < T"),
        .init("edge, flick of 9 mm at 300 mm/s", at(2), (at(11), 30), pops: true, why: "p + w·v ≥ T"),
        .init("edge, twitch of 7 mm however fast", at(2), (at(9), 10), pops: false, why: "p < 3 × slop"),
        .init("edge, twitch of 4 mm", at(2), (at(6), 40), pops: false, why: "p < 3 × slop"),
        .init("edge, within the slop", at(2), (at(3.9), 100), pops: false, why: nil),
        .init("middle, long", at(200), (at(300), 500), pops: true, why: "p + w·v ≥ T"),
        .init("middle, at rest short of T", at(200), (at(250), 500), rest: 200, pops: false, why: "p + w·v < T"),
        .init("right half, 63 mm at rest", at(300), (at(363), 600), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init(
            "right half, room 127: T is still 60", at(400), (at(460), 600), rest: 200, pops: false, why: "p + w·v < T"),
        .init("right half, room 77: T is 38.5", at(450), (at(491), 600), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init(
            "right half, room 77, 1 mm too short", at(450), (at(490), 600), rest: 200, pops: false, why: "p + w·v < T"),
        .init(
            "near the far edge, room 27: T is 13.5", at(500), (at(516), 300), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init("near the far edge, fast", at(500), (at(512), 30), pops: true, why: "p + w·v ≥ T"),
        .init("room 12.5: T is 6.25, p 8.5", at(514.5), (at(525), 300), rest: 200, pops: true, why: "p + w·v ≥ T"),
        .init("room 11.9: does not begin", at(515.1), (at(526), 100), pops: false, why: nil),
        .init("long, thrown back at 300 mm/s", at(2), (at(200), 600), (at(140), 200), pops: false, why: "v ≤ −150"),
        .init(
            "long, carried back slowly to 90 of 198", at(2), (at(202), 600), (at(92), 1100), rest: 200, pops: false,
            why: "p + w·v < P / 2"),
        .init(
            "long, carried back to 120 of 198", at(2), (at(202), 600), (at(124), 1100), rest: 200, pops: true,
            why: "p + w·v ≥ T"),
        .init(
            "long, slowing back at 100 mm/s from 198 to 148", at(2), (at(202), 600), (at(152), 500), pops: true,
            why: "p + w·v ≥ T"),
        .init(
            "out, back to the start, and out again fast", at(2), (at(102), 300), (at(12), 300), (at(62), 100),
            pops: true,
            why: "p + w·v ≥ T"),
        .init(
            "out and back beyond the start", at(100), (at(200), 300), (at(60), 400), rest: 200, pops: false,
            why: "p < 3 × slop"),
        .init("vertical drag", at(200), (at(203, 250), 300), pops: false, why: nil),
        .init("exactly diagonal", at(200), (at(260, 210), 300), pops: false, why: nil),
        .init("a little flatter than diagonal", at(200), (at(270, 214), 300), pops: true, why: "p + w·v ≥ T"),
        .init("to the left", at(300), (at(200), 300), pops: false, why: nil),
        .init(
            "horizontal first, vertical later", at(200), (at(280), 300), (at(280, 250), 300), rest: 200, pops: true,
            why: "p + w·v ≥ T"),
        .init(
            "vertical first, horizontal later", at(200), (at(200, 170), 100), (at(400, 170), 300), pops: false, why: nil
        ),
        .init(
            "long, then rests 61 ms without a sample: no velocity", at(2), (at(50), 200), rest: 61, pops: false,
            why: "p + w·v < T"),
        .init(
            "long, then rests 30 ms: the velocity still counts", at(2), (at(50), 200), rest: 30, pops: true,
            why: "p + w·v ≥ T"),
        .init(
            "back at 140 mm/s, not fast enough to be thrown: reach below T", at(2), (at(92), 300), (at(78), 100),
            pops: false, why: "p + w·v < T"),
    ]

    @Test(arguments: drags) func `each case is decided as the rule says, and says why`(_ drag: Drag) throws {
        let touch = TouchScript()
        var finger = touch.down(at: drag.from)
        for (place, milliseconds) in drag.legs { finger = finger.drag(to: place, over: .milliseconds(milliseconds)) }
        if drag.rest > 0 { finger = finger.hold(for: .milliseconds(drag.rest - 10)) }
        finger.lift()
        let trace = try Played(touch.frames, stack: ["home", "hours"]).trace
        let settling = trace.last { $0.contains("\"phase\":\"settling\"") }
        #expect(settling?.field("why") == drag.why)
        #expect(settling?.field("finish") == drag.why.map { _ in drag.pops ? "true" : "false" })
        #expect(trace.last?.field("stack") == (drag.pops ? "[\"home\"]" : "[\"home\",\"hours\"]"))
        #expect(trace.last?.field("stuck") == "[]")
    }

    @Test func `the numbers in the trace are those of the rule`() throws {
        let touch = TouchScript()
        touch.down(at: Point(300, 150)).drag(to: Point(380, 150), over: .milliseconds(400)).lift()
        let settling = try #require(
            try Played(touch.frames, stack: ["home", "hours"]).trace.last { $0.contains("settling") })
        #expect(settling.field("p") == "78.0")
        #expect(settling.field("peak") == "78.0")
        #expect(settling.field("v") == "200.0")
        #expect(settling.field("T") == "60.0")
        #expect(settling.field("room") == "227.0")
    }
}
