// What turns costs frames only while it may be seen.

import Geometry
import Layers
import Stage
import Testing

@Suite struct SpinnerTests {
    private final class Busy: Screen {
        let spinner = SpinnerView(color: .black)
        private var place: View?

        override func load(into content: View) {
            place = content
            content.addSubview(spinner)
        }
        override func layout(_ content: View) { spinner.frame = Rect(100, 100, 60, 60) }
        func show(_ isShown: Bool) {
            if isShown { place?.addSubview(spinner) } else { spinner.removeFromSuperview() }
        }
    }

    @Test func `a spinner turns while it is on a page that is seen`() {
        let (glass, busy) = (Glass(), Busy(name: "busy", title: "Busy"))
        glass.push(busy)
        #expect(glass.stage.isMoving)
        busy.show(false)
        #expect(!glass.stage.isMoving)
        busy.show(true)
        #expect(glass.stage.isMoving)
        glass.push(TestScreen("over"))
        #expect(!glass.stage.isMoving)
        glass.stage.navigator.pop(animated: false)
        #expect(glass.stage.isMoving)
        glass.stage.present(TestScreen("sheet"), animated: false)
        // A little of the page is still seen above a sheet.
        glass.stage.navigator.pop(animated: false)
        #expect(!glass.stage.isMoving)
    }
}
