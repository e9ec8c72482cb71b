// Drawings that are kept: within their budget, and with no effect on the picture.

import Drawing
import Geometry
import Layers
import Stage
import TestRandomness
import Testing
import TouchScript

/// A high view whose ink differs from row to row.
private final class TallView: View {
    private let tint: Color
    private(set) var drawn = 0
    /// The text of each row. Only the rows in the area that is asked for are drawn: laying out all of them would be slow.
    var text = "tall" { didSet { setNeedsDisplay() } }

    init(_ frame: Rect, tint: Color = Color(0x305070), isOpaque: Bool = true) {
        self.tint = tint
        super.init(drawsContents: true, isOpaque: isOpaque)
        self.frame = frame
    }

    override func draw(on canvas: Canvas) {
        drawn += 1
        if isOpaque { canvas.fill(.white) }
        let layout = TextLayout(AttributedText(text, TextStyle(size: 17)))
        let first = max(0, Int(canvas.area.minY / 37) - 1)
        for row in first..<max(first, min(Int(bounds.height / 37), Int(canvas.area.maxY / 37) + 2)) {
            let (x, y) = (Double(row * 29 % 300), Double(row) * 37)
            canvas.fill(Rect(x, y + 3.3, 60, 20.5), tint.withAlpha(Double(row % 5 + 1) / 5), cornerRadius: 5)
            canvas.draw(layout, at: Point(x + 70, y))
        }
    }

    /// The whole view in one bitmap.
    func whole() -> Bitmap {
        let bitmap = Bitmap(size: PixelSize(Int(bounds.width), Int(bounds.height)), isOpaque: isOpaque)
        draw(on: Canvas(bitmap))
        return bitmap
    }
}

private let small = Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))

/// A stage on a small panel, and its picture.
private final class Kiosk {
    let stage: Stage
    private let bitmap = Bitmap(size: small.pixels, isOpaque: true)
    private var damage = DamageHistory()
    private(set) var warnings: [String] = []
    private(set) var most = 0

    init(memory: Int? = nil, on panel: Panel = small, root: Screen) {
        var gestures = GestureSettings()
        gestures.pop = .fullScreen
        stage = Stage(panel: panel, theme: Theme(.paper, on: panel), gestures: gestures, root: root)
        stage.memory = memory
        stage.onWarning = { [unowned self] in warnings.append($0) }
    }

    /// The picture at `instant`, of which only what has changed is drawn, as on a screen.
    func frame(at instant: Instant, ahead: Int = 1) -> FrameHash {
        stage.advance(to: instant)
        stage.willPresent(at: instant)
        let frame = stage.plan(at: instant)
        stage.draw(frame, into: bitmap.surface, region: damage.record(frame))
        most = max(most, stage.memoryInUse)
        for _ in 0..<ahead {
            stage.drawAhead()
            most = max(most, stage.memoryInUse)
        }
        return FrameHash(of: bitmap.surface)
    }

    var pixels: [UInt32] { (0..<480 * 270).map { bitmap.pixels[$0] & 0xFF_FFFF } }

    /// Plays `frames` and gives back each picture, 60 a second, for `seconds`.
    func film(_ frames: [TouchFrame], seconds: Double, ahead: Int = 1) -> [FrameHash] {
        var (next, hashes) = (0, [FrameHash]())
        for number in 0..<Int(seconds * 60) {
            let time = Instant.zero + .seconds(Double(number) / 60)
            while next < frames.count, frames[next].time <= time {
                stage.handle(frames[next])
                next += 1
            }
            hashes.append(frame(at: time, ahead: ahead))
        }
        return hashes
    }
}

/// A page with `views` one below the other in a scroll view.
private func page(_ name: String = "page", _ views: @escaping () -> [View]) -> ContentScreen {
    ContentScreen(name) { content in
        let scroll = ScrollView(axis: .vertical)
        scroll.frame = Rect(origin: .zero, size: content.bounds.size)
        content.addSubview(scroll)
        var end = 0.0
        for view in views() {
            view.frame = Rect(view.frame.minX, end, view.frame.width, view.frame.height)
            end = view.frame.maxY
            scroll.addSubview(view)
        }
        scroll.contentSize = Size(content.bounds.width, end)
    }
}

private func scroll(of screen: Screen) -> ScrollView { screen.view.content.subviews[0] as! ScrollView }

/// As many pixels as `small`, each an eighth of a millimetre, so that flicks go far.
private let dense = Panel(pixels: PixelSize(480, 270), millimetres: Size(60, 33.75))

/// On `dense`, fast flicks up, then as many down.
private func flicks(_ count: Int) -> [TouchFrame] {
    let touch = TouchScript(start: .zero + .milliseconds(20))
    for index in 0..<2 * count {
        let isUp = index < count
        touch.down(at: Point(30, isUp ? 31 : 13)).drag(to: Point(30, isUp ? 13 : 31), over: .milliseconds(12)).lift()
        touch.wait(.milliseconds(480))
    }
    return touch.frames
}

@Suite struct BackingTests {
    @Test func `a page 100,000 pixels high gives the same frames with much memory and little, and keeps to it`() {
        let touches = flicks(27)
        func film(_ memory: Int, ahead: Int) -> (hashes: [FrameHash], Kiosk, offset: Double) {
            let screen = page { [TallView(Rect(20, 0, 400, 100_000))] }
            let kiosk = Kiosk(memory: memory, on: dense, root: screen)
            var furthest = 0.0
            scroll(of: screen).onScroll = { furthest = max(furthest, scroll(of: screen).offset) }
            let hashes = kiosk.film(touches, seconds: 29, ahead: ahead)
            #expect(scroll(of: screen).offset < 1)
            return (hashes, kiosk, furthest)
        }
        let huge = film(1 << 30, ahead: 3)
        #expect(huge.offset > 99_700)
        #expect(Set(huge.hashes).count > 1000)
        let enough = film(2_000_000, ahead: 1)
        #expect(enough.hashes == huge.hashes)
        #expect(enough.1.most <= 2_000_000 && enough.1.warnings.isEmpty)
        let tiny = film(1000, ahead: 0)
        #expect(tiny.hashes == huge.hashes)
        // What is visible is kept, with one warning.
        #expect(tiny.1.warnings.count == 1 && tiny.1.warnings[0].contains("memory"))
        #expect(tiny.1.most < 2_000_000)
        #expect(huge.1.most > 5_000_000)
    }

    @Test(arguments: 1...12) func `whatever is kept, each picture is that of the whole content`(seed: Int) {
        var numbers = SplitMix(UInt64(seed))
        let heights = (0..<4).map { _ in Double(Int.random(in: 40...6000, using: &numbers)) }
        let isOpaque = seed % 2 == 0
        func views() -> [TallView] {
            heights.map {
                TallView(Rect(Double($0.truncatingRemainder(dividingBy: 50)), 0, 380, $0), isOpaque: isOpaque)
            }
        }
        // The other has its views drawn once, each in one bitmap.
        let strips = page { views() }
        let whole = page {
            views().map { view in
                let still = View()
                still.frame = view.frame
                still.layer.contents = view.whole()
                return still
            }
        }
        let (kiosk, reference) = (Kiosk(root: strips), Kiosk(root: whole))
        var time = Instant.zero
        for step in 0..<40 {
            if step % 7 == 0 {
                kiosk.stage.memory = Int.random(in: 0...3_000_000, using: &numbers)
            }
            let offset = Double(Int.random(in: 0...Int(heights.reduce(0, +)) * 4, using: &numbers)) / 4
            let scale = step % 5 == 0 ? 0.83 : 1
            for screen in [strips, whole] {
                scroll(of: screen).setOffset(offset + (step % 3 == 0 ? 0 : 0.377), along: .vertical)
                screen.view.layer.scale = scale
            }
            time = time + .milliseconds(16)
            let ahead = Int.random(in: 0...3, using: &numbers)
            #expect(kiosk.frame(at: time, ahead: ahead) == reference.frame(at: time), "at \(offset), step \(step)")
        }
    }

    /// A wide view whose columns all differ.
    private final class WideView: View {
        init(_ frame: Rect) {
            super.init(drawsContents: true, isOpaque: true)
            self.frame = frame
        }

        override func draw(on canvas: Canvas) {
            canvas.fill(.white)
            let first = max(0, Int(canvas.area.minX / 37) - 3)
            for column in first..<Int(canvas.area.maxX / 37) + 2 {
                let (x, y) = (Double(column) * 37, Double(column * 29 % 90))
                let color = Color(UInt32(column * 0x0307_0B)).withAlpha(0.6)
                // No slanted edge: Cairo rounds those by where the bitmap's sides are, to within a level of grey.
                canvas.fill(Rect(x + 3.25, y, 50.5, 60), color)
                let text = AttributedText("column \(column)", TextStyle(size: 17))
                canvas.draw(TextLayout(text), at: Point(x, y + 70.25))
            }
        }
    }

    @Test func `a view wider than any bitmap is drawn, the same as a bitmap of what is seen of it`() {
        let wide = WideView(Rect(0, 20, 40_000, 200))
        func row(_ view: View) -> ContentScreen {
            ContentScreen("wide") { content in
                let scroll = ScrollView(axis: .horizontal)
                scroll.frame = Rect(origin: .zero, size: content.bounds.size)
                content.addSubview(scroll)
                scroll.addSubview(view)
                scroll.contentSize = Size(40_000, 220)
            }
        }
        let still = View()
        let (pieces, whole) = (row(wide), row(still))
        let (kiosk, reference) = (Kiosk(memory: 3_000_000, root: pieces), Kiosk(root: whole))
        for (step, offset) in [0, 0.377, 118, 5000.5, 32_767.25, 32_700, 39_519.9, 39_520, 20_000].enumerated() {
            for screen in [pieces, whole] { scroll(of: screen).setOffset(offset, along: .horizontal) }
            // A bitmap whose sides are not visible, unless they are the view's.
            let left = max(0, (offset - 300).rounded())
            let bitmap = Bitmap(size: PixelSize(Int(min(1100, 40_000 - left)), 200), isOpaque: true)
            wide.draw(on: Canvas(bitmap, origin: Point(left, 0)))
            still.frame = Rect(left, 20, Double(bitmap.size.width), 200)
            still.layer.contents = bitmap
            let time = Instant.zero + .milliseconds(16 * step)
            #expect(kiosk.frame(at: time) == reference.frame(at: time), "at \(offset)")
        }
        #expect(kiosk.most < 3_000_000 && kiosk.warnings.isEmpty)
    }

    @Test(arguments: 1...8) func `content larger than the glass both ways is drawn in full`(seed: Int) {
        var numbers = SplitMix(UInt64(seed))
        let size = Size(
            Double(Int.random(in: 300...3000, using: &numbers)), Double(Int.random(in: 200...3000, using: &numbers)))
        let wide = WideView(Rect(origin: Point(13, 7), size: size))
        let still = View()
        still.frame = wide.frame
        let bitmap = Bitmap(size: PixelSize(Int(size.width), Int(size.height)), isOpaque: true)
        wide.draw(on: Canvas(bitmap))
        still.layer.contents = bitmap
        func wall(_ view: View) -> ContentScreen {
            ContentScreen("wall") { content in
                let scroll = ScrollView(axes: [.horizontal, .vertical])
                scroll.frame = Rect(origin: .zero, size: content.bounds.size)
                content.addSubview(scroll)
                scroll.addSubview(view)
                scroll.contentSize = Size(size.width + 20, size.height + 20)
            }
        }
        let (pieces, whole) = (wall(wide), wall(still))
        let (kiosk, reference) = (Kiosk(root: pieces), Kiosk(root: whole))
        for step in 0..<30 {
            if step % 7 == 0 { kiosk.stage.memory = Int.random(in: 0...3_000_000, using: &numbers) }
            let place = Point(
                Double(Int.random(in: 0...Int(size.width) * 8, using: &numbers)) / 8,
                Double(Int.random(in: 0...Int(size.height) * 8, using: &numbers)) / 8)
            for screen in [pieces, whole] {
                scroll(of: screen).setOffset(place.x, along: .horizontal)
                scroll(of: screen).setOffset(place.y + (step % 3 == 0 ? 0 : 0.377), along: .vertical)
                screen.view.layer.scale = step % 5 == 0 ? 0.83 : 1
            }
            let time = Instant.zero + .milliseconds(16 * step)
            let ahead = Int.random(in: 0...3, using: &numbers)
            #expect(kiosk.frame(at: time, ahead: ahead) == reference.frame(at: time), "at \(place), step \(step)")
        }
    }

    @Test func `screens of a deep stack go first, and come back as they were`() {
        let screens = (0..<10).map { number in
            page("page \(number)") { [TallView(Rect(0, 0, 480, 2000), tint: Color(UInt32(number * 0x181C1C)))] }
        }
        let kiosk = Kiosk(memory: 3_000_000, root: screens[0])
        var (time, pictures) = (Instant.zero, [kiosk.frame(at: .zero)])
        for screen in screens.dropFirst() {
            kiosk.stage.navigator.push(screen, animated: false)
            for _ in 0..<6 {
                time = time + .milliseconds(16)
                _ = kiosk.frame(at: time)
            }
            pictures.append(kiosk.frame(at: time))
        }
        #expect(kiosk.most <= 3_000_000)
        #expect(kiosk.stage.memoryInUse > 2_000_000)
        #expect(Set(pictures).count == 10)
        func strips(_ screen: Screen) -> Int {
            scroll(of: screen).subviews[0].layer.strips?.bitmaps.count { $0 != nil } ?? 0
        }
        #expect(strips(screens[0]) == 0 && strips(screens[8]) > 0)
        for picture in pictures.dropLast().reversed() {
            kiosk.stage.navigator.pop(animated: false)
            time = time + .milliseconds(16)
            #expect(kiosk.frame(at: time) == picture)
        }
        #expect(kiosk.most <= 3_000_000)
    }

    @Test func `a view that changes is drawn anew, also where it is not seen`() {
        let view = TallView(Rect(0, 0, 480, 5000))
        let screen = page { [view] }
        let kiosk = Kiosk(root: screen)
        for number in 0..<20 { _ = kiosk.frame(at: .zero + .milliseconds(number * 16)) }
        let count = view.drawn
        #expect(count > 5)
        view.text = "other"
        #expect(kiosk.stage.memoryInUse < 1_000_000)
        let fresh = TallView(Rect(0, 0, 480, 5000))
        fresh.text = "other"
        let other = Kiosk(root: page { [fresh] })
        for offset in [0.0, 300, 900] {
            for one in [kiosk.stage.navigator.root, other.stage.navigator.root] {
                scroll(of: one).setOffset(offset, along: .vertical)
            }
            let time = Instant.zero + .seconds(1 + offset / 1000)
            #expect(kiosk.frame(at: time) == other.frame(at: time))
        }
        #expect(view.drawn > count)
    }

    @Test func `a change of panel or direction leaves no drawings behind`() {
        let kiosk = Kiosk(root: page { [TallView(Rect(0, 0, 200, 5000))] })
        _ = kiosk.frame(at: .zero)
        kiosk.stage.change(to: Panel(pixels: PixelSize(270, 480), millimetres: Size(296, 527)))
        #expect(kiosk.stage.memoryInUse == 0)
        kiosk.stage.change(to: small)
        let there = kiosk.frame(at: .zero + .milliseconds(100))
        kiosk.stage.direction = .rightToLeft
        #expect(kiosk.stage.memoryInUse == 0)
        let mirrored = kiosk.frame(at: .zero + .milliseconds(200))
        kiosk.stage.direction = .leftToRight
        #expect(kiosk.frame(at: .zero + .milliseconds(300)) == there)
        // The root's bar has nothing to mirror.
        #expect(mirrored == there)
    }

    @Test func `the bar of a covered screen comes back as it was, whatever lies over it`() {
        func film(_ memory: Int) -> [FrameHash] {
            let screens = [LayoutDirection.leftToRight, .leftToRight, .rightToLeft].enumerated().map {
                index, direction in
                let screen = page("page \(index)") { [TallView(Rect(0, 0, 480, 2000))] }
                screen.direction = direction
                return screen
            }
            let kiosk = Kiosk(memory: memory, root: screens[0])
            var hashes = [kiosk.frame(at: .zero)]
            for (index, screen) in screens.enumerated().dropFirst() {
                kiosk.stage.navigator.push(screen, animated: false)
                hashes.append(kiosk.frame(at: .zero + .milliseconds(index * 16)))
            }
            let touch = TouchScript(start: .zero + .milliseconds(100))
            touch.down(at: Point(400, 150)).drag(to: Point(100, 150), over: .milliseconds(200)).lift()
            return hashes + kiosk.film(touch.frames, seconds: 1)
        }
        let usual = film(1 << 30)
        #expect(Set(usual).count > 20)
        #expect(film(1) == usual)
    }

    @Test func `what is ahead of a movement is drawn before it is seen`() {
        let view = TallView(Rect(0, 0, 400, 100_000))
        let screen = page { [view] }
        let kiosk = Kiosk(root: screen)
        _ = kiosk.frame(at: .zero)
        while kiosk.stage.hasMoreAhead { kiosk.stage.drawAhead() }
        // 8 px a frame, with one strip of 64 rows drawn ahead after each frame: no strip is drawn only when it becomes
        // visible.
        for step in 1...200 {
            scroll(of: screen).setOffset(Double(step) * 8, along: .vertical)
            let before = view.drawn
            _ = kiosk.stage.plan(at: .zero + .milliseconds(step * 16))
            #expect(view.drawn == before, "step \(step)")
            kiosk.stage.drawAhead()
        }
        let drawn = view.layer.strips!.bitmaps.indices.filter { view.layer.strips!.bitmaps[$0] != nil }
        // Farther ahead than behind.
        let seen = Int(scroll(of: screen).offset) / 64
        #expect(drawn.max()! > seen + 5)
    }

    @Test func `screens that have gone take no memory`() {
        let kiosk = Kiosk(root: page { [TallView(Rect(0, 0, 400, 800))] })
        _ = kiosk.frame(at: .zero)
        let before = kiosk.stage.memoryInUse
        for number in 1...5 {
            kiosk.stage.navigator.push(page("more") { [TallView(Rect(0, 0, 400, 3000))] }, animated: false)
            _ = kiosk.frame(at: .zero + .milliseconds(number * 100))
            #expect(kiosk.stage.memoryInUse > before)
            kiosk.stage.navigator.pop(animated: false)
            _ = kiosk.frame(at: .zero + .milliseconds(number * 100 + 50), ahead: 0)
        }
        while kiosk.stage.hasMoreAhead { kiosk.stage.drawAhead() }
        #expect(kiosk.stage.memoryInUse < before + 1_000_000)
    }
}
