// What has to be drawn again after a change: enough, and not much more.

import Geometry
import Layers
import Testing

@Suite struct DamageTests {
    private let size = PixelSize(40, 26)

    @Test(arguments: 0..<80)
    func `drawing only the damage gives the same bits as drawing everything`(seed: Int) {
        var scene = RandomScene(seed: seed, size: size)
        let root = scene.root()
        let compositor = Compositor(size: size, background: scene.color())
        var frame = compositor.plan(root)
        let kept = compositor.picture(of: root)
        for step in 0..<12 {
            for _ in 0..<scene.numbers.int(0...3) { scene.change(root) }
            let next = compositor.plan(root)
            compositor.draw(next, into: kept.surface, region: next.damage(since: frame))
            frame = next
            if kept.memory != compositor.picture(of: root).memory {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    @Test(arguments: 0..<40)
    func `buffers of any age are brought up to date`(seed: Int) {
        var scene = RandomScene(seed: seed, size: size)
        let root = scene.root()
        let compositor = Compositor(size: size)
        var history = DamageHistory()
        // Which frame each buffer holds, counted from 1; the newest has `shown`.
        var buffers: [(picture: Picture, frame: Int?)] = (0..<3).map { _ in (Picture(size), nil) }
        var shown = 0
        for step in 0..<25 {
            scene.change(root)
            let frame = compositor.plan(root)
            if history.record(frame).isEmpty { continue }
            shown += 1
            let index = scene.numbers.int(0...2)
            let age = buffers[index].frame.map { shown - $0 } ?? 0
            compositor.draw(frame, into: buffers[index].picture.surface, region: history.region(forBufferOfAge: age))
            buffers[index].frame = shown
            if buffers[index].picture.memory != compositor.picture(of: root).memory {
                Issue.record("seed \(seed), step \(step), age \(age)")
                return
            }
        }
    }

    private let still = Layer(Rect(0, 0, 40, 26), .white)
    private let mover = Layer(Rect(4, 4, 5, 5), .black)

    private func damage(_ change: (Layer) -> Void) -> Region {
        let root = Layer(of: [still, mover])
        let compositor = Compositor(size: size)
        let before = compositor.plan(root)
        change(root)
        return compositor.plan(root).damage(since: before)
    }

    @Test func `nothing changed, nothing is damaged`() {
        #expect(damage { _ in }.isEmpty)
        #expect(damage { _ in mover.name = "other" }.isEmpty)
        #expect(damage { $0.insertSublayer(mover, at: 1) }.isEmpty)
        #expect(damage { $0.addSublayer(Layer(Rect(100, 100, 5, 5), .white)) }.isEmpty)
    }

    @Test func `a layer that moves damages where it was and where it is`() {
        let moved = damage { _ in mover.position = Point(20, 10) }
        #expect(Set(moved.rects) == [PixelRect(4, 4, 5, 5), PixelRect(20, 10, 5, 5)])
        #expect(damage { _ in mover.position.x += 0.5 }.bounds == PixelRect(20, 10, 6, 5))
    }

    @Test func `a movement too small to be seen damages nothing`() {
        #expect(damage { _ in mover.position.x += 0.001 }.isEmpty)
    }

    @Test func `new contents damage the layer where it lies`() {
        mover.contents = Bitmap(size: PixelSize(5, 5), isOpaque: true)
        #expect(
            damage { _ in mover.contents = Bitmap(size: PixelSize(3, 2), isOpaque: true) }.bounds
                == PixelRect(4, 4, 5, 5))
    }

    @Test func `a layer that comes, goes, or changes its place in the order damages only itself`() {
        #expect(damage { _ in mover.removeFromSuperlayer() }.rects == [PixelRect(4, 4, 5, 5)])
        #expect(damage { $0.addSublayer(Layer(Rect(30, 20, 2, 2), .black)) }.rects == [PixelRect(30, 20, 2, 2)])
        #expect(
            damage { $0.insertSublayer(Layer(Rect(30, 20, 2, 2), .black), at: 0) }.rects == [PixelRect(30, 20, 2, 2)])
        #expect(damage { $0.addSublayer(still) }.bounds == PixelRect(0, 0, 40, 26))
    }

    @Test func `in a long list only the rows that change are damaged`() {
        let rows = (0..<300).map { Layer(Rect(Double($0 % 20) * 2, Double($0 / 20), 2, 1), .black) }
        let root = Layer(of: rows)
        let compositor = Compositor(size: size)
        let before = compositor.plan(root)
        rows[10].removeFromSuperlayer()
        rows[150].backgroundColor = .white
        rows[299].isHidden = true
        let damage = compositor.plan(root).damage(since: before)
        #expect(Set(damage.rects) == [PixelRect(20, 0, 2, 1), PixelRect(20, 7, 2, 1), PixelRect(38, 14, 2, 1)])
        // From a long list to a short one and back, with nothing in common but the background.
        let short = compositor.plan(Layer(Rect(0, 0, 7, 7), .white))
        #expect(short.damage(since: before).bounds == PixelRect(0, 0, 40, 15))
        #expect(before.damage(since: short).bounds == PixelRect(0, 0, 40, 15))
    }

    @Test func `a group that fades damages what is in it, a layer in a group only itself`() {
        let group = Layer(of: [Layer(Rect(1, 1, 2, 2), .white), mover])
        group.opacity = 0.5
        let root = Layer(of: [still, group])
        let compositor = Compositor(size: size)
        let before = compositor.plan(root)
        mover.position.x = 10
        let after = compositor.plan(root)
        #expect(Set(after.damage(since: before).rects) == [PixelRect(4, 4, 5, 5), PixelRect(10, 4, 5, 5)])
        group.opacity = 0.25
        #expect(compositor.plan(root).damage(since: after).bounds == PixelRect(1, 1, 14, 8))
    }

    @Test func `without a frame before, or after one of another size, all is damaged`() {
        let frame = Compositor(size: size).plan(still)
        #expect(frame.damage(since: nil).rects == [size.bounds])
        #expect(frame.damage(since: Compositor(size: PixelSize(8, 8)).plan(still)).rects == [size.bounds])
    }

    @Test func `a history knows what a buffer of each age lacks`() {
        let compositor = Compositor(size: size)
        let root = Layer(of: [still, mover])
        var history = DamageHistory()
        #expect(history.region(forBufferOfAge: 1).isEmpty)
        #expect(history.record(compositor.plan(root)).rects == [size.bounds])
        for x in 1...6 {
            mover.position.x = Double(x * 5)
            #expect(history.record(compositor.plan(root)).area == (x == 1 ? 30 : 50))
        }
        #expect(history.record(compositor.plan(root)).isEmpty)
        #expect(history.region(forBufferOfAge: 1).bounds == PixelRect(25, 4, 10, 5))
        #expect(history.region(forBufferOfAge: 3).bounds == PixelRect(15, 4, 20, 5))
        for age in [0, -1, DamageHistory.depth + 1] {
            #expect(history.region(forBufferOfAge: age).rects == [size.bounds])
        }
        history.reset()
        #expect(history.record(compositor.plan(root)).rects == [size.bounds])
        #expect(history.region(forBufferOfAge: 2).rects == [size.bounds])
    }
}
