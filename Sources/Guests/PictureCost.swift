// What the pictures of a guest cost the kiosk, with bounds.

import Geometry

/// The pixels that a surface, or all surfaces of a guest, have the compositor go over in each frame in which they change.
struct PictureCost {
    /// The pixels of the glass below the surfaces, counted again for each that lies there.
    var covered = 0
    /// The pixels of their buffers.
    var buffered = 0

    /// Nothing.
    init() {}

    /// What a buffer of `size` pixels costs that covers `extent` (pixels) of a `glass`.
    init(_ size: PixelSize, on extent: Size, _ glass: PixelSize) {
        covered = Int(min(extent.width, Double(glass.width)) * min(extent.height, Double(glass.height)))
        buffered = size.width * size.height
    }

    /// How often a guest's surfaces may cover the whole glass. A window, its video, a dialog, a menu and what is below them make six,
    /// and where all are translucent, a frame takes as many times as long as one without them.
    static let mostCovers = 16
    /// How many times the pixels of the glass, or 16 million pixels where that is more, their buffers may have: the compositor reads all
    /// of a buffer that it scales, and what the client has not written costs memory when it is read. A program that draws at twice the
    /// scale, as those do that know no fractions, has four times the pixels.
    static let mostBuffers = 32

    /// Why the cost is too high for a `glass`; nil if it is not.
    func excess(on glass: PixelSize) -> String? {
        let pixels = glass.width * glass.height
        // A surface of one pixel more is none too many on the smallest glass.
        if covered > PictureCost.mostCovers * max(pixels, 1 << 16) {
            return "covers the screen more than \(PictureCost.mostCovers) times"
        }
        if buffered > max(PictureCost.mostBuffers * pixels, 1 << 24) { return "shows buffers of \(buffered) pixels" }
        return nil
    }

    /// The most pixels that are turned or stretched into copies for one frame, beyond one surface, on a `glass`.
    static func mostCopied(on glass: PixelSize) -> Int { 2 * glass.width * glass.height }

    static func += (cost: inout PictureCost, other: PictureCost) {
        cost.covered += other.covered
        cost.buffered += other.buffered
    }

    static func - (cost: PictureCost, other: PictureCost) -> PictureCost {
        var difference = cost
        difference.covered -= other.covered
        difference.buffered -= other.buffered
        return difference
    }
}
