// Rows with actions: how they are written, what is refused, and which gesture gets a finger on them.

import Geometry
import Gestures
import Settings
import Stage
import Testing

@testable import Pages

@Suite struct RowActionTests {
    private func blocks(_ text: String) throws -> String {
        let folder = TestFolder([
            "home.md": text, "hall.md": "# Hall\n", "map.md": "# Map\n## Hall\n", "hours.md": "# Hours\n",
        ])
        return outline(try #require(folder.load()?.pages["home"]).blocks)
    }

    private func check(_ text: String) -> String {
        TestFolder([
            "home.md": text + "\n\n[h](hall.md) [m](map.md) [o](hours.md)\n", "hall.md": "# Hall\n",
            "map.md": "# Map\n", "hours.md": "# Hours\n",
        ]).check()
    }

    @Test func `actions stand before and after what the row says`() throws {
        #expect(
            try blocks(
                """
                - [Map](map.md#hall "action") [Hall](hall.md) large [Hours](hours.md "action, sheet")
                - [Map](map.md)
                  [Hours](hours.md "action")
                - Tickets: **9 €** [Hours](hours.md "sheet action") [Map](map.md "action")

                """)
                    == """
                    1:1 rows
                      1:31 Hall / large [Map → map push] [Hours → hours sheet] → hall push
                      2:3 Map [Hours → hours push] → map push
                      4:3 Tickets = 9 € [Hours → hours sheet] [Map → map push] → nowhere
                    """)
    }

    @Test func `an action after the row's picture and before its link is at the beginning`() throws {
        let folder = TestFolder([
            "home.md": "- ![Hall](hall.png) [Map](map.md \"action\") [Hall](hall.md)\n", "hall.md": "# H\n",
            "map.md": "# M\n",
        ])
        folder.writePicture("hall.png")
        guard case .rows(let rows)? = folder.load()?.pages["home"]?.blocks.first?.content else {
            Issue.record("no rows")
            return
        }
        #expect(rows[0].leading.map(\.title) == ["Map"] && rows[0].trailing.isEmpty && rows[0].picture != nil)
    }

    @Test func `a link beside a link is no action unless its title says so`() throws {
        #expect(try blocks("- [Hall](hall.md) [Map](map.md)\n").hasPrefix("1:1 list"))
    }

    @Test func `an action without a row is an error at its place`() {
        for text in [
            "Text [Map](map.md \"action\")", "1. [Hall](hall.md) [Map](map.md \"action\")",
            "- [Map](map.md \"action\")",
            "- Hall [Map](map.md \"action\")",
        ] {
            let found = check(text)
            let column = text.distance(from: text.startIndex, to: text.firstRange(of: "[Map]")!.lowerBound) + 1
            #expect(found.contains("kiosk/home.md:1:\(column): only a row has actions"), "\(text): \(found)")
        }
    }

    @Test func `a third action at a side is refused, and the others stay`() throws {
        let text =
            "- [Hall](hall.md) [Map](map.md \"action\") [Hours](hours.md \"action\") [Hall](hall.md \"action\")\n"
        #expect(check(text).contains("kiosk/home.md:1:69: a row has at most 2 actions at each side"))
        #expect(try blocks(text).contains("[Map → map push] [Hours → hours push] → hall push"))
    }

    @Test func `an action leads somewhere, so its page has a link and a broken one is found`() {
        let folder = TestFolder([
            "home.md": "- [Map](map.md) [Hall](hall.md \"action\")\n", "map.md": "# M\n", "hall.md": "# H\n",
        ])
        #expect(folder.check() == "")
        #expect(check("- [Hall](hall.md) [Map](mapp.md \"action\")").contains("there is no page \"mapp.md\""))
    }

    @Test func `cards with actions are rows, which move aside`() throws {
        let glass = try PageGlass(
            [
                "home.md": "+++\nrows = \"cards\"\n+++\n- [Hall](hall.md) [Map](map.md \"action\")\n- [Map](map.md)\n",
                "hall.md": "# H\n", "map.md": "# M\n",
            ])
        #expect(glass.all(SwipeRow.self).count == 1)
        #expect(glass.all(RowView.self).count == 2)
    }

    /// A page `page` over the first one, whose row has an action at the side `first` or behind it.
    private func row(leading: Bool, rightToLeft: Bool = false, sheet: Bool = false) throws -> PageGlass {
        let (hall, map) = ("[Hall](hall.md)", "[Map](map.md \"action\")")
        let text = "- \(leading ? "\(map) \(hall)" : "\(hall) \(map)")\n- [Hall](hall.md)\n"
        let front = "+++\ndirection = \"\(rightToLeft ? "right" : "left")-to-\(rightToLeft ? "left" : "right")\"\n+++\n"
        return try PageGlass(
            [
                "kiosk.toml": "[gestures]\npop = \"full-screen\"\n",
                "home.md": "[p](page.md) [m](map.md) [h](hall.md)\n",
                "page.md": front + text, "hall.md": "# H\n", "map.md": "# M\n",
            ],
            stack: ["home", sheet ? "page!" : "page"])
    }

    @Test(arguments: [false, true], [false, true])
    func `a short swipe uncovers the action, a tap on it follows it, and a long one does so at once`(
        leading: Bool, rightToLeft: Bool
    ) throws {
        for isLong in [false, true] {
            let glass = try row(leading: leading, rightToLeft: rightToLeft)
            let row = try #require(glass.all(SwipeRow.self).first)
            let way = (leading == rightToLeft ? -1.0 : 1) * (isLong ? 150 : 30)
            let middle = glass.middle(of: row)
            glass.drag(from: middle, by: Vector(way, 0))
            if isLong {
                #expect(glass.names == ["home", "page", "map"])
                continue
            }
            #expect(row.isOpen && glass.names == ["home", "page"])
            let frame = glass.frame(of: row)
            // The button lies at the side that the row has left.
            glass.tap(Point(way > 0 ? frame.minX + 8 : frame.maxX - 8, middle.y))
            #expect(glass.names == ["home", "page", "map"] && !row.isOpen)
        }
    }

    @Test func `a row wins and loses against pops and pulls as the table of conflicts says`() throws {
        for (leading, fromEdge, sheet, isPop) in [
            (true, true, false, true), (true, false, false, false), (false, true, false, true),
            (false, false, false, true),
        ] {
            let glass = try row(leading: leading, sheet: sheet)
            let row = try #require(glass.all(SwipeRow.self).first)
            let middle = glass.middle(of: row)
            glass.drag(from: Point(fromEdge ? 1 : middle.x, middle.y), by: Vector(150, 0))
            #expect((glass.names == ["home"]) == isPop, "leading \(leading), from the edge \(fromEdge)")
            #expect((glass.names.last == "map") == !isPop)
        }
        let glass = try row(leading: true, sheet: true)
        let row = try #require(glass.all(SwipeRow.self).first)
        glass.drag(from: glass.middle(of: row), by: Vector(2, 120))
        #expect(glass.names == ["home"])
    }

    @Test func `a tap on the row opens its own page`() throws {
        let glass = try row(leading: false)
        glass.tap(glass.middle(of: try #require(glass.all(SwipeRow.self).first)))
        #expect(glass.names == ["home", "page", "hall"])
    }

    @Test(arguments: [Theme.Name.paper, .night, .daylight, .contrast])
    func `the words of an action can be read on its button`(theme: Theme.Name) throws {
        let theme = Theme(theme, on: Panel(pixels: PixelSize(800, 480)))
        let link = Link(page: "home", presentation: .push, place: SourcePlace(line: 1, column: 1))
        for action in [ActionLink(title: "Map", link: link), ActionLink(title: "Hours", link: link)].actions(
            language: "en", theme: theme, open: { _ in })
        {
            #expect(Contrast.between(action.color, action.textColor) >= Contrast.text)
        }
    }
}
