// A picture drawn part by part is the picture drawn whole, to the last bit.

import Drawing
import Geometry
import Layers
import TestRandomness
import Testing

extension SplitMix {
    /// A point in or near the canvas.
    fileprivate mutating func point() -> Point {
        Point(.random(in: -20...110, using: &self), .random(in: -20...320, using: &self))
    }
}

@Suite struct CanvasPartTests {
    private static let size = PixelSize(90, 300)

    /// Random shapes, text and pictures, the same for each call with one seed.
    private func draw(seed: UInt64, _ layout: TextLayout, on canvas: Canvas) {
        var dice = SplitMix(seed)
        canvas.fill(Color(0xF0F0E8))
        for _ in 0..<12 {
            let color = Color(UInt32.random(in: 0...0xFF_FFFF, using: &dice)).withAlpha(
                .random(in: 0...1, using: &dice))
            let (start, end) = (dice.point(), dice.point())
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: canvas.fill(Rect(start.x, start.y, abs(end.x), abs(end.y)), color, cornerRadius: 7.3)
            case 1: canvas.fill(Path(center: start, radius: abs(end.x)), color)
            case 2: canvas.stroke(Path(lines: [start, end, dice.point()]), width: 3.7, color)
            case 3: canvas.draw(Bitmap(size: PixelSize(23, 41), isOpaque: true, filledWith: color), at: start)
            default: canvas.draw(layout, at: start)
            }
        }
        canvas.draw(layout, at: Point(3.25, -40.5))
    }

    @Test(arguments: 1...60) func `parts are cut from the whole`(seed: UInt64) {
        var dice = SplitMix(seed * 77)
        let style = TextStyle(size: 13, color: Color(0x203040))
        var text = AttributedText("The tide comes in, ", style)
        text.append("goes out and comes in again ", TextStyle(size: 19, weight: .bold, isUnderlined: true))
        for _ in 0..<8 { text.append("while Ångström's gj̱ȩ bells ring. ", style) }
        let layout = TextLayout(text, width: 84, lineSpacing: 1.1)
        let whole = Bitmap(size: Self.size, isOpaque: seed % 2 == 0)
        draw(seed: seed, layout, on: Canvas(whole))
        var top = 0
        while top < Self.size.height {
            let height = min(Self.size.height - top, .random(in: 1...70, using: &dice))
            let part = Bitmap(size: PixelSize(Self.size.width, height), isOpaque: seed % 2 == 0)
            draw(seed: seed, layout, on: Canvas(part, origin: Point(0, Double(top))))
            let rows = UnsafeBufferPointer(start: whole.pixels + top * Self.size.width, count: height * Self.size.width)
            #expect(rows.elementsEqual(UnsafeBufferPointer(start: part.pixels, count: rows.count)), "rows from \(top)")
            top += height
        }
    }

    @Test func `a part that is far down is drawn as one at the top`() {
        let layout = TextLayout(AttributedText("far down", TextStyle(size: 20)))
        func part(at y: Double) -> [UInt32] {
            let bitmap = Bitmap(size: PixelSize(90, 40), isOpaque: true)
            let canvas = Canvas(bitmap, origin: Point(0, y))
            canvas.fill(.white)
            canvas.draw(layout, at: Point(2, y + 5))
            canvas.stroke(Path(lines: [Point(3, y + 3), Point(80, y + 30)]), width: 2, .black)
            canvas.draw(Bitmap(size: PixelSize(5, 5), isOpaque: true), at: Point(70, y + 4))
            return Array(UnsafeBufferPointer(start: bitmap.pixels, count: 90 * 40))
        }
        let top = part(at: 0)
        #expect(Set(top).count > 10)
        #expect(part(at: 100_000) == top)
        #expect(part(at: 1_000_000) == top)
    }
}
