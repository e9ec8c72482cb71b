// The finger that is held in a corner and drawn inwards.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct CornerHoldTests {
    /// How often it was recognized when `script` has been played, and what the kiosk shows then.
    private func played(
        _ corner: CornerHold.Corner = .topLeft, over screen: Screen? = nil, _ script: (TouchScript) -> Void
    ) -> (count: Int, stack: [String]) {
        let glass = Glass()
        glass.push(screen ?? TestScreen("hours", contentHeight: 4000))
        var count = 0
        CornerHold(corner, for: .seconds(3), on: glass.stage) { count += 1 }
        let touch = TouchScript()
        script(touch)
        for frame in touch.frames { glass.stage.handle(frame) }
        glass.settle()
        return (count, glass.stack)
    }

    @Test(arguments: [
        (CornerHold.Corner.topLeft, Point(8, 8), Point(50, 50)), (.topRight, Point(520, 8), Point(480, 40)),
        (.bottomLeft, Point(8, 290), Point(60, 280)), (.bottomRight, Point(520, 290), Point(515, 240)),
    ]) func `held and drawn inwards it is recognized once, and the page stays`(
        _ corner: CornerHold.Corner, _ from: Point, _ to: Point
    ) {
        let all = played(corner) {
            $0.down(at: from).hold(for: .milliseconds(3100)).drag(to: to, over: .milliseconds(300)).lift()
        }
        #expect(all.count == 1)
        #expect(all.stack == ["home", "hours"])
    }

    @Test func `taps never do it, however fast and many, nor does a hand that leans and goes`() {
        #expect(played { touch in for _ in 0..<60 { touch.tap(at: Point(5, 5), for: .milliseconds(30)) } }.count == 0)
        #expect(played { $0.down(at: Point(5, 5)).hold(for: .seconds(20)).lift() }.count == 0)
        // Held for too short a time, it is a swipe.
        let swipe = played {
            $0.down(at: Point(5, 5)).hold(for: .milliseconds(2500)).drag(to: Point(300, 20), over: .milliseconds(300))
                .lift()
        }
        #expect(swipe.count == 0)
        #expect(swipe.stack == ["home"])
        // Held beside the corner.
        #expect(
            played {
                $0.down(at: Point(30, 5)).hold(for: .milliseconds(3100)).drag(
                    to: Point(90, 60), over: .milliseconds(300)
                )
                .lift()
            }.count == 0)
        // A finger that is drawn back into the corner does not count, nor one that the panel cancels.
        #expect(
            played {
                $0.down(at: Point(5, 5)).hold(for: .milliseconds(3100)).drag(
                    to: Point(90, 60), over: .milliseconds(300)
                )
                .drag(to: Point(9, 9), over: .milliseconds(300)).lift()
            }.count == 0)
        #expect(
            played {
                $0.down(at: Point(5, 5)).hold(for: .milliseconds(3100)).drag(
                    to: Point(90, 60), over: .milliseconds(300)
                )
                .cancel()
            }.count == 0)
    }

    @Test func `a page's own long press in the corner does not keep it out`() {
        let screen = ContentScreen("press") { content in
            let press = LongPressRecognizer(name: "press")
            content.addRecognizer(press)
        }
        let all = played(over: screen) {
            $0.down(at: Point(8, 18)).hold(for: .milliseconds(3100)).drag(to: Point(70, 60), over: .milliseconds(300))
                .lift()
        }
        #expect(all.count == 1)
    }
}
