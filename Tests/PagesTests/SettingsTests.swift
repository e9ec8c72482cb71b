// Settings that are read from TOML, and their errors with line and column.

import CSwiftRuntime
import Geometry
import Pages
import Testing

@testable import Settings

private enum Color: String, CaseIterable { case red, green, blue }

/// Reads `text` with `ask`, and returns what is wrong, one a line.
private func problems(_ text: String, _ ask: (Settings) -> Void) -> String {
    do {
        let settings = try Settings(text: text, file: "a.toml")
        ask(settings)
        settings.finish()
        return settings.diagnostics.all.map(\.description).joined(separator: "\n")
    } catch { return "\(error)" }
}

@Suite struct SettingsTests {
    @Test func `a mistake has its place each time, also where the same text stands further down`() {
        let text = "a = 1\nb = \"x\"\n"
        for above in [0, 0, 4, 0, 4] {
            let said = problems(String(repeating: "\n", count: above) + text) { _ = ($0.number("a"), $0.number("b")) }
            #expect(said.hasPrefix("a.toml:\(above + 2):5: "))
        }
    }

    @Test func `each type is read`() throws {
        let settings = try Settings(
            text: """
                title = "Museum"
                start = ["home", 'hours']
                loud = true
                share = 0.4
                whole = 3
                rotation = 90
                width = "1.5 cm"
                after = "2 min"
                color = "green"
                [inner]
                color = "blue"
                [inner.most]
                deep = false
                """, file: "a.toml")
        #expect(settings.string("title") == "Museum")
        #expect(settings.strings("start") == ["home", "hours"])
        #expect(settings.bool("loud") == true)
        #expect(settings.number("share") == 0.4)
        #expect(settings.number("whole", in: 0...5) == 3)
        #expect(settings.integer("whole", in: 0...5) == 3)
        #expect(settings.integer("rotation", of: [0, 90, 180, 270]) == 90)
        #expect(settings.length("width") == Length(millimetres: 15))
        #expect(settings.span("after") == .seconds(120))
        #expect(settings.choice("color", Color.self) == .green)
        let inner = try #require(settings.table("inner"))
        #expect(inner.choice("color", Color.self) == .blue)
        #expect(inner.table("most")?.bool("deep") == false)
        #expect(inner.table("most")?.path == ["inner", "most"])
        #expect(settings.string("absent") == nil && settings.table("none") == nil)
        settings.finish()
        #expect(settings.diagnostics.all.isEmpty)
    }

    @Test func `a wrong value is named with its line and the column where it begins`() {
        let text = """
            # The machine
            title = 5
            start = ["home", 7]
            loud = "yes"

            [display]   # of the panel
            rotation = "45"
              width   =   "8 px"
            after = "never"
            share = 1.5
            color = "grün"
            """
        #expect(
            problems(text) { settings in
                _ = settings.string("title")
                _ = settings.strings("start")
                _ = settings.bool("loud")
                let display = settings.table("display")
                _ = display?.integer("rotation", of: [0, 90, 180, 270])
                _ = display?.length("width", or: "auto")
                _ = display?.span("after")
                _ = display?.number("share", in: 0...1)
                _ = display?.choice("color", Color.self)
            } == """
                a.toml:2:9: title must be text in quotes, not 5
                a.toml:3:18: start must be a list of texts such as ["one", "two"]; it holds 7
                a.toml:4:8: loud must be true or false, not "yes"
                a.toml:7:12: rotation must be 0, 90, 180 or 270, not "45"
                a.toml:8:15: width must be "auto" or a length with its unit, mm, cm or in, such as "8 mm", not "8 px"
                a.toml:9:9: after must be a time with its unit, ms, s, min or h, such as "60 s", not "never"
                a.toml:10:9: share must be a number from 0 to 1, not 1.5
                a.toml:11:9: color must be "red", "green" or "blue", not "grün"
                """)
    }

    @Test func `an unknown key is reported with the key that was probably meant`() {
        let text = """
            tittle = "x"
            zzz = 1
            [gestures]
            slopp = "2 mm"
            "edge width" = 4
            [gesture]
            """
        #expect(
            problems(text) { settings in
                _ = settings.string("title")
                _ = settings.table("gestures")?.length("slop")
                _ = settings.table("gestures")?.length("edge-width")
            } == """
                a.toml:1:1: unknown key "tittle"; did you mean "title"?
                a.toml:2:1: unknown key "zzz"; known are gestures and title
                a.toml:4:1: unknown key "slopp" in [gestures]; did you mean "slop"?
                a.toml:5:1: unknown key "edge width" in [gestures]; did you mean "edge-width"?
                a.toml:6:1: unknown key "gesture"; did you mean "gestures"?
                """)
    }

    @Test func `keys are found in every way TOML can write them`() {
        let text = """
            before = '''
            x = 1
            [y]
            ''' # a key that only looks like one
            list = [
              "a", # b = 2
              "c = 3",
            ]
            one.two = 1
            "a = b" = 2
            inline = { x = 1, "y z" = 2, more = { w = 3 } }
              [ head . "er" ]
            k=4
            [head.er.lower]
            \tk\t=\t5
            [[many]]
            n = 6
            [[many]]
            n = 7
            """
        #expect(
            problems(text) { settings in
                _ = settings.string("before")
                for key in ["list", "a = b"] { settings.report(key, key) }
                settings.report("inline", "inline")
                settings.table("one")?.report("two", "two")
                let inline = settings.table("inline")
                for key in ["x", "y z", "more"] { inline?.report(key, key) }
                inline?.table("more")?.report("w", "w")
                let head = settings.table("head")?.table("er")
                head?.report("k", "k")
                head?.table("lower")?.report("k", "lower k")
            } == """
                a.toml:5:1: unknown key "list"; known are before, head, inline and one
                a.toml:5:8: list
                a.toml:9:5: unknown key "two" in [one]; nothing can be set here
                a.toml:9:11: two
                a.toml:10:1: unknown key "a = b"; known are before, head, inline and one
                a.toml:10:11: a = b
                a.toml:11:10: inline
                a.toml:11:12: unknown key "x" in [inline]; known are more
                a.toml:11:16: x
                a.toml:11:19: unknown key "y z" in [inline]; known are more
                a.toml:11:27: y z
                a.toml:11:37: more
                a.toml:11:39: unknown key "w" in [inline.more]; nothing can be set here
                a.toml:11:43: w
                a.toml:13:1: unknown key "k" in [head.er]; known are lower
                a.toml:13:3: k
                a.toml:15:2: unknown key "k" in [head.er.lower]; nothing can be set here
                a.toml:15:6: lower k
                a.toml:16:1: unknown key "many"; known are before, head, inline and one
                """)
    }

    @Test func `values in lists of tables, behind dots or behind letters of other alphabets have their place`() {
        let text = """
            list = [ { x = 1 },
                     { "größe" = 2, y = 3 } ]
            "über" . "ключ" = { z = 4, "日本".b = 5 }
            [[outer]]
            [[outer.inner]]
              a = 6
            [[outer]]
            [[outer.inner]]
              a = "é"
            """
        #expect(
            problems(text) { settings in
                let list = settings.tables("list")
                list.last?.report("y", "y")
                settings.table("über")?.table("ключ")?.table("日本")?.report("b", "b")
                for outer in settings.tables("outer") {
                    for inner in outer.tables("inner") { inner.report("a", "a") }
                }
            } == """
                a.toml:1:12: unknown key "x" in [[list]]; nothing can be set here
                a.toml:2:12: unknown key "größe" in [[list]]; nothing can be set here
                a.toml:2:25: unknown key "y" in [[list]]; nothing can be set here
                a.toml:2:29: y
                a.toml:3:21: unknown key "z" in [über.ключ]; known are 日本
                a.toml:3:33: unknown key "b" in [über.ключ.日本]; nothing can be set here
                a.toml:3:37: b
                a.toml:6:3: unknown key "a" in [[outer.inner]]; nothing can be set here
                a.toml:6:7: a
                a.toml:9:3: unknown key "a" in [[outer.inner]]; nothing can be set here
                a.toml:9:7: a
                """)
    }

    @Test func `mistakes behind letters of other alphabets have their column`() {
        #expect(problems("a = \"grün 日本 👍\" b") { _ in }.hasPrefix("a.toml:1:17: a line has one key"))
        #expect(problems("\"é\" = { \"ß\" = = }") { _ in }.hasPrefix("a.toml:1:15: there is an = too many"))
        #expect(problems("a.ü = 1") { _ in }.hasPrefix("a.toml:1:3: a key with other letters"))
    }

    @Test func `wrong syntax is named with its place`() {
        for word in ["nowhere", "Museum", "true story", "été"] {
            #expect(problems("a = 1\nb = \(word)\n") { _ in } == "a.toml:2:5: text is written in quotes")
        }
        #expect(
            problems("a = 1\nb = = 2\n") { _ in }
                == "a.toml:2:5: there is an = too many; remove it")
        #expect(
            problems("a = 1\na = 2\n") { _ in }
                == "a.toml:2:5: \"a\" is set already in line 1; remove one of the two")
        #expect(
            problems("a = true\na = false\n") { _ in }
                == "a.toml:2:5: \"a\" is set already in line 1; remove one of the two")
        #expect(problems("\n\n[a") { _ in }.hasPrefix("a.toml:3:3: the heading of a table ends with ]"))
    }

    @Test(arguments: [
        ("[über]", 2), ("  [ [.a]", 5), ("[[\u{e9}]]", 3), ("[=]", 2), ("[", 2), ("[\r\n", 2), ("[ +1 ]", 3),
        ("\u{FEFF}[%]", 2),
    ])
    func `a heading without a name is reported with its place`(heading: String, column: Int) throws {
        let isFirst = heading.hasPrefix("\u{FEFF}")
        let before = isFirst ? "" : "a = [\n  [+1],\n  [+2]\n]\ntext = \"\"\"\n[!\n\"\"\"\n"
        let found = #expect(throws: Diagnostic.self) {
            _ = try Settings(text: before + heading + "\nb = 1\n", file: "kiosk.toml")
        }
        #expect(found?.line == (isFirst ? 1 : 8))
        #expect(found?.column == column)
    }

    @Test func `a line that only looks like a heading is read`() throws {
        let text = "a = [\n  [+1],\n  [\n+2]\n]\ntext = \"\"\"\n[!]\n\"\"\"\n[\"\u{fc}ber\"]\nb = 1\n"
        let settings = try Settings(text: text, file: "kiosk.toml")
        #expect(settings.string("text") == "[!]\n")
        #expect(settings.table("\u{fc}ber")?.integer("b", in: 0...9) == 1)
    }

    @Test func `many lines of a list that look like headings are read`() throws {
        let settings = try Settings(
            text: "a = [\n" + String(repeating: "  [+1],\n", count: 1000) + "]\n", file: "a.toml")
        _ = settings.table("a")
        #expect(
            settings.diagnostics.all.map(\.description) == ["a.toml:1:5: a must be a table, written as [a], not a list"]
        )
    }

    @Test func `an escaped zero byte is no text either`() {
        #expect(problems("\na = [\"é\", \"x\\u0000y\"]") { _ in } == "a.toml:2:11: a zero byte is not allowed in text")
        #expect(problems("t = { \"x\\u0000\" = 1 }") { _ in } == "a.toml:1:7: a zero byte is not allowed in text")
    }

    @Test func `dots in tables in lists do not overflow the stack`() {
        let dots = String(repeating: "a.", count: 2040) + "a = "
        let text =
            "[\(dots.dropLast(3))]\n" + dots + String(repeating: "[\n{ " + dots, count: 200) + "1"
            + String(repeating: " }]", count: 200)
        #expect(problems(text) { _ in }.hasPrefix("a.toml:"))
        // The deepest that is allowed: a mistake at the end releases all of it at once.
        let allowed =
            "b." + dots + String(repeating: "[\n{ " + dots, count: 3) + "1" + String(repeating: " }]", count: 3)
        #expect(problems(allowed) { _ = $0.string("c") } == "a.toml:1:1: unknown key \"b\"; did you mean \"c\"?")
        #expect(problems(allowed + "\n?") { _ in }.hasPrefix("a.toml:5:1: a line is a key with its value"))
    }

    @Test func `reading leaves no memory behind`() {
        let rows = (0..<200).map { "[[row]]\nname = \"row \($0)\"\nplace = { x = \($0), y = [1.5, 2.5] }\n" }.joined()
        let grown = (0..<4).map { round in
            let before = Int(mallinfo2().uordblks)
            for number in 0..<250 {
                let text = "round = \(round)\nnumber = \(number)\n" + rows + (number.isMultiple(of: 2) ? "" : "?")
                let settings = try? Settings(text: text, file: "a.toml")
                #expect((settings != nil) == number.isMultiple(of: 2))
            }
            return Int(mallinfo2().uordblks) - before
        }
        // A reader that leaks keeps 35 MB a round. Tests that run at the same time may add some to one round.
        #expect(grown.min()! < 8 << 20, "\(grown)")
    }

    @Test func `a zero byte and what would overflow the stack are refused`() {
        #expect(problems("a = 1\nb\0 = 2") { _ in } == "a.toml:2:2: a zero byte is not allowed in text")
        let dots = String(repeating: "a.", count: 100_000) + "a = 1"
        #expect(
            problems(dots) { _ in } == "a.toml:1:1: the line is 200005 characters long; the longest allowed is 4096")
        let nested = "a = " + String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
        #expect(problems(nested) { _ in }.hasPrefix("a.toml:1:"))
        let deep = String(repeating: "a.", count: 2000) + "a = 1"
        #expect(problems(deep) { _ = $0.string("b") } == "a.toml:1:1: unknown key \"a\"; did you mean \"b\"?")
    }

    @Test func `lines that end the Windows way are lines`() {
        #expect(
            problems("a = 1\r\nb = 2\r\n") { _ = $0.string("b") } == """
                a.toml:1:1: unknown key "a"; did you mean "b"?
                a.toml:2:5: b must be text in quotes, not 2
                """)
    }

    @Test func `numbers out of range are refused, and do not trap`() {
        #expect(
            problems("a = \"99999999999999999999 h\"\nb = \"-1 mm\"\nc = inf") {
                _ = $0.span("a")
                _ = $0.length("b")
                _ = $0.number("c")
            } == """
                a.toml:1:5: a must be a time with its unit, ms, s, min or h, such as "60 s", not "99999999999999999999 h"
                a.toml:2:5: b must be a length with its unit, mm, cm or in, such as "8 mm", not "-1 mm"
                a.toml:3:5: c must be a number, not inf
                """)
    }
}
