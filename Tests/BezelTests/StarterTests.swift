// The kiosks that `bezel new` makes: nothing is wrong with them, and nothing is missing.

import Geometry
import Glibc
import Pages
import Settings
import Stage
import TestFolders
import Testing

@testable import Linux
@testable import Machine

@Suite struct StarterTests {
    @Test(arguments: Starter.allCases)
    func `a new kiosk has no findings, and every page can be shown by day and by night`(_ starter: Starter) throws {
        let folder = TemporaryFolder()
        var command = NewCommand()
        (command.folder, command.starter) = ("\(folder.path)/kiosk", starter)
        var said: [String] = []
        try command.run { said.append($0) }
        #expect(said.count == starter.files.count + 1)
        let (kiosk, diagnostics) = Kiosk.load(command.folder, decodingPictures: true)
        #expect(diagnostics.isEmpty, "\(diagnostics.map(\.description))")
        let screens = try StartScreens((kiosk, diagnostics), in: command.folder, on: Configuration()) { _ in }
        #expect(starter.files.count { $0.name.hasSuffix(".md") } == kiosk?.pages.count)
        let upright = Panel(pixels: PixelSize(270, 480), millimetres: Size(296, 527))
        for panel in [upright, Panel(pixels: PixelSize(480, 270), millimetres: Size(527, 296))] {
            for (name, isNight) in (kiosk?.names ?? []).flatMap({ [($0, false), ($0, true)] }) {
                let stage = try screens.stage(on: panel, scale: 1, stack: [name], measured: nil, isNight: isNight)
                #expect(stage.stackNames == [name])
            }
        }
        // Nobody's files are overwritten.
        #expect(throws: Failure.self) { try command.run { _ in } }
    }

    @Test(arguments: [
        ("https://münchen.de/", "münchen.de"), ("https://xn--mnchen-3ya.de", "münchen.de"),
        ("http://Example.org:8080", "example.org"), ("https://[::1]/", "::1"),
    ])
    func `a kiosk of a page of the web is called as people write its host`(url: String, title: String) throws {
        for file in try WebStarter.files(for: url) where file.name != "home.md" {
            #expect(file.text.contains("title = \"\(title)\""), "\(file.text)")
        }
    }

    /// What `bezel new` says last for the folder `name` in `folder`, without the path of `folder`.
    private func new(_ name: String, in folder: TemporaryFolder) -> String {
        var command = NewCommand()
        command.folder = "\(folder.path)/\(name)"
        var said: [String] = []
        do throws(Failure) { try command.run { said.append($0) } } catch { said.append(error.description) }
        return (said.last ?? "").replacing(folder.path, with: "…")
    }

    @Test func `a new kiosk fills an empty folder, and makes those above it`() {
        let folder = TemporaryFolder()
        for name in ["empty", "repository"] { mkdir("\(folder.path)/\(name)", 0o755) }
        folder.write([], to: "repository/.git")
        for name in ["empty", "repository", "a/b/c", "a/b/d/"] {
            #expect(new(name, in: folder) == "try it: bezel run …/\(name)")
            #expect(Kiosk.load("\(folder.path)/\(name)").diagnostics.isEmpty)
        }
    }

    @Test func `a new kiosk touches no folder that has files, and no file`() {
        let folder = TemporaryFolder()
        folder.write(Array("mine".utf8), to: "full/notes.txt")
        folder.write(Array("mine".utf8), to: "file")
        #expect(new("full", in: folder) == "…/full: exists already, and is not empty; choose another name")
        #expect(new("file", in: folder) == "…/file: exists already, and is no folder; choose another name")
        #expect(new("file/kiosk", in: folder).hasPrefix("…/file/kiosk: cannot be made: "))
        #expect(access("\(folder.path)/full/kiosk.toml", F_OK) != 0)
    }

    @Test(arguments: ["My Kiosk", "Bob's kiosk", "a$HOME", "plain", "Kiosk-2_é"])
    func `the line to try can be given to a shell as it is`(name: String) throws {
        let folder = TemporaryFolder()
        let line = new(name, in: folder)
        let command = try #require(line.firstRange(of: "bezel run ")).upperBound
        // A shell writes the word that it reads into a file.
        let shell = popen("printf %s \(line[command...]) > '\(folder.path)/read'", "w")
        #expect(pclose(shell) == 0)
        #expect(SystemFiles.bytes("\(folder.path)/read") == Array("…/\(name)".utf8))
    }
}
