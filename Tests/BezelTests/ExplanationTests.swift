// What `bezel replay` says about gestures that lost: which gesture won, and why.

import Geometry
import Stage
import Testing
import TouchScript

@testable import Bezel
@testable import Frames

@Suite struct ExplanationTests {
    /// State and reason of the gestures called `name`, in order.
    func story(_ trace: [String], _ name: String) -> [String] {
        trace.filter { $0.field("name") == name }
            .map { [$0.field("state"), $0.field("why")].compactMap { $0 }.joined(separator: ": ") }
    }

    @Test func `a gallery that lost to an edge pop`() throws {
        let touch = TouchScript()
        // The gallery shows its second page, so it could go both ways.
        touch.down(at: Point(300, 150)).drag(to: Point(200, 150), over: .milliseconds(400)).hold(
            for: .milliseconds(200)
        ).lift()
        touch.wait(.milliseconds(1000))
        touch.down(at: Point(2, 150)).drag(to: Point(180, 150), over: .milliseconds(200)).lift()
        let trace = try Played(touch.frames, stack: ["home", "collection"]).trace
        #expect(story(trace, "edge-pop").suffix(2) == ["began", "ended"])
        #expect(story(trace, "page").contains("failed: edge-pop began; page requires it to fail"))
        #expect(story(trace, "full-screen-pop").last == "failed: edge-pop began; full-screen-pop requires it to fail")
    }

    @Test func `a pan with a second finger, before it begins and after`() throws {
        let touch = TouchScript()
        var one = touch.down(at: Point(200, 150))
        touch.wait(.milliseconds(20))
        var two = touch.down(at: Point(250, 200))
        touch.drag(&one, to: Point(300, 150), &two, to: Point(350, 200), over: .milliseconds(200))
        touch.lift(one, two)
        let failed = try Played(touch.frames, stack: ["home", "hours"]).trace
        #expect(story(failed, "full-screen-pop") == ["failed: a second finger came down"])
        #expect(failed.last?.field("stack") == #"["home","hours"]"#)

        let late = TouchScript()
        one = late.down(at: Point(200, 150)).drag(to: Point(220, 150), over: .milliseconds(100))
        two = late.down(at: Point(400, 200))
        late.drag(&one, to: Point(300, 150), &two, to: Point(450, 200), over: .milliseconds(200))
        late.lift(one, two)
        let popped = try Played(late.frames, stack: ["home", "hours"]).trace
        #expect(story(popped, "full-screen-pop") == ["began", "ended"])
        #expect(popped.first { $0.field("state") == "began" }?.field("touches") == "[1]")
        #expect(popped.last?.field("stack") == #"["home"]"#)
    }

    @Test func `in words, for --debug gestures`() {
        func words(_ fields: [(String, TraceRecord.Value)]) -> String? {
            GestureLog.words(
                TraceRecord(time: .zero + .milliseconds(1042), kind: "gesture", fields: fields), since: .zero)
        }
        #expect(
            words([
                ("name", .text("edge-pop")), ("id", .integer(7)), ("state", .text("began")),
                ("touches", .numbers([1, 2])),
                ("view", .text("hours")), ("x", .length(9.25)), ("y", .length(150)),
            ]) == "1.042 edge-pop 7 began in hours at 9.25, 150.0 mm, touches 1, 2")
        #expect(
            words([
                ("name", .text("scroll")), ("id", .integer(9)), ("state", .text("failed")),
                ("why", .text("edge-pop began; scroll requires it to fail")),
            ]) == "1.042 scroll 9 failed: edge-pop began; scroll requires it to fail")
        #expect(GestureLog.words(TraceRecord(time: .zero, kind: "scroll", fields: []), since: .zero) == nil)
    }
}
