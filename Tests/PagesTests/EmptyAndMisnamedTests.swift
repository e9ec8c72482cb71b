// Pages with nothing in them, and settings under a wrong name.

import TestFolders
import Testing

@testable import Pages

@Suite struct EmptyAndMisnamedTests {
    @Test(arguments: ["", " \n\t\r\n", "+++\n+++\n", "+++\ntitle = \"Home\"\n+++\n\n \n", "\u{FEFF}"])
    func `a page without content is an error, and the last good version stays`(text: String) throws {
        let folder = TestFolder(["home.md": text])
        #expect(folder.check() == "kiosk/home.md: the page has no content; write some")
        let good = TestFolder(["home.md": "# Home"])
        let last = try #require(good.load())
        good.write("home.md", Array(text.utf8))
        let (kiosk, diagnostics) = Kiosk.load(good.path, last: last)
        #expect(kiosk?.pages["home"]?.title == "Home" && kiosk?.pages["home"]?.blocks.count == 1)
        #expect(kiosk?.faults(in: diagnostics).map(\.remedy) == [.lastGood])
    }

    @Test(arguments: ["Kiosk.toml", "KIOSK.TOML", "kiosk.tml", "kiosk.toml.txt", "kisk.toml", "kiosk.toml.md"])
    func `settings under a wrong name are an error that says the right one`(name: String) {
        let folder = TestFolder(["home.md": "# Home", name: "title = \"Hall\"\n"])
        let error = "kiosk/\(name): the settings of a kiosk are in kiosk.toml: rename this file"
        #expect(folder.check().split(separator: "\n").contains { $0 == error }, "\(folder.check())")
        #expect(folder.load()?.concerns(name) == true)
        // Beside the right one it may be a copy.
        folder.write("kiosk.toml", Array("title = \"Hall\"\n".utf8))
        #expect(!folder.check().contains("rename this file"))
    }

    @Test(arguments: ["", " \n\n"])
    func `an empty kiosk.toml is named first, before what follows from it`(text: String) {
        let folder = TestFolder(["home.md": "{{open}}", "kiosk.toml": text])
        let said = folder.check().split(separator: "\n")
        #expect(said.count == 2 && said[0].hasPrefix("kiosk/kiosk.toml: warning: the file is empty"), "\(said)")
        folder.write("kiosk.toml", Array("# nothing to set\n".utf8))
        #expect(folder.check().split(separator: "\n").count == 1)
    }

    @Test(arguments: ["start = [\"Home\"]\n", "[idle]\nhome-after = 60\nattract = \"home\"\n"])
    func `a mistake in a setting has one message, also at a reload`(text: String) throws {
        let folder = TestFolder(["home.md": "# Home", "kiosk.toml": text])
        #expect(folder.check().split(separator: "\n").count == 1, "\(folder.check())")
        folder.write("kiosk.toml", Array("# good\n".utf8))
        let last = try #require(folder.load())
        folder.write("kiosk.toml", Array(text.utf8))
        let (kiosk, found) = Kiosk.load(folder.path, last: last)
        #expect(kiosk?.faults(in: found).map(\.remedy) == [.lastGood], "\(found)")
    }

    @Test(arguments: ["notes.toml", "kiosk.toml.bak", "kiosk.png", "kiosk.txt", "data/kiosk.tml"])
    func `other files are not taken for settings`(name: String) {
        #expect(TestFolder(["home.md": "# Home", name: "x"]).check() == "")
    }
}
