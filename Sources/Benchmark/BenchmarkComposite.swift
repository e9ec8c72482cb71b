// `bezel benchmark composite`: measures what a frame costs, compared with the time to copy one and with pixman.

import CSwiftRuntime
import Geometry
import Glibc
import Layers
import Linux
import Machine

/// Draws full-screen pictures, each of them completely. Their screens lie in ordinary memory and are evicted from the caches
/// between two reads.
///
/// R is the time to copy one frame from memory to memory past the caches with a plain loop, or with memcpy where that is
/// faster. R is measured in the same process, in turn with everything else, so that a busy machine slows both down. Each figure
/// is the median of its ratios to the adjacent R. The time of one thread is processor time. The gain from a second thread is
/// measured by the clock.
struct BenchmarkComposite {
    /// How often each picture is drawn.
    static let rounds = 41

    /// The parts that can be measured separately.
    enum Part: String, CaseIterable {
        /// Transitions as the stage makes them, compared with pixman.
        case pictures
        /// Two screens side by side, at any offset.
        case offsets
        /// A thousand random pictures.
        case scenes
        /// A dot that is drawn again.
        case damage
        /// The Swift runtime calls of frames that only move.
        case steady
    }

    let name: String
    /// What the goals, which are of 4K, are multiplied by. In a smaller picture each seam weighs more.
    let leniency: Double
    let size: PixelSize
    let pictures: BenchmarkPictures
    let pixman: PixmanPictures?
    let alone: Compositor
    let together: Compositor
    let target: Bitmap
    let copied: Bitmap
    /// Larger than the caches: reading it evicts everything else.
    private let others: [UInt64]

    private init(name: String, size: PixelSize, leniency: Double = 1) {
        self.name = name
        self.size = size
        self.leniency = leniency
        pictures = BenchmarkPictures(size: size)
        // With room for rows that begin on cache lines when the picture is turned.
        target = Bitmap(size: PixelSize(size.width + 16, size.height + 16), isOpaque: true)
        copied = Bitmap(size: size, isOpaque: true)
        others = [UInt64](repeating: 1, count: 12 << 20)
        // As a kiosk draws on this machine.
        var tuning = TuningMeasurement(size: size).record.tuning
        tuning.threads = 1
        alone = Compositor(size: size, tuning: tuning)
        tuning.threads = 2
        together = Compositor(size: size, tuning: tuning)
        pixman = PixmanPictures(pictures, target: target)
    }

    /// The figures of `parts`; of all parts when it is empty.
    static func rows(_ parts: [Part]) -> [BenchmarkCommand.Row] {
        let parts = parts.isEmpty ? Part.allCases : parts
        lazy var full = BenchmarkComposite(name: "4K", size: PixelSize(3840, 2160))
        return parts.flatMap { part in
            switch part {
            case .pictures:
                CompositeTransitions(
                    bench: BenchmarkComposite(name: "1080p", size: PixelSize(1920, 1080), leniency: 1.25)
                ).rows() + CompositeTransitions(bench: full).rows()
            case .offsets: CompositeRandomPictures(bench: full).offsetRows()
            case .scenes: CompositeRandomPictures(bench: full).sceneRows()
            case .damage: CompositeRandomPictures(bench: full).damageRows()
            case .steady: steadyRows()
            }
        }
    }

    /// The Swift runtime calls of ten thousand frames of a pop.
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

    /// The plain copy that everything is compared with.
    func copyPastCaches() {
        bezel_copy_past_caches(copied.pixels, pictures.screens[2].pixels, 4 * size.width * size.height)
    }

    /// Fills the picture with one colour past the caches: only writes.
    func fillPastCaches() { bezel_fill_past_caches(copied.pixels, 4 * size.width * size.height) }

    /// The same copy by two threads: the gain from a second thread where memory is the limit.
    func copyByTwo() {
        let bytes = 4 * size.width * size.height
        guard bezel_copy_by_two(copied.pixels, pictures.screens[2].pixels, bytes) else {
            fatalError("there is no second thread")
        }
    }

    /// The distance from a row of the target to the next, in pixels.
    var rowLength: Int { (size.width + 15) / 16 * 16 }

    func draw(
        _ root: Layer, _ rotation: PictureRotation = .none, by compositor: Compositor, region: Region? = nil
    ) {
        let turned = rotation.isSideways ? PixelSize(size.height, size.width) : size
        let surface = PixelSurface(
            base: UnsafeMutableRawPointer(target.pixels), size: turned, pitch: (turned.width + 15) / 16 * 64,
            format: .xrgb8888, rotation: rotation)
        compositor.draw(compositor.plan(root), into: surface, region: region ?? Region(size.bounds))
    }

    /// The time that `body` takes, in seconds: processor time of this thread, and time by the clock. Before that, the caches
    /// are filled with other data.
    func time(_ body: () -> Void) -> (processor: Double, clock: Double) {
        var sum: UInt64 = 0
        for index in stride(from: 0, to: others.count, by: 8) { sum &+= others[index] }
        guard sum > 0 else { fatalError("memory that was filled holds nothing") }
        let (start, processorStart) = (MonotonicClock.now(), ProcessorClock.now())
        body()
        return ((ProcessorClock.now() - processorStart).seconds, (MonotonicClock.now() - start).seconds)
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
