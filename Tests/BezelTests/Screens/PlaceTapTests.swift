// Taps on places of a plan, on a stage.

import Drawing
import Geometry
import Layers
import Pages
import Stage
import TestFolders
import Testing
import TouchScript

@testable import Machine

/// A kiosk with a plan.
private struct PlannedKiosk {
    private let folder = TemporaryFolder()
    private let stage: Stage
    private nonisolated static let panel = Panel(pixels: PixelSize(1600, 900), millimetres: Size(320, 180))

    /// A page whose picture is shown whole, 648 pixels high, or as a banner of 360 that shows its middle.
    init(title: String) throws {
        let tables = [("10 %", "hall", "false"), ("60 %", "room", "true")].map { left, page, sheet in
            "[[place]]\npicture = \"plan.png\"\nat = [\"\(left)\", \"45 %\", \"30 %\", \"10 %\"]\n"
                + "page = \"\(page).md\"\nsheet = \(sheet)\n"
        }.joined()
        folder.write(
            Array("+++\nbar = \"hidden\"\n\(tables)+++\n![Plan](plan.png \"\(title)\")\n".utf8), to: "home.md")
        for page in ["hall", "room"] { folder.write(Array("# A page\n".utf8), to: page + ".md") }
        folder.write(Bitmap(size: PixelSize(160, 90), isOpaque: true).png(), to: "plan.png")
        stage = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }.stage(on: Self.panel)
        stage.advance(to: stage.now + .seconds(1))
    }

    /// The rectangle in which the whole picture would be seen, in pixels of the screen.
    private func picture() throws -> Rect {
        let scroll = try #require(stage.navigator.top.view.content.subviews.first as? ScrollView)
        let frame = try #require(scroll.subviews.first as? PictureView).frame
        let scale = frame.width == 1600 ? frame.width / 160 : min(frame.width / 160, frame.height / 90)
        let size = Size(160 * scale, 90 * scale)
        return Rect(frame.center.x - size.width / 2, frame.center.y - size.height / 2, size.width, size.height)
    }

    /// Taps at (`x`, `y`), in shares of the picture, and returns the stack.
    func tap(_ x: Double, _ y: Double) throws -> [String] {
        let whole = try picture()
        let touch = TouchScript(start: stage.now)
        touch.tap(at: Self.panel.millimetres(Point(whole.minX + x * whole.width, whole.minY + y * whole.height)))
        for frame in touch.frames { stage.handle(frame) }
        stage.advance(to: stage.now + .seconds(3))
        return stage.stackNames
    }
}

@Suite struct PlaceTapTests {
    @Test(arguments: ["fit", "banner"])
    func `a tap in a place opens its page, and one beside it the picture`(title: String) throws {
        for (x, y) in [(0.09, 0.5), (0.41, 0.5), (0.25, 0.44), (0.25, 0.56)] {
            #expect(try PlannedKiosk(title: title).tap(x, y) == ["home", "home#plan.png"], "\(x) \(y)")
        }
        let test = try PlannedKiosk(title: title)
        #expect(try test.tap(0.61, 0.46) == ["home", "room!"])
        let other = try PlannedKiosk(title: title)
        #expect(try other.tap(0.39, 0.54) == ["home", "hall"])
    }
}
