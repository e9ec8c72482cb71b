// Screens that are asked before they leave, and that answer at once, later, or never.

import Geometry
import Stage
import Testing
import TouchScript

/// A screen that gives the answer that is set, and keeps its requests.
final class AskedScreen: Screen {
    var answer: LeaveAnswer = .later
    var requests: [LeaveRequest] = []
    /// Done while the screen is asked.
    var onAsked: () -> Void = {}

    init(_ name: String = "order") { super.init(name: name, title: name) }

    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        requests.append(request)
        onAsked()
        return answer
    }
}

@Suite struct VetoTests {
    func glass() -> (Glass, AskedScreen) {
        let glass = Glass()
        let order = AskedScreen()
        glass.push(order)
        return (glass, order)
    }

    /// A finger that goes `way` mm to the right; it stays down.
    func drag(_ glass: Glass, by way: Double = 200) -> HeldFinger {
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(100 + way, 100), over: .milliseconds(300))
        return finger
    }

    func offset(_ glass: Glass) -> Double { glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0 }

    @Test func `a screen that answers later is held under the finger like a rubber band`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        #expect(offset(glass) > 20 && offset(glass) < 105.4)
        #expect(glass.transitions == ["pop order home began", "pop order home held"])
        #expect(order.requests.count == 1)
        finger.lift()
    }

    @Test func `allowed with the finger down, it catches up with the finger, with no jump, and goes`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        let held = offset(glass)
        order.requests[0].answer(true)
        #expect(abs(offset(glass) - held) < 1e-6)
        glass.stage.advance(to: glass.stage.now + .milliseconds(400))
        #expect(abs(offset(glass) - 198) < 0.5)
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(glass.transitions.contains("pop order home answered"))
    }

    @Test(arguments: [false, true])
    func `a sheet over a page that may leave goes with it, also above one that leaves already`(
        hasAnother: Bool
    ) {
        let (glass, order) = glass()
        drag(glass).lift()
        if hasAnother {
            glass.stage.present(TestScreen("first"))
            glass.stage.advance(to: glass.stage.now + .milliseconds(50))
            glass.stage.sheets[0].dismiss()
        }
        glass.stage.present(TestScreen("second"))
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home"] && glass.stage.sheets.isEmpty)
    }

    @Test func `refused with the finger down, it stays a rubber band, and goes back when let go`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        order.requests[0].answer(false)
        #expect(offset(glass) < 105.4)
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home", "order"])
        #expect(
            glass.transitions.suffix(2) == ["pop order home settling order stays", "pop order home cancelled"])
    }

    @Test(arguments: [true, false]) func `the answer may come when the finger has gone`(mayLeave: Bool) {
        let (glass, order) = glass()
        let finger = drag(glass)
        finger.lift()
        let held = offset(glass)
        glass.stage.advance(to: glass.stage.now + .seconds(20))
        #expect(offset(glass) == held && held > 20)
        #expect(glass.transitions.last?.hasPrefix("pop order home held") == true)
        order.requests[0].answer(mayLeave)
        glass.settle()
        #expect(glass.stack == (mayLeave ? ["home"] : ["home", "order"]))
        order.requests[0].answer(!mayLeave)
        #expect(glass.stack == (mayLeave ? ["home"] : ["home", "order"]))
    }

    @Test func `a request that is released without an answer is a no`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        finger.lift()
        order.requests = []
        glass.settle()
        #expect(glass.stack == ["home", "order"])
    }

    @Test func `a finger that brings the screen back takes the question back`() {
        let (glass, order) = glass()
        let finger = drag(glass, by: 5)
        finger.hold(for: .milliseconds(200))
        finger.lift()
        glass.settle()
        #expect(!order.requests[0].isOpen)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home", "order"])
    }

    @Test func `a screen that waits can be taken by a finger again`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        finger.lift()
        let held = offset(glass)
        glass.touch { touch in
            touch.down(at: Point(300, 100)).drag(to: Point(310, 100), over: .milliseconds(100))
                .drag(to: Point(240, 100), over: .milliseconds(50)).lift()
        }
        glass.settle()
        #expect(held > 0)
        #expect(glass.stack == ["home", "order"])
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty)
        _ = order
    }

    @Test func `a plain no is a rubber band with the reason in the trace`() {
        let (glass, order) = glass()
        order.answer = .no("it is being printed")
        glass.touch { $0.down(at: Point(100, 100)).drag(to: Point(400, 100), over: .milliseconds(200)).lift() }
        glass.settle()
        #expect(glass.stack == ["home", "order"])
        #expect(
            glass.transitions == [
                "pop order home began", "pop order home settling order stays: it is being printed",
                "pop order home cancelled",
            ])
    }

    @Test func `the way back in the bar asks too, and pops when it may`() {
        let (glass, order) = glass()
        glass.touch { $0.down(at: Point(5, 5)).hold(for: .milliseconds(50)).lift() }
        #expect(order.requests.count == 1)
        glass.stage.navigator.goBack()
        #expect(order.requests.count == 1)
        #expect(glass.transitions == [])
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home"])
    }

    @Test func `a sheet asks its top screen`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.stage.present(order)
        glass.settle()
        glass.touch { $0.down(at: Point(250, 30)).drag(to: Point(250, 250), over: .milliseconds(300)).lift() }
        #expect(glass.stage.sheets.count == 1)
        #expect(glass.transitions.last?.hasPrefix("dismiss order home held") == true)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `a screen that is pushed while another is held sends that one back`() {
        let (glass, order) = glass()
        let finger = drag(glass)
        glass.stage.navigator.push(TestScreen("help"))
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home", "order", "help"])
        #expect(!order.requests[0].isOpen)
    }

    @Test func `the sheet with the question goes when the page that asked may leave`() {
        let (glass, order) = glass()
        drag(glass).lift()
        glass.stage.present(TestScreen("question"))
        glass.settle()
        #expect(glass.stage.sheets.count == 1 && glass.stage.navigator.top === order)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stack == ["home"] && glass.stage.sheets.isEmpty)
    }

    @Test func `sheets over a sheet that waits go before it`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.stage.present(order)
        glass.settle()
        glass.touch { $0.down(at: Point(250, 30)).drag(to: Point(250, 250), over: .milliseconds(300)).lift() }
        glass.stage.present(TestScreen("question"))
        glass.settle()
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home"])
    }

    @Test func `a screen's answer does not count for the one that takes its place under the finger`() {
        let glass = Glass()
        let order = AskedScreen("other")
        glass.stage.present(TestScreen("terms"))
        glass.settle()
        let finger = HeldFinger(glass, at: Point(250, 30))
        finger.drag(to: Point(250, 200), over: .milliseconds(200))
        // The screen that was asked is on no stack any more, and has been released.
        glass.stage.frontNavigator.replaceAll(with: [order], animated: false)
        finger.drag(to: Point(250, 280), over: .milliseconds(60))
        finger.lift()
        glass.settle()
        #expect(order.requests.count == 1 && glass.stage.sheets.count == 1)
        order.requests[0].answer(false)
        glass.settle()
        #expect(glass.stage.sheets.first?.navigator.top === order)
    }

    @Test func `a sheet that waits goes back up when another page comes over the one that was asked`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.stage.present(order)
        glass.settle()
        glass.touch { $0.down(at: Point(250, 30)).drag(to: Point(250, 250), over: .milliseconds(300)).lift() }
        #expect(offset(glass) > 0)
        glass.stage.frontNavigator.push(TestScreen("more"))
        glass.settle()
        #expect(offset(glass) == 0 && !order.requests[0].isOpen)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.first?.navigator.top.name == "more")
    }

    @Test func `a late yes does not take away a sheet whose top is another by now`() {
        let glass = Glass()
        let (order, other) = (AskedScreen(), AskedScreen("other"))
        glass.stage.present(order, animated: false)
        glass.stage.sheets[0].leave()
        glass.stage.frontNavigator.replaceAll(with: [other], animated: false)
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.count == 1 && other.requests.isEmpty)
    }

    @Test func `a page that is pushed over one that is still asked has a way back of its own`() {
        let (glass, order) = glass()
        glass.stage.navigator.goBack()
        glass.stage.navigator.push(TestScreen("question"), animated: false)
        glass.stage.navigator.goBack()
        glass.settle()
        #expect(glass.stack == ["home", "order"] && !order.requests[0].isOpen)
    }

    @Test func `a page that refused and is sent away by code goes, also under a finger that goes along with it`() {
        let (glass, order) = glass()
        order.answer = .no("it is being printed")
        drag(glass).lift()
        glass.stage.advance(to: glass.stage.now + .milliseconds(30))
        glass.stage.navigator.pop()
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let finger = HeldFinger(glass, at: Point(400, 100))
        finger.drag(to: Point(420, 100), over: .milliseconds(60))
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home"])
    }
}
