// The title in the bar of a page, beside the heading that says the same.

import Geometry
import Stage
import Testing

@testable import Pages

@Suite struct TitleTests {
    nonisolated static let text = (1...60).map { "Paragraph \($0) has a few words." }.joined(separator: "\n\n")
    /// How a page of `source` shows its title at its top, in its middle and at its top again.
    func opacities(_ source: String) throws -> [Double] {
        let glass = LongPageGlass(
            try #require(LongPageGlass.kiosk("# Home\n[a](a.md)\n", others: ["a.md": source])))
        let page = try #require(glass.library.screen(named: "a"))
        page.push(on: glass.stage.navigator)
        glass.stage.advance(to: .zero + .seconds(3))
        let scroll = try #require(page.view.content.subviews.compactMap { $0 as? ListView }.first)
        var opacities = [page.titleOpacity]
        for offset in [scroll.ends.upperBound / 2, 0] {
            scroll.scroll(to: offset, along: .vertical, animated: false)
            glass.stage.advance(to: glass.stage.now + .seconds(1))
            opacities.append(page.titleOpacity)
        }
        return opacities
    }

    @Test func `the title shows while the heading that says the same is not on the glass`() throws {
        for source in [
            "# Opening hours\n\(Self.text)\n", "# Opening hours\n\(RandomPage.plain(2500))\n",
            "+++\ntitle = \"Opening hours\"\n+++\nA line above.\n\n# Opening *hours*\n\(Self.text)\n",
            "## Opening hours\n\(Self.text)\n",
        ] {
            #expect(try opacities(source) == [0, 1, 0], "\(source.prefix(60))")
        }
    }

    @Test func `a title of its own shows always, and so does one whose heading is further down`() throws {
        for source in [
            "+++\ntitle = \"Hours\"\n+++\n# Opening hours\n\(Self.text)\n", "\(Self.text)\n",
            "\(Self.text)\n\(Self.text)\n\n# End\n",
        ] {
            #expect(try opacities(source).first == 1, "\(source.prefix(60))")
        }
    }

    @Test func `signs and capitals make no other title, and a bar with nothing else shows its title`() throws {
        let glass = try PageGlass(
            ["home.md": "# Home\n[a](a.md)\n", "a.md": "+++\ntitle = \"Welcome\"\n+++\n# WELCOME 🌊\n"],
            stack: ["home", "a"])
        #expect(try glass.page.titleOpacity == 0)
        glass.stage.navigator.pop(animated: false)
        #expect(try glass.page.titleOpacity == 1)
    }

    @Test func `between top and middle the title follows the heading under the finger`() throws {
        let glass = try PageGlass(
            ["home.md": "# Home\n\(Self.text)\n[a](a.md)\n", "a.md": "# A\n\(Self.text)\n"], stack: ["home", "a"])
        let page = try glass.page
        let scroll = try #require(glass.all(ListView.self).first)
        let heading = try #require(glass.all(TextView.self).first)
        var last = -1.0
        for step in 0...20 {
            scroll.offset = heading.frame.minY + heading.bounds.height * Double(step) / 20
            #expect(abs(page.titleOpacity - Double(step) / 20) < 0.02)
            #expect(page.titleOpacity >= last)
            last = page.titleOpacity
        }
    }

    @Test func `another language, another size and a way there and back leave the title right`() throws {
        let glass = try PageGlass(
            [
                "kiosk.toml": "language = \"en\"\nlanguages = [\"en\", \"de\"]\n",
                "home.md": "# Home\n\(Self.text)\n[b](b.md)\n",
                "home.de.md": "# Start\n\(Self.text)\n", "b.md": "# B\n",
            ])
        let page = try glass.page
        let scroll = try #require(glass.all(ListView.self).first)
        scroll.scroll(to: 800, along: .vertical, animated: false)
        #expect(page.titleOpacity == 1)
        glass.stage.show(in: "de", because: "a test")
        glass.pass()
        #expect(page.title == "Start" && page.titleOpacity == 1)
        scroll.scroll(to: 0, along: .vertical, animated: false)
        glass.pass()
        #expect(page.titleOpacity == 0)
    }
}
