// Links to headings, and footnotes, on a stage.

import Geometry
import Pages
import Stage
import TestFolders
import Testing
import TouchScript

@testable import Machine

@Suite struct PagePartsTests {
    private let folder = TemporaryFolder()
    private let stage: Stage
    private let screens: StartScreens
    private nonisolated static let panel = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))

    init() throws {
        let text = (0..<60).map { "paragraph \($0)\n\n" }.joined()
        folder.write(
            Array("[^1]\n\n\(text)\n# Middle\n\n[up](#)\n\n\(text)\n\n[^1]: The note.\n".utf8), to: "home.md")
        folder.write(Array("# Other\n[a](home.md#middle) [b](home.md \"sheet\")\n".utf8), to: "other.md")
        screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        stage = try screens.stage(on: Self.panel)
    }

    private func pass() { stage.advance(to: stage.now + .seconds(3)) }

    private func page(_ screen: Screen) throws -> PageScreen { try #require(screen as? PageScreen) }

    private func scroll(of screen: Screen) throws -> ScrollView {
        try #require(screen.view.content.subviews.first as? ScrollView)
    }

    private func link(_ part: Link.Part, on screen: PageScreen) throws -> Link {
        try #require(screen.page.links.first { $0.part == part })
    }

    @Test func `a link to a heading of another page opens the page there, and one within the page scrolls`() throws {
        let other = try page(try screens.screen("other"))
        other.push(on: stage.navigator)
        pass()
        other.follow(try link(.heading("middle"), on: other))
        pass()
        let top = try page(stage.navigator.top)
        #expect(stage.stackNames == ["home", "other", "home"])
        let offset = try scroll(of: top).contentOffset.y
        #expect(offset > 1000)
        top.follow(try link(.heading(""), on: top))
        pass()
        #expect(stage.stackNames == ["home", "other", "home"])
        #expect(try scroll(of: top).contentOffset.y == 0)
    }

    @Test func `a footnote comes up as a sheet, which a reload keeps`() throws {
        let home = try page(stage.navigator.top)
        home.follow(try link(.note(1), on: home))
        pass()
        #expect(stage.stackNames == ["home", "home#note-1!"])
        try screens.replace(on: stage, scale: 1, record: nil)
        #expect(stage.stackNames == ["home", "home#note-1!"])
        #expect(stage.frontNavigator.top.title == "Middle¹")
        folder.write(Array("nothing\n".utf8), to: "home.md")
        let again = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        try again.replace(on: stage, scale: 1, record: nil)
        #expect(stage.stackNames == ["home"])
    }

    /// Taps at `way` (mm) from the number of the footnote, and returns the stack.
    private func tap(_ way: Vector) throws -> [String] {
        let scroll = try scroll(of: stage.navigator.top)
        let frame = try #require(scroll.subviews.first).frame
        // The number is about 0.4 em wide and begins at the left of its line, whose height is about 1.5 em.
        let place = Point(frame.minX + 0.13 * frame.height, frame.minY + frame.height / 2)
        let top = stage.navigator.top.view.content.frame.minY
        let touch = TouchScript(start: stage.now)
        touch.tap(at: Self.panel.millimetres(Point(place.x, place.y + top)) + way)
        for frame in touch.frames { stage.handle(frame) }
        pass()
        return stage.stackNames
    }

    @Test(arguments: [
        Vector(0, 0), Vector(4, 0), Vector(-2, 0), Vector(0, 4), Vector(0, -4), Vector(3, 3), Vector(-3, -4),
    ])
    func `a finger need not hit the small number of a footnote exactly`(way: Vector) throws {
        #expect(try tap(way) == ["home", "home#note-1!"])
    }

    @Test(arguments: [Vector(9, 0), Vector(0, 9), Vector(0, -9), Vector(8, 8)])
    func `a tap beside it opens nothing`(way: Vector) throws { #expect(try tap(way) == ["home"]) }
}
