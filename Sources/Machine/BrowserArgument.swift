// What is wrong with an argument for the browser in [web] of the machine's file.

/// A text of `arguments`.
struct BrowserArgument {
    let word: String

    /// The arguments with which the kiosk starts `browser` itself.
    private static func own(of browser: Browser) -> [String] {
        browser.command("", [], language: "en").words.filter { $0.hasPrefix("--") }
    }

    /// What an argument of Chromium's does that no kiosk wants.
    private static let harm = [
        "--remote-debugging-port": "lets every program of this machine steer the browser",
        "--disable-web-security": "lets each page read all others",
        "--single-process": "lets a page that crashes end the browser",
    ]

    private static func name(of argument: some StringProtocol) -> String { String(argument.prefix { $0 != "=" }) }

    /// What is probably not meant, with what to write; nil if nothing is found. `browser` is nil for the first that is installed.
    func advice(for browser: Browser?) -> String? {
        let parts = word.split(separator: " ").map(String.init)
        if word.hasPrefix("-"), parts.count > 1,
            !parts[0].contains("=") || parts.dropFirst().contains(where: { $0.hasPrefix("--") })
        {
            return "each argument is a text of its own, with its value after an =: write \(Self.list(parts))"
        }
        return browser == .cog ? adviceForCog : adviceForChromium
    }

    /// `parts` as texts of a list: those that do not begin with a dash are values of the ones before.
    private static func list(_ parts: [String]) -> String {
        var texts: [String] = []
        for part in parts {
            if part.hasPrefix("-") || texts.isEmpty {
                texts.append(part)
            } else {
                texts[texts.count - 1] += (texts[texts.count - 1].contains("=") ? " " : "=") + part
            }
        }
        return texts.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private var adviceForCog: String? {
        if Self.own(of: .cog).contains(where: { Self.name(of: $0) == Self.name(of: word) }) {
            return "the kiosk starts cog with \(Self.name(of: word)) itself: remove it"
        }
        let chromiums = Self.own(of: .chromium).map(Self.name) + ["--force-dark-mode", "--no-sandbox", "--incognito"]
        return chromiums.contains(Self.name(of: word))
            ? "\(Self.name(of: word)) is an argument of Chromium; cog ends at one that it does not know: remove it"
            : nil
    }

    private var adviceForChromium: String? {
        guard word.hasPrefix("-") else {
            return
                "an argument of the browser begins with --, and it takes \"\(word)\" for one more address to open; write "
                + "what belongs to an argument into one text with it, such as \"--window-size=800,600\""
        }
        if word.allSatisfy({ $0 == "-" }) { return "\"\(word)\" is no argument: remove it" }
        if !word.hasPrefix("--") { return "an argument of the browser begins with two dashes: write \"-\(word)\"" }
        let name = Self.name(of: word)
        if let harm = Self.harm[name] { return "\(name) \(harm): remove it" }
        guard let own = Self.own(of: .chromium).first(where: { Self.name(of: $0) == name }) else { return nil }
        if ["--lang", "--accept-lang"].contains(name) {
            return
                "the kiosk sets \(name) to the language of the visit, which this would replace: remove it, and write language into "
                + "kiosk.toml"
        }
        guard name.hasSuffix("-features") else {
            return "the kiosk starts the browser with \(own) itself" + (own == word ? "" : ", which this would replace")
                + ": remove it"
        }
        let (features, given) = (own.dropFirst(name.count + 1), word.dropFirst(name.count + 1).split(separator: ","))
        return features.split(separator: ",").allSatisfy(given.contains)
            ? nil : "this list would replace the kiosk's own: write \(own),… with the kiosk's words first"
    }
}
