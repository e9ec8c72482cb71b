// New versions of files of values that are mistakes as a whole: error pages and messages of programs that have failed.

import Settings
import TestFolders
import Testing

@testable import Pages

@Suite struct MistakenDataTests {
    private nonisolated static let lifts = "lift;status;wind\nGondola;open;12\nRed T-bar;closed;48\n"
    private nonisolated static let weather =
        "{\"summit\":{\"temp\":-1.5,\"snow\":3},\"open\":3,\"buses\":[{\"to\":\"Ulm\"}]}"
    private nonisolated static let page =
        "# Home\n\n![Lifts](lifts.csv)\n\n{{lifts.csv:0.status}} {{w.json:open}} {{w.json:buses.0.to}}\n"

    /// Loads `page` with good values, and then again where `file` has `text`, and the page is `newPage`.
    private func change(
        _ file: String, to text: String, on page: String = page, then newPage: String? = nil
    ) throws -> (kiosk: Kiosk, good: Kiosk, found: [Diagnostic]) {
        let folder = TestFolder(["home.md": page, "lifts.csv": Self.lifts, "w.json": Self.weather])
        #expect(folder.check() == "")
        let good = try #require(folder.load())
        folder.write(file, Array(text.utf8))
        folder.write("home.md", Array((newPage ?? page).utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: good)
        return (try #require(result.kiosk), good, result.diagnostics)
    }

    private nonisolated static let pages = [
        page, "![Lifts](lifts.csv \"lift, status = Now\")\n\n{{w.json:open}}\n",
        "# Wind {{lifts.csv:0.wind}}\n\n- {{w.json:summit.temp}}\n",
        "+++\ntitle = \"{{lifts.csv:1.lift}} {{w.json:open}}\"\n+++\nText\n",
    ]

    @Test(
        arguments: [
            ("lifts.csv", "<html><body>502 Bad Gateway</body></html>", "this is HTML or XML"),
            ("lifts.csv", "\n  <!DOCTYPE html>\n<p>lift;status;wind</p>\n", "this is HTML or XML"),
            ("w.json", "<?xml version=\"1.0\"?><open>3</open>", "this is HTML or XML"),
            ("lifts.csv", "curl: (28) Operation timed out", "\"curl: (28) Operation timed out\" is one line"),
            ("lifts.csv", "lift\n", "\"lift\" is one line without a separator"),
            (
                "lifts.csv", "Error: timeout, try again\n",
                "all its columns are gone: it had \"lift\", \"status\", \"wind\""
            ),
            ("lifts.csv", "Traceback\n  File feed.py\n", "all its columns are gone"),
            ("w.json", "{\"error\":\"timeout\"}", "all values that pages show are gone: it had "),
            ("w.json", "{}", "all values that pages show are gone"),
            ("w.json", "[{\"error\":1}]", "all values that pages"),
            ("w.json", "null", "all values that pages show are gone"),
        ], pages)
    func `a file that has nothing any more of what it had is a mistake, and the last values stay`(
        change: (file: String, text: String, reason: String), page: String
    ) throws {
        let (kiosk, good, found) = try self.change(change.file, to: change.text, on: page)
        #expect(found.count == 1 && found[0].file.hasSuffix(change.file), "\(found)")
        #expect(found.first?.message.hasPrefix(change.reason) == true, "\(found)")
        let faults = kiosk.faults(in: found)
        #expect(faults.map(\.remedy) == [.lastGood] && faults.first?.instead == "its last good values are shown")
        #expect(kiosk.data == good.data)
    }

    @Test(
        arguments: [
            ("lifts.csv", "lift;status;wind\n", "0.status"), ("lifts.csv", "status\nopen\n", nil),
            ("lifts.csv", "status;since\nopen;9:00\n", nil), ("w.json", "{\"open\":4}", "buses.0.to"),
            ("w.json", "{\"buses\":[]}", "open"), ("w.json", "{\"open\":null,\"buses\":[]}", "buses.0.to"),
            ("w.json", "[]", "open"), ("w.json", "{\"open\":5,\"error\":\"timeout\"}", "buses.0.to"),
        ] as [(String, String, String?)])
    func `a file that still has some of it is taken, and a missing value is a dash with a warning`(
        file: String, text: String, missing: String?
    ) throws {
        let (kiosk, good, found) = try change(file, to: text)
        #expect(kiosk.data[file] != good.data[file] && kiosk.kept.isEmpty, "\(found)")
        #expect(found.allSatisfy { $0.severity == .warning }, "\(found)")
        if let missing {
            #expect(found.contains { $0.message.hasPrefix("\(file) has no value \"\(missing)\" now") }, "\(found)")
        } else {
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test(arguments: [
        ("lifts.csv", "Bahn;Stand\nGondel;offen\n", "![Lifts](lifts.csv \"Bahn, Stand\")\n"),
        ("lifts.csv", "Bahn;Stand\nGondel;offen\n", "{{lifts.csv:0.Stand}}\n"),
        ("w.json", "{\"wind\":7}", "{{w.json:wind}}\n"), ("w.json", "{\"wind\":7}", "No values.\n"),
    ])
    func `a file may change together with the pages, or before them`(file: String, text: String, page: String) throws {
        let (kiosk, good, found) = try change(file, to: text, then: page)
        #expect(found.isEmpty && kiosk.data[file] != good.data[file], "\(found)")
        // The file first: its last values stay until a page shows the new ones.
        let folder = TestFolder(["home.md": Self.page, "lifts.csv": Self.lifts, "w.json": Self.weather])
        folder.write(file, Array(text.utf8))
        let kept = try #require(Kiosk.load(folder.path, machine: MachineTables(), last: good).kiosk)
        #expect(kept.data[file] == good.data[file] && !kept.kept.isEmpty)
        folder.write("home.md", Array(page.utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: kept)
        #expect(result.diagnostics.isEmpty && result.kiosk?.data[file] == kiosk.data[file], "\(result.diagnostics)")
    }

    @Test(arguments: [
        ("curl: (28) Operation timed out", "{{l.csv:0.status}}\n", true), ("status\n", "{{l.csv:0.status}}\n", false),
        ("status\n", "![Lifts](l.csv)\n", false), ("<html>", "![Lifts](l.csv)\n", true),
    ])
    func `at the start too an error is no table`(text: String, page: String, isMistake: Bool) throws {
        let folder = TestFolder(["home.md": page, "l.csv": text])
        let result = Kiosk.load(folder.path, machine: MachineTables())
        #expect((result.kiosk?.data["l.csv"] == nil) == isMistake)
        #expect(result.diagnostics.filter { $0.file.hasSuffix("l.csv") }.count == (isMistake ? 1 : 0))
        #expect(!isMistake || result.diagnostics.count == 1, "\(result.diagnostics)")
    }

    @Test func `where the last values of a table stay, none is said to be missing`() throws {
        let page =
            "![Lifts](lifts.csv \"lift, wind\")\n\n{{lifts.csv:0.wind}} {{lifts.csv:0.status}}\n\n{{w.json:open}}\n"
        let (kiosk, good, found) = try change("lifts.csv", to: "lift;status\nGondola;open\n", on: page)
        #expect(found.count == 1 && found[0].message.hasPrefix("lifts.csv has no column \"wind\""), "\(found)")
        #expect(kiosk.data == good.data)
    }

    @Test func `values in other languages are compared with their own`() throws {
        let folder = TestFolder([
            "kiosk.toml": "languages = [\"en\", \"de\"]\n", "home.md": "# Home\n\n{{w.json:open}}\n",
            "w.json": "{\"open\":\"open\"}", "w.de.json": "{\"open\":\"offen\"}",
        ])
        let good = try #require(folder.load())
        #expect(good.data["w.de.json"]?.values == ["open": "offen"])
        folder.write("w.de.json", Array("{\"error\":1}".utf8))
        let result = Kiosk.load(folder.path, machine: MachineTables(), last: good)
        #expect(result.kiosk?.data == good.data)
        #expect(result.diagnostics.contains { $0.file.hasSuffix("w.de.json") && $0.severity == .error })
    }
}
