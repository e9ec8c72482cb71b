// Where shapes and text leave ink, in which colours, and that an opaque bitmap stays opaque.

import Drawing
import Geometry
import Layers
import Testing

/// The bitmap as text: one letter a pixel, `.` for white, `#` for black, `-` for anything between.
private func picture(of bitmap: Bitmap) -> [String] {
    (0..<bitmap.size.height).map { y in
        String(
            (0..<bitmap.size.width).map { x -> Character in
                switch bitmap[x, y] & 0xFFFFFF {
                case 0xFFFFFF: "."
                case 0: "#"
                default: "-"
                }
            })
    }
}

private func ink(in bitmap: Bitmap, _ rect: PixelRect) -> Int {
    var count = 0
    for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX where bitmap[x, y] != 0xFFFF_FFFF { count += 1 }
    }
    return count
}

@Suite struct CanvasTests {
    private func page(_ width: Int, _ height: Int) -> (Bitmap, Canvas) {
        let bitmap = Bitmap(size: PixelSize(width, height), isOpaque: true, filledWith: .white)
        return (bitmap, Canvas(bitmap))
    }

    @Test func `a rectangle covers its pixels exactly, half pixels half`() {
        let (bitmap, canvas) = page(6, 4)
        canvas.fill(Rect(1, 1, 3.5, 2), .black)
        #expect(picture(of: bitmap) == ["......", ".###-.", ".###-.", "......"])
        #expect(bitmap[4, 1] == 0xFF7F_7F7F || bitmap[4, 1] == 0xFF80_8080)
    }

    @Test func `corners are rounded`() {
        let (bitmap, canvas) = page(8, 8)
        canvas.fill(Rect(0, 0, 8, 8), .black, cornerRadius: 4)
        let rows = picture(of: bitmap)
        #expect(rows[0].hasPrefix(".") && rows[0].hasSuffix("."))
        #expect(rows[3] == "########" || rows[3] == "-######-")
        #expect(rows == rows.reversed())
    }

    @Test func `a chevron is a stroke between three points`() {
        let (bitmap, canvas) = page(12, 20)
        canvas.stroke(Path(lines: [Point(3, 3), Point(9, 10), Point(3, 17)]), width: 2, .black)
        #expect(bitmap[8, 10] == 0xFF00_0000)
        #expect(bitmap[3, 10] == 0xFFFF_FFFF)
        #expect(ink(in: bitmap, PixelRect(0, 0, 12, 10)) == ink(in: bitmap, PixelRect(0, 10, 12, 10)))
    }

    @Test func `an outline that is turned and scaled covers its new place`() {
        let (bitmap, canvas) = page(6, 4)
        let place = AffineTransform(rotation: .pi / 2, scale: 2, origin: Point(5, 1))
        canvas.fill(Path(Rect(0, 0, 1, 2)).transformed(by: place), .black)
        #expect(picture(of: bitmap) == ["......", ".####.", ".####.", "......"])
    }

    @Test func `an opaque bitmap stays opaque whatever is drawn on it`() throws {
        let (bitmap, canvas) = page(200, 60)
        canvas.fill(Color.black.withAlpha(0.3))
        canvas.fill(Rect(10.3, 10.3, 50, 20), Color(0xFF0000).withAlpha(0.5), cornerRadius: 7)
        canvas.draw(TextLayout(AttributedText("Hello 🚆", TextStyle(size: 30, color: .clear))), at: Point(40.5, 3.25))
        canvas.draw(TextLayout(AttributedText("Hello 🚆", TextStyle(size: 30))), at: Point(40.5, 3.25))
        canvas.draw(Bitmap(size: PixelSize(20, 20), isOpaque: false), at: Point(3, 3))
        for y in 0..<60 { for x in 0..<200 { #expect(bitmap[x, y] >> 24 == 255) } }
    }

    @Test func `a bitmap with holes is filled anew, colours multiplied by alpha`() {
        let bitmap = Bitmap(size: PixelSize(2, 2), isOpaque: false, filledWith: .white)
        Canvas(bitmap).fill(Color(red: 255, green: 0, blue: 0, alpha: 128))
        #expect(bitmap[0, 0] == 0x8080_0000)
        Canvas(bitmap).fill(.clear)
        #expect(bitmap[1, 1] == 0)
    }

    @Test func `text leaves ink where the layout says and in its colour`() {
        let (bitmap, canvas) = page(300, 80)
        let layout = TextLayout(AttributedText("Tickets", TextStyle(size: 32, color: Color(0xCC0000))))
        canvas.draw(layout, at: Point(20, 10))
        let expected = layout.inkBounds.offset(by: Vector(20, 10))
        #expect(ink(in: bitmap, expected.pixelCover) > 300)
        var outside = 0
        var reddest = UInt32.max
        for y in 0..<80 {
            for x in 0..<300 {
                let grown = expected.inset(by: Insets(left: -2, top: -2, right: -2, bottom: -2))
                if bitmap[x, y] != 0xFFFF_FFFF, !grown.contains(Point(Double(x), Double(y))) { outside += 1 }
                reddest = min(reddest, bitmap[x, y] & 0xFFFF)
                #expect(bitmap[x, y] >> 16 & 255 >= 0xCC)
            }
        }
        #expect(outside == 0)
        #expect(reddest == 0)
    }

    @Test func `emoji are in colour`() {
        let (bitmap, canvas) = page(60, 60)
        canvas.draw(TextLayout(AttributedText("🍓", TextStyle(size: 36))), at: Point(5, 5))
        let red = (0..<3600).filter { index in
            let pixel = bitmap[index % 60, index / 60]
            return pixel >> 16 & 255 > 180 && pixel >> 8 & 255 < 100
        }
        #expect(red.count > 100)
    }

    @Test func `the same text gives the same pixels each time`() {
        func pixels() -> [UInt32] {
            let (bitmap, canvas) = page(200, 60)
            canvas.draw(TextLayout(AttributedText("Fête 欢迎 مرحبا", TextStyle(size: 24))), at: Point(3.5, 4.25))
            return Array(UnsafeBufferPointer(start: bitmap.pixels, count: 200 * 60))
        }
        #expect(pixels() == pixels())
    }

    @Test func `what falls outside the bitmap is cut off`() {
        let (bitmap, canvas) = page(10, 10)
        canvas.fill(Rect(-100, -100, 1000, 105), .black)
        canvas.draw(TextLayout(AttributedText("x", TextStyle(size: 400))), at: Point(-9000, 4000))
        #expect(picture(of: bitmap)[4] == "##########")
        #expect(picture(of: bitmap)[5] == "..........")
    }
}
