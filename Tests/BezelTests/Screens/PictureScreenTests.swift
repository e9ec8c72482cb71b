// Pictures of a page, opened on the whole screen.

import Drawing
import Geometry
import Layers
import TestFolders
import Testing
import TouchScript

@testable import Machine
@testable import Pages
@testable import Stage

/// A kiosk in two languages whose page shows pictures.
private struct PicturedKiosk {
    private let folder = TemporaryFolder()
    let screens: StartScreens
    let stage: Stage
    private nonisolated static let panel = Panel(pixels: PixelSize(1600, 900), millimetres: Size(320, 180))

    /// A page with one picture, which begins with `markdown` and has `front` matter.
    init(_ markdown: String, front: String = "") throws {
        folder.write(Array("languages = [\"en\", \"de\"]\n".utf8), to: "kiosk.toml")
        folder.write(Array("+++\nbar = \"hidden\"\n\(front)+++\n\(markdown)\n".utf8), to: "home.md")
        folder.write(Array("+++\nbar = \"hidden\"\n+++\n\(markdown)\n".utf8), to: "home.de.md")
        for page in ["hall", "hall.de"] { folder.write(Array("# A page\n".utf8), to: page + ".md") }
        for name in ["plan.png", "plan.de.png", "a#b.png"] {
            folder.write(Bitmap(size: PixelSize(160, 90), isOpaque: true).png(), to: name)
        }
        screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        stage = try screens.stage(on: Self.panel)
        stage.advance(to: stage.now + .seconds(1))
    }

    /// Plays what `script` writes, and lets time run until all is over.
    func touch(_ script: (TouchScript) -> Void) {
        let touch = TouchScript(start: stage.now + .milliseconds(10))
        script(touch)
        for frame in touch.frames { stage.handle(frame) }
    }

    func wait() { stage.advance(to: stage.now + .seconds(3)) }

    func tap(_ point: Point) -> [String] {
        touch { $0.tap(at: point) }
        wait()
        return stage.stackNames
    }

    func pinch(from: Double, to: Double) {
        touch { touch in
            var a = touch.down(at: Point(160 - from / 2, 90))
            var b = touch.down(at: Point(160 + from / 2, 90), together: true)
            touch.drag(&a, to: Point(160 - to / 2, 90), &b, to: Point(160 + to / 2, 90), over: .milliseconds(300))
            touch.lift(a, b)
        }
        wait()
    }

    var zoom: ZoomView? { stage.frontNavigator.top.view.content.subviews.first as? ZoomView }
}

@Suite struct PictureScreenTests {
    private static let middle = Point(160, 90)

    @Test func `a tap opens a picture, and the swipe back closes it`() throws {
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")")
        #expect(test.tap(Self.middle) == ["home", "home#plan.png"])
        #expect(test.stage.frontNavigator.top.title == "A plan")
        #expect(test.zoom?.zoom == 1)
        test.touch { $0.down(at: Point(2, 90)).drag(to: Point(200, 90), over: .milliseconds(200)).lift() }
        test.wait()
        #expect(test.stage.stackNames == ["home"])
    }

    @Test func `a caption is the title`() throws {
        let test = try PicturedKiosk("![A plan](plan.png \"fit: The ground floor\")")
        _ = test.tap(Self.middle)
        #expect(test.stage.frontNavigator.top.title == "The ground floor")
    }

    @Test func `two fingers open a picture once, also one that is a link, and a tap on the link follows it`() throws {
        let test = try PicturedKiosk("[![A plan](plan.png \"fit\")](hall.md)")
        test.pinch(from: 100, to: 50)
        #expect(test.stage.stackNames == ["home"])
        test.pinch(from: 50, to: 100)
        #expect(test.stage.stackNames == ["home", "home#plan.png"])
        let other = try PicturedKiosk("[![A plan](plan.png \"fit\")](hall.md)")
        #expect(other.tap(Self.middle) == ["home", "hall"])
    }

    @Test func `a picture that is made small closes`() throws {
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")")
        _ = test.tap(Self.middle)
        test.pinch(from: 100, to: 30)
        #expect(test.stage.stackNames == ["home"])
    }

    @Test func `places can be tapped in the large picture, also zoomed, and a double tap there zooms`() throws {
        let place =
            "[[place]]\npicture = \"plan.png\"\nat = [\"25 %\", \"25 %\", \"50 %\", \"50 %\"]\n"
            + "page = \"hall.md\"\n"
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")", front: place)
        #expect(test.tap(Point(60, 90)) == ["home", "home#plan.png"])
        test.touch { touch in
            touch.tap(at: Self.middle)
            touch.wait(.milliseconds(80))
            touch.tap(at: Self.middle)
        }
        test.wait()
        #expect(test.stage.stackNames == ["home", "home#plan.png"])
        #expect(test.zoom?.zoom == 2.5)
        // It is zoomed, so the place reaches nearly to the side of the glass.
        #expect(test.tap(Point(300, 90)) == ["home", "home#plan.png", "hall"])
    }

    @Test func `another stage shows the picture as far zoomed and moved, and one that is gone does not matter`() throws
    {
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")")
        _ = test.tap(Self.middle)
        test.touch { touch in
            touch.tap(at: Point(200, 120))
            touch.wait(.milliseconds(80))
            touch.tap(at: Point(200, 120))
        }
        test.wait()
        let (zoom, offset) = (try #require(test.zoom?.zoom), try #require(test.zoom?.contentOffset))
        #expect(zoom == 2.5 && offset != .zero)
        let state = try #require(test.stage.stateAtRest)
        try test.screens.begin(anew: test.stage, names: state.stack)
        #expect(test.zoom?.zoom == 1)
        test.stage.scroll(to: state)
        #expect(test.zoom?.zoom == zoom && test.zoom?.contentOffset == offset)
        // A recording of an older version does not have the zoom.
        test.stage.scroll(to: StageState(stack: state.stack, offsets: state.offsets.map { Array($0.prefix(2)) }))
        #expect(test.zoom?.zoom == 1)
    }

    @Test func `the bar of a picture has the button for the language`() throws {
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")")
        _ = test.tap(Self.middle)
        let button = try #require(test.stage.frontNavigator.top.trailingView as? LanguageButton)
        #expect(button.superview != nil)
        test.stage.show(in: "de", because: "a test says so")
        let other = try #require(test.stage.frontNavigator.top.trailingView as? LanguageButton)
        #expect(other !== button && button.superview == nil && other.superview != nil)
    }

    @Test func `the screen of a picture is found by its name, and follows the language`() throws {
        let test = try PicturedKiosk("![A plan](plan.png \"fit\")\n\n![Other](a%23b.png)")
        #expect(test.screens.has("home#plan.png") && test.screens.has("home#a#b.png"))
        for name in ["home#plan.jpg", "hall#plan.png", "#plan.png", "home#"] { #expect(!test.screens.has(name)) }
        try test.screens.begin(anew: test.stage, names: ["home", "home#plan.png"])
        let english = try #require(test.zoom)
        test.stage.show(in: "de", because: "a test says so")
        let german = try #require(test.zoom)
        #expect(english !== german && german.superview != nil && english.superview == nil)
        let state = StageState(stack: test.stage.stackNames, offsets: test.stage.scrollOffsets, language: "de")
        #expect(test.screens.remaining(state).stack == ["home", "home#plan.png"])
        try test.screens.begin(anew: test.stage, names: state.stack, language: "de")
        test.stage.scroll(to: state)
        #expect(test.zoom?.zoom == 1)
    }
}
