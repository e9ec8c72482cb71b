// Planning a picture changes nothing, at any time and however often.

import Drawing
import Geometry
import Gestures
import Layers
import TestRandomness
import Testing
import TouchScript

@testable import Stage

/// Four pixels for a millimetre, so that flicks go far.
private let panel = Panel(pixels: PixelSize(480, 270), millimetres: Size(120, 67.5))

/// How often the code of an app was called, and by what.
private final class Calls {
    private(set) var counts: [String: Int] = [:]
    func count(_ what: String) { counts[what, default: 0] += 1 }
}

/// A page with a list of rows that open, a strip, a gallery, a map and a spinner, all of which can be told apart.
private final class Fair: Screen {
    private let calls: Calls
    private let spinner = Animation()
    private(set) var list: ListView?

    init(_ name: String, calls: Calls) {
        self.calls = calls
        super.init(name: name, title: name)
    }

    private static func tile(_ frame: Rect, _ number: Int) -> View {
        let view = View()
        view.frame = frame
        view.layer.backgroundColor = Color(UInt32(truncatingIfNeeded: number &* 0x3779B1) & 0xFF_FFFF)
        return view
    }

    override func load(into content: View) {
        let (theme, calls, height) = (Theme(.paper, on: panel), calls, content.bounds.height)
        let list = ListView(count: 3000, estimatedRowHeight: 50) { index, width in
            calls.count("makeRow")
            let action = RowAction(title: "Keep", color: Color(0x208040)) {}
            return SwipeRow(
                content: Self.tile(Rect(0, 0, width, Double(30 + index * 37 % 50)), index + 1),
                leading: index % 3 == 0 ? [] : [action], trailing: [action, action], theme: theme)
        }
        list.frame = Rect(0, 0, 240, height)
        let strip = ScrollView(axis: .horizontal)
        strip.frame = Rect(240, 0, 240, 60)
        strip.contentSize = Size(900, 60)
        let inner = ScrollView(axis: .horizontal)
        inner.frame = Rect(60, 0, 150, 60)
        inner.contentSize = Size(400, 60)
        for index in 0..<5 { inner.addSubview(Self.tile(Rect(Double(index) * 80, 5, 70, 50), index + 50)) }
        strip.addSubview(inner)
        for index in 3..<10 { strip.addSubview(Self.tile(Rect(Double(index) * 90, 0, 80, 60), index + 80)) }
        let gallery = GalleryView(
            pages: (0..<5).map { Self.tile(.zero, $0 + 7) }, pageSize: Size(150, 50), gap: 10, theme: theme)
        gallery.frame = Rect(240, 70, 240, 80)
        let map = PanningView()
        map.frame = Rect(240, 150, 240, height - 150)
        map.contentSize = Size(1000, 1000)
        for index in 0..<16 {
            map.addSubview(Self.tile(Rect(Double(index % 4) * 250, Double(index / 4) * 250, 220, 220), index))
        }
        let spoke = Self.tile(Rect(300, 40, 30, 30), 3)
        spinner.animator.add(.positionX, of: spoke.layer, from: 0, to: 90)
        spinner.animator.add(.opacity, of: spoke.layer, from: 0, to: -0.8)
        spinner.animator.add(.scale, of: spoke.layer, from: 0, to: 0.5)
        for view in [list, strip, gallery, map, spoke] { content.addSubview(view) }
        for scroll in [list, strip, inner, map] { scroll.onScroll = { calls.count("onScroll") } }
        self.list = list
    }

    override func willAppear() {
        if let stage = navigator?.stage {
            spinner.start(on: stage, for: .milliseconds(700), curve: .easeInOut, repeats: true)
        }
        guard let transition else { return }
        let (calls, layer) = (calls, view.content.layer)
        transition.onProgress { _ in calls.count("onProgress") }
        transition.animateAlongside { $0.add(.positionY, of: layer, from: 0, to: 30) }
    }
}

/// Gives every transition another look.
private final class Looks: NavigatorDelegate {
    private var number = 0
    func animator(for operation: Transition.Operation, from: Screen, to: Screen) -> TransitionAnimator? {
        number += 1
        return [TransitionAnimator.parallax, .scale, .slide, .crossFade, .cover][number % 5]
    }
}

/// What is visible of a layer, and which layer it is.
private struct Look: Equatable {
    let layer: ObjectIdentifier
    let values: Layer.Presentation
    let isHidden: Bool
    let model: [Double]

    /// The looks of `layer` and of all layers in it.
    static func all(of layer: Layer) -> [Look] {
        let model = [
            layer.position.x, layer.position.y, layer.bounds.minX, layer.bounds.minY, layer.bounds.width,
            layer.bounds.height, layer.scale, layer.opacity, layer.dim, layer.cornerRadius,
        ]
        let one = Look(
            layer: ObjectIdentifier(layer), values: layer.presentation, isHidden: layer.isHidden, model: model)
        return layer.sublayers.reduce(into: [one]) { $0 += all(of: $1) }
    }
}

/// A visit of random fingers and random screens, filmed.
private final class Visit {
    let stage: Stage
    let calls = Calls()
    private(set) var hashes: [FrameHash] = []
    private(set) var lines: [String] = []
    private let looks = Looks()
    private let bitmap = Bitmap(size: panel.pixels, isOpaque: true)
    private var damage = DamageHistory()
    private var dice: SplitMix
    private var names = 0

    init(seed: Int) {
        dice = SplitMix(UInt64(seed))
        var gestures = GestureSettings()
        gestures.pop = [.fullScreen, .edge][seed % 2]
        gestures.isResampling = seed % 4 != 3
        stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: gestures, root: Fair("home", calls: calls))
        stage.navigator.addDelegate(looks)
        stage.onTrace = { [unowned self] in lines.append($0.json(since: .zero)) }
    }

    private func fair() -> Fair {
        names += 1
        return Fair("page \(names)", calls: calls)
    }

    /// A few gestures one after the other, from `start` on.
    private func touches(from start: Instant) -> [TouchFrame] {
        let touch = TouchScript(start: start)
        func point() -> Point { Point(.random(in: 0...120, using: &dice), .random(in: 0...67, using: &dice)) }
        for _ in 0..<4 {
            let (span, from) = (Instant.Span.milliseconds(.random(in: 30...250, using: &dice)), point())
            let edge = Point(0.5, from.y)
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: touch.down(at: edge).drag(to: point(), over: span).drag(to: point(), over: span).lift()
            case 1: touch.down(at: from).drag(to: Point(from.x, point().y), over: .milliseconds(40)).lift()
            case 2: touch.down(at: from).drag(to: Point(point().x, from.y), over: span).lift()
            case 3: touch.down(at: from).lift()
            default: touch.down(at: from).drag(to: point(), over: span).drag(to: point(), over: span).lift()
            }
            touch.wait(.milliseconds(.random(in: 10...400, using: &dice)))
        }
        return touch.frames
    }

    private func act() {
        let front = stage.frontNavigator
        switch Int.random(in: 0..<6, using: &dice) {
        case 0, 1: front.push(fair())
        case 2: front.pop()
        case 3: if stage.sheets.count < 2 { stage.present(fair()) }
        case 4: stage.sheets.last?.dismiss()
        default: (front.top as? Fair)?.list?.scroll(toRow: .random(in: 0..<3000, using: &dice))
        }
    }

    /// Films `pictures` pictures, 60 a second, each shown up to two refreshes after it was planned. Before each,
    /// `look` is called.
    func film(_ pictures: Int, look: () -> Void = {}) {
        var waiting = touches(from: stage.now + .milliseconds(20))[...]
        for number in 1...pictures {
            let refresh = Instant(nanoseconds: Int64(number) * 16_666_667)
            while let frame = waiting.first, frame.time <= refresh {
                waiting.removeFirst()
                stage.handle(frame)
                look()
            }
            if waiting.isEmpty { waiting = touches(from: refresh)[...] }
            if number == 8 { stage.frontNavigator.push(fair()) } else if number % 20 == 0 { act() }
            look()
            stage.advance(to: refresh)
            look()
            let presentation = refresh + .milliseconds(.random(in: 0...33, using: &dice))
            stage.willPresent(at: presentation)
            let frame = stage.plan(at: presentation)
            stage.draw(frame, into: bitmap.surface, region: damage.record(frame))
            hashes.append(FrameHash(of: bitmap.surface))
        }
        stage.traceEnd()
    }
}

@Suite struct PlanTests {
    @Test(arguments: 1...4) func `a look at what a picture would be changes no layer and calls no code of an app`(
        seed: Int
    ) {
        let visit = Visit(seed: seed)
        var dice = SplitMix(UInt64(seed + 100))
        visit.film(60) {
            let stage = visit.stage
            let (before, calls) = (Look.all(of: stage.rootView.layer), visit.calls.counts)
            let part: Stage.Part = [.screens, .all, .overlay].randomElement(using: &dice)!
            _ = stage.plan(at: stage.now + .milliseconds(.random(in: 0...60, using: &dice)), part)
            if let transition = stage.onlyTransition {
                _ = try? stage.planeScenes(along: transition)
                _ = try? stage.planeScene(at: stage.now + .milliseconds(20))
            }
            _ = stage.movingScreens(at: stage.now + .milliseconds(20))
            #expect(Look.all(of: stage.rootView.layer) == before)
            #expect(visit.calls.counts == calls)
        }
        #expect(visit.calls.counts.keys.sorted() == ["makeRow", "onProgress", "onScroll"])
        #expect(Set(visit.hashes).count > 30)
    }

    @Test(arguments: 1...4) func `pictures and decisions do not depend on how often pictures are planned`(seed: Int) {
        let (once, often) = (Visit(seed: seed), Visit(seed: seed))
        var dice = SplitMix(UInt64(seed + 200))
        once.film(60)
        often.film(60) {
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                _ = often.stage.plan(at: often.stage.now + .milliseconds(.random(in: 0...40, using: &dice)))
                if Bool.random(using: &dice) { often.stage.drawAhead() }
            }
        }
        #expect(once.hashes == often.hashes)
        #expect(once.lines == often.lines)
        #expect(once.calls.counts == often.calls.counts)
    }

    @Test(arguments: [40.0, 100, 250]) func `a fling at 8000 px/s has no holes, as far ahead as it is planned`(
        height: Double
    ) {
        // Eight pixels for a millimetre.
        let dense = Panel(pixels: PixelSize(480, 270), millimetres: Size(60, 33.75))
        let list = ListView(count: 100_000, estimatedRowHeight: 60) { index, width in
            let row = View()
            row.frame = Rect(0, 0, width, Double(20 + index * 37 % 90))
            row.layer.backgroundColor = Color(0xC00000)
            return row
        }
        list.showsIndicators = false
        let screen = ContentScreen("list") { content in
            list.frame = Rect(0, 0, 100, min(height, content.bounds.height))
            content.addSubview(list)
        }
        let stage = Stage(panel: dense, theme: Theme(.paper, on: dense), gestures: GestureSettings(), root: screen)
        list.scroll(toRow: 50_000, animated: false)
        let bitmap = Bitmap(size: dense.pixels, isOpaque: true)
        let place = Rect(0, list.superview!.frame.minY, 100, list.frame.height)
        func holes(at presentation: Instant) -> Int {
            stage.draw(stage.plan(at: presentation), into: bitmap.surface, region: Region(dense.pixels.bounds))
            return (Int(place.minY)..<Int(place.maxY)).count { bitmap.pixels[$0 * 480 + 50] & 0xFF_FFFF != 0xC00000 }
        }
        let touch = TouchScript(start: .zero)
        let y = (place.minY + 2) / 8
        touch.down(at: Point(6, y)).drag(to: Point(6, y + 20), over: .milliseconds(20)).lift()
        for frame in touch.frames {
            stage.handle(frame)
            #expect(holes(at: stage.now + .milliseconds(33)) == 0)
        }
        var (fastest, last) = (0.0, list.offset)
        for _ in 0..<120 {
            stage.advance(to: stage.now + .milliseconds(16))
            #expect(holes(at: stage.now + .milliseconds(33)) == 0)
            fastest = max(fastest, abs(list.offset - last) / 0.016)
            last = list.offset
        }
        #expect((7000...9000).contains(fastest), "\(fastest) px/s")
    }
}
