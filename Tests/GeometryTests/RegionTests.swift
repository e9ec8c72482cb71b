// Sets of pixels as a few rectangles.

import Geometry
import Testing

@Suite struct RegionTests {
    @Test func `rectangles that overlap become one, those that touch stay apart`() {
        var region = Region(PixelRect(0, 0, 4, 4))
        region.insert(PixelRect(4, 0, 4, 4))
        #expect(region.rects.count == 2)
        region.insert(PixelRect(3, 0, 2, 4))
        #expect(region.rects == [PixelRect(0, 0, 8, 4)])
    }

    @Test func `an empty rectangle adds nothing`() {
        var region = Region()
        region.insert(PixelRect(3, 3, 0, 9))
        #expect(region.isEmpty)
        #expect(region.bounds.isEmpty)
    }

    @Test func `past its limit the two that lie closest are one`() {
        var region = Region()
        for index in 0..<Region.limit { region.insert(PixelRect(index * 10, 0, 5, 5)) }
        region.insert(PixelRect(36, 0, 2, 5))
        #expect(region.rects.count == Region.limit)
        #expect(region.rects.contains(PixelRect(30, 0, 8, 5)))
        #expect(region.area == Region.limit * 25 + 15)
    }

    @Test func `clipping keeps what lies inside`() {
        var region = Region(PixelRect(0, 0, 10, 10))
        region.insert(PixelRect(20, 0, 10, 10))
        #expect(region.clipped(to: PixelRect(5, 5, 10, 100)).rects == [PixelRect(5, 5, 5, 5)])
    }

    @Test(arguments: 0..<50)
    func `whatever is inserted lies in it, and no pixel twice`(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func number(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var region = Region()
        var inserted: [PixelRect] = []
        for _ in 0..<12 {
            let rect = PixelRect(number(40), number(40), number(12), number(12))
            region.insert(rect)
            inserted.append(rect)
            let around = region.bounds
            for y in 0..<60 {
                for x in 0..<60 {
                    let pixel = PixelRect(x, y, 1, 1)
                    let count = region.rects.count { $0.contains(pixel) }
                    if count > 1 || count == 0 && inserted.contains(where: { $0.contains(pixel) }) {
                        Issue.record("(\(x), \(y)) is in \(count) rectangles of \(region.rects) in \(around)")
                        return
                    }
                }
            }
        }
        #expect(region.rects.count <= Region.limit)
    }
}
