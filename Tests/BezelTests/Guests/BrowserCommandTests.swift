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
        #expect(
            command
                == ProgramCommand(
                    words: ["cog", "--platform=wl", "--more", "https://a.test/"], ignoresCancelledFingers: true))
    }

    @Test func `a program that is not installed says so, and one that is starts as it is written`() throws {
        let web = WebTable()
        #expect(web.problem(with: GuestProgram(.command(["sh", "-c", "true"]))) == nil)
        #expect(try web.command(for: GuestProgram(.command(["sh", "-c", "true"]))).words == ["sh", "-c", "true"])
        let missing = web.problem(with: GuestProgram(.command(["no-such-program"])))
        #expect(missing?.description.hasPrefix("the program \"no-such-program\" is not installed") == true)
    }

    @Test func `Chromium is not started as root, unless its sandbox is given up`() throws {
        var web = WebTable()
        web.browser = .chromium
        let page = GuestProgram(.web(url: "https://a.test/"))
        guard Browser.chromium.isInstalled else { return }
        #expect(web.problem(with: page) == nil)
        let problem = try #require(web.problem(with: page, asRoot: true)).description
        #expect(problem.hasPrefix("chromium refuses to run as root: run bezel as another user"))
        #expect(throws: WebTable.Problem.self) { try web.command(for: page, asRoot: true) }
        web.arguments = ["--no-sandbox"]
        #expect(web.problem(with: page, asRoot: true) == nil)
    }

    @Test(arguments: [
        (
            "[web]\narguments = \"--kiosk\"\n",
            #"2:13: arguments must be a list of texts such as ["--force-dark-mode"], not "--kiosk""#
        ),
        (
            "[web]\narguments = [3]\n",
            #"2:14: arguments must be a list of texts such as ["--force-dark-mode"]; it holds 3"#
        ),
        (
            "[web]\narguments = [\"--lang\",\n  \"de\"]\n",
            #"3:4: warning: an argument of the browser begins with --, and it takes "de" for one more address to open; "#
                + #"write what belongs to an argument into one text with it, such as "--window-size=800,600""#
        ),
        ("[web]\nargumens = []\n", "2:1: unknown key \"argumens\" in [web]; did you mean \"arguments\"?"),
        ("[web]\nbrowser = []\n", "2:11: browser must be \"chromium\" or \"cog\", not a list"),
    ])
    func `a mistake in the table of the browser has one message`(text: String, said: String) throws {
        let settings = try Settings(text: text, file: "bezel.toml")
        _ = Configuration(reading: settings)
        settings.finish()
        #expect("\(settings.diagnostics)" == "bezel.toml:\(said)\n")
    }

    @Test func `for cog a word may be the value of the argument before`() throws {
        let settings = try Settings(
            text: "[web]\nbrowser = \"cog\"\narguments = [\"--scale\", \"2\"]\n", file: "bezel.toml")
        _ = Configuration(reading: settings)
        #expect(settings.diagnostics.all.isEmpty)
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
