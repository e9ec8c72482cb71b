// Rectangles: which points they contain, and which pixels cover them.

import Geometry
import Testing

@Suite struct RectTests {
    @Test func `a rectangle includes its left and top sides, not its right and bottom ones`() {
        let rect = Rect(1, 2, 3, 4)
        #expect(rect.contains(Point(1, 2)))
        #expect(!rect.contains(Point(4, 2)))
        #expect(!rect.contains(Point(1, 6)))
        #expect(!rect.contains(Point(0.999, 2)))
    }

    @Test func `an intersection is what both cover, and empty when they do not meet`() {
        #expect(Rect(0, 0, 4, 4).intersection(Rect(2, 3, 4, 4)) == Rect(2, 3, 2, 1))
        #expect(Rect(0, 0, 4, 4).intersection(Rect(4, 0, 4, 4)).isEmpty)
        #expect(!Rect(0, 0, 4, 4).intersects(Rect(-9, 0, 4, 4)))
    }

    @Test func `insets move the sides inwards`() {
        #expect(Rect(0, 0, 10, 10).inset(by: Insets(left: 1, top: 2, right: 3, bottom: 4)) == Rect(1, 2, 6, 4))
    }

    @Test func `a pixel cover rounds outwards, on both sides of the origin`() {
        #expect(Rect(0.25, 0.75, 1, 1).pixelCover == PixelRect(0, 0, 2, 2))
        #expect(Rect(-1.5, -0.5, 1, 1).pixelCover == PixelRect(-2, -1, 2, 2))
        #expect(Rect(3, 4, 5, 6).pixelCover == PixelRect(3, 4, 5, 6))
    }

    @Test func `huge sides have a pixel cover too`() {
        let cover = Rect(-1e300, 0, 2e300, 10).pixelCover
        #expect(cover.contains(PixelRect(-100_000, 0, 200_000, 10)))
        #expect(Rect(0, 0, .infinity, 1).pixelCover.contains(PixelRect(0, 0, 100_000, 1)))
        #expect(Rect(.nan, .nan, .nan, .nan).pixelCover.isEmpty)
    }

    @Test func `the union of two pixel rectangles ignores an empty one`() {
        #expect(PixelRect(0, 0, 2, 2).union(PixelRect(5, 5, 1, 1)) == PixelRect(0, 0, 6, 6))
        #expect(PixelRect(9, 9, 0, 5).union(PixelRect(5, 5, 1, 1)) == PixelRect(5, 5, 1, 1))
        #expect(PixelRect(5, 5, 1, 1).union(PixelRect(9, 9, 0, 5)) == PixelRect(5, 5, 1, 1))
    }

    @Test func `an empty pixel rectangle has no area`() {
        #expect(PixelRect(0, 0, -3, -3).area == 0)
        #expect(PixelRect(0, 0, 4, 3).area == 12)
    }
}
