// Folders, pipes and sockets where a kiosk has files, and one lost file that many pages name.

import Geometry
import Glibc
import Settings
import TestFolders
import Testing

@testable import Pages

@Suite struct FilesInPlaceOfFilesTests {
    enum Kind: CaseIterable { case folder, pipe, socket }

    private static let files = [
        "kiosk.toml": "start = [\"home\"]\n",
        "home.md": "# Home\n\n![A picture](pic.png)\n\n{{values.json:a}}\n\n- [Two](two.md)\n\n![Table](table.csv)\n",
        "two.md": "# Two\n\n[Home](home.md)\n", "values.json": "{\"a\": 1}\n", "table.csv": "a,b\n1,2\n",
    ]

    /// A kiosk's folder that has something else in the place of the file `name`.
    private func folder(_ kind: Kind, _ name: String) -> TestFolder {
        let folder = TestFolder(Self.files)
        folder.writePicture("pic.png")
        replace(name, in: folder, by: kind)
        return folder
    }

    private func replace(_ name: String, in folder: TestFolder, by kind: Kind) {
        let path = "\(folder.path)/\(name)"
        unlink(path)
        switch kind {
        case .folder: mkdir(path, 0o755)
        case .pipe: mkfifo(path, 0o644)
        case .socket: #expect(mknod(path, S_IFSOCK | 0o644, 0) == 0)
        }
    }

    @Test(arguments: Kind.allCases, ["kiosk.toml", "home.md", "values.json", "table.csv", "pic.png"])
    func `what is no file has one message that says what it is and what to do`(kind: Kind, name: String) {
        let said = folder(kind, name).check().split(separator: "\n")
        #expect(said.count == 1, "\(said)")
        let (what, advice) = kind == .folder ? ("is a folder", "put ") : ("a pipe, a socket or a device", "put ")
        #expect(said.allSatisfy { $0.contains(name) && $0.contains(what) && !$0.contains("warning") }, "\(said)")
        #expect(said.allSatisfy { $0.contains(advice) || $0.contains("; name ") }, "\(said)")
    }

    @Test(arguments: Kind.allCases, ["kiosk.toml", "home.md", "two.md", "values.json", "pic.png"])
    func `at a reload the last good version stays`(kind: Kind, name: String) throws {
        let folder = TestFolder(Self.files)
        folder.writePicture("pic.png")
        let last = try #require(folder.load())
        replace(name, in: folder, by: kind)
        let (kiosk, found) = Kiosk.load(folder.path, last: last)
        #expect(kiosk?.pages.keys.sorted() == ["home", "two"])
        #expect(kiosk?.start == ["home"] && kiosk?.hasSettings == true)
        #expect(found.filter { $0.severity == .error }.count == 1, "\(found.map(\.description))")
    }

    @Test func `what is listed in such a folder is listed still`() {
        let folder = TestFolder(Self.files)
        folder.writePicture("pic.png")
        folder.write("notes.md/inner.md", Array("# Inner\n\n[Home](../home.md)\n".utf8))
        let said = folder.check()
        #expect(said.contains("kiosk/notes.md: is a folder, not a file; rename it, or put the file itself here"))
        #expect(folder.load()?.pages["notes.md/inner"] != nil)
    }

    // MARK: One lost file

    @Test(arguments: ["[Gone](gone.md)", "![](gone.png)", "{{gone.json:a}}", "- [Gone](gone.md) ![](gone.png)"])
    func `a file that many pages name and that is not there has one message`(text: String) {
        func said(_ count: Int) -> [Substring] {
            let links = (0..<count).map { "[x](p\($0).md)" }.joined(separator: " ")
            let folder = TestFolder(["home.md": "# Home\n\n\(links)\n"])
            for number in 0..<count { folder.write("p\(number).md", Array("# Page\n\n\(text)\n".utf8)) }
            return folder.check().split(separator: "\n").filter { $0.contains("gone.") }
        }
        let files = text.contains("png") && text.contains("md") ? 2 : 1
        #expect(said(3).count == 3 * files)
        for count in [4, 30] {
            let found = said(count)
            #expect(found.count == files, "\(found)")
            #expect(
                found.allSatisfy {
                    $0.hasPrefix("kiosk/p0.md:3:") && $0.contains("so it is in \(count - 1) other places: p1.md:3:")
                        && $0.hasSuffix(" and so on")
                }, "\(found)")
        }
    }

    @Test func `without its start page a kiosk says so once, and once that pages link to it`() {
        var files = ["kiosk.toml": "start = [\"home\"]\n"]
        for number in 0..<20 { files["p\(number).md"] = "# Page\n\n[Home](home.md) [Next](p\((number + 1) % 20).md)\n" }
        let said = TestFolder(files).check().split(separator: "\n")
        #expect(said.count == 2, "\(said)")
        #expect(said.contains { $0.contains("so it is in 19 other places: p1.md:3:1, p10.md:3:1 and so on") })
    }

    @Test func `pages keep their own last version when one file that they name is lost`() throws {
        var files = ["home.md": "# Home\n\n![](pic.png)\n"]
        for number in 0..<20 { files["p\(number).md"] = "# Page\n\n![](pic.png)\n" }
        let folder = TestFolder(files)
        folder.writePicture("pic.png")
        let last = try #require(folder.load())
        unlink("\(folder.path)/pic.png")
        let (kiosk, found) = Kiosk.load(folder.path, last: last)
        #expect(kiosk?.kept.count == 21 && kiosk?.pages == last.pages)
        #expect(found.count { $0.message.contains("there is no picture") } == 1, "\(found)")
    }

    @Test(
        arguments: [1, 4, 20],
        ["logo = \"pic.png\"", "[attract]\npictures = [\"pic.png\"]\n[idle]\nhome-after = \"60 s\""])
    func `whatever stays or is left out because of one lost file is told, the settings too`(
        count: Int, setting: String
    ) throws {
        let settings = setting.hasPrefix("logo") ? "[theme]\n\(setting)\n" : setting + "\n"
        var files = ["home.md": "# Home\n\n![](pic.png)\n", "kiosk.toml": settings]
        for number in 0..<count { files["p\(number).md"] = "# Page\n\n![](pic.png)\n" }
        let folder = TestFolder(files)
        folder.writePicture("pic.png")
        let last = try #require(folder.load())
        unlink("\(folder.path)/pic.png")
        // New pages have no last version.
        for number in 0..<count { folder.write("new\(number).md", Array("# New\n\n![](pic.png)\n".utf8)) }
        folder.write("kiosk.toml", Array("title = \"New\"\n\(settings)".utf8))
        let (kiosk, found) = Kiosk.load(folder.path, last: last)
        let faults = try #require(kiosk).faults(in: found)
        let remedies = Set(faults.map { "\($0.remedy) \($0.diagnostic.file.hasSuffix("toml"))" })
        #expect(remedies == ["lastGood true", "lastGood false", "without false"], "\(faults)")
        #expect(count < 4 || faults.count == 3, "\(faults)")
    }
}
