// The gallery's screens in replays and on a stage: which gesture won and why, and that what fingers hold follows them.

import Bezel
import Stage
import Testing
import TouchScript

@testable import Gallery

@Suite struct GalleryTests {
    @Test func `each row of the list leads to its screen, which has a name of its own`() throws {
        let names = Sample.all.map { $0().name }
        #expect(Set(names).count == names.count)
        let screen = HomeScreen()
        let stage = Stage(
            panel: Self.panel, theme: Theme(.paper, on: Self.panel), gestures: GestureSettings(), root: screen)
        let rows = Self.views(in: screen.view, LinkRow.self)
        #expect(rows.count == names.count)
        for (row, name) in zip(rows, names) {
            let scroll = try #require(row.superview as? ScrollView)
            scroll.scroll(to: row.frame.minY, along: .vertical, animated: false)
            let touch = TouchScript(start: stage.now)
            let place = screen.view.content.frame.origin + (row.frame.center - .zero) - scroll.contentOffset
            touch.tap(at: Self.panel.millimetres(place))
            for frame in touch.frames { stage.handle(frame) }
            #expect(stage.navigator.top.name == name)
            #expect(GalleryApp().screen(named: name)?.name == name)
            stage.navigator.pop(animated: false)
        }
    }

    /// All screens but the list itself.
    static var screens: [() -> Screen] { Sample.all.map { make in { make() as Screen } } + Sample.inner }

    @Test(arguments: await MainActor.run { screens.indices })
    func `a screen that has been popped leaves nothing behind`(_ index: Int) {
        struct Weak { weak var view: View? }
        func all(in view: View) -> [Weak] { [Weak(view: view)] + view.subviews.flatMap { all(in: $0) } }
        let (stage, _) = Self.stage(HomeScreen())
        var made: [Weak] = []
        do {
            let screen = Self.screens[index]()
            stage.navigator.push(screen, animated: false)
            made = all(in: screen.view)
            stage.navigator.pop(animated: false)
        }
        #expect(made.count > 4)
        #expect(made.allSatisfy { $0.view == nil })
    }

    @Test(arguments: await MainActor.run { screens.indices })
    func `on another panel a screen has as many views and recognizers as a new one`(
        _ index: Int
    ) {
        // A long list keeps some rows that are far from the glass for a while.
        func all(in view: View) -> [View] {
            [view] + (view is LazyScrollView ? [] : view.subviews.flatMap { all(in: $0) })
        }
        let (stage, _) = Self.stage(HomeScreen())
        let screen = Self.screens[index]()
        stage.navigator.push(screen, animated: false)
        let content = screen.view.content
        let upright = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))
        for panel in [upright, Self.panel, upright] { stage.change(to: panel) }
        #expect(screen.view.content === content)
        #expect(content.bounds.width == 1080 && content.subviews.count > 0)
        let fresh = Self.screens[index]()
        stage.navigator.push(fresh, animated: false)
        #expect(all(in: content).count == all(in: fresh.view.content).count)
        func recognizers(in view: View) -> Int { all(in: view).reduce(0) { $0 + $1.recognizers.count } }
        #expect(recognizers(in: content) == recognizers(in: fresh.view.content))
    }

    @Test func `a tap is one tap, however often the panel was turned`() {
        let (stage, screen) = Self.stage(Taps())
        for panel in [Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527)), Self.panel] {
            stage.change(to: panel)
        }
        let touch = TouchScript()
        touch.tap(at: Point(150, 150))
        for frame in touch.frames { stage.handle(frame) }
        stage.advance(to: touch.now + .seconds(1))
        #expect(screen.words == ["Tap"])
        #expect(Self.views(in: screen.view, Mark.self).count == 1)
    }

    @Test func `each screen has a name of its own, by which it can be asked for`() {
        let names = Self.screens.map { $0().name }
        #expect(Set(names).count == names.count)
        for name in names { #expect(GalleryApp().screen(named: name)?.name == name) }
    }

    // MARK: Taps

    @Test func `a tap that is followed by another loses to the double tap`() throws {
        let touch = TouchScript()
        touch.tap(at: Point(150, 150))
        touch.wait(.milliseconds(100))
        touch.tap(at: Point(151, 151))
        let trace = try play(touch.frames, on: "taps")
        #expect(steps(of: "double-tap", in: trace) == ["ended"])
        #expect(
            steps(of: "single-tap", in: trace) == ["failed: double-tap was recognized; single-tap requires it to fail"])
    }

    @Test func `a single tap is recognized when the double tap has failed`() throws {
        let touch = TouchScript()
        touch.tap(at: Point(150, 150))
        let trace = try play(touch.frames, on: "taps")
        #expect(steps(of: "double-tap", in: trace) == ["failed: no tap 2 of 2 within 300 ms"])
        #expect(steps(of: "single-tap", in: trace) == ["ended"])
        #expect(trace.last { $0.field("name") == "single-tap" }?.field("t") == "0.350")
    }

    @Test func `a finger that rests is a long press, moves what it holds, and is no tap`() throws {
        let (stage, screen) = Self.stage(Taps())
        let touch = TouchScript()
        touch.down(at: Point(150, 150)).hold(for: .milliseconds(600)).drag(
            to: Point(210, 230), over: .milliseconds(300)
        )
        .lift()
        for frame in touch.frames { stage.handle(frame) }
        stage.advance(to: touch.now + .seconds(1))
        #expect(screen.words == ["… let go 100 mm away", "Long press"])
        let mark = try #require(Self.views(in: screen.view, Mark.self).first)
        let place = screen.view.content.frame.origin + (mark.center - .zero)
        #expect((Self.panel.millimetres(place) - Point(210, 230)).length < 0.01)
    }

    @Test func `a finger that taps while another holds something leaves that to the other`() {
        let (stage, screen) = Self.stage(Taps())
        let touch = TouchScript()
        let holding = touch.down(at: Point(100, 150)).hold(for: .milliseconds(600))
        touch.down(at: Point(200, 200)).hold(for: .milliseconds(50)).lift()
        touch.wait(.milliseconds(400))
        holding.drag(to: Point(150, 150), over: .milliseconds(300)).lift()
        for frame in touch.frames { stage.handle(frame) }
        #expect(screen.words == ["… let go 50 mm away", "Tap", "Long press"])
        let places = Self.views(in: screen.view, Mark.self)
            .map { Self.panel.millimetres(screen.view.content.frame.origin + ($0.center - .zero)) }
        #expect(places.map { [$0.x.rounded(), $0.y.rounded()] } == [[150, 150], [200, 200]])
    }

    // MARK: Two fingers

    /// A pinch, a rotation, and both with the hand moving: where the two fingers are after a share of the time.
    private nonisolated static let holds: [(String, @Sendable (Double) -> (Point, Point))] = [
        ("pinch", { share in (Point(230 - 25 * share, 140), Point(290 + 25 * share, 140)) }),
        ("rotation", { share in fingers(about: Point(260, 140), apart: 70, turned: share * 1.2) }),
        (
            "both",
            { share in
                fingers(about: Point(260 + 20 * share, 140 - 8 * share), apart: 60 + 30 * share, turned: -0.7 * share)
            }
        ),
    ]

    private nonisolated static func fingers(about center: Point, apart distance: Double, turned angle: Double) -> (
        Point, Point
    ) {
        let place = AffineTransform(rotation: angle, scale: distance / 2, origin: center)
        return (place.apply(to: Point(-1, 0)), place.apply(to: Point(1, 0)))
    }

    @Test(arguments: holds.indices) func `the card stays under both fingers`(_ index: Int) throws {
        let (name, path) = Self.holds[index]
        let (stage, screen) = Self.stage(PinchAndRotation())
        let card = try #require(screen.card)
        let touch = TouchScript()
        var a = touch.down(at: path(0).0)
        var b = touch.down(at: path(0).1, together: true)
        touch.move(&a, &b, over: .milliseconds(800), along: path)
        touch.lift(a, b)
        let half = touch.frames.count / 2
        for frame in touch.frames[..<half] { stage.handle(frame) }
        // By now the gestures have begun. The point of the card under each finger is the same at the end.
        func held(_ share: Double) throws -> [Point] {
            let back = try #require(
                AffineTransform(rotation: card.pose.angle, scale: card.pose.scale, origin: card.pose.center).inverse)
            let (first, second) = path(share)
            return [first, second].map { back.apply(to: card.superview?.convert(fromPanel: $0) ?? $0) }
        }
        let before = try held(Double(half - 1) / 80)
        for frame in touch.frames[half...] { stage.handle(frame) }
        for (then, now) in zip(before, try held(1)) { #expect((now - then).length < 1, "\(name)") }
    }

    @Test func `a pinch to one and a half times the distance zooms by the part beyond the slop`() throws {
        let (stage, screen) = Self.stage(PinchAndRotation())
        let touch = TouchScript()
        let path: (Double) -> (Point, Point) = { (Point(220 - 20 * $0, 140), Point(300 + 20 * $0, 140)) }
        var a = touch.down(at: path(0).0)
        var b = touch.down(at: path(0).1, together: true)
        touch.move(&a, &b, over: .milliseconds(400), along: path)
        touch.lift(a, b)
        for frame in touch.frames { stage.handle(frame) }
        // The fingers are 1 mm further apart in each sample; the first that is beyond 4 mm is at 85 of 120 mm.
        #expect(abs((screen.card?.pose.scale ?? 0) - 120 / 85.0) < 1e-9)
        #expect(screen.card?.pose.angle == 0)
    }

    // MARK: Two people

    @Test func `two people pinch at once, each their own square`() throws {
        let trace = try play(twoPinches, on: "two-people")
        for (name, touches) in [("left-pinch", "[1,2]"), ("right-pinch", "[3,4]")] {
            #expect(steps(of: name, in: trace) == ["began", "ended"])
            #expect(
                trace.first { $0.field("name") == name && $0.field("state") == "began" }?.field("touches") == touches)
        }
        #expect(trace.last?.field("stack") == #"["gallery","two-people"]"#)
        #expect(trace.last?.field("stuck") == "[]")

        let (stage, screen) = Self.stage(TwoPeople())
        for frame in twoPinches { stage.handle(frame) }
        let scales = Self.views(in: screen.view, Side.self).compactMap(\.card?.pose.scale)
        #expect(scales.count == 2)
        #expect(scales[0] > 1.3 && scales[1] < 0.8)
    }

    @Test func `one finger in each half is two drags and no pinch`() throws {
        let touch = TouchScript()
        var a = touch.down(at: Point(130, 150))
        var b = touch.down(at: Point(395, 150), together: true)
        touch.drag(&a, to: Point(90, 170), &b, to: Point(440, 120), over: .milliseconds(300))
        touch.lift(a, b)
        let trace = try play(touch.frames, on: "two-people")
        for name in ["left-drag", "right-drag"] { #expect(steps(of: name, in: trace) == ["began", "ended"]) }
        let twos = trace.filter { $0.contains("pinch") || $0.contains("rotation") }
        #expect(twos.count == 4)
        #expect(twos.allSatisfy { $0.field("state") == "failed" })
        // Nor does the page around both halves take them for two fingers of one person.
        #expect(steps(of: "full-screen-pop", in: trace) == ["failed: left-drag began"])
    }

    @Test func `one person's edge pop is not kept out by the other's fingers`() throws {
        let touch = TouchScript()
        var a = touch.down(at: Point(420, 150))
        var b = touch.down(at: Point(2, 150))
        touch.drag(&a, to: Point(400, 120), &b, to: Point(200, 150), over: .milliseconds(300))
        touch.lift(a, b)
        let trace = try play(touch.frames, on: "two-people")
        #expect(steps(of: "edge-pop", in: trace).suffix(2) == ["began", "ended"])
        #expect(trace.last?.field("stack") == #"["gallery"]"#)
        #expect(trace.last?.field("stuck") == "[]")
    }

    // MARK: What they are played on

    nonisolated static let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))

    /// A stage with `screen` on it.
    static func stage<Shown: Screen>(_ screen: Shown) -> (Stage, Shown) {
        (Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: screen), screen)
    }

    /// All views of one kind in `view`, back to front.
    static func views<Kind: View>(in view: View, _ kind: Kind.Type) -> [Kind] {
        view.subviews.flatMap { ($0 as? Kind).map { [$0] } ?? views(in: $0, kind) }
    }

    private func play(_ frames: [TouchFrame], on name: String) throws -> [String] {
        try Played(frames, on: GalleryApp(), stack: ["gallery", name]).trace
    }

    /// What became of the recognizers called `name`, in order.
    private func steps(of name: String, in trace: [String]) -> [String] {
        trace.filter { $0.field("name") == name }
            .map { ($0.field("state") ?? "") + ($0.field("why").map { ": \($0)" } ?? "") }
    }

    /// On the left two fingers move 50 mm further apart while on the right two come 30 mm nearer, in a quarter of a second.
    private var twoPinches: [TouchFrame] {
        func frame(_ step: Int, _ phase: TouchFrame.Phase) -> TouchFrame {
            let (apart, together) = (Double(min(step, 25)), 0.6 * Double(min(step, 25)))
            let places = [
                Point(110 - apart, 150), Point(150 + apart, 150), Point(360 + together, 150),
                Point(430 - together, 150),
            ]
            let time = Instant.zero + Instant.Span.milliseconds(10) * Int64(step)
            return TouchFrame(
                time: time,
                changes: places.enumerated().map { .init(contact: $0 + 1, phase: phase, position: $1) })
        }
        return [frame(0, .began)] + (1...25).map { frame($0, .moved) } + [frame(26, .ended)]
    }
}
