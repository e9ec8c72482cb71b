// The page behind a sheet fades towards the edge of the sheet, which cuts nothing in two that can be seen.

import Geometry
import Layers
import Stage
import Testing

@Suite struct SheetVeilTests {
    /// A sheet at `detents` over a page without a bar that is full of dark and light stripes, side by side.
    private static func glass(_ detents: [Detent] = []) -> Glass {
        let page = ContentScreen("home") { content in
            for x in 0..<96 {
                let stripe = View()
                stripe.frame = Rect(Double(20 * x), 0, 20, content.bounds.height)
                stripe.layer.backgroundColor = x % 2 == 0 ? .black : .white
                content.addSubview(stripe)
            }
        }
        page.isBarShown = false
        let glass = Glass(root: page)
        let sheet = TestScreen("sheet")
        sheet.detents = detents
        glass.stage.present(sheet, animated: false)
        glass.settle()
        return glass
    }

    /// The greatest difference of two pixels in the line at `y`, from 0 to 255, away from the sides.
    private static func contrast(at y: Double, on stage: Stage) -> Int {
        let bitmap = Bitmap(size: stage.panel.pixels, isOpaque: true)
        stage.draw(stage.plan(at: stage.now), into: bitmap.surface, region: Region(bitmap.size.bounds))
        let start = Int(y) * bitmap.size.width
        let greens = (200..<(bitmap.size.width - 200)).map { Int((bitmap.pixels[start + $0] >> 8) & 255) }
        return (greens.max() ?? 0) - (greens.min() ?? 0)
    }

    @Test(arguments: [[], [Detent.share(0.5)], [Detent.share(0.3), .share(0.9)]] as [[Detent]])
    func `above the edge of a sheet nothing is seen to be cut`(detents: [Detent]) throws {
        let glass = Self.glass(detents)
        let top = try #require(glass.stage.sheets.last).navigator.view.frame.minY
        #expect(Self.contrast(at: top - 1, on: glass.stage) < 16)
        // Further up the page is seen, and it fades gradually.
        let way = stride(from: 1.0, to: 60, by: 6).map { Self.contrast(at: top - $0, on: glass.stage) }
        #expect(way == way.sorted() && way.last ?? 0 > 100, "\(way)")
        #expect(zip(way, way.dropFirst()).allSatisfy { $1 - $0 < 40 }, "\(way)")
    }

    @Test func `the page comes back as the sheet is pulled away`() throws {
        let glass = Self.glass()
        let top = try #require(glass.stage.sheets.last).navigator.view.frame.minY
        let finger = HeldFinger(glass, at: Point(250, 30))
        finger.drag(to: Point(250, 280), over: .milliseconds(500))
        let pulled = try #require(glass.stage.movingScreens(at: glass.stage.now).first?.1) * Glass.density
        #expect(pulled > 800 && Self.contrast(at: top + pulled - 1, on: glass.stage) > 130)
        finger.lift()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
        for y in stride(from: 5.0, to: 1080, by: 50) { #expect(Self.contrast(at: y, on: glass.stage) == 255) }
    }
}
