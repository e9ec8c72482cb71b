// Syntax errors in TOML documents, in words that an author understands.

/// A syntax error in a TOML document, and its place.
struct SettingsMistake: Error {
    let message: String
    let place: SettingsPlace

    /// A zero byte, literal or written as `\u0000`. C functions, such as those that take a file name, would end the text there.
    static func zeroByte(at place: SettingsPlace) -> SettingsMistake {
        SettingsMistake(message: "a zero byte is not allowed in text", place: place)
    }

    init(message: String, place: SettingsPlace) { (self.message, self.place) = (message, place) }

    /// The error that toml++ describes as `sentence`, at `place` of `text`.
    init(_ sentence: String, at place: SettingsPlace, in text: String) {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let line = lines.indices.contains(place.line - 1) ? Array(lines[place.line - 1]) : []
        let value = SettingsMistake.value(of: line)
        // Word processors and phones write other quotes.
        let places = [place.column - 1, value.map { $0 - 1 }].compactMap(\.self).filter(line.indices.contains)
        if let curly = places.first(where: { Self.curlyQuotes.contains(line[$0]) }) {
            self.init(
                message: "did you mean straight quotes? Write \" in place of \(line[curly])",
                place: SettingsPlace(line: place.line, column: curly + 1))
            return
        }
        if let value, let quote = SettingsMistake.openQuote(in: line[(value - 1)...]) {
            self.init(
                message: "the text that begins here has no \(line[quote]) at its end",
                place: SettingsPlace(line: place.line, column: quote + 1))
            return
        }
        // A string without quotes is the most frequent error. It may begin like a boolean or a number: `true story`.
        if let value, place.column >= value, line[value - 1].properties.isAlphabetic,
            !sentence.contains(": cannot redefine ")
        {
            let written = String(String.UnicodeScalarView(line[(value - 1)...].prefix { $0 != "#" && $0 != "\r" }))
            let word = String(written.reversed().drop(while: \.isWhitespace).reversed())
            let message =
                switch word.lowercased() {
                case "true", "false": word == word.lowercased() ? "text is written in quotes" : Self.capitalized
                case "yes", "on": "write true, or text in quotes"
                case "no", "off": "write false, or text in quotes"
                default: "text is written in quotes"
                }
            self.init(message: message, place: SettingsPlace(line: place.line, column: value))
        } else if sentence.hasPrefix("Error while parsing key: expected bare key "),
            line.contains("["), line.prefix(place.column - 1).allSatisfy({ "[ \t".unicodeScalars.contains($0) })
        {
            self.init(
                message: "a table's name begins with a letter from a to z, a digit, - or _, or is in quotes",
                place: place)
        } else {
            self = SettingsAdvice(sentence, at: place, in: lines.map(Array.init)).mistake
        }
    }

    private static let capitalized = "true and false are written in small letters"
    private static let curlyQuotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "‘", "’", "‚", "«", "»", "″"]

    /// The index of the quote in `line` that begins a text without an end in the same line; nil for none. Texts of several lines,
    /// which begin with three quotes, are not looked at.
    static func openQuote(in line: ArraySlice<Unicode.Scalar>) -> Int? {
        var open: Int?
        var isEscaped = false
        for (index, scalar) in zip(line.indices, line) {
            if let begin = open {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\", line[begin] == "\"" {
                    isEscaped = true
                } else if scalar == line[begin] {
                    open = nil
                }
            } else if scalar == "\"" || scalar == "'" {
                if line[index...].prefix(3).elementsEqual([scalar, scalar, scalar]) { return nil }
                open = index
            } else if scalar == "#" {
                return nil
            }
        }
        return open
    }

    /// Throws if `text` has a zero byte or a line that is too long, because each dot in a key takes stack space.
    static func check(_ text: String) throws(SettingsMistake) {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if let zero = line.firstIndex(of: "\0") {
                let column = line.distance(from: line.startIndex, to: zero) + 1
                throw zeroByte(at: SettingsPlace(line: index + 1, column: column))
            }
            if line.count > Settings.longestLine {
                throw SettingsMistake(
                    message:
                        "the line is \(line.count) characters long; the longest allowed is \(Settings.longestLine)",
                    place: SettingsPlace(line: index + 1, column: 1))
            }
        }
    }

    /// The column of the text after the first `=` in `line` outside quotes; nil if there is none.
    static func value(of line: [Unicode.Scalar]) -> Int? {
        var quote: Unicode.Scalar?
        guard
            let sign = line.firstIndex(where: { scalar in
                if scalar == quote {
                    quote = nil
                } else if quote == nil, scalar == "\"" || scalar == "'" {
                    quote = scalar
                }
                return scalar == "=" && quote == nil
            })
        else { return nil }
        return line[(sign + 1)...].firstIndex { $0 != " " && $0 != "\t" }.map { $0 + 1 }
    }
}
