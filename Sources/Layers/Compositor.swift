// The compositor, which turns a layer tree into pixels.

import CPixels
package import Geometry

/// Draws layer trees on a screen of a fixed size. `plan` takes a snapshot of the tree, and `draw` turns it into pixels.
///
/// The picture is a function of the tree only, and the same on every machine: positions are rounded to 1/256 pixel and
/// alphas to 1/256, and everything after that is integer arithmetic. A pixel depends only on the layers that touch it.
/// Drawing only `Frame.damage(since:)` over the last frame therefore gives the same bits as drawing everything.
///
/// A layer at a fraction of a pixel is resampled: each pixel is the mean of the pixels it covers, weighted by area. Opaque
/// layers that meet inside a pixel share it, and nothing behind them shows through the seam. A scaled bitmap is resampled
/// bilinearly.
///
/// A surface may require a rotated picture. For a quarter turn, tiles of 16 × 16 pixels are rotated in registers. For a
/// half turn, or for 16 bits per pixel, the picture is assembled in cached memory, 16 rows at a time. At 16 bits, colours
/// lose their lowest bits, as in the kernel's own display drivers.
package final class Compositor {
    /// The extent of the screen in pixels.
    package let size: PixelSize
    /// The colour where there is no layer. Its alpha is ignored.
    package let background: Color

    /// How it uses the processor. No value changes a pixel. The processor must have the kernels.
    package var tuning: Tuning {
        didSet {
            program.tuning = tuning
            guard tuning.threads != oldValue.threads, let pool else { return }
            px_pool_free(pool)
            self.pool = nil
        }
    }
    /// The pool of the other threads, created when it is first needed.
    private var pool: OpaquePointer?
    private var program = Program()
    /// Frames that `plan` has returned. A frame without other references becomes the next frame.
    private var given: [Frame] = []
    /// The maximum number of frames kept for reuse. Drawing, comparison, deferral and inspection never use as many at a time.
    private static let mostGiven = 8

    /// A compositor for a screen of `size` pixels, with `background` behind all layers. Large pictures are drawn by several
    /// threads, which sleep in between.
    package init(size: PixelSize, background: Color = .black, tuning: Tuning = Tuning.ofThisProcessor) {
        guard size.width > 0, size.height > 0 else { fatalError("a screen of \(size.width)×\(size.height) pixels") }
        guard tuning.threads > 0 else { fatalError("a compositor with \(tuning.threads) threads") }
        self.size = size
        self.background = background
        self.tuning = tuning
        program.tuning = tuning
    }

    /// A compositor whose large pictures are drawn by `threads` threads, whatever the number of processors.
    package convenience init(size: PixelSize, background: Color = .black, threads: Int) {
        var tuning = Tuning.ofThisProcessor
        tuning.threads = threads
        self.init(size: size, background: background, tuning: tuning)
    }

    deinit { if let pool { px_pool_free(pool) } }

    /// Frees the memory that planning and past frames have taken, which is as much as the largest frame needed. The next
    /// frames allocate memory again.
    package func releaseMemory() {
        program = Program()
        program.tuning = tuning
        given = []
    }

    /// The picture of `root` as it is now, according to `Layer.presentation`, except where `poses` differs. Draws nothing
    /// yet. Allocates no memory once earlier frames have been released. `ground` is the colour where there is no layer; nil for
    /// `background`.
    package func plan(_ root: Layer, poses: Poses = Poses(), over ground: Color? = nil) -> Frame {
        let frame = unusedFrame()
        frame.plan(root, poses, background: ground ?? background)
        return frame
    }

    private func unusedFrame() -> Frame {
        for index in given.indices where isKnownUniquelyReferenced(&given[index]) { return given[index] }
        if given.count == Compositor.mostGiven { given.removeFirst() }
        given.append(Frame(size: size))
        return given[given.count - 1]
    }

    /// Draws the pixels of `frame` in `region` (screen space, pixels) to `surface`, which must have the size of the screen.
    /// Each pixel is written once, with rows from top to bottom. `surface` is never read, and never written outside of
    /// `region`. The fourth byte of a pixel has no meaning. With `alone` the calling thread draws all of it.
    package func draw(_ frame: Frame, into surface: PixelSurface, region: Region, alone: Bool = false) {
        guard surface.pictureSize == size, frame.size == size else {
            fatalError("a \(frame.size) frame for a \(surface.pictureSize) surface, by a compositor for \(size)")
        }
        guard surface.pitch >= surface.size.width * surface.format.bytes, surface.pitch % surface.format.bytes == 0
        else { fatalError("a pitch of \(surface.pitch) bytes for rows of \(surface.size.width) pixels") }
        for rect in region {
            let area = rect.intersection(size.bounds)
            if area.isEmpty { continue }
            program.plan(frame, area: area)
            program.withProgram { fill(area, with: $0, target(surface), threads: alone ? 1 : tuning.threads) }
        }
    }

    /// The number of bytes moved to draw `frame`: the bytes of the screen, plus those of the pixels that are read from bitmaps.
    package func bytes(toDraw frame: Frame) -> Int {
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
            height: Int32(size.height), turn: turn, is565: surface.format == .rgb565 ? 1 : 0,
            memory: surface.isReadAgain ? PX_CACHED : PX_DISPLAY)
    }

    private func fill(
        _ area: PixelRect, with program: UnsafePointer<px_program>, _ target: px_target, threads: Int
    ) {
        let isShared = threads > 1 && area.area >= 2 * tuning.share
        if isShared, pool == nil { pool = px_pool_make(Int32(threads - 1)) }
        guard isShared, let pool else {
            px_draw(program, target, Int32(area.y), Int32(area.maxY))
            return
        }
        // A few slices for each thread, since other programs may use the processors too. Whole tiles where the picture is
        // rotated.
        let slice = (area.height + 64 * threads - 1) / (64 * threads) * 16
        px_pool_draw(pool, program, target, Int32(area.y), Int32(area.maxY), Int32(slice))
    }
}
