// Sheets that leave or come while code changes what is on them or beneath them, and fingers that catch them meanwhile.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct CaughtSheetTests {
    private func offset(_ glass: Glass) -> Double {
        glass.stage.movingScreens(at: glass.stage.now).first?.1 ?? 0
    }

    /// A sheet that was sent away and agreed, a finger that has caught it on its way, and a page that code has put onto it meanwhile.
    private func caughtSheet(with order: AskedScreen) -> (Glass, HeldFinger) {
        let glass = Glass()
        glass.stage.present(TestScreen("terms"))
        glass.settle()
        glass.stage.sheets[0].leave()
        glass.stage.advance(to: glass.stage.now + .milliseconds(60))
        let finger = HeldFinger(glass, at: Point(250, 200))
        glass.stage.sheets[0].navigator.push(order, animated: false)
        return (glass, finger)
    }

    @Test(arguments: ["yes", "no", "later"], [0.0, 10])
    func `a page that comes onto a leaving sheet which a finger has caught is asked`(word: String, way: Double) {
        let answer: LeaveAnswer = word == "yes" ? .yes : word == "no" ? .no("it is being printed") : .later
        let order = AskedScreen()
        order.answer = answer
        let (glass, finger) = caughtSheet(with: order)
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
}
