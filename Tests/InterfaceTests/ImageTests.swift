// Pictures from bytes: they come from another thread, fade in, and are words where they are damaged.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing

@testable import Interface

@Observable private final class Shown {
    var data = ImageTests.svg("red", 40, 20)
    var reducesMotion = false
}

@Suite struct ImageTests {
    nonisolated static func svg(_ color: String, _ width: Int, _ height: Int) -> [UInt8] {
        Array(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"><rect width=\"100%\" height=\"100%\" fill=\"\(color)\"/></svg>"
                .utf8)
    }

    /// Shows frames until nothing is awaited.
    private func play(_ glass: ElementGlass) async {
        let stage = glass.stage
        for _ in 0..<200 {
            for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
            for _ in 0..<16 {
                await Task.yield()
                stage.tasks.run()
            }
            stage.advance(to: stage.now + .milliseconds(1))
            if stage.arrivals.isEmpty, stage.awaitedResults.isEmpty { return }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Shows a frame, and reads the pictures that it misses.
    private func present(_ glass: ElementGlass) {
        _ = glass.stage.plan(at: glass.stage.now)
        glass.stage.willPresent(at: glass.stage.now)
    }

    @Test(arguments: [svg("red", 40, 20), [0, 1, 2, 3], []])
    func `a picture that only decorates is told nowhere, whether there is one or not`(data: [UInt8]) async {
        let glass = ElementGlass {
            Image(data: data, description: "").frame(width: .em(4), height: .em(4))
            Image(data: data, description: "").frame(width: .em(4), height: .em(4)).onTap {}
            Row {
                Image(data: data, description: "").frame(width: .em(4), height: .em(4))
                Text("Roses")
            }
            .onTap {}
        }
        func told() -> [Spoken] { glass.stage.spokenViews.map(\.spoken) }
        let expected = [Spoken(.button, "Roses"), Spoken(.text, "Roses")]
        #expect(told() == expected)
        await play(glass)
        present(glass)
        glass.stage.readSeenPictures()
        #expect(told() == expected)
    }

    @Test func `a picture in bytes has its place at once, and its size when its beginning was read`() async throws {
        let shown = Shown()
        let glass = ElementGlass { Column { Image(data: shown.data, description: "A red area") } }
        let view = try #require(glass.all(PictureView.self).first)
        #expect(view.bounds.width == 1000 && view.picture == nil)
        #expect(view.spoken == Spoken(.image, "A red area"))
        await play(glass)
        #expect(view.picture?.size == PixelSize(40, 20) && view.bounds.size == Size(40, 20))
        present(glass)
        #expect(glass.stage.readSeenPictures() && view.hasArrived)
        // Other bytes are another picture.
        shown.data = Self.svg("blue", 60, 60)
        glass.settle()
        await play(glass)
        let next = try #require(glass.all(PictureView.self).first)
        #expect(next.picture?.size == PixelSize(60, 60))
    }

    @Test(arguments: [false, true])
    func `a picture that arrives on the glass fades in, unless motion is reduced`(_ reducesMotion: Bool) async throws {
        let glass = ElementGlass {
            Column { Image(data: Self.svg("red", 40, 20), description: "").frame(width: .px(40), height: .px(20)) }
                .environment(\.reducesMotion, reducesMotion)
        }
        await play(glass)
        present(glass)
        glass.stage.readSeenPictures()
        #expect(glass.stage.isWaiting == !reducesMotion)
        glass.settle()
    }

    @Test(arguments: [
        [], [0, 1, 2, 3], Array(ImageTests.svg("red", 40, 20).prefix(60)), Array("<svg>".utf8),
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0],
        ImageTests.svg("red", 100_000, 100_000),
    ])
    func `bytes that are no picture are a sign with words`(_ data: [UInt8]) async throws {
        let glass = ElementGlass {
            Column { Image(data: data, description: "The plan").frame(width: .px(400), height: .px(200)) }
        }
        await play(glass)
        present(glass)
        glass.stage.readSeenPictures()
        let view = try #require(glass.all(PictureView.self).first)
        #expect(!view.hasArrived && view.subviews.contains { $0.drawsContents }, "its description is drawn")
        #expect(glass.stage.awaitedResults.isEmpty)
    }

    /// The glass with an ornament of `data` above words, and the place of those.
    private func glass(with data: [UInt8], _ fit: Picture.Fit, isAwaited: Bool) async throws -> (Bitmap, Rect) {
        let glass = ElementGlass {
            Column {
                Image(data: data, description: "", fit: fit).frame(width: .px(400), height: .px(200))
                Text("below")
            }
        }
        if !isAwaited {
            await play(glass)
            present(glass)
            glass.stage.readSeenPictures()
            glass.settle()
        }
        let bitmap = Bitmap(size: ElementGlass.panel.pixels, isOpaque: true)
        let region = Region(ElementGlass.panel.pixels.bounds)
        glass.stage.draw(glass.stage.plan(at: glass.stage.now), into: bitmap.surface, region: region)
        let words = try #require(glass.all(LabelView.self).first)
        return (bitmap, words.frame)
    }

    @Test(arguments: [Picture.Fit.inside, .covering])
    func `an ornament that is damaged leaves its place empty, as it was`(_ fit: Picture.Fit) async throws {
        let whole = Self.svg("red", 40, 20)
        let (_, place) = try await glass(with: whole, fit, isAwaited: false)
        for data in [Array(whole.prefix(60)), [0, 1, 2, 3], []] {
            let (damaged, other) = try await glass(with: data, fit, isAwaited: false)
            #expect(other == place, "the words below stay where they are")
            let ground = damaged.pixels[damaged.size.width * damaged.size.height - 1]
            let seen = (0..<200).flatMap { y in (0..<400).map { damaged.pixels[y * damaged.size.width + $0] } }
            #expect(seen.allSatisfy { $0 == ground })
            let (awaited, _) = try await glass(with: data, fit, isAwaited: true)
            #expect(awaited.pixels[0] != ground, "until then something is awaited")
        }
    }

    @Test(arguments: [(Picture.Fit.inside, Size(200, 100)), (.covering, Size(200, 150))])
    func `a picture fits into its frame, or covers it`(_ fit: Picture.Fit, _ size: Size) async throws {
        let glass = ElementGlass {
            Column {
                Image(data: Self.svg("red", 400, 200), description: "", fit: fit).frame(
                    width: .px(200), height: .px(150))
            }
        }
        await play(glass)
        #expect(try #require(glass.all(PictureView.self).first).bounds.size == size)
    }

    @Test func `more bytes than may be are no picture`() throws {
        let bytes = PictureBytes(Array(repeating: 0, count: PictureBytes.most + 1))
        #expect(throws: PictureError.self) { try bytes.head() }
    }

    @Test func `a head crosses as text`() throws {
        let head = try PictureBytes(Self.svg("red", 40, 20)).head()
        #expect(PictureHead(head.description) == head && head.size == PixelSize(40, 20))
        for wrong in ["", "1 2 3", "0 1 0 0 0", "99999999 99999999 0 0 0", "-1 -1 0 0 0", "a b c d e"] {
            #expect(PictureHead(wrong) == nil)
        }
    }
}
