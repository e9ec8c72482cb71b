// Pictures for displays that are mounted sideways or upside down, or have 16 bits a pixel.

import Geometry
@testable import Layers
import Testing

@Suite struct RotationTests {
    private let size = PixelSize(75, 41)

    /// Where the pixel (`x`, `y`) of a picture goes.
    private func place(_ x: Int, _ y: Int, _ rotation: PictureRotation) -> (x: Int, y: Int) {
        switch rotation {
        case .none: (x, y)
        case .quarter: (size.height - 1 - y, x)
        case .half: (size.width - 1 - x, size.height - 1 - y)
        case .threeQuarters: (y, size.width - 1 - x)
        }
    }

    @Test(arguments: Tuning.samples, PictureRotation.allCases)
    func `a turned picture has the same pixels at other places, and nothing else is touched`(
        tuning: Tuning, rotation: PictureRotation
    ) {
        for seed in 0..<12 {
            var scene = RandomScene(seed: seed, size: size, scales: seed % 2 == 0)
            let compositor = Compositor(size: size, background: scene.color(), tuning: tuning)
            compositor.tuning.threads = seed % 3 + 1
            let frame = compositor.plan(scene.root())
            var region = Region(size.bounds)
            if seed > 3 {
                region = Region(
                    PixelRect(
                        scene.numbers.int(0...60), scene.numbers.int(0...30), scene.numbers.int(1...70),
                        scene.numbers.int(1...30)))
            }
            let upright = Picture(size)
            compositor.draw(frame, into: upright.surface, region: region, alone: true)
            let turnedSize = rotation.isSideways ? PixelSize(size.height, size.width) : size
            let wide = Picture(turnedSize, padding: seed, shift: seed)
            compositor.draw(
                frame,
                into: PixelSurface(
                    base: wide.surface.base, size: turnedSize, pitch: wide.surface.pitch, format: .xrgb8888,
                    rotation: rotation), region: region)
            // The narrow one lies in the same kind of memory, half of which stays as it is.
            let narrow = Picture(turnedSize, padding: seed)
            compositor.draw(
                frame,
                into: PixelSurface(
                    base: narrow.surface.base, size: turnedSize, pitch: narrow.surface.pitch, format: .rgb565,
                    rotation: rotation), region: region)
            var (wanted, wantedNarrow) = (Picture(turnedSize, padding: seed), Picture(turnedSize, padding: seed))
            fill(&wanted, &wantedNarrow, from: upright, region, rotation)
            #expect(wide.colors == wanted.colors, "seed \(seed)")
            #expect(narrow.memory == wantedNarrow.memory, "seed \(seed)")
        }
    }

    private func fill(
        _ wide: inout Picture, _ narrow: inout Picture, from upright: Picture, _ region: Region,
        _ rotation: PictureRotation
    ) {
        for rect in region.rects.map({ $0.intersection(size.bounds) }) {
            for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX {
                    let (u, v) = place(x, y, rotation)
                    let pixel = upright[x, y]
                    wide[u, v] = pixel
                    let bits = pixel >> 8 & 0xF800 | pixel >> 5 & 0x07E0 | pixel >> 3 & 0x1F
                    (narrow.surface.base + v * narrow.surface.pitch).storeBytes(
                        of: UInt16(bits), toByteOffset: 2 * u, as: UInt16.self)
                }
            }
        }
    }

    @Test(arguments: PictureRotation.allCases)
    func `a rectangle's place is the place of its pixels`(rotation: PictureRotation) {
        let turned = rotation.isSideways ? PixelSize(size.height, size.width) : size
        let picture = Picture(turned)
        let surface = PixelSurface(
            base: picture.surface.base, size: turned, pitch: picture.surface.pitch, format: .xrgb8888,
            rotation: rotation)
        #expect(surface.pictureSize == size)
        let rect = PixelRect(5, 7, 30, 3)
        var bounds = PixelRect(0, 0, 0, 0)
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX {
                let (u, v) = place(x, y, rotation)
                bounds = bounds.union(PixelRect(u, v, 1, 1))
            }
        }
        #expect(surface.place(of: rect) == bounds)
    }
}
