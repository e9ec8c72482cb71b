// The shadow beside a layer, as an alpha for each pixel column.

import Geometry

/// Black beside one side of a layer. Its alpha falls with the square of the distance to its end, like the far half of a
/// blurred edge, and so ends without a visible line.
struct Shadow: Equatable {
    /// The x position of the layer's side, in 1/256 px.
    let side: Int
    /// Whether the shadow falls to the left.
    let fallsLeft: Bool
    /// The width of the shadow, in 1/256 px.
    let width: Int
    /// The alpha at the layer's side, in 1/65536.
    let alpha: Int

    /// The alpha in the middle of pixel column `x`, in 1/65536. This is finer than the 8 bits of a pixel, so the compositor
    /// can dither the steps between two levels with an ordered pattern and no bands are visible.
    func alpha(column x: Int) -> UInt32 {
        let middle = (x << 8) + 128
        let distance = min(max(fallsLeft ? side - middle : middle - side, 0), width)
        let share = ((width - distance) << 16) / width
        return UInt32((((share * share) >> 16) * alpha) >> 16)
    }

    /// The 8 × 8 ordered dither pattern (Bayer matrix) in 1/65536, row by row. It is added before the fraction is truncated.
    static let pattern: [UInt32] = (0..<64).map { cell in
        let (x, y) = (cell & 7, cell >> 3)
        let mixed = x ^ y
        let rank =
            (mixed & 1) << 5 | (y & 1) << 4 | (mixed & 2) << 2 | (y & 2) << 1 | (mixed & 4) >> 1 | (y & 4) >> 2
        return UInt32((rank << 10) + 512)
    }
}
