// Sliders, and planes that a finger moves both ways.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

@Suite struct SliderTests {
    /// A page with a slider from 0 to `width` mm, 100 mm below the top, in a view that scrolls.
    func sliding(value: Double, axis: Axis = .horizontal) -> (Glass, SliderView, ScrollView) {
        let scroll = ScrollView(axis: .vertical)
        scroll.contentSize = Size(1920, 3000)
        let slider = SliderView(axis: axis, value: value, theme: Glass.theme)
        let density = Glass.density
        slider.frame =
            axis == .horizontal
            ? Rect(0, 80 * density, 300 * density, 15 * density) : Rect(100 * density, 0, 15 * density, 250 * density)
        scroll.addSubview(slider)
        return (Glass.showing(scroll), slider, scroll)
    }

    @Test func `the thumb is where the finger is, from the first movement on`() {
        let (glass, slider, _) = sliding(value: 0.5)
        var heard: [Double] = []
        slider.onChange = { heard.append($0) }
        glass.drag(from: Point(150, 108), to: Point(200, 130))
        let length = 300 * Glass.density - (Glass.theme.em * 1.6).rounded()
        #expect(abs(slider.value - 0.5 - 50 * Glass.panel.density(.horizontal) / length) < 0.001)
        #expect(heard.last == slider.value)
        glass.drag(from: Point(200, 108), to: Point(500, 108))
        #expect(slider.value == 1)
        #expect(glass.stack == ["home", "page"])
    }

    @Test func `a tap on the track sends the thumb there, one on the thumb moves nothing`() {
        let (glass, slider, _) = sliding(value: 0.5)
        glass.touch { $0.tap(at: Point(152, 108)) }
        #expect(slider.value == 0.5)
        glass.touch { $0.tap(at: Point(225, 108)) }
        #expect(abs(slider.value - 0.75) < 0.01)
    }

    @Test func `a drag that begins on the track takes the thumb along`() {
        let (glass, slider, _) = sliding(value: 0.1)
        glass.drag(from: Point(150, 108), to: Point(225, 108))
        #expect(abs(slider.value - 0.75) < 0.01)
    }

    @Test func `a second finger on a slider that a finger holds pops no page`() {
        let (glass, slider, _) = sliding(value: 0.5)
        glass.touch { touch in
            let first = touch.down(at: Point(150, 108)).drag(to: Point(180, 108), over: .milliseconds(100))
            touch.down(at: Point(60, 108)).drag(to: Point(200, 108), over: .milliseconds(200)).lift()
            first.lift()
        }
        glass.settle()
        #expect(glass.stack == ["home", "page"] && abs(slider.value - 0.6) < 0.02)
    }

    /// The thumb is held at 180 mm, and its finger goes on to 200 mm while another hand swipes the page away from the edge by `swipe` mm.
    private func carried(_ swipe: Double, resampling: Bool, lifts: Bool = false) -> (Glass, SliderView, HeldFinger) {
        let (glass, slider, _) = sliding(value: 0.5)
        glass.stage.gestures.isResampling = resampling
        let holder = HeldFinger(glass, at: Point(150, 108))
        holder.drag(to: Point(180, 108), over: .milliseconds(100))
        let hand = HeldFinger(glass, at: Point(1, 250), contact: 9)
        hand.drag(to: Point(swipe, 250), over: .milliseconds(300))
        #expect(slider.isDragged)
        let held = slider.value
        holder.drag(to: Point(200, 108), over: .milliseconds(100))
        #expect(slider.value == held, "the page has moved, not the thumb on it")
        if lifts { holder.lift() }
        hand.drag(to: Point(swipe + (swipe > 200 ? 100 : -10), 250), over: .milliseconds(50))
        hand.lift()
        glass.settle()
        return (glass, slider, holder)
    }

    @Test(arguments: [true, false])
    func `while another hand swipes the page, a held thumb rests on it, and then it is at its finger again`(
        isResampling: Bool
    ) {
        let (glass, slider, holder) = carried(60, resampling: isResampling)
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        #expect(glass.stack == ["home", "page"])
        let length = 300 * Glass.density - (Glass.theme.em * 1.6).rounded()
        let mm = Glass.panel.density(.horizontal) / length
        #expect(abs(slider.value - 0.5 - 50 * mm) < 0.001, "though the finger rests")
        holder.drag(to: Point(210, 108), over: .milliseconds(100))
        holder.lift()
        #expect(abs(slider.value - 0.5 - 60 * mm) < 0.001)
    }

    @Test(arguments: [true, false]) func `a thumb that is let go on a page that moves keeps its value`(lifts: Bool) {
        let (glass, slider, _) = carried(lifts ? 60 : 250, resampling: true, lifts: lifts)
        #expect(glass.stack == (lifts ? ["home", "page"] : ["home"]))
        let length = 300 * Glass.density - (Glass.theme.em * 1.6).rounded()
        // Also on a page that leaves the value is the last one that could be seen.
        #expect(abs(slider.value - 0.5 - 30 * Glass.panel.density(.horizontal) / length) < 0.001)
        #expect(!slider.isDragged)
    }

    @Test func `across its axis the finger scrolls, and what a cancelled finger did stays`() {
        let (glass, slider, scroll) = sliding(value: 0.5)
        glass.drag(from: Point(150, 108), to: Point(152, 60))
        glass.settle()
        #expect(slider.value == 0.5 && scroll.offset > 100)
        scroll.scroll(to: 0, along: .vertical, animated: false)
        glass.touch { $0.down(at: Point(150, 108)).drag(to: Point(200, 108), over: .milliseconds(100)).cancel() }
        #expect(slider.value > 0.5)
    }

    @Test func `a cancelled drag leaves the value that could be seen, at a stop`() {
        let (glass, slider, _) = sliding(value: 0.1)
        var heard: [Double] = []
        slider.onChange = { heard.append($0) }
        glass.touch { $0.down(at: Point(150, 108)).drag(to: Point(200, 108), over: .milliseconds(100)).cancel() }
        #expect(heard.count > 1 && heard[0] > 0.4)
        #expect(slider.value == heard.last && slider.value > 0.4 && !slider.isDragged)
    }

    @Test func `while a finger holds the thumb, a tap on the track does nothing`() {
        let (glass, slider, _) = sliding(value: 0.1)
        let finger = HeldFinger(glass, at: Point(150, 108), contact: 50)
        finger.drag(to: Point(200, 108), over: .milliseconds(100))
        let value = slider.value
        #expect(slider.isDragged)
        glass.touch { $0.tap(at: Point(70, 108)) }
        #expect(slider.value == value && slider.isDragged)
    }

    @Test(arguments: [true, false])
    func `the thumb is shown where the finger will be, the value is that of its newest sample`(isResampling: Bool) {
        let (glass, slider, _) = sliding(value: 0.2)
        glass.stage.gestures.isResampling = isResampling
        let finger = HeldFinger(glass, at: Point(60, 108))
        let thumb = slider.subviews[2]
        let start = thumb.frame.minX
        let density = Glass.panel.density(.horizontal)
        finger.drag(to: Point(160, 108), over: .milliseconds(200))
        let value = slider.value
        func ahead() -> Double { (thumb.frame.minX - start) / density - 100 }
        // 500 mm/s at 100 Hz: at most 5 mm ahead.
        glass.stage.advance(to: glass.stage.now + .milliseconds(16))
        #expect(abs(ahead() - (isResampling ? 5 : 0)) < 0.1)
        #expect(glass.stage.isMoving == isResampling)
        glass.stage.advance(to: glass.stage.now + .milliseconds(41))
        #expect(abs(ahead()) < 0.001 && !glass.stage.isMoving)
        #expect(slider.value == value)
        // The finger rests, and moves by a hair.
        finger.hold(for: .milliseconds(800))
        finger.drag(to: Point(160.05, 108), over: .milliseconds(20))
        for _ in 0..<20 {
            glass.stage.advance(to: glass.stage.now + .milliseconds(5))
            #expect(abs(ahead()) < 0.2)
        }
        finger.lift()
        #expect(!glass.stage.isMoving && abs(ahead() - 0.05) < 0.001)
    }

    /// A slider with four stops from 0 to 300 mm on a page in `direction`.
    private func stopping(_ direction: LayoutDirection) -> (Glass, SliderView) {
        let slider = SliderView(stops: 4, direction: direction, theme: Glass.theme)
        slider.frame = Rect(0, 80 * Glass.density, 300 * Glass.density, 15 * Glass.density)
        let page = View()
        page.addSubview(slider)
        return (Glass.showing(page), slider)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `with stops the thumb follows the finger and then goes to the nearest one`(direction: LayoutDirection) {
        let (glass, slider) = stopping(direction)
        func place(_ x: Double) -> Point { Point(direction == .leftToRight ? x : 300 - x, 108) }
        var heard: [Double] = []
        slider.onChange = { heard.append($0) }
        let finger = HeldFinger(glass, at: place(5))
        finger.drag(to: place(140), over: .milliseconds(300))
        #expect(slider.isDragged && abs(slider.value - 0.46) < 0.02)
        // The last of the thumb's views, which are in front of the track and its marks.
        let thumb = slider.subviews[slider.subviews.count - 1]
        finger.hold(for: .milliseconds(200))
        let before = thumb.layer.presentation.position.x
        finger.lift()
        #expect(slider.value == 1.0 / 3 && heard.last == 1.0 / 3 && !slider.isDragged)
        // It goes there, and does not jump.
        #expect(abs(thumb.layer.presentation.position.x - before) < 1)
        glass.settle()
        let middle = thumb.layer.presentation.position.x + thumb.bounds.width / 2
        let radius = thumb.bounds.width / 2
        let expected = radius + (slider.bounds.width - 2 * radius) / 3
        #expect(abs(middle - (direction == .leftToRight ? expected : slider.bounds.width - expected)) < 1)
        glass.touch { $0.tap(at: place(190)) }
        #expect(slider.value == 2.0 / 3)
        glass.touch { $0.tap(at: place(295)) }
        #expect(slider.value == 1)
    }

    @Test func `a thumb that is caught on its way to a stop stays under the finger`() {
        let (glass, slider) = stopping(.leftToRight)
        glass.touch { $0.down(at: Point(5, 108)).drag(to: Point(140, 108), over: .milliseconds(300)).lift() }
        let finger = HeldFinger(glass, at: Point(110, 108))
        finger.drag(to: Point(160, 108), over: .milliseconds(200))
        #expect(abs(slider.value - (1.0 / 3 + 50.0 / 293)) < 0.03)
        finger.lift()
        #expect(slider.value == 2.0 / 3 || slider.value == 1.0 / 3)
        glass.settle()
        #expect(!glass.stage.isMoving)
    }

    @Test func `upwards increases the value`() {
        let (glass, slider, scroll) = sliding(value: 0.5, axis: .vertical)
        glass.drag(from: Point(107, 145), to: Point(107, 95))
        #expect(slider.value > 0.65 && scroll.offset == 0)
    }

    @Test func `a plane goes wherever the finger goes, decelerates, and keeps the finger at its ends`() {
        let plane = PanningView()
        plane.contentSize = Size(6000, 4000)
        let glass = Glass.showing(plane)
        plane.center(on: Point(3000, 2000), animated: false)
        #expect(plane.contentOffset == Vector(2040, 2000 - (plane.bounds.height / 2).rounded()))
        glass.flick(from: Point(200, 150), to: Point(230, 180))
        let there = plane.contentOffset
        glass.settle()
        #expect(plane.contentOffset.x < there.x - 100 && plane.contentOffset.y < there.y - 100)
        plane.center(on: .zero, animated: false)
        #expect(plane.contentOffset == .zero)
        glass.drag(from: Point(200, 150), to: Point(350, 150))
        glass.settle()
        #expect(glass.stack == ["home", "page"] && plane.contentOffset == .zero)
    }
}
