// One of several pictures in one place: what is seen while the next one is read.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import TestFolders
import Testing

@Suite struct VariantViewTests {
    private static let panel = Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))

    /// A stage with six pictures in one place, each of its own colour, of which the first is shown.
    private final class Pictures {
        private let folder = PictureFolder()
        let stage: Stage
        let view: VariantView
        private let bitmap = Bitmap(size: VariantViewTests.panel.pixels, isOpaque: true)

        init(broken: Int? = nil) throws {
            let theme = Theme(.paper, on: VariantViewTests.panel)
            let folder = folder
            let files = try (0..<6).map { index in
                let bitmap = Bitmap(size: PixelSize(48, 27), isOpaque: true, filledWith: Color(Pictures.color(index)))
                folder.write(bitmap.png(), to: "p\(index).png")
                return try Picture("\(folder.path)/p\(index).png")
            }
            if let broken { folder.write(Array("no picture".utf8), to: "p\(broken).png") }
            let view = VariantView(
                files.map { PictureView($0, description: "", fit: .covering, theme: theme) }, showing: 0)
            self.view = view
            let screen = ContentScreen("page") { content in
                view.frame = Rect(origin: .zero, size: content.bounds.size)
                for variant in view.variants { variant.frame = view.bounds }
                content.addSubview(view)
            }
            stage = Stage(
                panel: VariantViewTests.panel, theme: theme, gestures: GestureSettings(), root: screen)
        }

        static func color(_ index: Int) -> UInt32 { UInt32(30 * index + 40) }

        /// What is seen in the middle: the index of a picture, or nil for none.
        var seen: Int? {
            stage.advance(to: stage.now + .seconds(1))
            let frame = stage.plan(at: stage.now)
            stage.willPresent(at: stage.now)
            stage.draw(frame, into: bitmap.surface, region: Region(bitmap.size.bounds))
            let color = bitmap[240, 200] & 0xFF_FFFF
            return (0..<6).first { Pictures.color($0) == color }
        }

        /// Reads the next picture that is wanted; nil when there is none.
        @discardableResult
        func read() -> String? {
            guard let order = stage.nextPicture() else { return nil }
            stage.arrived(Arrival(order.read()), at: stage.now)
            return order.picture.path.split(separator: "/").last.map(String.init)
        }
    }

    @Test func `the others are read ahead, the nearest first, and not all of many`() throws {
        let test = try Pictures()
        _ = test.seen
        var names: [String] = []
        while let name = test.read() { names.append(name) }
        #expect(names == (0..<5).map { "p\($0).png" })
        test.view.show(5)
        _ = test.seen
        #expect(test.read() == "p5.png" && test.read() == nil)
    }

    @Test func `while a picture is read the one before it stays, and touches are the new one's`() throws {
        let test = try Pictures()
        #expect(test.seen == nil)
        test.read()
        #expect(test.seen == 0)
        test.view.show(3)
        #expect(test.seen == 0 && test.view.shown == 3)
        test.view.show(4)
        #expect(test.seen == 0)
        #expect(test.view.variants.filter(\.isUserInteractionEnabled).count == 1)
        // The one that is shown is wanted first.
        #expect(test.read() == "p4.png" && test.seen == 4)
        #expect(test.view.variants.filter { !$0.layer.isHidden }.count == 1)
        test.view.show(nil)
        #expect(test.seen == nil)
        test.view.show(0)
        #expect(test.seen == 0)
    }

    @Test func `a picture that cannot be read does not leave another in its place`() throws {
        let test = try Pictures(broken: 2)
        _ = test.seen
        test.read()
        #expect(test.seen == 0)
        test.view.show(2)
        #expect(test.seen == 0)
        #expect(test.read() == "p2.png")
        #expect(test.seen == nil)
    }
}
