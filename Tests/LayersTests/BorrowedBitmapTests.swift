// Pictures that other programs draw, in memory of theirs: only what they have changed is drawn again.

import Geometry
import Layers
import TestRandomness
import Testing

/// A program that draws a picture in one or more buffers of its own, in turn.
private final class Drawer {
    private let memory: UnsafeMutablePointer<UInt32>
    private let (size, pitch, buffers): (PixelSize, Int, Int)
    private let isOpaque: Bool
    private let number: Int
    private var commits: [Region] = []
    private var buffer = 0
    private var bufferLength: Int { pitch * size.height + 2 * Bitmap.spare }

    init(_ scene: inout RandomScene, number: Int) {
        self.number = number
        size = PixelSize(scene.numbers.int(1...30), scene.numbers.int(1...20))
        pitch = size.width + scene.numbers.int(0...5)
        buffers = scene.numbers.int(1...3)
        isOpaque = scene.numbers.chance(2)
        memory = .allocate(capacity: buffers * (pitch * size.height + 2 * Bitmap.spare))
        memory.initialize(repeating: 0xFF40_8020, count: buffers * bufferLength)
    }

    deinit { memory.deallocate() }

    /// Draws some rectangles, in the same buffer or the next, and returns the picture.
    func commit(_ scene: inout RandomScene) -> Bitmap {
        let old = buffer
        if scene.numbers.chance(2) { buffer = (buffer + 1) % buffers }
        let (from, to) = (memory + old * bufferLength, memory + buffer * bufferLength)
        if from != to { to.update(from: from, count: bufferLength) }
        var changes = Region()
        for _ in 0..<scene.numbers.int(0...3) {
            let rect = PixelRect(
                scene.numbers.int(0...size.width - 1), scene.numbers.int(0...size.height - 1), scene.numbers.int(1...9),
                scene.numbers.int(1...9)
            ).intersection(size.bounds)
            let color = isOpaque ? scene.color().withAlpha(1).premultiplied : scene.color().premultiplied
            for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX { to[Bitmap.spare + y * pitch + x] = color }
            }
            changes.insert(rect)
        }
        commits.append(changes)
        return Bitmap(
            borrowing: to + Bitmap.spare, of: self, size: size, pitch: pitch, isOpaque: isOpaque,
            revision: Bitmap.Revision(
                picture: number, number: commits.count, changes: Array(commits.reversed().prefix(4))))
    }
}

@Suite struct BorrowedBitmapTests {
    private let size = PixelSize(40, 26)

    @Test(arguments: 0..<80, [false, true])
    func `drawing only what a program has changed gives the same bits as drawing everything`(seed: Int, scales: Bool) {
        var scene = RandomScene(seed: seed, size: size, scales: scales)
        let root = scene.root()
        var drawers: [(Drawer, Layer)] = []
        for number in 1...3 {
            guard let layer = RandomScene.layers(below: root).randomElement(using: &scene.numbers) else { continue }
            let drawer = Drawer(&scene, number: number)
            layer.contents = drawer.commit(&scene)
            drawers.append((drawer, layer))
        }
        let compositor = Compositor(size: size, background: scene.color())
        var frame = compositor.plan(root)
        let kept = compositor.picture(of: root)
        for step in 0..<16 {
            if scene.numbers.chance(3) { scene.change(root) }
            // Sometimes more often than a frame can tell apart.
            for (drawer, layer) in drawers {
                for _ in 0..<(scene.numbers.chance(6) ? 6 : scene.numbers.int(0...2)) {
                    let picture = drawer.commit(&scene)
                    if layer.contents?.revision != nil { layer.contents = picture }
                }
            }
            let next = compositor.plan(root)
            compositor.draw(next, into: kept.surface, region: next.damage(since: frame))
            frame = next
            if kept.memory != compositor.picture(of: root).memory {
                Issue.record("seed \(seed), scales \(scales), step \(step)")
                return
            }
        }
    }

    @Test func `one pixel that a program has changed is all that is drawn again`() {
        var scene = RandomScene(seed: 1, size: size)
        let drawer = Drawer(&scene, number: 1)
        let memory = drawer.commit(&scene)
        let layer = Layer(Rect(5, 5, 30, 20))
        func picture(_ number: Int, _ changes: [Region]) -> Bitmap {
            Bitmap(
                borrowing: memory.pixels, of: drawer, size: memory.size, pitch: memory.pitch, isOpaque: true,
                revision: Bitmap.Revision(picture: 1, number: number, changes: changes))
        }
        layer.contents = picture(1, [])
        let (compositor, root) = (Compositor(size: size), Layer(of: [layer]))
        let first = compositor.plan(root)
        #expect(compositor.plan(root).damage(since: first).isEmpty)
        layer.contents = picture(2, [Region(PixelRect(0, 0, 1, 1))])
        let second = compositor.plan(root)
        let damage = second.damage(since: first)
        #expect(damage.bounds.contains(PixelRect(5, 5, 1, 1)) && damage.area <= 16, "\(damage)")
        // The program has drawn, and says that it has changed nothing.
        layer.contents = picture(3, [Region(), Region(PixelRect(0, 0, 1, 1))])
        #expect(compositor.plan(root).damage(since: second).isEmpty)
        // More versions than are kept.
        layer.contents = picture(9, [Region()])
        #expect(
            compositor.plan(root).damage(since: second).bounds
                == PixelRect(5, 5, 30, 20).intersection(
                    PixelRect(5, 5, memory.size.width, memory.size.height)))
    }
}
