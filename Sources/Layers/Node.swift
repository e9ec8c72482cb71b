// What the compositor draws: the layer tree as a flat list, back to front, with its groups as brackets.

import Geometry

/// One thing to draw, or the begin or end of several that are drawn as one. Plain data: two nodes that are equal draw the
/// same pixels, which is all that damage needs to know.
struct Node {
    /// What is drawn.
    enum Content: Equatable {
        /// One colour, premultiplied, with the dim in it.
        case fill(UInt32)
        /// Pixels from the top left corner of `rect` on; `keep` is what the dim leaves of the colours, in 1/256.
        case bitmap(Pixels, keep: Int)
        /// Black that fades out.
        case shadow(Shadow)
        /// All up to the matching `close` is drawn as one.
        case open(Group)
        case close(Group)
    }

    /// A bitmap's memory. The frame keeps the bitmap alive, so equal addresses are the same bitmap.
    struct Pixels: Equatable {
        let base: UnsafePointer<UInt32>
        let width: Int
        let height: Int
        let isOpaque: Bool
        /// How far to go in the bitmap for one pixel of the screen, in 2⁻²⁴ of its pixels.
        let step: Int

        /// The step of a bitmap that is shown pixel for pixel.
        static let unscaled = 1 << 24
    }

    /// Nodes that are put over what lies behind them as one picture.
    enum Group: Equatable {
        /// With an alpha, in 1/256.
        case opacity(Int)
        /// Cut off at the node's `rect`, with `corners` rounded by `radius` (1/256 px).
        case clip(radius: Int, corners: Corners)
    }

    let content: Content
    /// Where it lies on the screen, with its fractions. Nothing for `opacity`, which has no sides.
    let rect: SubpixelRect
    /// The pixels that it can change: on the screen and inside every clip around it.
    var extent: PixelRect
    /// How far away in the list the other bracket of a group is; where in `Frame.shadowAlphas` a shadow begins.
    var link = 0

    /// Whether nothing shows through where it covers.
    var isOpaque: Bool {
        switch content {
        case .fill(let color): color >> 24 == 255
        case .bitmap(let pixels, _): pixels.isOpaque
        case .shadow, .open, .close: false
        }
    }

    /// Whether the column `x` of the screen is the first or last that an unscaled bitmap reaches into, at a fraction.
    func isEdge(column x: Int) -> Bool {
        guard case .bitmap(let pixels, _) = content, rect.left & 255 != 0, pixels.step == Pixels.unscaled else {
            return false
        }
        let column = x - (rect.left >> 8)
        return column == 0 || column == pixels.width
    }

    /// Whether both draw the same. Where the other bracket of a group is does not matter, nor how large what is in it.
    func draws(sameAs other: Node) -> Bool {
        guard rect == other.rect, content == other.content else { return false }
        switch content {
        case .open, .close: return true
        case .fill, .bitmap, .shadow: return extent == other.extent
        }
    }
}
