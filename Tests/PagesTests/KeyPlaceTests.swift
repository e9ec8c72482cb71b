// Keys that stand in the wrong table or in the wrong file: where they belong.

import TestFolders
import Testing

@testable import Pages
@testable import Settings

@Suite struct KeyPlaceTests {
    /// The words of the message about a key that does not exist, which list those that do.
    private func known(_ found: String, _ key: String) -> [String] {
        guard let line = found.split(separator: "\n").first(where: { $0.contains("unknown key \"\(key)\"") }),
            let known = line.firstRange(of: "known are ")
        else { return [] }
        return line[known.upperBound...].replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
    }

    @Test(arguments: KeyPlaces.all.filter { $0.file != .machine }.map { ($0.file, $0.table) })
    func `the keys that are known are those that can be set`(file: KeyPlaces.File, table: String) throws {
        let place = try #require(KeyPlaces.all.first { $0.file == file && $0.table == table })
        let text = (table.isEmpty ? "" : "[\(table)]\n") + "qqqqqqqqqqqqqq = 1\n"
        let folder =
            file == .kiosk
            ? TestFolder(["home.md": "# Home\n", "kiosk.toml": text])
            : TestFolder(["home.md": "+++\n\(text)+++\n# Home\n"])
        #expect(known(folder.check(), "qqqqqqqqqqqqqq").sorted() == place.keys.sorted())
    }

    @Test(arguments: [
        ("home-after = 1", "1:1: unknown key \"home-after\"; it belongs to [idle]"),
        (
            "[idle]\ntheme = 1",
            "2:1: unknown key \"theme\" in [idle]; it belongs above all tables, at the top of the file"
        ),
        ("[theme]\npop = 1", "2:1: unknown key \"pop\" in [theme]; it belongs to [gestures]"),
        (
            "[idle]\nfinish-share = 1",
            "2:1: unknown key \"finish-share\" in [idle]; it belongs to [gestures] or [sheet]"
        ),
        (
            "rotation = 90",
            "1:1: unknown key \"rotation\"; it belongs to [display], [input] or [[screen]] of the machine's file, bezel.toml"
        ),
        ("[display]\nscale = 2", "1:1: unknown key \"display\"; it belongs to the machine's file, bezel.toml"),
        ("detents = []", "1:1: unknown key \"detents\"; it belongs to the front matter of a page"),
        ("titel = 1", "1:1: unknown key \"titel\"; did you mean \"title\"?"),
    ])
    func `a key of kiosk.toml that belongs elsewhere is sent there`(settings: String, advice: String) {
        let found = TestFolder(["home.md": "# Home\n", "kiosk.toml": settings + "\n"]).check()
        #expect(found.split(separator: "\n").contains("kiosk/kiosk.toml:\(advice)"), "\(found)")
    }

    @Test func `a key of a page that belongs elsewhere is sent there`() {
        let found = TestFolder(["home.md": "+++\ntheme = \"night\"\nkiosk = \"a\"\n+++\n# Home\n"]).check()
        #expect(
            found == """
                kiosk/home.md:2:1: unknown key "theme"; it belongs to kiosk.toml
                kiosk/home.md:3:1: unknown key "kiosk"; it belongs to the machine's file, bezel.toml
                """)
    }
}
