// The commands that show pages of the web.

import Testing

@testable import Machine
@testable import Settings
@testable import Stage

@Suite struct BrowserCommandTests {
    private func words(_ hosts: [String]?, _ url: String = "https://Catalogue.example.org/a?b") -> [String] {
        Browser.chromium.command(url, hosts: hosts, ["--more"])
    }

    @Test func `Chromium keeps everything in the folder that goes with it`() {
        #expect(words(nil).contains("--user-data-dir={home}/profile"))
        #expect(words(nil).suffix(2) == ["--more", "https://Catalogue.example.org/a?b"])
    }

    @Test func `Chromium finds the hosts of the page and no others`() {
        func rule(_ hosts: [String]?, _ url: String = "https://Catalogue.example.org/a?b") -> String? {
            words(hosts, url).first { $0.hasPrefix("--host-resolver-rules=") }
        }
        #expect(rule(nil) == nil)
        #expect(rule([]) == "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE catalogue.example.org")
        #expect(
            rule(["*.example.net", "a.b"])
                == "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE catalogue.example.org, EXCLUDE *.example.net, EXCLUDE a.b"
        )
        // A file has no host.
        #expect(rule([], "file:///srv/kiosk/map.html") == "--host-resolver-rules=MAP * ~NOTFOUND")
    }

    @Test func `a program that is not installed says so, and one that is starts as it is written`() throws {
        let web = WebTable()
        #expect(web.problem(with: GuestProgram(.command(["sh", "-c", "true"]))) == nil)
        #expect(try web.command(for: GuestProgram(.command(["sh", "-c", "true"]))) == ["sh", "-c", "true"])
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
