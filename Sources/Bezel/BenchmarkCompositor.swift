// `bezel benchmark compositor`: what a frame costs, held against the time in which memory can copy one.

import Geometry
import Glibc
import Layers
import Linux

/// Full-screen pictures, each drawn anew: transitions as the stage makes them, from screens that lie in ordinary memory
/// and were pushed out of the caches since they were last read.
///
/// R is one frame copied from memory to memory with the faster of the ways known here: libc's memcpy, or the compositor
/// itself with a single opaque bitmap, whose stores go past the caches. It is measured in the same process, in turn with
/// everything else, so that a busy machine slows both, and each figure is the median of its ratios to the R next to it.
/// One thread's time is the processor's; what a second thread is worth is seen on the clock.
struct BenchmarkCompositor {
    /// Each is drawn so often.
    private static let rounds = 41

    /// What is drawn, and the most it should cost, in R. Goals are for one thread at 3840 × 2160.
    private struct Scene {
        let name: String
        var goal: Double?
        let root: Layer
        var rotation = PictureRotation.none
    }

    private let size: PixelSize
    private let screens: [Bitmap]
    private let glass: Bitmap
    private let target: Bitmap
    private let copied: Bitmap
    /// Larger than the caches: reading it puts everything else out of them.
    private let others: [UInt64]

    private init(size: PixelSize) {
        self.size = size
        screens = (0..<3).map { index in
            let bitmap = Bitmap(size: size, isOpaque: true)
            for pixel in 0..<size.width * size.height {
                bitmap.pixels[pixel] = 0xFF00_0000 | UInt32(truncatingIfNeeded: (pixel &+ index) &* 0x9E37_79B1) >> 8
            }
            return bitmap
        }
        // As pages are: mostly nothing, some letters, some edges.
        glass = Bitmap(size: size, isOpaque: false)
        for pixel in 0..<size.width * size.height {
            let alpha = pixel / 37 % 10 < 7 ? 0 : pixel / 37 % 10 < 9 ? 255 : pixel & 255
            glass.pixels[pixel] = Color(0x204060).withAlpha(Double(alpha) / 255).premultiplied
        }
        // With room for rows that begin on cache lines when it is turned.
        target = Bitmap(size: PixelSize(size.width + 16, size.height + 16), isOpaque: true)
        copied = Bitmap(size: size, isOpaque: true)
        others = [UInt64](repeating: 1, count: 12 << 20)
    }

    static func rows() -> [BenchmarkCommand.Row] {
        rows(name: "1080p", size: PixelSize(1920, 1080), hasGoals: false)
            + rows(name: "4K", size: PixelSize(3840, 2160), hasGoals: true)
    }

    private static func rows(name: String, size: PixelSize, hasGoals: Bool) -> [BenchmarkCommand.Row] {
        let bench = BenchmarkCompositor(size: size)
        let scenes = bench.scenes()
        let alone = Compositor(size: size, threads: 1)
        let together = Compositor(size: size, threads: 2)
        var copies: [Double] = []
        var blockCopies: [Double] = []
        var one = scenes.map { _ in [Double]() }
        var (oneOnClock, two) = (one, one)
        let copy = Layer()
        copy.frame = Rect(origin: .zero, size: size.size)
        copy.contents = bench.screens[2]
        for _ in 0..<rounds {
            blockCopies.append(
                bench.time { memcpy(bench.copied.pixels, bench.screens[2].pixels, size.width * size.height * 4) }
                    .processor)
            copies.append(bench.time { bench.draw(Scene(name: "", root: copy), by: alone) }.processor)
            for (index, scene) in scenes.enumerated() {
                let time = bench.time { bench.draw(scene, by: alone) }
                one[index].append(time.processor)
                oneOnClock[index].append(time.clock)
                two[index].append(bench.time { bench.draw(scene, by: together) }.clock)
            }
        }
        let (copied, blockCopied) = (median(copies), median(blockCopies))
        let reference = min(copied, blockCopied)
        let references = copied < blockCopied ? copies : blockCopies
        var rows = [
            BenchmarkCommand.Row(name: "\(name), R: one frame copied", value: reference * 1000, unit: "ms"),
            BenchmarkCommand.Row(
                name: "\(name), memcpy", value: blockCopied * 1000, unit: "ms", reference: "R",
                ratio: blockCopied / reference),
        ]
        for (index, scene) in scenes.enumerated() {
            let alone = median(one[index])
            let ratio = median(zip(one[index], references).map(/))
            // Their best, since a second thread is worth something when there is a processor for it.
            let speedUp = (oneOnClock[index].min() ?? 0) / (two[index].min() ?? 1)
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(name), \(scene.name)", value: ratio, unit: "R", reference: "R", ratio: ratio,
                    goal: hasGoals ? scene.goal : nil,
                    details: [("ms", alone * 1000), ("best speed-up by a second thread", speedUp)]))
        }
        return rows
    }

    private func draw(_ scene: Scene, by compositor: Compositor) {
        let turned = scene.rotation.isSideways ? PixelSize(size.height, size.width) : size
        let surface = PixelSurface(
            base: UnsafeMutableRawPointer(target.pixels), size: turned, pitch: (turned.width + 15) / 16 * 64,
            format: .xrgb8888,
            rotation: scene.rotation)
        compositor.draw(compositor.plan(scene.root), into: surface, region: Region(size.bounds))
    }

    /// How long `body` takes, in seconds: of this thread's processor, and on the clock. Nothing is in the caches before.
    private func time(_ body: () -> Void) -> (processor: Double, clock: Double) {
        var sum: UInt64 = 0
        for index in stride(from: 0, to: others.count, by: 8) { sum &+= others[index] }
        guard sum > 0 else { fatalError("memory that was filled holds nothing") }
        let (start, processorStart) = (MonotonicClock.now(), processorSeconds())
        body()
        return (processorSeconds() - processorStart, (MonotonicClock.now() - start).seconds)
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    // MARK: Scenes

    private func scenes() -> [Scene] {
        let wide = Double(size.width)
        // An offset that no cache line and no page divides.
        let offset = (wide * 0.37).rounded()
        return [
            Scene(name: "two screens side by side, whole pixels", goal: 1.1, root: slide(offset)),
            Scene(name: "pop: parallax, dim, shadow", goal: 1.1, root: pop(offset, parallax: (wide * 0.19).rounded())),
            Scene(
                name: "the same at a fraction of a pixel", goal: 1.3,
                root: pop(offset + 0.37, parallax: wide * 0.19 + 0.11)),
            Scene(name: "a translucent layer over a screen", goal: 1.6, root: over()),
            Scene(name: "cross-fade", goal: 1.5, root: fade()),
            Scene(name: "sheet: round corners, screen behind scaled and dimmed", goal: 2.5, root: sheet()),
            Scene(name: "whole screen scaled by 0.93", root: scaled()),
            Scene(name: "one colour", root: of([])),
            Scene(
                name: "pop, turned by 90°", goal: 1.4, root: pop(offset, parallax: (wide * 0.19).rounded()),
                rotation: .quarter),
        ]
    }

    private func of(_ layers: [Layer]) -> Layer {
        let root = Layer()
        for layer in layers { root.addSublayer(layer) }
        return root
    }

    private func screen(_ index: Int, x: Double = 0) -> Layer {
        let layer = Layer()
        layer.frame = Rect(origin: Point(x, 0), size: size.size)
        layer.contents = screens[index]
        return layer
    }

    private func slide(_ offset: Double) -> Layer {
        of([screen(0, x: offset - Double(size.width)), screen(1, x: offset)])
    }

    private func pop(_ offset: Double, parallax: Double) -> Layer {
        let (below, above) = (screen(0, x: -parallax), screen(1, x: offset))
        below.dim = 0.1
        above.edgeShadow = EdgeShadow(edges: .left, width: 32, opacity: 0.3)
        return of([below, above])
    }

    private func over() -> Layer {
        let layer = screen(1)
        layer.contents = glass
        return of([screen(0), layer])
    }

    private func fade() -> Layer {
        let layer = screen(1)
        layer.opacity = 0.4
        return of([screen(0), layer])
    }

    private func sheet() -> Layer {
        let (behind, sheet) = (screen(0), screen(1, x: 0))
        (behind.scale, behind.dim, behind.cornerRadius) = (0.93, 0.3, 24)
        sheet.position.y = (Double(size.height) * 0.3).rounded() + 0.5
        (sheet.cornerRadius, sheet.roundedCorners) = (24, .top)
        return of([behind, sheet])
    }

    private func scaled() -> Layer {
        let layer = screen(0)
        layer.scale = 0.93
        return of([layer])
    }
}
