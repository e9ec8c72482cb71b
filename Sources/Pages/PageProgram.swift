// The program of a page, in its front matter: `app`, or `url`, and what goes with them.

import Geometry
import Settings
import Stage

extension GuestProgram {
    /// The most words of a command, and the most bytes of an address. Longer ones are mistakes, and have to fit in one message.
    private static let (mostWords, longest) = (64, 2048)
    /// The most hosts of a page. Each is a part of one of the browser's arguments.
    private static let mostHosts = 64
    /// The longest `keep`: no visit is longer.
    private static let longestKeep = Instant.Span.seconds(24 * 3600)

    /// The keys that go with `app` or `url`.
    private static let companions = ["hosts", "history", "keep", "start"]

    /// The program that the front matter `settings` names; nil if it names none.
    init?(reading settings: Settings) {
        let source = Self.source(reading: settings)
        let hosts = settings.strings("hosts", such: "\"example.org\"")
        let usesHistory = settings.bool("history")
        let keep = settings.span("keep")
        let start = settings.choice("start", Start.self)
        Self.checkCompanions(of: source, in: settings)
        guard let source else { return nil }
        self.init(source)
        if let hosts { self.hosts = Self.checked(hosts, settings) }
        self.usesHistory = usesHistory ?? false
        self.start = start ?? .page
        if let keep, keep > Self.longestKeep {
            settings.reject("keep", "must be at most \"24 h\"")
        } else {
            self.keep = keep ?? self.keep
        }
    }

    /// Says which keys do nothing on this page, and that a page of the web may lead anywhere.
    private static func checkCompanions(of source: Source?, in settings: Settings) {
        if settings.has("url"), !settings.has("app") {
            let isMisspelt = Self.unknownKeys(in: settings).contains { Spelling(["hosts"]).nearest(to: $0) != nil }
            if source != nil, !settings.has("hosts"), !isMisspelt {
                settings.report(
                    "url",
                    "the page may lead visitors to any host: add hosts = [] to keep them on its own, with the names of others "
                        + "between the brackets, or hosts = [\"*\"] to allow all",
                    severity: .warning)
            }
        } else if settings.has("app") {
            for key in ["hosts", "history"] where settings.has(key) {
                settings.report(
                    key,
                    "\(key) does nothing here: it belongs to a web page, and this page shows a program; remove this line",
                    severity: .warning)
            }
        } else if let (key, meant) = misspelt(in: settings) {
            settings.reportUnknown(key, meaning: meant)
        } else {
            for key in companions where settings.has(key) {
                settings.report(
                    key,
                    "\(key) does nothing here: it belongs to a page that shows a program or a web page; add app or url, or "
                        + "remove this line",
                    severity: .warning)
            }
        }
    }

    /// The key that is meant to be `app` or `url`: it is spelt nearly so, or has an address of the web. Nil if there is none.
    private static func misspelt(in settings: Settings) -> (key: String, meant: String)? {
        let unknown = unknownKeys(in: settings)
        for key in unknown {
            if let near = Spelling(["url", "app"]).nearest(to: key) { return (key, near) }
        }
        return unknown.first(where: settings.isAddress).map { ($0, "url") }
    }

    private static func unknownKeys(in settings: Settings) -> [String] {
        let known = KeyPlaces.all.first { $0.file == .page && $0.table.isEmpty }?.keys ?? []
        return settings.keys.filter { !known.contains($0) }
    }

    private static func source(reading settings: Settings) -> Source? {
        let (words, url) = (settings.words("app", such: "\"foot\", \"--maximized\""), settings.string("url"))
        if settings.has("app"), settings.has("url") {
            settings.report("url", "a page shows a program or a web page: keep app or url, and remove the other line")
            return nil
        }
        if let words {
            let size = words.reduce(0) { $0 + $1.utf8.count + 1 }
            if words.first?.isEmpty ?? true {
                settings.report(
                    "app", "app is empty: name a program, such as \"gnome-clocks\" or [\"foot\", \"--maximized\"]")
            } else if words.count > mostWords || size > longest {
                settings.report(
                    "app", "app has more than \(mostWords) words or \(longest) bytes; write a script, and name it")
            } else if words.contains(where: \.hasControls) {
                settings.report("app", "app contains a control character, such as a line break: write it without")
            } else if WebAddress(words[0])?.isOfWeb == true {
                settings.report(
                    "app", "app names a program, and \"\(words[0])\" is an address: write url in place of app")
            } else {
                return .command(words)
            }
        }
        return url.flatMap { source(of: $0, settings) }
    }

    private static func source(of url: String, _ settings: Settings) -> Source? {
        let rule = "must begin with https:// or http://, or name a file of the kiosk's folder such as \"map.html\""
        guard url.utf8.count <= longest else {
            settings.report("url", "url has more than \(longest) bytes; browsers and servers refuse longer ones")
            return nil
        }
        guard !url.isEmpty, !url.contains(" "), !url.hasControls else {
            settings.reject("url", rule + ", without spaces (write %20)")
            return nil
        }
        if let address = WebAddress(url) {
            if address.isOfWeb { return .web(url: url) }
        } else if ["https://", "http://"].contains(where: url.lowercased().hasPrefix) {
            settings.report(
                "url",
                "\"\(url)\" has a host or a port that no browser understands: a host is a name such as example.org, and a port "
                    + "a number from 1 to 65535")
            return nil
        }
        let path = url.split(separator: "/", omittingEmptySubsequences: false)
        guard !url.contains(":"), !url.hasPrefix("/"), !path.contains(".."), !path.contains("") else {
            settings.reject("url", rule)
            return nil
        }
        let file = String(url.prefix { $0 != "?" && $0 != "#" })
        if [".md", ".toml"].contains(where: file.lowercased().hasSuffix) {
            settings.report(
                "url",
                file.lowercased().hasSuffix(".md")
                    ? "\"\(file)\" is a page of the kiosk, which a browser does not show: link to it from another page, as in "
                        + "[Title](\(file)), and remove this page"
                    : "\"\(file)\" has settings, which a browser does not show: name a page of the web, such as \"map.html\""
            )
            return nil
        }
        return .file(path: url)
    }

    /// `hosts`, with an error for each that is none.
    private static func checked(_ hosts: [String], _ settings: Settings) -> [String] {
        if hosts.count > mostHosts {
            settings.report(
                "hosts", "hosts names more than \(mostHosts); write *.example.org for all below example.org")
        }
        for (index, host) in hosts.enumerated() {
            guard let problem = problem(withHost: host) else { continue }
            settings.report("hosts", item: index, character: 0, problem)
        }
        return hosts.filter { problem(withHost: $0) == nil }.prefix(mostHosts).map { $0.lowercased() }
    }

    /// What is wrong with `text`, which should be the name of a host, with or without a port, or stand for all hosts below one, or for all;
    /// nil if nothing is.
    private static func problem(withHost text: String) -> String? {
        if text == "*" { return nil }
        if let address = WebAddress(text), address.isOfWeb {
            let port = address.port.map { ":\($0)" } ?? ""
            return "hosts names hosts, and \"\(text)\" is an address: write \"\(address.host)\(port)\""
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let name = parts[0].hasPrefix("*.") ? parts[0].dropFirst(2) : parts[0]
        let isName =
            !name.isEmpty && name.utf8.count <= 253
            && name.utf8.allSatisfy {
                $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
                    || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 >= 0x80
            }
        guard isName, parts.count <= 2 else {
            return "a host in hosts is a name such as \"example.org\" or \"*.example.org\", not \"\(text)\""
        }
        guard parts.count == 1 || UInt16(parts[1]).map({ $0 > 0 }) == true else {
            return "the port in \"\(text)\" must be a number from 1 to 65535, or be left out with its colon"
        }
        return nil
    }
}

extension Settings {
    /// Reports that the file that `program` shows is not in `folder`.
    func checkFile(of program: GuestProgram?, in folder: KioskFolder) {
        guard case .file(let path) = program?.source else { return }
        let name = String(path.prefix { $0 != "?" && $0 != "#" })
        guard !folder.files.contains(name) else { return }
        let near = FileNames(folder.files).nearest(to: name).map { "did you mean \"\($0)\"?" }
        report(
            "url",
            "there is no file \"\(name)\" in the kiosk's folder; \(near ?? "an address of the web begins with https://")"
        )
    }
}

extension Page {
    /// Says that the text in `source` from `line` on is not shown, if the window of a program is the page.
    func reportHiddenText(in source: SourceText, from line: Int, _ say: (Diagnostic) -> Void) {
        guard program != nil, !source.bytes(from: line).allSatisfy(" \t\r\n".utf8.contains) else { return }
        say(
            Diagnostic(
                "the window of the program is the page, so this text is not shown: remove it", file: file, line: line,
                severity: .warning))
    }
}

extension String {
    /// Whether a control character is in it.
    fileprivate var hasControls: Bool {
        unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }
}
