// The shadow beside a layer: how dark it is at which distance.

import Geometry

/// Black beside one side of a layer. Its alpha falls with the square of the way to its end, as the far half of a blurred
/// edge does, and ends without a line.
struct Shadow: Equatable {
    /// The x of the layer's side, in 1/256 px.
    let side: Int
    /// Whether it falls to the left.
    let fallsLeft: Bool
    /// How far it reaches, in 1/256 px.
    let width: Int
    /// Its alpha at the side, in 1/65536.
    let alpha: Int

    /// Its alpha in the middle of the pixel column `x`, in 1/65536: finer than the 8 bits of a pixel, so that the
    /// compositor can spread the steps between two levels over an ordered pattern and no band is seen.
    func alpha(column x: Int) -> UInt32 {
        let middle = (x << 8) + 128
        let distance = min(max(fallsLeft ? side - middle : middle - side, 0), width)
        let share = ((width - distance) << 16) / width
        return UInt32((((share * share) >> 16) * alpha) >> 16)
    }

    /// The 8 × 8 ordered pattern (Bayer's matrix) in 1/65536, row by row: what is added before the fraction is cut off.
    static let pattern: [UInt32] = (0..<64).map { cell in
        let (x, y) = (cell & 7, cell >> 3)
        let mixed = x ^ y
        let rank =
            (mixed & 1) << 5 | (y & 1) << 4 | (mixed & 2) << 2 | (y & 2) << 1 | (mixed & 4) >> 1 | (y & 4) >> 2
        return UInt32((rank << 10) + 512)
    }
}
