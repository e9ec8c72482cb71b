// Screens that are asked before they leave, and that answer at once, later, or never.

import Geometry
import Layers
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

    @Test(arguments: ["yes", "no", "later"], [0.0, 10])
    func `a page that comes onto a leaving sheet which a finger has caught is asked`(word: String, way: Double) {
        let answer: LeaveAnswer = word == "yes" ? .yes : word == "no" ? .no("it is being printed") : .later
        let glass = Glass()
        glass.stage.present(TestScreen("terms"))
        glass.settle()
        glass.stage.sheets[0].leave()
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let finger = HeldFinger(glass, at: Point(250, 200))
        let order = AskedScreen()
        order.answer = answer
        glass.stage.sheets[0].navigator.push(order, animated: false)
        if way > 0 { finger.drag(to: Point(250, 200 + way), over: .milliseconds(100)) }
        finger.lift()
        glass.settle()
        #expect(order.requests.count == 1)
        if case .later = answer {
            #expect(glass.stage.sheets.count == 1)
            order.requests[0].answer(false)
            glass.settle()
        }
        if case .yes = answer {
            #expect(glass.stage.sheets.isEmpty)
        } else {
            #expect(glass.stage.sheets.first?.navigator.top === order && offset(glass) == 0)
        }
    }

    @Test func `a coming sheet that waits for its answer stays when the panel changes`() {
        let glass = Glass()
        let order = AskedScreen()
        glass.stage.present(order)
        glass.stage.advance(to: glass.stage.now + .milliseconds(200))
        let finger = HeldFinger(glass, at: Point(250, 150))
        finger.drag(to: Point(250, 280), over: .milliseconds(150))
        finger.lift()
        #expect(order.requests.count == 1 && glass.transitions.last?.hasPrefix("present home order held") == true)
        glass.stage.present(TestScreen("question"), animated: false)
        glass.stage.change(to: Panel(pixels: PixelSize(1280, 1024), millimetres: Size(376, 301)))
        glass.settle()
        #expect(glass.stage.sheets.map(\.navigator.top.name) == ["order", "question"])
    }

    @Test func `a leaving sheet is not brought back when a finger holds the sheet beneath it`() {
        let glass = Glass()
        glass.stage.present(TestScreen("terms"), animated: false)
        glass.stage.present(TestScreen("more"), animated: false)
        glass.stage.sheets[1].leave()
        glass.stage.advance(to: glass.stage.now + .milliseconds(80))
        let holder = HeldFinger(glass, at: Point(250, 35))
        holder.drag(to: Point(250, 200), over: .milliseconds(60))
        #expect(glass.transitions.contains("dismiss terms home began"))
        let other = HeldFinger(glass, at: Point(250, 280), contact: 2)
        holder.lift()
        other.drag(to: Point(250, 100), over: .milliseconds(100))
        other.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `what is beneath a sheet hears that it comes, even when it came there while a finger held the sheet`() {
        let glass = Glass()
        let (page, next) = (TestScreen("page"), TestScreen("next"))
        glass.push(page, next)
        glass.stage.present(TestScreen("terms"), animated: false)
        let finger = HeldFinger(glass, at: Point(250, 30))
        finger.drag(to: Point(250, 200), over: .milliseconds(200))
        page.heard = []
        glass.stage.navigator.pop()
        glass.settle()
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && glass.stack == ["home", "page"])
        #expect(page.heard == ["willAppear", "didAppear"])
    }

    @Test func `a page that leaves while its content flies comes back as it was seen last`() throws {
        let page = TestScreen("page", contentHeight: 8000)
        let glass = Glass { $0.trailing = .forward }
        glass.push(page)
        glass.touch { $0.down(at: Point(400, 250)).drag(to: Point(400, 170), over: .milliseconds(80)).lift() }
        glass.stage.navigator.pop(animated: false)
        let scroll = try #require(page.scroll)
        scroll.onScroll = { Issue.record("a page that has left is told that it scrolls") }
        let shown = scroll.layer.bounds.minY
        glass.stage.advance(to: glass.stage.now + .milliseconds(500))
        #expect(scroll.offset == scroll.layer.bounds.minY && abs(scroll.offset - shown) <= 1 && !scroll.isMoving)
    }

    /// A sheet that code has dismissed, a finger that has caught it on its way, and a page that code has put onto it meanwhile.
    private func caughtSheet(with order: AskedScreen) -> (Glass, HeldFinger) {
        let glass = Glass()
        glass.stage.present(TestScreen("terms"))
        glass.settle()
        glass.stage.sheets[0].dismiss()
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let finger = HeldFinger(glass, at: Point(250, 200))
        glass.stage.sheets[0].navigator.push(order, animated: false)
        return (glass, finger)
    }

    @Test(arguments: [0.0, 10], [true, false])
    func `a page that removes its sheet while it is asked is not asked again`(way: Double, isAnimated: Bool) {
        let order = AskedScreen()
        let (glass, finger) = caughtSheet(with: order)
        order.onAsked = { [unowned glass] in glass.stage.sheets.first?.dismiss(animated: isAnimated) }
        if way > 0 { finger.drag(to: Point(250, 200 + way), over: .milliseconds(100)) }
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty && order.requests.count == 1)
    }

    @Test(arguments: [0.0, 10], ["yes", "later"])
    func `a page that covers itself while it is asked stays with what covers it`(way: Double, word: String) {
        let order = AskedScreen()
        let (glass, finger) = caughtSheet(with: order)
        order.answer = word == "yes" ? .yes : .later
        order.onAsked = { [unowned glass] in
            glass.stage.sheets.first?.navigator.push(TestScreen("more"), animated: false)
        }
        if way > 0 { finger.drag(to: Point(250, 200 + way), over: .milliseconds(100)) }
        finger.lift()
        glass.settle()
        order.requests[0].answer(true)
        glass.settle()
        #expect(glass.stage.sheets.first?.navigator.top.name == "more" && offset(glass) == 0)
    }

    @Test func `a visit that ends under a finger on a leaving sheet asks nobody`() {
        let order = AskedScreen()
        let (glass, finger) = caughtSheet(with: order)
        glass.stage.begin(with: TestScreen("home"))
        finger.lift()
        glass.settle()
        #expect(order.requests.isEmpty && glass.stage.sheets.isEmpty && glass.stack == ["home"])
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
