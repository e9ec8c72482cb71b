// Hardware buttons on a stage.

import Geometry
import Gestures
import Stage
import Testing
import TouchScript

@Suite struct ButtonTests {
    /// The button `kind` is pressed and released.
    func press(_ glass: Glass, _ kind: PressFrame.Kind) {
        for phase in [PressFrame.Phase.began, .ended] {
            glass.stage.handle(
                PressFrame(
                    time: glass.stage.now + .milliseconds(50), changes: [.init(button: 1, kind: kind, phase: phase)]))
        }
    }

    @Test func `the back button goes back, asks the screen as a finger does, and is in the trace`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.push(order)
        press(glass, .back)
        #expect(order.requests.count == 1)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(glass.lines("gesture").contains { $0.contains("\"back-button\"") && $0.contains("\"presses\":[1]") })
        press(glass, .back)
        #expect(glass.stack == ["home"])
    }

    @Test func `a view with the focus has the buttons first, and what it does not use goes on to the screen`() {
        let glass = Glass()
        let hours = TestScreen("hours")
        glass.push(hours)
        let field = View()
        hours.view.content.addSubview(field)
        var taps = 0
        let select = TapRecognizer(name: "select")
        select.allowedPressTypes = [.select]
        select.onAction { _ in taps += 1 }
        field.addRecognizer(select)
        press(glass, .select)
        #expect(taps == 0)
        glass.stage.focus = field
        press(glass, .select)
        #expect(taps == 1)
        press(glass, .back)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `in front is the sheet`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.frontNavigator.push(TestScreen("small print"), animated: false)
        press(glass, .back)
        glass.settle()
        #expect(glass.stage.frontNavigator.screens.map(\.name) == ["terms"])
        #expect(glass.stack == ["home", "hours"])
    }
}
