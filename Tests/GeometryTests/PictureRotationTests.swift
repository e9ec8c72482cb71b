// Where pixels and touches are on a display that is mounted the other way round.

import Geometry
import Testing

@Suite struct PictureRotationTests {
    private let picture = PixelSize(7, 4)

    @Test(arguments: PictureRotation.allCases)
    func `what is touched on the glass is the pixel that is seen there`(rotation: PictureRotation) {
        let memory = rotation.turned(picture)
        #expect(rotation.turned(memory) == picture)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = rotation.place(of: PixelRect(x, y, 1, 1), in: memory)
                let centre = Point(
                    (Double(pixel.x) + 0.5) / Double(memory.width), (Double(pixel.y) + 0.5) / Double(memory.height))
                let touched = rotation.picturePlace(at: centre)
                #expect(abs(touched.x * Double(picture.width) - Double(x) - 0.5) < 1e-9)
                #expect(abs(touched.y * Double(picture.height) - Double(y) - 0.5) < 1e-9)
            }
        }
    }

    @Test func `the top left of a picture that is turned clockwise lies at the top right of its memory`() {
        let pixel = PixelRect(0, 0, 1, 1)
        let places = PictureRotation.allCases.map { $0.place(of: pixel, in: $0.turned(picture)) }
        #expect(places == [pixel, PixelRect(3, 0, 1, 1), PixelRect(6, 3, 1, 1), PixelRect(0, 6, 1, 1)])
    }

    @Test func `a region is turned with all its rectangles`() {
        var region = Region(PixelRect(0, 0, 2, 1))
        region.insert(PixelRect(5, 2, 2, 2))
        let turned = PictureRotation.quarter.place(of: region, in: PixelSize(4, 7))
        #expect(turned.rects == [PixelRect(3, 0, 1, 2), PixelRect(0, 5, 2, 2)])
    }

    @Test func `millimetres change places with the pixels`() {
        #expect(PictureRotation.quarter.turned(Size(527, 296)) == Size(296, 527))
        #expect(PictureRotation.half.turned(Size(527, 296)) == Size(527, 296))
    }
}
