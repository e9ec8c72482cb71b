// Regions of clients, compared with a picture of all their points.

import Geometry
import TestRandomness
import Testing

@testable import Guests

@Suite struct PointSetTests {
    @Test(arguments: 0..<100)
    func `a point belongs to a region as its last rectangle says`(seed: Int) {
        var numbers = SplitMix(UInt64(seed))
        var points = PointSet()
        var picture = Set<Point>()
        let all = (0..<20).flatMap { x in (0..<20).map { y in Point(Double(x) + 0.5, Double(y) + 0.5) } }
        for _ in 0..<Int.random(in: 0...8, using: &numbers) {
            let rect = PixelRect(
                Int.random(in: -5...20, using: &numbers), Int.random(in: -5...20, using: &numbers),
                Int.random(in: 0...20, using: &numbers), Int.random(in: 0...20, using: &numbers))
            let isAdded = Bool.random(using: &numbers)
            let isTaken = points.change(rect, isAdded: isAdded)
            #expect(isTaken)
            let inside = all.filter {
                Rect(Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height)).contains($0)
            }
            if isAdded { picture.formUnion(inside) } else { picture.subtract(inside) }
        }
        #expect(all.allSatisfy { points.contains($0) == picture.contains($0) })
        if points.surelyContains(PixelRect(0, 0, 20, 20)) { #expect(picture.count == all.count) }
    }

    @Test func `a region has a bound`() {
        var points = PointSet()
        for _ in 0..<PointSet.limit { _ = points.change(PixelRect(0, 0, 1, 1), isAdded: true) }
        let isTaken = points.change(PixelRect(0, 0, 1, 1), isAdded: true)
        #expect(!isTaken)
    }

    @Test func `the largest numbers mean everything`() {
        let rect = PixelRect(clamping: .min, .min, .max, .max)
        #expect(rect.x < -65536 && !rect.isEmpty == (rect.width > 0))
        #expect(PixelRect(clamping: 0, 0, .max, .max).contains(PixelRect(0, 0, 65536, 65536)))
    }
}
