// The hash of a picture: the same for the same picture, another for another.

import Geometry
import Layers
import Testing

@Suite struct FrameHashTests {
    private func picture(_ size: PixelSize = PixelSize(21, 5), padding: Int = 3) -> Picture {
        let picture = Picture(size, padding: padding)
        for y in 0..<size.height {
            for x in 0..<size.width { picture[x, y] = UInt32((x * 2_654_435 + y * 1_013_904 + 12_345) * 7 & 0xFF_FFFF) }
        }
        return picture
    }

    @Test func `the hash is the number that a second program computed, in sixteen digits`() {
        let hash = picture().hash
        #expect(hash.description == "8cd8f1192a8ff8fe")
        #expect(UInt64(hash.description, radix: 16) == hash.value)
    }

    @Test func `padding and the fourth byte do not count`() {
        let other = picture(padding: 8)
        other[20, 2] |= 0xFF00_0000
        other[0, 0] |= 0x1200_0000
        other[22, 3] = 0
        #expect(other.hash == picture().hash)
    }

    @Test func `every bit of every pixel counts`() {
        let other = picture()
        var seen: Set<FrameHash> = [other.hash]
        for y in 0..<5 {
            for x in 0..<21 {
                for bit in 0..<24 {
                    other[x, y] ^= 1 << bit
                    seen.insert(other.hash)
                    other[x, y] ^= 1 << bit
                }
            }
        }
        #expect(seen.count == 1 + 5 * 21 * 24)
    }

    @Test func `two swapped pixels or another shape make another picture`() {
        let original = picture()
        let exchanged = picture()
        for (x, other) in [(0, 8), (0, 1), (1, 9), (16, 20)] {
            (exchanged[x, 0], exchanged[other, 0]) = (original[other, 0], original[x, 0])
            #expect(exchanged.hash != original.hash)
            (exchanged[x, 0], exchanged[other, 0]) = (original[x, 0], original[other, 0])
        }
        let shapes = [PixelSize(8, 2), PixelSize(2, 8), PixelSize(16, 1), PixelSize(4, 4)].map { size in
            let black = Picture(size)
            for y in 0..<size.height { for x in 0..<size.width { black[x, y] = 0 } }
            return black.hash
        }
        #expect(Set(shapes).count == 4)
    }
}
