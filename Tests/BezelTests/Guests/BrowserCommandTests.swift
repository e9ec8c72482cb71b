// The commands that show pages of the web.

import Testing

@testable import Machine
@testable import Settings
@testable import Stage

@Suite struct BrowserCommandTests {
    @Test func `Chromium keeps everything in the folder that goes with it, and begins with nothing`() {
        let command = Browser.chromium.command("https://Catalogue.example.org/a?b", ["--more"])
        #expect(command.words.contains("--user-data-dir={home}/profile"))
        #expect(command.words.contains("--remote-debugging-pipe"))
        #expect(command.words.suffix(2) == ["--more", "about:blank"])
        let german = Browser.chromium.command("https://a.test/", ["--more"], language: "de")
        #expect(german.words.contains("--accept-lang=de") && !command.words.contains { $0.contains("lang") })
        #expect(command.page == "https://Catalogue.example.org/a?b")
    }

    @Test func `cog loads its page itself`() {
        let command = Browser.cog.command("https://a.test/", ["--more"])
        #expect(command == ProgramCommand(words: ["cog", "--platform=wl", "--more", "https://a.test/"]))
    }

    @Test func `a program that is not installed says so, and one that is starts as it is written`() throws {
        let web = WebTable()
        #expect(web.problem(with: GuestProgram(.command(["sh", "-c", "true"]))) == nil)
        #expect(try web.command(for: GuestProgram(.command(["sh", "-c", "true"]))).words == ["sh", "-c", "true"])
        let missing = web.problem(with: GuestProgram(.command(["no-such-program"])))
        #expect(missing?.description.hasPrefix("the program \"no-such-program\" is not installed") == true)
    }

    @Test func `the machine's file names the browser and its arguments`() throws {
        let settings = try Settings(
            text: "[web]\nbrowser = \"cog\"\narguments = [\"--scale=2\"]\n", file: "bezel.toml")
        let web = Configuration(reading: settings).web
        #expect(web.browser == .cog && web.arguments == ["--scale=2"] && settings.diagnostics.all.isEmpty)
        let wrong = try Settings(text: "[web]\nbrowser = \"lynx\"\n", file: "bezel.toml")
        _ = Configuration(reading: wrong)
        #expect(
            "\(wrong.diagnostics)".contains("bezel.toml:2:11: browser must be \"chromium\" or \"cog\", not \"lynx\""))
    }
}
