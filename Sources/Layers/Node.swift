// The input of the compositor: the layer tree as a flat list, back to front, with groups as brackets.

import Geometry

/// One item to draw, or the beginning or end of a group of items that are drawn as one. A node is plain data: equal nodes
/// draw the same pixels, which is all that damage computation needs to know.
struct Node {
    /// The content that the node draws.
    enum Content: Equatable {
        /// One colour, premultiplied and dimmed.
        case fill(UInt32)
        /// Pixels, beginning at the top left corner of `rect`. `keep` is the share of the colours that the dim leaves, in
        /// 1/256.
        case bitmap(Pixels, keep: Int)
        /// Black that fades out.
        case shadow(Shadow)
        /// The beginning of a group. Everything up to the matching `close` is drawn as one.
        case open(Group)
        case close(Group)
    }

    /// The memory of a bitmap. The frame keeps the bitmap alive, so equal addresses mean the same bitmap.
    struct Pixels: Equatable {
        /// The address of the first pixel. For a piece of a picture, the address that the first pixel of the picture would
        /// have.
        let base: UnsafePointer<UInt32>
        /// The distance from one row to the next in memory, in pixels.
        let pitch: Int
        let width: Int
        let height: Int
        let isOpaque: Bool
        /// The distance in the bitmap for one pixel of the screen, in 2⁻²⁴ of the bitmap's pixels.
        let step: Int
        /// The version of a picture that another program draws, which may draw each in the same memory.
        let revision: Int

        /// The step of a bitmap that is shown pixel for pixel.
        static let unscaled = 1 << 24
    }

    /// The way in which the nodes of a group are put over the background as one picture.
    enum Group: Equatable {
        /// Drawn with an alpha, in 1/256.
        case opacity(Int)
        /// Clipped to the node's `rect`, with `corners` rounded by `radius` (1/256 px).
        case clip(radius: Int, corners: Corners)
    }

    let content: Content
    /// The rectangle on the screen, with fractions of pixels. Empty for `opacity`, which has no sides.
    let rect: SubpixelRect
    /// The pixels that the node can change: those on the screen and inside every enclosing clip.
    var extent: PixelRect
    /// For a group, the distance in the list to its other bracket. For a shadow, the index in `Frame.shadowAlphas` where it
    /// begins. For a bitmap, its index in `Frame.bitmaps`.
    var link = 0

    /// Whether the node hides what it covers.
    var isOpaque: Bool {
        switch content {
        case .fill(let color): color >> 24 == 255
        case .bitmap(let pixels, _): pixels.isOpaque
        case .shadow, .open, .close: false
        }
    }

    /// Whether the column `x` of the screen is the first or last that an unscaled bitmap at a fractional position covers.
    func isEdge(column x: Int) -> Bool {
        guard case .bitmap(let pixels, _) = content, rect.left & 255 != 0, pixels.step == Pixels.unscaled else {
            return false
        }
        let column = x - (rect.left >> 8)
        return column == 0 || column == pixels.width
    }

    /// Whether both nodes draw the same. For a group, the position of the other bracket and the extent of the content do
    /// not matter.
    func draws(sameAs other: Node) -> Bool {
        guard rect == other.rect, content == other.content else { return false }
        switch content {
        case .open, .close: return true
        case .fill, .bitmap, .shadow: return extent == other.extent
        }
    }
}
