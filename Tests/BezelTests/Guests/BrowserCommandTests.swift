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
            "[web]\narguments = [\"--proxy-server\",\n  \"de\"]\n",
            #"3:4: warning: an argument of the browser begins with --, and it takes "de" for one more address to open; "#
                + #"write what belongs to an argument into one text with it, such as "--window-size=800,600""#
        ),
        ("[web]\nargumens = []\n", "2:1: unknown key \"argumens\" in [web]; did you mean \"arguments\"?"),
        ("[web]\nbrowser = []\n", "2:11: browser must be \"chromium\" or \"cog\", not a list"),
        (
            "[web]\narguments = [\"--mute-audio --force-dark-mode\"]\n",
            #"2:15: warning: each argument is a text of its own, with its value after an =: write "--mute-audio", "--force-dark-mode""#
        ),
        (
            "[web]\narguments = [\"--proxy-server a.test:80\"]\n",
            #"2:15: warning: each argument is a text of its own, with its value after an =: write "--proxy-server=a.test:80""#
        ),
        (
            "[web]\nbrowser = \"cog\"\narguments = [\"--scale 2\"]\n",
            #"3:15: warning: each argument is a text of its own, with its value after an =: write "--scale=2""#
        ),
        (
            "[web]\narguments = [\"-mute-audio\"]\n",
            #"2:15: warning: an argument of the browser begins with two dashes: write "--mute-audio""#
        ),
        ("[web]\narguments = [\"--\"]\n", #"2:15: warning: "--" is no argument: remove it"#),
        (
            "[web]\narguments = [\"--kiosk\"]\n",
            "2:15: warning: the kiosk starts the browser with --kiosk itself: remove it"
        ),
        (
            "[web]\narguments = [\"--user-data-dir=/tmp/x\"]\n",
            "2:15: warning: the kiosk starts the browser with --user-data-dir={home}/profile itself, which this would replace: remove it"
        ),
        (
            "[web]\narguments = [\"--remote-debugging-port=9222\"]\n",
            "2:15: warning: --remote-debugging-port lets every program of this machine steer the browser: remove it"
        ),
        (
            "[web]\narguments = [\"--lang=de\"]\n",
            "2:15: warning: the kiosk sets --lang to the language of the visit, which this would replace: remove it, and write "
                + "language into kiosk.toml"
        ),
        (
            "[web]\narguments = [\"--enable-features=X\"]\n",
            "2:15: warning: this list would replace the kiosk's own: write --enable-features=OverlayScrollbar,… with the kiosk's words first"
        ),
        (
            "[web]\nbrowser = \"cog\"\narguments = [\"--force-dark-mode\"]\n",
            "3:15: warning: --force-dark-mode is an argument of Chromium; cog ends at one that it does not know: remove it"
        ),
        (
            "[web]\nbrowser = \"cog\"\narguments = [\"--platform=drm\"]\n",
            "3:15: warning: the kiosk starts cog with --platform itself: remove it"
        ),
    ])
    func `a mistake in the table of the browser has one message`(text: String, said: String) throws {
        let settings = try Settings(text: text, file: "bezel.toml")
        _ = Configuration(reading: settings)
        settings.finish()
        #expect("\(settings.diagnostics)" == "bezel.toml:\(said)\n")
    }

    @Test(arguments: [
        "--force-dark-mode", "--no-sandbox", "--user-agent=Kiosk of the hall (1)",
        "--enable-features=OverlayScrollbar,X", "--window-size=800,600",
    ])
    func `an argument as it should be has no message`(argument: String) {
        #expect(BrowserArgument(word: argument).advice(for: nil) == nil)
    }

    @Test func `none of the kiosk's own arguments may be replaced`() {
        let own = Browser.chromium.command("", [], language: "de").words.filter { $0.hasPrefix("--") }
        #expect(own.count > 10)
        for argument in own {
            let other = argument.prefix { $0 != "=" } + "=x"
            #expect(BrowserArgument(word: String(other)).advice(for: .chromium) != nil, "\(argument)")
        }
    }

    @Test func `what cog takes no notice of is said of the pages that ask for it`() {
        var web = WebTable()
        web.browser = .cog
        var page = GuestProgram(.web(url: "https://a.test/"))
        #expect(web.omission(of: "hosts", for: page) == nil && web.omission(of: "history", for: page) == nil)
        (page.hosts, page.usesHistory) = ([], true)
        #expect(web.omission(of: "hosts", for: page)?.contains("may lead visitors anywhere") == true)
        #expect(web.omission(of: "history", for: page)?.contains("leaves the page at once") == true)
        page.hosts = ["*"]
        #expect(web.omission(of: "hosts", for: page) == nil)
        (web.browser, page.hosts) = (.chromium, [])
        #expect(web.omission(of: "hosts", for: page) == nil && web.omission(of: "history", for: page) == nil)
    }

    @Test func `a program that cannot be run says why`() {
        func problem(_ name: String) -> String? { InstalledProgram(name: name).problem }
        #expect(problem("sh") == nil && problem("/bin/sh") == nil)
        #expect(problem("/bin") == "\"/bin\" is a folder; name a program in it")
        #expect(
            problem("/bin/chmodd")?.hasPrefix("there is no program \"/bin/chmodd\" (did you mean \"/bin/chmod\"?)")
                == true)
        let missing = problem("/no/such/program")
        #expect(missing == "there is no program \"/no/such/program\": write where it is, or install it there")
        let file = problem("/etc/passwd")
        #expect(file == "\"/etc/passwd\" may not be run as a program; if it is one, chmod a+x /etc/passwd allows it")
        let near = problem("chmodd")
        #expect(near?.hasPrefix("the program \"chmodd\" is not installed (did you mean \"chmod\"?): apt-file ") == true)
        let unknown = problem("no-such-program")
        #expect(unknown?.hasPrefix("the program \"no-such-program\" is not installed: apt-file search ") == true)
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
