// Small pictures, digit by digit: each can be checked by hand.

import Geometry
import Layers
import Testing

@Suite struct GoldenTests {
    private func compositor(_ width: Int, _ height: Int, _ background: Color = .black) -> Compositor {
        Compositor(size: PixelSize(width, height), background: background)
    }
    private let white = Color.white

    @Test func `without layers there is the background`() {
        #expect(compositor(2, 2, Color(0x123456)).picture(of: Layer()).hex == "123456 123456\n123456 123456")
    }

    @Test func `colours and bitmaps lie pixel for pixel, and bitmaps are cut off at the bounds`() {
        let bitmap = Bitmap(rows: [[0xFF11_1111, 0xFF22_2222, 0xFF33_3333], [0xFF44_4444, 0xFF55_5555, 0xFF66_6666]])
        let root = Layer(of: [
            Layer(Rect(1, 0, 2, 3), Color(0x808080), contents: bitmap), Layer(Rect(4, 1, 9, 9), contents: bitmap),
        ])
        #expect(
            compositor(7, 3).picture(of: root).grey == """
                00 11 22 00 00 00 00
                00 44 55 00 11 22 33
                00 80 80 00 44 55 66
                """)
    }

    @Test func `a layer at a quarter of a pixel covers its first pixel by three quarters`() {
        let root = Layer(of: [Layer(Rect(1.25, 0, 4, 1), white), Layer(Rect(0, 1.75, 8, 1), white)])
        #expect(
            compositor(8, 3).picture(of: root).grey == """
                00 BF FF FF FF 40 00 00
                40 40 40 40 40 40 40 40
                BF BF BF BF BF BF BF BF
                """)
    }

    @Test func `a bitmap at a fraction is the mean of the pixels it lies on, and its sides keep their colour`() {
        let bitmap = Bitmap(rows: [[0, 0x40, 0x80, 0xC0].map(Bitmap.grey)])
        let root = Layer(of: [Layer(Rect(1.5, 0, 4, 1), contents: bitmap)])
        // The first pixel is half black over white, the last half of C0 over white.
        #expect(compositor(7, 1, white).picture(of: root).grey == "FF 80 20 60 A0 E0 FF")
    }

    @Test func `both axes at once`() {
        let bitmap = Bitmap(rows: [[0, 0x80].map(Bitmap.grey), [0x80, 0xFF].map(Bitmap.grey)])
        let root = Layer(of: [Layer(Rect(0.5, 0.5, 2, 2), contents: bitmap)])
        // In the middle (0 + 80 + 80 + FF) / 4 = 7F.C; in the corners a quarter of one pixel.
        #expect(
            compositor(3, 3).picture(of: root).grey == """
                00 20 20
                20 80 60
                20 60 40
                """)
    }

    @Test(arguments: Array(stride(from: 0, to: 256, by: 5)))
    func `nothing comes through where two screens meet inside a pixel`(fraction: Int) {
        let x = 3 + Double(fraction) / 256
        let page = Bitmap(size: PixelSize(9, 4), isOpaque: true, filledWith: white)
        for order in 0...1 {
            let left = Layer(Rect(x - 9, 0, 9, 4), contents: page)
            let right = Layer(Rect(x, 0, 9, 4), contents: page)
            let root = Layer(of: order == 0 ? [left, right] : [right, left])
            #expect(compositor(8, 1).picture(of: root).grey == "FF FF FF FF FF FF FF FF")
        }
    }

    @Test func `nothing comes through between screens that cut off what is in them, nor rows of a list`() {
        let left = Layer(Rect(-4.3, 0, 8, 8), white)
        let right = Layer(Rect(3.7, 0, 8, 8))
        (left.masksToBounds, right.masksToBounds) = (true, true)
        for row in 0..<5 { right.addSublayer(Layer(Rect(0, Double(row) * 2.3 - 1.1, 8, 2.3), white)) }
        let picture = compositor(8, 8).picture(of: Layer(of: [left, right]))
        #expect(Set((0..<8).flatMap { y in (0..<8).map { picture[$0, y] & 0xFF_FFFF } }) == [0xFF_FFFF])
    }

    @Test func `a seam between two colours is their mean by area`() {
        let root = Layer(of: [Layer(Rect(0, 0, 1.25, 1), Color(0x404040)), Layer(Rect(1.25, 0, 2, 1), Color(0xC0C0C0))])
        // 40/4 + 3·C0/4 = A0
        #expect(compositor(3, 1, Color(0xFF0000)).picture(of: root).hex == "404040 A0A0A0 C0C0C0")
    }

    @Test func `a translucent bitmap lets through what its alpha says`() {
        let bitmap = Bitmap(rows: [[0, 0x8080_8080, 0x8000_0000, 0xFF40_4040]], isOpaque: false)
        let root = Layer(of: [Layer(Rect(0, 0, 4, 1), contents: bitmap)])
        // FF·7F/FF = 7F, and 80 more of the bitmap's own.
        #expect(compositor(4, 1, white).picture(of: root).grey == "FF FF 7F 40")
    }

    @Test func `a group with opacity does not show its own layers through each other`() {
        let group = Layer(of: [Layer(Rect(0, 0, 3, 1), white), Layer(Rect(1, 0, 3, 1), .black)])
        group.opacity = 0.5
        // White at half over 40 is A0 (9F.8), black at half over it 20; nowhere a mixture of the two.
        #expect(compositor(5, 1, Color(0x404040)).picture(of: Layer(of: [group])).grey == "A0 20 20 20 40")
    }

    @Test func `dim is black over the layer with all in it, and adds up downwards`() {
        let inner = Layer(Rect(1, 0, 1, 1), Color(0xC0C0C0))
        inner.dim = 0.5
        let outer = Layer(Rect(0, 0, 3, 1), Color(0x808080))
        outer.addSublayer(inner)
        outer.dim = 0.25
        // 80·3/4 = 60, C0·3/8 = 48
        #expect(compositor(4, 1, white).picture(of: Layer(of: [outer])).grey == "60 48 60 FF")
    }

    @Test func `dim darkens the colour of a translucent layer, not what is behind it`() {
        let layer = Layer(Rect(0, 0, 1, 1), white.withAlpha(0.5))
        layer.dim = 1
        // Black with alpha 80: FF·7F/FF.
        #expect(compositor(2, 1, white).picture(of: Layer(of: [layer])).grey == "7F FF")
    }

    @Test func `sublayers stick out unless they are masked`() {
        let layer = Layer(Rect(1, 1, 2, 1), Color(0x404040))
        layer.addSublayer(Layer(Rect(1, -1, 3, 3), white))
        #expect(
            compositor(6, 3).picture(of: Layer(of: [layer])).grey == """
                00 00 FF FF FF 00
                00 40 FF FF FF 00
                00 00 FF FF FF 00
                """)
        layer.masksToBounds = true
        #expect(
            compositor(6, 3).picture(of: Layer(of: [layer])).grey == """
                00 00 00 00 00 00
                00 40 FF 00 00 00
                00 00 00 00 00 00
                """)
    }

    @Test func `a change of the bounds' origin scrolls the sublayers and nothing else`() {
        let layer = Layer(Rect(0, 0, 4, 1), contents: Bitmap(rows: [[1, 2, 3, 4].map(Bitmap.grey)]))
        layer.addSublayer(Layer(Rect(3, 0, 1, 1), white))
        layer.bounds.origin.x = 2
        #expect(compositor(4, 1).picture(of: Layer(of: [layer])).grey == "01 FF 03 04")
    }

    @Test func `rounded corners are smooth, alike on all sides, and only where they are asked for`() {
        let layer = Layer(Rect(0, 0, 8, 6), white)
        layer.cornerRadius = 3
        layer.roundedCorners = [.topLeft, .topRight, .bottomLeft]
        // By the integral over each pixel: 7.37, 146.97 and 240.59 of 255.
        #expect(
            compositor(8, 6).picture(of: Layer(of: [layer])).grey == """
                07 93 F1 FF FF F1 93 07
                93 FF FF FF FF FF FF 93
                F1 FF FF FF FF FF FF F1
                F1 FF FF FF FF FF FF FF
                93 FF FF FF FF FF FF FF
                07 93 F1 FF FF FF FF FF
                """)
    }

    @Test func `a shadow falls outside its side, fades, and needs no layer with contents`() {
        let layer = Layer(Rect(5, 0, 2, 2))
        layer.edgeShadow = EdgeShadow(edges: [.left, .right], width: 4, opacity: 0.5)
        let picture = compositor(12, 2, white).picture(of: Layer(of: [layer]))
        // 1 − 0.5·(1 − d/4)² at d = 3.5, 2.5, 1.5, 0.5, give or take the pattern.
        for (index, level) in [(1, 253.0), (2, 237.07), (3, 205.2), (4, 157.39), (7, 157.39), (8, 205.2), (10, 253.0)] {
            #expect(abs(Double(picture[index, 0] & 255) - level) < 1)
        }
        for index in [0, 5, 6, 11] { #expect(picture[index, 1] & 255 == 255) }
    }

    @Test func `hidden and fully faded layers are left out with all in them`() {
        let hidden = Layer(of: [Layer(Rect(0, 0, 1, 1), white)])
        hidden.isHidden = true
        let faded = Layer(of: [Layer(Rect(1, 0, 1, 1), white)])
        faded.opacity = 0
        #expect(compositor(2, 1).picture(of: Layer(of: [hidden, faded])).grey == "00 00")
    }

    @Test func `what is on the glass counts, not the model`() {
        let layer = Layer(Rect(0, 0, 1, 1), white)
        let animator = PropertyAnimator()
        animator.add(.positionX, of: layer, from: 0, to: 4)
        animator.scrub(to: 0.5)
        #expect(compositor(4, 1).picture(of: Layer(of: [layer])).grey == "00 00 FF 00")
    }

    @Test func `huge coordinates do no harm`() {
        let far = Layer(Rect(1e12, -1e300, 5, 5), white)
        let wide = Layer(Rect(-1e15, 1, 2e15, 1), Color(0x777777))
        let endless = Layer(Rect(1, 0, .infinity, 1), Color(0x555555))
        let none = Layer(Rect(.nan, 0, 4, 4), white)
        let negative = Layer(Rect(2, 0, -2, 4), white)
        let scrolled = Layer(Rect(0, 2, 3, 1), white)
        scrolled.masksToBounds = true
        scrolled.bounds.origin = Point(-1e9, 1e9)
        scrolled.addSublayer(Layer(Rect(-1e9 + 1, 1e9, 1, 1), Color(0x333333)))
        let shaded = Layer(Rect(-1e13, 0, 1, 1))
        shaded.edgeShadow = EdgeShadow(edges: .right, width: 1e14, opacity: 1)
        let root = Layer(of: [far, shaded, wide, endless, none, negative, scrolled])
        #expect(
            compositor(4, 3).picture(of: root).grey == """
                00 55 55 55
                77 77 77 77
                FF 33 FF 00
                """)
    }
}
