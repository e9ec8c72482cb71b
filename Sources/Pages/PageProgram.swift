// The program of a page, in its front matter: `app`, or `url`, and what goes with them.

import Geometry
import Settings
import Stage

extension GuestProgram {
    /// The most words of a command. More are a mistake, and have to fit in one message.
    private static let mostWords = 64
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
        if let hosts { self.hosts = ProgramHosts.checked(hosts, settings) }
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
        guard let words else { return url.flatMap { ProgramAddress(url: $0).source(settings) } }
        let size = words.reduce(0) { $0 + $1.utf8.count + 1 }
        if words.first?.isEmpty ?? true {
            settings.report(
                "app", "app is empty: name a program, such as \"gnome-clocks\" or [\"foot\", \"--maximized\"]")
        } else if words.count > mostWords || size > ProgramAddress.longest {
            settings.report(
                "app",
                "app has more than \(mostWords) words or \(ProgramAddress.longest) bytes; write a script, and name it")
        } else if words.contains(where: \.hasControlCharacters) {
            settings.report("app", "app contains a control character, such as a line break: write it without")
        } else if WebAddress(words[0])?.isOfWeb == true {
            settings.report(
                "app", "app names a program, and \"\(words[0])\" is an address: write url in place of app")
        } else {
            if let advice = ProgramWords(words: words, text: settings.text("app")).advice {
                settings.report("app", advice, severity: .warning)
            }
            return .command(words)
        }
        return nil
    }
}
