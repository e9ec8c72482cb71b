// A visitor who follows links in a circle: the stack has an end, and the way back shows every page as it was.

import Geometry
import Glibc
import Pages
import Stage
import TestFolders
import Testing

@testable import Machine

@Suite struct DeepStackTests {
    private let folder: TemporaryFolder
    private let stage: Stage
    private let screens: StartScreens

    init() throws {
        folder = TemporaryFolder()
        let text = (0..<60).map { "paragraph \($0)\n\n" }.joined()
        for (name, next) in [("home", "a"), ("a", "b"), ("b", "a")] {
            folder.write(
                Array("# \(name)\n- [on](\(next).md)\n- [up](\(next).md \"sheet\")\n\n\(text)".utf8), to: "\(name).md")
        }
        screens = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        stage = try screens.stage(on: Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527)))
    }

    private func pass(_ seconds: Double = 2) { stage.advance(to: stage.now + .seconds(seconds)) }

    private func views(in view: View) -> Int { view.subviews.reduce(1) { $0 + views(in: $1) } }

    private func push(_ name: String) throws {
        let page = try #require(try screens.screen(name) as? PageScreen)
        page.push(on: stage.frontNavigator)
        pass()
    }

    private func scroll(of screen: Screen) throws -> ScrollView {
        try #require(screen.view.content.subviews.first as? ScrollView)
    }

    /// Pushes 30 pages and scrolls each of them to a place of its own.
    private func goDeep() throws {
        for number in 0..<30 {
            try push(number % 2 == 0 ? "a" : "b")
            try scroll(of: stage.navigator.top).scroll(to: Double(100 + 10 * number), along: .vertical, animated: false)
        }
    }

    @Test func `the stack holds so many pages, of which a few have views`() throws {
        for number in 0..<150 { try push(number % 2 == 0 ? "a" : "b") }
        let stack = stage.navigator.screens
        #expect(stack.count == PageScreen.mostInStack)
        #expect(stack[0].name == "home" && stack.last?.name == "b")
        #expect(stack.dropLast(PageScreen.mostWithViews).allSatisfy { views(in: $0.view.content) < 10 })
        #expect(stack.suffix(PageScreen.mostWithViews).allSatisfy { views(in: $0.view.content) > 50 })
    }

    @Test func `the way back shows each page as it was, also in another size`() throws {
        try goDeep()
        for number in (0..<30).reversed() {
            if number == 15 { stage.change(to: Panel(pixels: PixelSize(1200, 1920), millimetres: Size(320, 527))) }
            let content = stage.navigator.top.view.content
            let scroll = try #require(content.subviews.first as? ScrollView)
            #expect(views(in: content) > 50)
            #expect(
                abs(scroll.contentOffset.y - Double(100 + 10 * number)) < (number > 15 ? 0.5 : 60), "page \(number)")
            stage.navigator.pop()
            pass()
        }
        #expect(stage.navigator.screens.count == 1)
    }

    @Test(arguments: [0, 0.02, 0.1, 0.3]) func `a page that is uncovered quickly is never empty`(_ pause: Double) throws
    {
        try goDeep()
        for number in 0..<31 {
            stage.navigator.goBack()
            pass(pause)
            let top = stage.navigator.top
            #expect(views(in: top.view.content) > 50, "\(stage.navigator.screens.count) pages deep")
            if number == 20 { try push("a") }
        }
        pass()
        #expect(stage.navigator.screens.count == 1)
        #expect(views(in: stage.navigator.root.view.content) > 50)
    }

    @Test func `a reload keeps every page where it was, and makes the views of the top pages alone`() throws {
        try goDeep()
        let before = stage.scrollOffsets
        let again = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        for _ in 0..<2 { try again.replace(on: stage, scale: 1, record: nil) }
        #expect(stage.scrollOffsets == before)
        pass()
        #expect(stage.navigator.screens.count == 31)
        let deep = stage.navigator.screens.dropFirst().dropLast(PageScreen.mostWithViews)
        #expect(deep.allSatisfy { views(in: $0.view.content) < 10 })
        for number in (0..<30).reversed() {
            let top = stage.navigator.top
            #expect(views(in: top.view.content) > 50)
            #expect(abs(try scroll(of: top).contentOffset.y - Double(100 + 10 * number)) < 0.5, "page \(number)")
            stage.navigator.pop()
            pass()
        }
        #expect(views(in: stage.navigator.root.view.content) > 50)
    }

    @Test(arguments: ["a", "home"]) func `a page that goes takes none of the others with it`(gone: String) throws {
        try goDeep()
        try goDeepOnSheet()
        let state = StageState(stack: stage.stackNames, offsets: stage.scrollOffsets)
        folder.write("# c\n- [a](a.md)\n- [b](b.md)\n", to: "c.md")
        folder.write("# b\n- [b](b.md)\n", to: "b.md")
        folder.write("# a\n- [b](b.md)\n", to: "a.md")
        if gone == "home" { folder.write("start = [\"c\"]\n", to: "kiosk.toml") }
        #expect(unlink("\(folder.path)/\(gone).md") == 0)
        if gone == "a" { folder.write("# home\n- [b](b.md)\n", to: "home.md") }
        let again = try StartScreens(kiosk: folder.path, on: Configuration()) { _ in }
        try again.replace(on: stage, scale: 1, record: nil)
        let isThere = { (name: String) in name != gone && name != gone + "!" }
        let expected = (gone == "home" ? ["c"] : []) + state.stack.filter(isThere)
        // The sheet's root was an "a", and a page "b" lies on it.
        #expect(stage.stackNames.map { $0.replacing("!", with: "") } == expected.map { $0.replacing("!", with: "") })
        #expect(stage.sheets.count == 1 && stage.frontNavigator.top.name == "b" || gone == "home")
    }

    @Test func `stacks on sheets come back after a reload`() throws {
        for _ in 0..<3 {
            try goDeepOnSheet()
        }
        let (names, offsets) = (stage.stackNames, stage.scrollOffsets)
        try screens.replace(on: stage, scale: 1, record: nil)
        #expect(stage.stackNames == names && stage.scrollOffsets == offsets)
        for sheet in stage.sheets.reversed() {
            #expect(views(in: sheet.navigator.top.view.content) > 50)
            sheet.dismiss()
            pass()
        }
        #expect(views(in: stage.navigator.top.view.content) > 50)
    }

    /// Opens a sheet over the top page, and six pages on it.
    private func goDeepOnSheet() throws {
        let page = try #require(stage.frontNavigator.top as? PageScreen)
        page.follow(try #require(page.page.links.first { $0.presentation == .sheet }))
        pass()
        for number in 0..<6 {
            try push(number % 2 == 0 ? "b" : "a")
            try scroll(of: stage.frontNavigator.top).scroll(
                to: Double(50 + 10 * number), along: .vertical, animated: false)
        }
    }

    @Test func `so many sheets lie over each other, and then pages are pushed`() throws {
        for _ in 0..<20 {
            let page = try #require(stage.frontNavigator.top as? PageScreen)
            page.follow(try #require(page.page.links.first { $0.presentation == .sheet }))
            pass()
        }
        #expect(stage.sheets.count == PageLibrary.mostSheets)
        #expect(stage.frontNavigator.screens.count == 13)
    }
}
