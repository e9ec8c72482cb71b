// docs/first-kiosk.md, followed to the letter.

import Geometry
import Layers
import Pages
import Settings
import Stage
import TestFolders
import Testing

@testable import Linux
@testable import Machine

@Suite struct FirstKioskTests {
    /// The files that the page tells its readers to write. Their names stand behind the opening fence.
    private func files() -> [(name: String, text: String)] {
        var files: [(name: String, text: String)] = []
        var isOpen = false
        let page = String(decoding: SystemFiles.bytes("\(repository)/docs/first-kiosk.md") ?? [], as: UTF8.self)
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                let words = line.split(separator: " ")
                isOpen = !isOpen && words.count == 2
                if isOpen { files.append((String(words[1]), "")) }
            } else if isOpen {
                files[files.count - 1].text += line + "\n"
            }
        }
        return files
    }

    @Test func `whoever follows the page has a kiosk of five pages with own colours, a logo and two languages`() throws
    {
        let folder = TemporaryFolder()
        var command = NewCommand()
        command.folder = "\(folder.path)/pool"
        try command.run { _ in }
        for file in files() { folder.write(Array(file.text.utf8), to: "pool/\(file.name)") }
        let (loaded, diagnostics) = Kiosk.load(command.folder, decodingPictures: true)
        #expect(diagnostics.isEmpty, "\(diagnostics.map(\.description))")
        let kiosk = try #require(loaded)
        #expect(kiosk.names.sorted() == ["courses", "home", "hours", "rules", "tickets"])
        let screens = try StartScreens((kiosk, diagnostics), in: command.folder, on: Configuration()) { _ in }
        var titles: Set<String> = []
        for language in ["en", "de"] {
            for name in kiosk.names {
                let stage = try screens.stage(
                    on: Panel(pixels: PixelSize(270, 480), millimetres: Size(296, 527)), scale: 1, stack: [name],
                    measured: nil, language: language)
                #expect(stage.stackNames == [name])
                titles.insert(stage.navigator.top.title)
                #expect(stage.theme.accent == Color(0x00607A))
                #expect(stage.theme.logo != nil)
            }
        }
        #expect(titles.count == 10, "\(titles)")
    }
}
