// Syntax errors in TOML documents. Some get a clearer message than toml++ gives.

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
        // A string without quotes is the most frequent error. It may begin like a boolean or a number: `true story`.
        if let value = SettingsMistake.value(of: line), place.column >= value, line[value - 1].properties.isAlphabetic,
            !sentence.contains(": cannot redefine ")
        {
            self.init(message: "text is written in quotes", place: SettingsPlace(line: place.line, column: value))
        } else if sentence.hasPrefix("Error while parsing key: expected bare key "),
            line.contains("["), line.prefix(place.column - 1).allSatisfy({ "[ \t".unicodeScalars.contains($0) })
        {
            self.init(
                message: "a table's name begins with a letter from a to z, a digit, - or _, or is in quotes",
                place: place)
        } else {
            let prefix = "Error while parsing "
            self.init(
                message: sentence.hasPrefix(prefix) ? "wrong TOML in " + sentence.dropFirst(prefix.count) : sentence,
                place: place)
        }
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
    private static func value(of line: [Unicode.Scalar]) -> Int? {
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
