// `bezel benchmark composite`: what a frame costs, held against the time in which memory can copy one, and against pixman.

import CSwiftRuntime
import Geometry
import Glibc
import Layers
import Linux

/// Full-screen pictures, each drawn anew, from screens that lie in ordinary memory and were pushed out of the caches since
/// they were last read.
///
/// R is one frame copied from memory to memory past the caches by a plain loop, or by memcpy where that is faster. It is
/// measured in the same process, in turn with everything else, so that a busy machine slows both, and each figure is the
/// median of its ratios to the R next to it. One thread's time is the processor's; what a second thread is worth is seen on
/// the clock.
struct BenchmarkComposite {
    /// Each is drawn so often.
    private static let rounds = 41

    private let name: String
    private let hasGoals: Bool
    private let size: PixelSize
    private let pictures: BenchmarkPictures
    private let pixman: PixmanPictures?
    private let alone: Compositor
    private let together: Compositor
    private let target: Bitmap
    private let copied: Bitmap
    /// Larger than the caches: reading it puts everything else out of them.
    private let others: [UInt64]

    private init(name: String, size: PixelSize, hasGoals: Bool) {
        self.name = name
        self.size = size
        self.hasGoals = hasGoals
        pictures = BenchmarkPictures(size: size)
        // With room for rows that begin on cache lines when it is turned.
        target = Bitmap(size: PixelSize(size.width + 16, size.height + 16), isOpaque: true)
        copied = Bitmap(size: size, isOpaque: true)
        others = [UInt64](repeating: 1, count: 12 << 20)
        alone = Compositor(size: size, threads: 1)
        together = Compositor(size: size, threads: 2)
        pixman = PixmanPictures(pictures, target: target)
    }

    static func rows() -> [BenchmarkCommand.Row] {
        let full = BenchmarkComposite(name: "4K", size: PixelSize(3840, 2160), hasGoals: true)
        return BenchmarkComposite(name: "1080p", size: PixelSize(1920, 1080), hasGoals: false).sceneRows()
            + full.sceneRows() + full.offsetRows() + full.randomRows() + steadyRows()
    }

    // MARK: Scenes

    private func sceneRows() -> [BenchmarkCommand.Row] {
        let scenes = pictures.scenes()
        var (copies, blockCopies): ([Double], [Double]) = ([], [])
        var worthOfTwo: [Double] = []
        var one = scenes.map { _ in [Double]() }
        var (oneOnClock, two, byPixman) = (one, one, one)
        for _ in 0..<BenchmarkComposite.rounds {
            let copy = time { copyPastCaches() }
            copies.append(copy.processor)
            worthOfTwo.append(copy.clock / time { copyByTwo() }.clock)
            blockCopies.append(
                time { memcpy(copied.pixels, pictures.screens[2].pixels, 4 * size.width * size.height) }.processor)
            for (index, scene) in scenes.enumerated() {
                let time = self.time { draw(scene.root, scene.rotation, by: alone) }
                one[index].append(time.processor)
                oneOnClock[index].append(time.clock)
                two[index].append(self.time { draw(scene.root, scene.rotation, by: together) }.clock)
                if let pixman, let kind = scene.pixman {
                    byPixman[index].append(self.time { pixman.draw(kind) }.processor)
                }
            }
        }
        let pastCaches = BenchmarkComposite.median(copies)
        let blockCopied = BenchmarkComposite.median(blockCopies)
        let references = pastCaches < blockCopied ? copies : blockCopies
        let reference = min(pastCaches, blockCopied)
        var rows = [
            BenchmarkCommand.Row(name: "\(name), R: one frame copied", value: reference * 1000, unit: "ms"),
            BenchmarkCommand.Row(
                name: "\(name), R by two threads: times as fast", value: BenchmarkComposite.median(worthOfTwo), unit: ""
            ),
            BenchmarkCommand.Row(
                name: "\(name), memcpy", value: blockCopied * 1000, unit: "ms", reference: "R",
                ratio: blockCopied / reference),
        ]
        for (index, scene) in scenes.enumerated() {
            let times = one[index]
            let ratio = BenchmarkComposite.median(zip(times, references).map(/))
            // Their best, since a second thread is worth something when there is a processor for it.
            let speedUp = (oneOnClock[index].min() ?? 0) / (two[index].min() ?? 1)
            var row = BenchmarkCommand.Row(
                name: "\(name), \(scene.name)", value: ratio, unit: "R", reference: "R", ratio: ratio,
                goal: hasGoals ? scene.goal : nil,
                details: [
                    ("ms", BenchmarkComposite.median(times) * 1000), ("best speed-up by a second thread", speedUp),
                ])
            if !byPixman[index].isEmpty {
                let theirs = BenchmarkComposite.median(zip(byPixman[index], references).map(/))
                row.details += [("pixman in R", theirs), ("times faster than pixman", theirs / ratio)]
            }
            rows.append(row)
        }
        return rows + pixmanRows(scenes, one, byPixman)
    }

    /// How far pixman's pixels are from ours, and the one ratio to its time that was promised.
    private func pixmanRows(_ scenes: [BenchmarkPictures.Scene], _ ours: [[Double]], _ theirs: [[Double]])
        -> [BenchmarkCommand.Row]
    {
        guard let pixman else {
            return [BenchmarkCommand.Row(name: "\(name), pixman: libpixman-1 is not installed", value: 0, unit: "rows")]
        }
        var rows: [BenchmarkCommand.Row] = []
        for (index, scene) in scenes.enumerated() {
            guard let kind = scene.pixman else { continue }
            if kind == .pop {
                let ratio = BenchmarkComposite.median(zip(ours[index], theirs[index]).map(/))
                rows.append(
                    BenchmarkCommand.Row(
                        name: "\(name), \(scene.name): of pixman's time", value: ratio, unit: "", reference: "pixman",
                        ratio: ratio, goal: hasGoals ? 0.25 : nil))
            }
            guard let most = kind.difference else { continue }
            draw(scene.root, scene.rotation, by: alone)
            let ours = Array(UnsafeBufferPointer(start: target.pixels, count: rowLength * size.height))
            pixman.draw(kind)
            var difference = 0
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (a, b) = (ours[y * rowLength + x], target.pixels[y * rowLength + x])
                    if a == b { continue }
                    for shift in stride(from: 0, to: 24, by: 8) {
                        difference = max(difference, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                    }
                }
            }
            rows.append(
                BenchmarkCommand.Row(
                    name: "\(name), \(scene.name): furthest of a channel from pixman's", value: Double(difference),
                    unit: "of 255", goal: most))
        }
        return rows
    }

    // MARK: Many pictures

    /// Two screens side by side at 64 offsets by chance; the worst one counts.
    private func offsetRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 2)
        let offsets = (0..<64).map { _ in Int.random(in: 1..<size.width, using: &numbers) }
        var ratios = offsets.map { _ in [Double]() }
        for _ in 0..<BenchmarkComposite.rounds / 2 {
            for (index, offset) in offsets.enumerated() {
                let root = pictures.slide(offset)
                let reference = time { copyPastCaches() }.processor
                ratios[index].append(time { draw(root, .none, by: alone) }.processor / reference)
            }
        }
        let medians = ratios.map(BenchmarkComposite.median)
        let worst = medians.max() ?? 0
        return [
            BenchmarkCommand.Row(
                name: "\(name), two screens side by side, the worst of 64 offsets", value: worst, unit: "R",
                reference: "R", ratio: worst, goal: hasGoals ? 1.1 : nil,
                details: [
                    ("at", Double(offsets[medians.firstIndex(of: worst) ?? 0])),
                    ("median", BenchmarkComposite.median(medians)),
                ])
        ]
    }

    /// A thousand pictures by chance, each the better of two, held against the bytes it has to move at the speed of R.
    private func randomRows() -> [BenchmarkCommand.Row] {
        var numbers = SeededGenerator(seed: 1)
        let ratios = (0..<1000).map { _ in
            let root = pictures.random(&numbers)
            let share = Double(alone.bytes(toDraw: alone.plan(root))) / Double(8 * size.width * size.height)
            return (0..<2).map { _ in
                let reference = time { copyPastCaches() }.processor
                return time { draw(root, .none, by: alone) }.processor / reference / share
            }.min() ?? 0
        }.sorted()
        return [
            BenchmarkCommand.Row(
                name: "\(name), 1000 pictures by chance, 95 of 100 within", value: ratios[949],
                unit: "of the bytes at R's speed",
                reference: "bytes", ratio: ratios[949], goal: hasGoals ? 1.25 : nil,
                details: [("median", ratios[500]), ("most", ratios[999])])
        ]
    }

    /// What ten thousand frames of a pop ask of the Swift runtime.
    private static func steadyRows() -> [BenchmarkCommand.Row] {
        let size = PixelSize(128, 72)
        let pictures = BenchmarkPictures(size: size)
        let root = pictures.pop()
        let above = root.sublayers[1]
        let compositor = Compositor(size: size, threads: 1)
        let target = Bitmap(size: size, isOpaque: true)
        let all = Region(size.bounds)
        func frames(_ count: Int) {
            for number in 0..<count {
                above.position.x = Double(number % 128)
                compositor.draw(compositor.plan(root), into: target.surface, region: all)
            }
        }
        frames(256)
        let calls = RuntimeCalls.counted { frames(10_000) }
        return [
            BenchmarkCommand.Row(
                name: "objects made in 10000 frames of a pop, planned and drawn", value: Double(calls.objects),
                unit: "",
                goal: 0,
                details: [
                    ("retains a frame", Double(calls.retains) / 10_000),
                    ("releases a frame", Double(calls.releases) / 10_000),
                ])
        ]
    }

    // MARK: Time

    /// The plain copy that everything is held against.
    private func copyPastCaches() {
        bezel_copy_past_caches(copied.pixels, pictures.screens[2].pixels, 4 * size.width * size.height)
    }

    /// The same by two threads: what a second one is worth where memory is the limit.
    private func copyByTwo() {
        let bytes = 4 * size.width * size.height
        guard bezel_copy_by_two(copied.pixels, pictures.screens[2].pixels, bytes) else {
            fatalError("there is no second thread")
        }
    }

    /// From a row of the target to the next, in pixels.
    private var rowLength: Int { (size.width + 15) / 16 * 16 }

    private func draw(_ root: Layer, _ rotation: PictureRotation, by compositor: Compositor) {
        let turned = rotation.isSideways ? PixelSize(size.height, size.width) : size
        let surface = PixelSurface(
            base: UnsafeMutableRawPointer(target.pixels), size: turned, pitch: (turned.width + 15) / 16 * 64,
            format: .xrgb8888, rotation: rotation)
        compositor.draw(compositor.plan(root), into: surface, region: Region(size.bounds))
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
}
