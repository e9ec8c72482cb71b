// What is wrong with `hosts` in the front matter of a page.

import Settings
import Stage

/// The hosts to which a page of the web may lead.
enum ProgramHosts {
    /// The most hosts of a page. Each is a part of one of the browser's arguments.
    private static let most = 64

    /// `hosts` in small letters, with an error in `settings` for each that is none.
    static func checked(_ hosts: [String], _ settings: Settings) -> [String] {
        if hosts.count > most {
            settings.report("hosts", "hosts names more than \(most); write *.example.org for all below example.org")
        }
        for (index, host) in hosts.enumerated() {
            guard let problem = problem(with: host) else { continue }
            settings.report("hosts", item: index, character: 0, problem)
        }
        return hosts.filter { problem(with: $0) == nil }.prefix(most).map { $0.lowercased() }
    }

    /// What is wrong with `text`, which should be the name of a host, with or without a port, or stand for all hosts below one, or for all;
    /// nil if nothing is.
    private static func problem(with text: String) -> String? {
        if text == "*" { return nil }
        let rule = "a host in hosts is a name such as \"example.org\" or \"*.example.org\", not \"\(text)\""
        let several = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
        if several != [text] {
            guard !several.isEmpty, several.allSatisfy({ problem(with: $0) == nil }) else { return rule }
            let list = Spelling.list(several.map { "\"\($0)\"" }, "and")
            return "each host in hosts is a text of its own, without spaces and commas in it: write \(list)"
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count > 1, text.hasPrefix("*") { return adviceForStar(text) ?? rule }
        if isName(parts[0]), parts.count == 2, UInt16(parts[1]).map({ $0 > 0 }) != true, !text.contains("/") {
            return "the port in \"\(text)\" must be a number from 1 to 65535, or be left out with its colon"
        }
        if isName(parts[0]), parts.count <= 2, !text.contains("/") { return nil }
        if let host = host(inAddress: text) {
            return "hosts names hosts, and \"\(text)\" is an address: write \"\(host)\""
        }
        return adviceForStar(text) ?? rule
    }

    /// Whether `text` is the name of a host, or `*.` and a name.
    private static func isName(_ text: Substring) -> Bool {
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 253
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy {
                        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
                            || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
                            || $0 == UInt8(ascii: "-")
                            || $0 >= 0x80
                    }
            }
    }

    /// The host, with its port, of `text`, which has more than that: a scheme, a user or a path. Nil if nothing like a host is in it.
    private static func host(inAddress text: String) -> String? {
        let rest = text.firstRange(of: "//").map { text[$0.upperBound...] } ?? text[...]
        let place = rest.prefix { !"/?#".contains($0) }.split(separator: "@").last ?? ""
        guard place.count < text.count, place.contains(".") || place.hasPrefix("localhost") else { return nil }
        return problem(with: String(place)) == nil ? String(place) : nil
    }

    /// What to write in place of `text`, in which a star or a dot stands where none may; nil if there is none.
    private static func adviceForStar(_ text: String) -> String? {
        let name = text.drop { $0 == "*" || $0 == "." }
        if text.hasPrefix("*."), name.contains(":") {
            return
                "a port belongs to one host, not to all below one: write \"\(text.prefix { $0 != ":" })\", or the hosts one by one"
        }
        if text.hasPrefix("*") || text.hasPrefix("."), isName(name), name.contains(".") {
            return
                "a * stands for all hosts below one, and is followed by a dot: write \"*.\(name)\" in place of \"\(text)\""
        }
        if text.hasSuffix("."), isName(text.dropLast()) {
            return "a host has no dot at its end: write \"\(text.dropLast())\""
        }
        return text.contains("*")
            ? "a * stands at the beginning alone, as in \"*.example.org\", or for all hosts as \"*\", not as in \"\(text)\""
            : nil
    }
}
