// Turns a layer tree into pixels.

import CPixels
public import Geometry

#if canImport(Glibc)
    import Glibc
#endif

/// Draws layer trees on a screen of a fixed size: `plan` takes the tree as it is now, `draw` makes pixels of it.
///
/// The picture is a function of the tree alone, the same on every machine: positions are rounded to 1/256 pixel, alphas
/// to 1/256, and all that follows is integer arithmetic. A pixel depends on nothing but the layers that touch it, so
/// drawing only `Frame.damage(since:)` over the last frame gives the same bits as drawing everything.
///
/// A layer at a fraction of a pixel is resampled: each pixel is the mean of those it lies on, weighted by area. Opaque
/// layers that meet inside a pixel share it, and nothing behind them comes through the seam. A scaled bitmap is resampled
/// bilinearly.
///
/// The surface may want the picture turned: by a quarter, tiles of 16 × 16 pixels are turned in registers. Upside down, or
/// in 16 bits a pixel, it is put together in cached memory, 16 rows at a time. Colours lose their lowest bits, as the
/// kernel's own displays do it.
public final class Compositor {
    /// Extent of the screen in pixels.
    public let size: PixelSize
    /// What is seen where no layer is; its alpha is not used.
    public let background: Color

    private let kernels: px_kernels
    /// How many threads fill rows, the caller's among them.
    private let threads: Int
    /// The others; made when first needed.
    private var pool: OpaquePointer?
    private var program = Program()
    /// Frames that were given out. One that nobody else has any more becomes the next frame.
    private var given: [Frame] = []
    /// So many are kept for that: more than anybody draws, compares, puts off and looks at in turn.
    private static let mostGiven = 8

    /// A compositor for a screen of `size` pixels with `background` behind all layers. Large pictures are drawn by `threads`
    /// threads, which sleep in between; when it is nil, by one for each processor, at most four.
    public convenience init(size: PixelSize, background: Color = .black, threads: Int? = nil) {
        let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        self.init(
            size: size, background: background, threads: threads ?? max(1, min(processors, 4)), kernels: px_best())
    }

    /// One that draws with the given kernels, which this processor must have.
    init(size: PixelSize, background: Color, threads: Int, kernels: px_kernels) {
        guard size.width > 0, size.height > 0 else { fatalError("a screen of \(size.width)×\(size.height) pixels") }
        guard threads > 0 else { fatalError("a compositor with \(threads) threads") }
        self.size = size
        self.background = background
        self.threads = threads
        self.kernels = kernels
    }

    deinit { if let pool { px_pool_free(pool) } }

    /// Gives back the memory that the frames so far have taken, as much as the largest of them; the next ones take theirs anew.
    public func releaseMemory() {
        program = Program()
        given = []
    }

    /// The picture of `root` as it is now, by `Layer.presentation`. Nothing is drawn yet. Once there were some and were let go
    /// of, it takes no memory.
    public func plan(_ root: Layer) -> Frame {
        let frame = unusedFrame()
        frame.plan(root, background: background)
        return frame
    }

    private func unusedFrame() -> Frame {
        for index in given.indices where isKnownUniquelyReferenced(&given[index]) { return given[index] }
        if given.count == Compositor.mostGiven { given.removeFirst() }
        given.append(Frame(size: size))
        return given[given.count - 1]
    }

    /// Draws the pixels of `frame` that lie in `region` (screen space, pixels) to `surface`, which must have the size of
    /// the screen. Each is written once, rows from top to bottom; `surface` is never read, nor written outside `region`.
    /// The fourth byte of a pixel has no meaning.
    public func draw(_ frame: Frame, into surface: PixelSurface, region: Region) {
        guard surface.pictureSize == size, frame.size == size else {
            fatalError("a \(frame.size) frame for a \(surface.pictureSize) surface, by a compositor for \(size)")
        }
        guard surface.pitch >= surface.size.width * surface.format.bytes, surface.pitch % surface.format.bytes == 0
        else { fatalError("a pitch of \(surface.pitch) bytes for rows of \(surface.size.width) pixels") }
        for rect in region {
            let area = rect.intersection(size.bounds)
            if area.isEmpty { continue }
            program.plan(frame, area: area)
            program.withProgram { fill(area, with: $0, target(surface)) }
        }
    }

    /// How many bytes have to be moved to draw `frame`: those of the screen, and of each bitmap the pixels that are read.
    public func bytes(toDraw frame: Frame) -> Int {
        program.plan(frame, area: size.bounds)
        return 4 * size.bounds.area + program.bytesRead
    }

    private func target(_ surface: PixelSurface) -> px_target {
        let turn =
            switch surface.rotation {
            case .none: PX_UPRIGHT
            case .quarter: PX_QUARTER
            case .half: PX_HALF
            case .threeQuarters: PX_THREE_QUARTERS
            }
        return px_target(
            base: surface.base.assumingMemoryBound(to: UInt8.self), pitch: surface.pitch, width: Int32(size.width),
            height: Int32(size.height), turn: turn, is565: surface.format == .rgb565 ? 1 : 0, isCached: 0)
    }

    /// What is worth waking another thread for, in pixels: that takes some 5 µs, and this much some 50.
    private static let share = 1 << 17

    private func fill(_ area: PixelRect, with program: UnsafePointer<px_program>, _ target: px_target) {
        if threads > 1, area.area >= 2 * Compositor.share, pool == nil { pool = px_pool_make(Int32(threads - 1)) }
        guard let pool, area.area >= 2 * Compositor.share else {
            px_draw(kernels, program, target, Int32(area.y), Int32(area.maxY))
            return
        }
        // A few slices for each, since others may use the processors too; of whole tiles where the picture is turned.
        let slice = (area.height + 64 * threads - 1) / (64 * threads) * 16
        px_pool_draw(pool, kernels, program, target, Int32(area.y), Int32(area.maxY), Int32(slice))
    }
}
