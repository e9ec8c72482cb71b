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

    @Test func `a view with the focus gets the buttons first, and those it does not use go on to the screen`() {
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

    @Test func `buttons go to the sheet in front`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.frontNavigator.push(TestScreen("small print"), animated: false)
        press(glass, .back)
        glass.settle()
        #expect(glass.stage.frontNavigator.screens.map(\.name) == ["terms"])
        #expect(glass.stack == ["home", "hours"])
    }

    @Test func `on the first screen of a sheet, back asks and takes the sheet away, and home stays`() {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        let order = AskedScreen()
        glass.stage.present(order, animated: false)
        press(glass, .back)
        #expect(order.requests.count == 1 && glass.stage.sheets.count == 1)
        // The question is open, so it is not asked again.
        press(glass, .back)
        #expect(order.requests.count == 1)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home", "hours"])
        press(glass, .back)
        glass.settle()
        press(glass, .back)
        glass.settle()
        #expect(glass.stack == ["home"] && glass.transitions.last == "pop hours home finished")
    }

    @Test func `presses while a sheet and a screen leave go further back, one at a time`() {
        let glass = Glass()
        glass.push(TestScreen("hours"), TestScreen("terms"))
        glass.stage.present(TestScreen("languages"), animated: false)
        for _ in 0..<5 { press(glass, .back) }
        glass.settle()
        #expect(glass.stack == ["home"] && glass.stage.sheets.isEmpty)
        #expect(glass.stage.gesturesUnderWay.isEmpty)
    }

    @Test func `home leads home past three sheets, past a question, and past a finger that holds a sheet`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.push(TestScreen("hours"), TestScreen("tickets"))
        for name in ["languages", "terms"] { glass.stage.present(TestScreen(name), animated: false) }
        glass.stage.present(order, animated: false)
        press(glass, .back)
        #expect(order.requests.count == 1 && order.requests[0].isOpen)
        press(glass, .home)
        #expect(!order.requests[0].isOpen)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home"])
        #expect(order.requests.count == 1)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home"] && !glass.stage.isBusy && glass.stage.stateAtRest != nil)
        #expect(glass.lines("gesture").contains { $0.contains("\"home-button\"") })

        glass.stage.present(TestScreen("terms"), animated: false)
        let finger = HeldFinger(glass, at: Point(260, 60))
        finger.drag(to: Point(260, 120), over: .milliseconds(200))
        press(glass, .home)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home"])
        finger.lift()
        glass.settle()
        #expect(glass.stage.stateAtRest != nil && glass.lines("warning") == [])
    }

    @Test func `at home, home changes nothing`() {
        let glass = Glass()
        press(glass, .home)
        glass.settle()
        #expect(glass.stack == ["home"] && glass.transitions.isEmpty)
    }

    @Test func `a cover keeps buttons from the screens, and from a view that has the focus`() {
        let glass = Glass()
        let hours = TestScreen("hours")
        glass.push(hours)
        let field = View()
        hours.view.content.addSubview(field)
        glass.stage.focus = field
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.cover = View()
        for kind in PressFrame.Kind.named { press(glass, kind) }
        glass.settle()
        #expect(glass.stack == ["home", "hours"] && glass.stage.sheets.count == 1)
        #expect(glass.stage.gesturesUnderWay.isEmpty)
        glass.stage.cover = nil
        // The focus is behind the sheet, which goes first.
        press(glass, .back)
        glass.settle()
        #expect(glass.stack == ["home", "hours"] && glass.stage.sheets.isEmpty)
        press(glass, .back)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a button that is held while a cover comes or all input is cancelled does nothing, without any warning`()
    {
        let glass = Glass()
        glass.push(TestScreen("hours"))
        func step(_ phase: PressFrame.Phase) {
            glass.stage.handle(
                PressFrame(
                    time: glass.stage.now + .milliseconds(50), changes: [.init(button: 4, kind: .back, phase: phase)]))
        }
        step(.began)
        glass.stage.cancelAllTouches()
        step(.ended)
        glass.settle()
        #expect(glass.stack == ["home", "hours"] && glass.lines("warning") == [])
        step(.began)
        step(.cancelled)
        glass.settle()
        #expect(glass.stack == ["home", "hours"] && glass.stage.gesturesUnderWay.isEmpty)
        step(.began)
        step(.ended)
        glass.settle()
        #expect(glass.stack == ["home"])
    }
}
