// Rows of a table by the cells in their first column: {{lifts.csv:Gondola.status}}.

import TestFolders
import Testing

@testable import Pages

@Suite struct NamedRowTests {
    private nonisolated static let lifts =
        "lift;status;wind\nGondola;open;12\nChairlift  Blue;closed;25\nSt. Anton;open;\nGondola;closed;1\n7;late;2\n"

    private func shown(_ path: String, _ text: String = lifts, file: String = "l.csv") throws -> (String, String) {
        let folder = TestFolder(["home.md": "# Home\n\n{{\(file):\(path)}}\n", file: text])
        var values = LiveValues(language: "en")
        // As it comes to the stage.
        values.files = try #require(folder.load()).data.mapValues { DataFile(text: $0.text) }
        return (values.text(of: .value(file: file, path: path)), folder.check())
    }

    @Test(arguments: [
        ("Chairlift Blue.status", "closed"), ("St. Anton.status", "open"), ("St. Anton.wind", "–"),
        ("Chairlift Blue.lift", "Chairlift Blue"), ("1.status", "closed"), ("0.wind", "12"),
    ])
    func `a row is named by its place or by the cell in its first column`(path: String, value: String) throws {
        let (text, found) = try shown(path)
        #expect(text == value && found == "", "\(found)")
    }

    @Test func `rows that change their places keep their names`() throws {
        let rows = Self.lifts.split(separator: "\n")
        let sorted = ([rows[0]] + rows.dropFirst().sorted(by: >)).joined(separator: "\n")
        #expect(try shown("Chairlift Blue.wind", sorted).0 == "25")
        #expect(try shown("1.wind", sorted).0 != (try shown("1.wind").0))
    }

    @Test func `of rows with one name the first counts, and a number is always a place`() throws {
        let (text, found) = try shown("Gondola.status")
        #expect(text == "open")
        #expect(
            found
                == "kiosk/home.md:3:1: warning: l.csv has several rows for \"Gondola.status\"; the first one is shown")
        #expect(try shown("7.status").0 == "–")
        #expect(try shown(".status", "lift,status\n,open\n").0 == "–")
    }

    @Test(
        arguments: [
            ("Gondla.status", "Gondola.status"), ("Chairlift Blue.staus", "Chairlift Blue.status"), ("9.staus", nil),
            ("1.staus", "1.status"),
        ] as [(String, String?)])
    func `a name that is misspelled is compared with those of the rows`(path: String, near: String?) throws {
        let (text, found) = try shown(path)
        let advice = near.map { "; did you mean \"\($0)\"?" } ?? ""
        #expect(text == "–")
        #expect(
            found == "kiosk/home.md:3:1: warning: l.csv has no value \"\(path)\" now, so – is shown\(advice)")
    }

    @Test func `columns with dots and tables of JSON have named rows too`() throws {
        #expect(try shown("S1.to.name", "line,to.name\nS1,Ulm\n").0 == "Ulm")
        #expect(try shown("S1.to.name", "[{\"line\":\"S1\",\"to\":{\"name\":\"Ulm\"}}]", file: "l.json").0 == "Ulm")
    }
}
