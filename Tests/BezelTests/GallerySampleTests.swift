// The gallery's transitions and content, on a stage: what the samples themselves add to Bezel.

import Bezel
import Pages
import Settings
import Testing
import TouchScript

@testable import Gallery

@Suite struct GallerySampleTests {
    /// `screen` over the gallery's list.
    private func shown<Shown: Screen>(_ screen: Shown) -> (Stage, Shown) {
        let (stage, _) = GalleryTests.stage(HomeScreen())
        stage.navigator.push(screen, animated: false)
        return (stage, screen)
    }

    private func play(_ script: (TouchScript) -> Void, on stage: Stage) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        script(touch)
        for frame in touch.frames { stage.handle(frame) }
        stage.advance(to: stage.now + .seconds(3))
    }

    @Test(arguments: await MainActor.run { Look.all.indices })
    func `a look is that of its screen's own push and pop, and goes with it`(
        _ index: Int
    ) {
        let (stage, _) = GalleryTests.stage(HomeScreen())
        do {
            let screen = LookScreen(Look.all[index])
            stage.navigator.push(screen)
            #expect(stage.navigator.delegate === screen)
            stage.advance(to: stage.now + .seconds(2))
            #expect(stage.navigator.top === screen)
            play({ $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(300)).lift() }, on: stage)
        }
        #expect(stage.navigator.top.name == "gallery")
        #expect(stage.navigator.delegate == nil)
    }

    @Test func `an order asks before it is left, unless nothing is ordered`() throws {
        let (stage, order) = shown(Order())
        play({ $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(300)).lift() }, on: stage)
        #expect(stage.sheets.map(\.navigator.root.name) == ["question"])
        #expect(stage.navigator.top === order)
        // The right one of the two buttons discards it.
        let buttons = GalleryTests.views(in: try #require(stage.sheets.first).navigator.root.view, ButtonView.self)
        let button = try #require(buttons.last)
        let corner = button.convert(fromPanel: .zero)
        play({ $0.tap(at: GalleryTests.panel.millimetres(Point(-corner.x, -corner.y) + Vector(20, 20))) }, on: stage)
        #expect(stage.sheets.isEmpty)
        #expect(stage.navigator.top.name == "gallery")
    }

    @Test func `a question that is pulled away is a no, and one that no gesture waits for goes away`() {
        let (stage, order) = shown(Order())
        play({ $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(300)).lift() }, on: stage)
        stage.sheets[0].dismiss()
        stage.advance(to: stage.now + .seconds(2))
        #expect(stage.navigator.top === order)
        #expect(stage.navigator.transitions.isEmpty)
        play(
            {
                $0.down(at: Point(2, 150)).drag(to: Point(200, 150), over: .milliseconds(300))
                    .drag(to: Point(3, 150), over: .milliseconds(300)).hold(for: .milliseconds(100)).lift()
            }, on: stage)
        #expect(stage.sheets.isEmpty)
        #expect(stage.navigator.top === order)
    }

    @Test func `how sheets are pulled is set for the gallery's sheets alone`() throws {
        let (stage, sheets) = shown(Sheets())
        let segments = try #require(GalleryTests.views(in: sheets.view, Segments.self).first)
        let corner = segments.convert(fromPanel: .zero)
        play(
            { $0.tap(at: GalleryTests.panel.millimetres(Point(segments.bounds.width / 2 - corner.x, 20 - corner.y))) },
            on: stage)
        #expect(stage.gestures.pull == .separate)
        stage.navigator.pop(animated: false)
        #expect(stage.gestures.pull == .continuous)
    }

    @Test func `a long swipe keeps a thing, or gives it away`() throws {
        let (stage, screen) = shown(LongList())
        play({ $0.down(at: Point(100, 50)).drag(to: Point(400, 50), over: .milliseconds(400)).lift() }, on: stage)
        #expect(screen.kept.count == 1)
        play({ $0.down(at: Point(450, 50)).drag(to: Point(60, 50), over: .milliseconds(400)).lift() }, on: stage)
        #expect(screen.things.count == 9_999)
        #expect(try #require(screen.list).count == 9_999)
        #expect(stage.navigator.top === screen)
    }

    @Test func `the sample pages have no problems except that some go back in other ways`() {
        let (kiosk, diagnostics) = Kiosk.load("\(repository)/config/gallery", decodingPictures: true)
        #expect(kiosk?.start == ["home"])
        #expect(diagnostics.count == 7)
        #expect(diagnostics.allSatisfy { $0.severity == .warning && $0.message.hasSuffix("to go back alike") })
    }

    @Test func `the thumb at the edge keeps its finger`() {
        let (stage, screen) = shown(SlidersAndMap())
        let thumb = screen.sliders[0].convert(fromPanel: .zero)
        let place = GalleryTests.panel.millimetres(Point(20 - thumb.x, screen.sliders[0].bounds.height / 2 - thumb.y))
        play({ $0.down(at: place).drag(to: place + Vector(100, 0), over: .milliseconds(300)).lift() }, on: stage)
        #expect(screen.sliders[0].value > 0.3)
        #expect(stage.navigator.top === screen)
    }
}
