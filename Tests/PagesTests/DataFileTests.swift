// Tables and values that other programs write: what is read, what is wrong with them, and what stays.

import Geometry
import Settings
import TestFolders
import Testing

@testable import Pages

@Suite struct DataFileTests {
    private nonisolated static let page = "# Home\n![Departures](d.csv)\n\nWind {{w.json:wind.speed}}\n"

    @Test func `CSV and JSON become tables and values`() throws {
        let folder = TestFolder([
            "home.md": Self.page + "\n![Lines](l.json \"to = Destination\")",
            "d.csv": "time;line;to\r\n10:40;S1;\"Potsdam; Main\"\r\n10:55;\"U\"\"5\"\"\";\r\n",
            "w.json": "{\"wind\":{\"speed\":12,\"from\":[\"N\",\"E\"]},\"ok\":true}",
            "l.json": "[{\"line\":\"S1\",\"to\":\"Potsdam\"},{\"line\":\"U5\"}]",
        ])
        #expect(folder.check() == "")
        let kiosk = try #require(folder.load())
        let table = try #require(kiosk.data["d.csv"])
        #expect(table.columns == ["time", "line", "to"])
        #expect(table.rows == [["10:40", "S1", "Potsdam; Main"], ["10:55", "U\"5\"", ""]])
        #expect(
            kiosk.data["w.json"]?.values == ["wind.speed": "12", "wind.from.0": "N", "wind.from.1": "E", "ok": "true"])
        #expect(kiosk.data["l.json"]?.rows == [["S1", "Potsdam"], ["U5", ""]])
    }

    @Test(arguments: [
        ("a,b\n\"x\"y,2\n", "quotation mark"), ("a,a\n1,2\n", "two columns are called \"a\""),
        ("a,b\n\n1,2,3\n", "d.csv:3:1: this row has 3 cells, and the first line names 2 columns; a cell with"),
        ("Lifts;;\nlift;status;wind\n", "the first line names 1 column; remove a title above"),
        ("", "the file is empty"),
        ("a\n" + String(repeating: "1\n", count: 101), "has 101 rows"),
        ("a\n" + String(repeating: "x", count: 301), "a in line 2 has 301 characters"),
    ])
    func `broken CSV is named, and the last good values stay`(text: String, reason: String) throws {
        let folder = TestFolder(["home.md": Self.page, "d.csv": "a,b\n1,2\n", "w.json": "{\"wind\":{\"speed\":1}}"])
        let good = try #require(folder.load())
        folder.write("d.csv", Array(text.utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: good)
        #expect(result.kiosk?.data["d.csv"] == good.data["d.csv"])
        #expect(
            result.diagnostics.contains { "\($0)".contains("d.csv") && "\($0)".contains(reason) },
            "\(result.diagnostics)")
    }

    @Test(arguments: [
        ("a,b\n1,\"x\n", "2:3"), ("a,b\n\"x,1", "2:1"), ("a;b\r\n1;2\r\n3; \"x;4\r\n5;6\r\n", "3:4"),
        ("a,b\n\"x,1\ny,\"2\"\n", "2:1"), ("sep=;\na;b\n\"é\";\"x\n\n\"y\";1\n", "3:5"), ("\"a,b\n1,2\n", "1:1"),
        ("a,b\n\"1\n2\",\"x\"\"\n3,4\n", "3:4"),
    ])
    func `a cell whose quotation mark is never closed is named where it begins`(text: String, place: String) {
        let found = TestFolder(["home.md": "![D](d.csv)\n", "d.csv": text]).check()
        let problem = "kiosk/d.csv:\(place): the quotation mark that begins this cell is not closed"
        #expect(found.hasPrefix(problem), "\(found)")
        #expect(!found.contains("\n"), "\(found)")
    }

    @Test(arguments: [
        ("a,b\n1,2\n3,x\"y\n", "3:4"), ("a,b\n\"x\"y,2\n", "2:4"), ("a,b\n\"1\n2\",x\"\n", "3:5"),
    ])
    func `a quotation mark that is out of place is named where it is`(text: String, place: String) {
        let found = TestFolder(["home.md": "![D](d.csv)\n", "d.csv": text]).check()
        #expect(found.hasPrefix("kiosk/d.csv:\(place): a quotation mark is out of place"), "\(found)")
    }

    @Test(arguments: [
        "{\"wind\":", "{\"wind\":{\"speed\":1}} x", "[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]", "", "\u{0}",
    ])
    func `broken JSON is named, and the last good values stay`(text: String) throws {
        let folder = TestFolder(["home.md": Self.page, "d.csv": "a,b\n1,2\n", "w.json": "{\"wind\":{\"speed\":1}}"])
        let good = try #require(folder.load())
        folder.write("w.json", Array(text.utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: good)
        #expect(result.kiosk?.data["w.json"] == good.data["w.json"])
        #expect(result.diagnostics.contains { "\($0)".contains("w.json") }, "\(result.diagnostics)")
    }

    @Test(arguments: [
        ("{\"wind\":{\"speed\":NaN}}", "\"wind.speed\": NaN is no number"),
        ("{\"wind\":{\"speed\":Infinity}}", "Infinity is no number"),
        ("[1,-Infinity]", "\"1\": -Infinity is no number"),
        ("{\"a\":1.}", "\"a\": 1. is no number"), ("{\"a\":1.e5}", "1.e5 is no number"),
        ("{\"a\":-.5}", "-.5 is no number"),
        ("{\"id\":18446744073709551616}", "\"id\": this number has more than 64 bits"),
        ("[{\"id\":1},{\"id\":-9223372036854775809}]", "\"1.id\": this number has more than 64 bits"),
        ("{\"id\":123456789012345678901234567890}", "more than 64 bits"),
        ("{\"a\":\n \"x\\u0000y\"}", "w.json:2:4: \\u0000"), ("{\"a\\u0000b\":1}", "w.json:1:4: \\u0000"),
        ("{\"a\":\"\\\\\\u0000\"}", "w.json:1:9: \\u0000"),
        ("[{'a':1,'b':2}]", "w.json:1:3: this is not JSON: names and texts stand in double quotation marks"),
        ("{\"a\":\"\\\\\",\n\"b\":'x'}", "w.json:2:5: this is not JSON"),
    ])
    func `what json-c would change silently is an error with its place`(text: String, reason: String) throws {
        let folder = TestFolder(["home.md": "# Home\n\n{{w.json:a}}\n", "w.json": text])
        #expect(folder.check().contains(reason), "\(folder.check())")
        #expect(folder.load()?.data["w.json"] == nil)
    }

    @Test(arguments: [
        ("a, b", ["a|a|start", "b|b|start"]), ("a, b:", ["a|a|start", "b|b|end"]),
        (":a:, b = Price:", ["a|a|center", "b|Price|end"]), (":a = At:", ["a|At|center"]),
        ("a, b: = Price", ["a|a|start", "b|Price|end"]), (":a: = At, b : = Price", ["a|At|center", "b|Price|end"]),
        ("a: = At:", ["a|At|end"]),
        (":a, b", [":a|:a|start", "b|b|start"]), (":", [":|:|start"]), ("", []),
    ])
    func `colons in the title say at which side a column stands`(title: String, columns: [String]) {
        let table = DataTable(file: "d.csv", title: title, description: "")
        #expect(table.columns.map { "\($0.name)|\($0.heading)|\($0.alignment)" } == columns)
        var data = DataFile()
        (data.columns, data.rows) = (["a", "b"], [["1", "2"]])
        guard table.canShow(data), !title.isEmpty else { return }
        #expect(table.table(of: data)?.alignments == table.columns.map(\.alignment))
    }

    @Test func `numbers and texts at the edge of what is allowed are shown as they are written`() throws {
        let values = [
            ("18446744073709551615", "18446744073709551615"), ("-9223372036854775808", "-9223372036854775808"),
            ("0.10", "0.10"), ("1e999", "1e999"), ("-0.5", "-0.5"),
            ("12345678901234567890.25", "12345678901234567890.25"),
            ("\"it's \\\"'\\\"\"", "it's \"'\""), ("\"NaN\"", "NaN"), ("\"1.\"", "1."), ("\"\\\\u0000\"", "\\u0000"),
            ("\"\\u00410\"", "A0"),
        ]
        for (written, shown) in values {
            let folder = TestFolder(["home.md": "# Home\n\n{{w.json:a}}\n", "w.json": "{\"a\":\(written)}"])
            #expect(folder.check() == "")
            #expect(folder.load()?.data["w.json"]?.values == ["a": shown])
        }
    }

    @Test(arguments: [
        ("time;line\r\n10:40;S1\r\n;\r\n", [["10:40", "S1"]]),
        ("\n;;\ntime;line;;\n10:40;S1;;\n\n", [["10:40", "S1"]]),
        ("sep=;\r\ntime;line\r\n10:40;a,b,c\r\n", [["10:40", "a,b,c"]]), ("SEP=|\ntime|line\n1|2\n", [["1", "2"]]),
        ("time,line\r1,2\r,\r3,\r", [["1", "2"], ["3", ""]]), ("time,line\n", []),
    ])
    func `what spreadsheets add to CSV is no row and no cell`(text: String, rows: [[String]]) throws {
        let folder = TestFolder(["home.md": "![D](d.csv \"time, line\")", "d.csv": text])
        #expect(folder.check() == "")
        let table = try #require(folder.load()?.data["d.csv"])
        #expect(table.columns == ["time", "line"] && table.rows == rows)
    }

    @Test func `the line of a long cell is told, also behind cells of several lines`() {
        let long = String(repeating: "x", count: 301)
        let folder = TestFolder([
            "home.md": "![D](d.csv)", "d.csv": "sep=,\na,b\n\"1\n\n2\",3\n\n;,\n4,\(long)\n",
        ])
        #expect(folder.check() == "kiosk/d.csv: b in line 8 has 301 characters; the most is 300")
    }

    /// Loads `text` as `b.json` after `good`, and returns what is shown of the table on the page.
    private func shown(
        _ title: String, _ good: String?, _ text: String, file: String = "b.json"
    ) throws -> (table: Block.Table?, kiosk: Kiosk, found: [Diagnostic]) {
        let folder = TestFolder(["home.md": "# Home\n![Buses](\(file) \(title))\n", file: good ?? text])
        let last = good == nil ? nil : folder.load()
        folder.write(file, Array(text.utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: last)
        let kiosk = try #require(result.kiosk)
        let table = try #require(kiosk.pages["home"]?.dataTables.first)
        return (kiosk.data[file].flatMap { table.table(of: DataFile(text: $0.text)) }, kiosk, result.diagnostics)
    }

    private nonisolated static let buses = "[{\"line\":\"S1\",\"to\":\"Ulm\",\"delay\":2}]"

    @Test(arguments: [
        "{}", "{\"departures\":[]}", "[[]]", "[{}]", "[{},{}]", "null", "\"\"", "0", "{\"a\":{}}", "[[{}]]",
    ])
    func `only an empty list is a table without rows: for any other value the last good table stays`(
        text: String
    ) throws {
        for title in ["", "\"line, to = Destination\""] {
            let (table, kiosk, found) = try shown(title, Self.buses, text)
            #expect(found.map(\.severity) == [.error], "\(found)")
            #expect(found[0].message.hasPrefix("b.json has no table"))
            #expect(kiosk.faults(in: found).map(\.remedy) == [.lastGood])
            #expect(table?.rows.count == 1 && kiosk.data["b.json"]?.rows == [["S1", "Ulm", "2"]])
            #expect(try shown(title, nil, text).found.map(\.severity) == [.error])
        }
    }

    @Test func `an empty list or object among values is an empty value`() throws {
        let folder = TestFolder([
            "home.md": "# Home\n\n{{w.json:a}} {{w.json:b.c}} {{w.json:d}}\n",
            "w.json": "{\"a\":[],\"b\":{\"c\":{}},\"d\":1}",
        ])
        #expect(folder.check() == "")
        #expect(folder.load()?.data["w.json"]?.values == ["a": "", "b.c": "", "d": "1"])
        // A column of a table too.
        let (table, _, found) = try shown("\"line, stops\"", nil, "[{\"line\":1,\"stops\":[]},{}]")
        #expect(found.isEmpty && table?.rows.count == 2, "\(found)")
    }

    @Test(arguments: [
        ("line; to", "line, to"), ("line = Route; to = Destination", "line = Route, to = Destination"),
        ("line, to; delay", "to, delay"), ("line;to = Destination", "line, to = Destination"),
    ])
    func `columns with a semicolon between them are an error, and none is lost`(title: String, advice: String) throws {
        for (file, text) in [("b.json", Self.buses), ("b.csv", "line;to;delay\nS1;Ulm;2\n")] {
            let found = try shown("\"\(title)\"", nil, text, file: file).found
            #expect(found.map(\.severity) == [.error], "\(found)")
            #expect(found.first?.message.hasSuffix("write \"\(advice)\"") == true, "\(found)")
        }
        // A heading may have one.
        #expect(try shown("\"line = Route; number\"", nil, Self.buses).found.isEmpty)
    }

    @Test(arguments: [
        ("a,b,c\n1,2,3\n4,5\n6\n", 3), ("sep=;\na;b\n\n\"1\n2\";3\n4\n", 6), ("a\tb\n1\n", 2), ("a,b\n1,\n,2\n", nil),
        ("a\n1\n", nil),
    ])
    func `a row with too few cells is named once, and its other cells are empty`(text: String, line: Int?) throws {
        let (table, kiosk, found) = try shown("", nil, text, file: "d.csv")
        #expect(found.map(\.line) == (line.map { [$0] } ?? []), "\(found)")
        #expect(found.allSatisfy { $0.severity == .warning && $0.message.hasPrefix("this row has fewer cells") })
        #expect(table != nil && kiosk.data["d.csv"]?.rows.allSatisfy { $0.count == table?.header.count } == true)
    }

    @Test(arguments: [nil, buses])
    func `an empty list is an empty table with the columns of the title, or else the last ones`(good: String?) throws {
        let text = "[]"
        let named = try shown("\"line, to = Destination\"", good, text)
        #expect(named.found.isEmpty, "\(named.found)")
        #expect(named.table?.header == [[.text("line")], [.text("Destination")]] && named.table?.rows.isEmpty == true)
        let unnamed = try shown("", good, text)
        #expect(unnamed.found.map(\.severity) == [.warning] && !unnamed.kiosk.kept.contains("b.json"))
        #expect(unnamed.table?.header == (good == nil ? nil : [[.text("line")], [.text("to")], [.text("delay")]]))
    }

    @Test func `a column that no object has is empty, and the new rows are shown`() throws {
        let now = "[{\"line\":\"U5\",\"to\":\"Jena\"}]"
        let (table, kiosk, found) = try shown("\"line, delay\"", Self.buses, now)
        #expect(
            found.map(\.severity) == [.warning] && found[0].message.hasPrefix("no row of b.json has a \"delay\" now"))
        #expect(kiosk.faults(in: found).isEmpty && kiosk.kept.isEmpty)
        #expect(kiosk.data["b.json"]?.rows == [["U5", "Jena"]] && table?.rows.count == 1)
        var values = LiveValues(language: "en")
        values.files = kiosk.data
        #expect(
            table.map { values.plainText(of: $0.rows[0][1]) } == "" && values.plainText(of: table!.rows[0][0]) == "U5")
    }

    @Test(arguments: [("b.json", buses, "{\"error\":503}"), ("b.csv", "line,to\nS1,Ulm\n", "stop,to\nA,Jena\n")])
    func `where the last good version is said to be shown, its values are`(
        file: String, good: String, bad: String
    ) throws {
        let (_, kiosk, found) = try shown("\"line, to\"", good, bad, file: file)
        let faults = kiosk.faults(in: found)
        #expect(faults.map(\.remedy) == [.lastGood], "\(found)")
        #expect(kiosk.data[file]?.rows.first?.prefix(2) == ["S1", "Ulm"])
    }

    @Test func `the nearest cell is one of the same row`() {
        let folder = TestFolder([
            "home.md": "{{b.json:1.Time}}\n\n{{b.json:7.Time}}", "b.json": "[{\"time\":1},{\"time\":2}]",
        ])
        #expect(
            folder.check() == """
                kiosk/home.md:1:1: warning: b.json has no value "1.Time" now, so – is shown; did you mean "1.time"?
                kiosk/home.md:3:1: warning: b.json has no value "7.Time" now, so – is shown
                """)
    }

    @Test func `a missing file and a missing column are named`() {
        let folder = TestFolder([
            "home.md": "# Home\n![D](deparures.csv)\n\n![D](d.csv \"lime\")\n", "departures.csv": "a\n",
            "d.csv": "line\nS1\n",
        ])
        let found = folder.check()
        #expect(found.contains("home.md:2:1: there is no file \"deparures.csv\""), "\(found)")
        #expect(found.contains("d.csv has no column \"lime\"; did you mean \"line\"?"), "\(found)")
    }
}
