// Tables and values that other programs write: what is read, what is wrong with them, and what stays.

import Geometry
import Pages
import Settings
import TestFolders
import Testing

@Suite struct DataFileTests {
    private static let page = "# Home\n![Departures](d.csv)\n\nWind {{w.json:wind.speed}}\n"

    @Test func `CSV and JSON become tables and values`() throws {
        let folder = TestFolder([
            "home.md": Self.page + "\n![Lines](l.json \"to = Destination\")",
            "d.csv": "time;line;to\r\n10:40;S1;\"Potsdam; Main\"\r\n10:55;\"U\"\"5\"\"\"\r\n",
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
        ("a,b\n1,2,3\n", "row 1 has 3 cells"),
        ("a\n" + String(repeating: "1\n", count: 101), "has 101 rows"),
        ("a\n" + String(repeating: "x", count: 301), "301 characters"),
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
