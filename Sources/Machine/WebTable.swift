// The table [web] of the machine's file: the browser that shows pages of the web.

import Glibc
import Settings
package import Stage

/// The table `[web]` of the machine's file.
package struct WebTable: Hashable, Sendable {
    /// The browser. Nil takes the first one that is installed.
    package var browser: Browser?
    /// More arguments for the browser, before the address.
    package var arguments: [String] = []

    /// The defaults.
    package init() {}

    /// The table in `settings`; the defaults where that is nil.
    init(reading settings: Settings?) {
        guard let settings else { return }
        browser = settings.choice("browser", Browser.self)
        arguments = settings.strings("arguments", such: "\"--force-dark-mode\"") ?? []
        for (index, word) in arguments.enumerated() {
            guard let advice = BrowserArgument(word: word).advice(for: browser) else { continue }
            settings.report("arguments", item: index, character: 0, advice, severity: .warning)
        }
    }

    /// The browser to start; nil where none is installed.
    package var found: Browser? {
        browser.map { $0.isInstalled ? $0 : nil } ?? Browser.allCases.first(where: \.isInstalled)
    }

    /// What `key` of a page's front matter does not do in the browser of this machine; nil where it does what it says.
    package func omission(of key: String, for program: GuestProgram) -> String? {
        guard browser ?? found == .cog else { return nil }
        switch (program.source, key) {
        case (.command, _): return nil
        case (_, "hosts") where program.hosts.map { $0 != ["*"] } ?? false:
            return
                "cog, the browser of this machine, takes no notice of hosts, so the page may lead visitors anywhere: "
                + "apt install chromium, and write browser = \"chromium\" in [web] of the machine's file"
        case (_, "history") where program.usesHistory:
            return
                "cog, the browser of this machine, takes no notice of history, so the way back leaves the page at once: "
                + "remove this line, or take Chromium"
        default: return nil
        }
    }

    /// Whether a kiosk that this user runs would run programs as root: bezel.service, if it is installed, has them run as users of their own.
    package static var runsAsRoot: Bool {
        let folders = ["/etc/systemd/system", "/usr/local/lib/systemd/system", "/lib/systemd/system"]
        return geteuid() == 0 && !folders.contains { access("\($0)/bezel.service", F_OK) == 0 }
    }

    /// Why `program` cannot be started.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The command for `program`, for a visitor who reads `language`. Throws when the program or the browser is not installed, or refuses to run
    /// as root, as which it runs if `isRoot`.
    package func command(
        for program: GuestProgram, language: String? = nil, asRoot isRoot: Bool = false
    ) throws(Problem) -> ProgramCommand {
        switch program.source {
        case .command(let words):
            if let problem = InstalledProgram(name: words.first ?? "").problem { throw Problem(description: problem) }
            return ProgramCommand(words: words, ignoresCancelledFingers: program.name == Browser.cog.rawValue)
        case .web(let url): return try browse(url, language, isRoot)
        case .file(let path):
            // The address of a file begins with the whole way to it.
            let (file, rest) = (String(path.prefix { $0 != "?" && $0 != "#" }), path.drop { $0 != "?" && $0 != "#" })
            guard let whole = realpath(file, nil) else { throw Problem(description: "\(file) cannot be read") }
            defer { free(whole) }
            return try browse("file://" + Self.escaped(String(cString: whole)) + rest, language, isRoot)
        }
    }

    /// Why `program` cannot be started on this machine, as root if `isRoot`; nil if it can.
    package func problem(with program: GuestProgram, asRoot isRoot: Bool = false) -> Problem? {
        do throws(Problem) {
            switch program.source {
            case .command: _ = try command(for: program)
            case .web(let address), .file(let address): _ = try browse(address, nil, isRoot)
            }
            return nil
        } catch { return error }
    }

    private func browse(_ url: String, _ language: String?, _ isRoot: Bool) throws(Problem) -> ProgramCommand {
        guard let found else {
            let missing = browser ?? .chromium
            throw Problem(description: "no browser is installed: apt install \(missing.package)")
        }
        if isRoot, found == .chromium, !arguments.contains("--no-sandbox") {
            throw Problem(
                description:
                    "chromium refuses to run as root: run bezel as another user or as a service, which runs it as a user of its own, "
                    + "or give up its sandbox by arguments = [\"--no-sandbox\"] in [web] of the machine's file")
        }
        return found.command(url, arguments, language: language)
    }

    /// `path` as a part of an address.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "/-._~".utf8.contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
