// What the trace says of a tap that lost to a double tap, and of one that won. No page of a kiosk has a double tap, so a
// view of an app has it.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct ExplanationTests {
    /// A screen with a picture that opens on a tap and zooms on a double tap.
    final class PictureScreen: Screen {
        let tap = TapRecognizer()
        let doubleTap = TapRecognizer(name: "double-tap")

        override func load(into content: View) {
            doubleTap.numberOfTapsRequired = 2
            tap.require(toFail: doubleTap)
            content.addRecognizer(tap)
            content.addRecognizer(doubleTap)
        }
    }

    func gestures(_ script: (TouchScript) -> Void) -> [String] {
        let glass = Glass(pop: .edge, root: PictureScreen(name: "picture", title: "Picture"))
        glass.touch(script)
        glass.settle()
        return glass.lines("gesture").filter { $0.contains("tap\"") }
            .map { line in String(line.split(separator: "\"name\":")[1].filter { $0 != "\"" }) }
    }

    @Test func `a tap that lost to a double tap`() {
        let said = gestures {
            $0.tap(at: Point(250, 150))
            $0.wait(.milliseconds(100))
            $0.tap(at: Point(251, 150))
        }
        #expect(
            said == [
                "double-tap,id:2,state:ended,touches:[1,2],view:picture,x:251.0,y:150.0}",
                "tap,id:1,state:failed,why:double-tap was recognized; tap requires it to fail}",
            ])
    }

    @Test func `a double tap that did not come lets the tap go`() {
        let said = gestures { $0.tap(at: Point(250, 150)) }
        #expect(said.contains { $0.hasPrefix("double-tap,id:") && $0.contains("state:failed,why:") }, "\(said)")
        #expect(said.contains { $0.hasPrefix("tap,id:") && $0.contains("state:ended,touches:[1],view:picture") })
    }
}
