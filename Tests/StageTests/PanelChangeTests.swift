// The panel is turned, or another one is plugged in, whatever is going on.

import Geometry
import Layers
import Stage
import Testing
import TouchScript

@Suite struct PanelChangeTests {
    static let upright = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))

    @Test func `rotation in mid-pop: the finger loses the screen, nothing moves, and every screen has its new size`() {
        let glass = Glass()
        let hours = TestScreen("hours", contentHeight: 4000)
        glass.push(hours)
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(300, 100), over: .milliseconds(200))
        glass.stage.change(to: Self.upright)
        #expect(glass.stack == ["home", "hours"])
        #expect(glass.stage.movingScreens(at: glass.stage.now).isEmpty && !glass.stage.isMoving)
        #expect(hours.view.frame == Rect(0, 0, 1080, 1920))
        #expect(hours.scroll?.bounds.size.width == 1080)
        #expect(hours.view.layer.presentation.position == .zero)
        finger.drag(to: Point(250, 200), over: .milliseconds(100))
        finger.lift()
        glass.settle()
        #expect(glass.stack == ["home", "hours"])
        glass.stage.traceEnd()
        #expect(glass.lines("end").last?.contains("\"stuck\":[]") == true)
    }

    @Test func `text keeps the scale it was given`() {
        let usual = Theme(.paper, on: Glass.panel)
        let large = Theme(.paper, on: Glass.panel, scale: 2)
        #expect(abs(large.em - 2 * usual.em) <= 1)
        let stage = Stage(panel: Glass.panel, theme: large, gestures: GestureSettings(), root: TestScreen("home"))
        stage.change(to: Self.upright)
        #expect(stage.theme == Theme(.paper, on: Self.upright, scale: 2))
        #expect(stage.theme.em != Theme(.paper, on: Self.upright).em)
    }

    @Test func `afterwards edges, room and offsets are those of the new panel`() {
        let glass = Glass(pop: .edge)
        glass.stage.direction = .rightToLeft
        glass.push(TestScreen("hours"))
        glass.stage.change(to: Self.upright)
        glass.touch { $0.down(at: Point(295, 400)).drag(to: Point(150, 400), over: .milliseconds(250)).lift() }
        glass.settle()
        #expect(glass.stack == ["home"])
        #expect(glass.lastLength("room") == 295)
        #expect(glass.stage.plan(at: glass.stage.now).size == PixelSize(1080, 1920))
    }

    @Test func `a sheet keeps its detent, and what lies behind stays behind it`() {
        let glass = Glass()
        let order = TestScreen("order")
        order.detents = [.height(100), .share(0.9)]
        glass.stage.present(order)
        glass.stage.advance(to: glass.stage.now + .milliseconds(50))
        glass.stage.change(to: Self.upright)
        let sheet = glass.stage.sheets[0]
        #expect(!glass.stage.isMoving)
        #expect(abs(sheet.navigator.view.frame.minY - (1920 - 100 * Self.upright.density(.vertical))) < 1)
        #expect(sheet.navigator.view.frame.width == 1080)
        #expect(glass.stage.navigator.view.layer.dim > 0)
        sheet.dismiss()
        glass.settle()
        #expect(glass.stage.navigator.view.layer.dim == 0 && glass.stage.navigator.view.layer.scale == 1)
    }

    @Test func `back and forth a thousand times leaves nothing`() {
        let glass = Glass()
        let hours = TestScreen("hours", contentHeight: 4000)
        glass.push(hours)
        for _ in 0..<500 {
            glass.stage.navigator.push(TestScreen("more"))
            glass.stage.change(to: Self.upright)
            glass.stage.navigator.pop()
            glass.stage.change(to: Glass.panel)
        }
        #expect(glass.stack == ["home", "hours"])
        #expect(hours.view.subviews.count == 3)
    }
}
