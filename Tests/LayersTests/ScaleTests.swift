// Layers that are larger or smaller on the glass than they are, and screens that fade into each other.

import Geometry
import Layers
import TestRandomness
import Testing

@Suite struct ScaleTests {
    private func grey(_ root: Layer, _ width: Int, _ height: Int, _ background: Color = .black) -> String {
        Compositor(size: PixelSize(width, height), background: background).picture(of: root).grey
    }
    private let white = Color.white

    @Test func `a layer twice as large grows about its middle, and its pixels become a ramp`() {
        let layer = Layer(Rect(2, 1, 2, 1), contents: Bitmap(rows: [[0x20, 0xA0].map(Bitmap.grey)]))
        layer.scale = 2
        // From (1, 0.5) to (5, 2.5). Along a row at −1/4, 1/4, 3/4 and 5/4 pixels from the first one's middle.
        #expect(
            grey(Layer(of: [layer]), 6, 3) == """
                00 10 20 40 50 00
                00 20 40 80 A0 00
                00 10 20 40 50 00
                """)
    }

    @Test func `half as large is the mean of neighbours, about the anchor`() {
        let bitmap = Bitmap(rows: [
            [0x10, 0x30, 0x50, 0x70].map(Bitmap.grey), [0x30, 0x50, 0x70, 0x90].map(Bitmap.grey),
        ])
        let layer = Layer(Rect(0, 0, 4, 2), contents: bitmap)
        layer.scale = 0.5
        layer.scaleAnchor = .zero
        #expect(grey(Layer(of: [layer]), 4, 2) == "30 70 00 00\n00 00 00 00")
        layer.scaleAnchor = Point(1, 1)
        #expect(grey(Layer(of: [layer]), 4, 2) == "00 00 00 00\n00 00 30 70")
    }

    @Test func `all that lies in a layer is scaled with it: sublayers, corners, masks, scrolling`() {
        let layer = Layer(Rect(2, 2, 4, 3), Color(0x404040))
        layer.bounds.origin = Point(10, 20)
        layer.addSublayer(Layer(Rect(11, 19, 1, 3), white))
        layer.scale = 2
        layer.scaleAnchor = .zero
        #expect(
            grey(Layer(of: [layer]), 11, 9) == """
                00 00 00 00 FF FF 00 00 00 00 00
                00 00 00 00 FF FF 00 00 00 00 00
                00 00 40 40 FF FF 40 40 40 40 00
                00 00 40 40 FF FF 40 40 40 40 00
                00 00 40 40 FF FF 40 40 40 40 00
                00 00 40 40 FF FF 40 40 40 40 00
                00 00 40 40 40 40 40 40 40 40 00
                00 00 40 40 40 40 40 40 40 40 00
                00 00 00 00 00 00 00 00 00 00 00
                """)
        layer.masksToBounds = true
        layer.cornerRadius = 1.5
        layer.backgroundColor = white
        // The corner of `GoldenTests`: a radius of 3 pixels.
        #expect(
            grey(Layer(of: [layer]), 11, 9) == """
                00 00 00 00 00 00 00 00 00 00 00
                00 00 00 00 00 00 00 00 00 00 00
                00 00 07 93 F1 FF FF F1 93 07 00
                00 00 93 FF FF FF FF FF FF 93 00
                00 00 F1 FF FF FF FF FF FF F1 00
                00 00 F1 FF FF FF FF FF FF F1 00
                00 00 93 FF FF FF FF FF FF 93 00
                00 00 07 93 F1 FF FF F1 93 07 00
                00 00 00 00 00 00 00 00 00 00 00
                """)
    }

    @Test func `dim and opacity of a scaled layer hold for what it covers now`() {
        let layer = Layer(Rect(1, 0, 4, 2), Color(0x808080))
        layer.addSublayer(Layer(Rect(0, 0, 2, 2), Color(0x404040)))
        (layer.scale, layer.dim, layer.opacity) = (0.5, 0.5, 0.5)
        // Half a row of 20 at half over 80 (80·3/4 + 20/4 = 68), and of 40 (70).
        #expect(grey(Layer(of: [layer]), 6, 2, Color(0x808080)) == "80 80 68 70 80 80\n80 80 68 70 80 80")
    }

    @Test func `scales in scales multiply, and what comes out as large as it is is drawn pixel for pixel`() {
        var scene = RandomScene(seed: 7, size: PixelSize(24, 14))
        let layer = scene.layer(depth: 2)
        let plain = Compositor(size: scene.size).picture(of: Layer(of: [layer]))
        let (outer, middle) = (Layer(of: []), Layer(of: [layer]))
        outer.addSublayer(middle)
        (outer.scale, middle.scale) = (2, 0.5)
        #expect(Compositor(size: scene.size).picture(of: Layer(of: [outer])).hash == plain.hash)
    }

    @Test(arguments: 1...40)
    func `layers that touch still touch when they are scaled`(seed: Int) {
        var numbers = SplitMix(UInt64(truncatingIfNeeded: seed))
        let page = Layer(Rect(numbers.double(-3...3), numbers.double(-3...3), 40, 60))
        page.scale = numbers.double(0.6...1.5)
        page.scaleAnchor = .zero
        var top = 0.0
        while top < 60 {
            let height = Double(numbers.int(1...9))
            let (left, right) = (Rect(-30, top, 47, height), Rect(17, top, 60, height))
            page.addSublayer(Layer(left, white))
            let bitmap = Bitmap(size: PixelSize(60, Int(height)), isOpaque: true, filledWith: white)
            page.addSublayer(Layer(right, contents: bitmap))
            top += height
        }
        let picture = Compositor(size: PixelSize(20, 20)).picture(of: Layer(of: [Layer(of: [page])]))
        // The page covers this part of the screen, whatever its scale.
        #expect(Set((3..<20).flatMap { y in (3..<20).map { picture[$0, y] & 0xFF_FFFF } }) == [0xFF_FFFF])
    }

    @Test func `a scale is animated like a position, and where a layer is on the glass is known`() {
        let layer = Layer(Rect(10, 20, 100, 200))
        layer.bounds.origin = Point(5, 7)
        let animator = PropertyAnimator()
        animator.add(.scale, of: layer, from: 0, to: -0.25)
        animator.scrub(to: 1)
        let shown = layer.presentation
        #expect(shown.scale == 0.75)
        #expect(shown.frame == Rect(22.5, 45, 75, 150))
        #expect(layer.frame == Rect(10, 20, 100, 200))
        // The corner, the anchor and the far corner, in the layer's own space.
        #expect(shown.fromSuperlayer(Point(22.5, 45)) == Point(5, 7))
        #expect(shown.fromSuperlayer(Point(60, 120)) == Point(55, 107))
        #expect(shown.fromSuperlayer(Rect(22.5, 45, 75, 150)) == Rect(5, 7, 100, 200))
        animator.scrub(to: 0)
        #expect(layer.presentation.fromSuperlayer(Point(10, 20)) == Point(5, 7))
        animator.stop()
        #expect(layer.presentation.scale == 1)
    }

    @Test(arguments: [0, -1, -.infinity, .nan, .infinity, 1e300, 1e-300])
    func `a huge or invalid scale does no harm`(scale: Double) {
        let layer = Layer(Rect(0, 0, 3, 3), contents: Bitmap(size: PixelSize(3, 3), isOpaque: true, filledWith: white))
        layer.addSublayer(Layer(Rect(1, 1, 1, 1), Color(0x444444)))
        layer.scale = scale
        let isLarge = scale > 1
        #expect(grey(Layer(of: [layer]), 3, 1) == (isLarge ? "44 44 44" : "00 00 00"))
    }

    @Test func `a screen fades into another as one picture, whatever lies in it`() {
        func screen(_ levels: [UInt32], label: UInt32) -> Layer {
            let page = Bitmap(rows: [levels.map(Bitmap.grey)])
            let screen = Layer(Rect(0, 0, 4, 1), .black, contents: page)
            screen.addSublayer(Layer(Rect(2, 0, 1, 1), contents: Bitmap(rows: [[Bitmap.grey(label)]])))
            return screen
        }
        let (old, new) = (screen([0x10, 0x20, 0x30, 0x40], label: 0x80), screen([0x90, 0xA0, 0xB0, 0xC0], label: 0))
        let root = Layer(of: [old, new])
        for (opacity, wanted) in [
            (0, "10 20 80 40"), (0.25, "30 40 60 60"), (0.5, "50 60 40 80"), (0.75, "70 80 20 A0"), (1, "90 A0 00 C0"),
        ] {
            new.opacity = opacity
            #expect(grey(root, 4, 1, Color(0xFF0000)) == wanted)
        }
    }
}
