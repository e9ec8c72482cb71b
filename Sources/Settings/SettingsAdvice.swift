// What to write in place of what toml++ refuses: it says what its grammar expects, not what an author does about it.

/// The advice for one syntax error in TOML.
struct SettingsAdvice {
    /// The lines of the document, without their ends.
    private let lines: [[Unicode.Scalar]]
    private let place: SettingsPlace
    /// What toml++ was reading, such as `array`.
    private let part: String
    /// What toml++ says of it.
    private let reason: String

    /// The advice where toml++ says `sentence` at `place` of the document `lines`.
    init(_ sentence: String, at place: SettingsPlace, in lines: [[Unicode.Scalar]]) {
        self.lines = lines.map { $0.last == "\r" ? Array($0.dropLast()) : $0 }
        self.place = place
        let prefix = "Error while parsing "
        let rest = sentence.hasPrefix(prefix) ? String(sentence.dropFirst(prefix.count)) : sentence
        let colon = rest.firstRange(of: ": ")
        part = colon.map { String(rest[..<$0.lowerBound]) } ?? ""
        reason = colon.map { String(rest[$0.upperBound...]) } ?? rest
    }

    private var line: [Unicode.Scalar] { lines.indices.contains(place.line - 1) ? lines[place.line - 1] : [] }
    /// The sign at the place; nil at the end of the line.
    private var sign: Unicode.Scalar? {
        line.indices.contains(place.column - 1) ? line[place.column - 1] : nil
    }
    /// The text of the line before the place, without spaces at its ends.
    private var before: String { text(line.prefix(max(0, place.column - 1))) }

    private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(String(text).drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The mistake, with what to write.
    var mistake: SettingsMistake {
        if let mark = foreignLine { return at(firstColumn, mark) }
        if reason.hasPrefix("cannot redefine existing ") { return at(place.column, redefinition) }
        return switch part {
        case "array": list
        case "inline table":
            at(
                place.column,
                reason.contains("dangling comma")
                    ? "remove the comma before }"
                    : "a table between { and } stands in one line, as in { x = 1, y = 2 }; end it with }")
        case "table header": at(place.column, heading)
        case "string", "unicode scalar sequence": string
        case "key-value pair", "key", "root table": pair
        default: value
        }
    }

    private func at(_ column: Int, _ message: String, line: Int? = nil) -> SettingsMistake {
        SettingsMistake(message: message, place: SettingsPlace(line: line ?? place.line, column: column))
    }

    /// The column of the first sign of the line that is no space.
    private var firstColumn: Int { (line.firstIndex { $0 != " " && $0 != "\t" } ?? 0) + 1 }

    /// What is wrong with a line that belongs to another format; nil for a line of TOML.
    private var foreignLine: String? {
        let text = text(line)
        if text.hasPrefix("//") || text.hasPrefix(";") || text.hasPrefix("/*") { return "a comment begins with #" }
        if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: text.hasPrefix) {
            return "two versions of the file were not merged; keep the lines of one of them, and remove this mark"
        }
        if text.allSatisfy({ $0 == "-" || $0 == "+" }), text.count >= 3 {
            return "TOML has no lines of \(text); remove this line"
        }
        return text.hasPrefix("{") ? "settings are lines such as title = \"Hours\", without { and }" : nil
    }

    /// The tables of which a file may have several.
    private static let lists: Set = ["place", "screen"]

    /// What is wrong with a key or a table that is there twice.
    private var redefinition: String {
        let name = reason.split(separator: "'").dropFirst().first.map(String.init) ?? before
        let key = name.split(separator: ".").last.map(String.init) ?? name
        let isHeading = part == "table header"
        // A key stands again in the same table, and a table anywhere above.
        let above = lines.prefix(max(0, place.line - 1)).map { text($0) }
        let first = above.indices.last { index in
            let line = above[index]
            if isHeading, line.hasPrefix("[\(name)]") || line.hasPrefix("[[\(name)]]") { return true }
            return line.hasPrefix(key) && line.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }.first == "="
        }
        let there = first.map { " in line \($0 + 1)" } ?? " further up"
        if isHeading, Self.lists.contains(name) {
            return "there is a table [\(name)] already\(there); where there are several, each is written as [[\(name)]]"
        }
        if isHeading, reason.hasSuffix("as table") {
            return name == "theme"
                ? "theme is a value already\(there); remove it there, and write base = … with that value into [theme]"
                : "\"\(name)\" is a value already\(there), so it cannot be a table too; rename one of them"
        }
        return isHeading
            ? "there is a table [\(name)] already\(there); put the keys of both into one"
            : "\"\(key)\" is set already\(there); remove one of the two"
    }

    /// What is wrong in a list.
    private var list: SettingsMistake {
        let isNextKey = place.column == firstColumn && (line.contains("=") || sign == "[")
        if reason.contains("end-of-file") || isNextKey {
            // The list may have begun many lines before.
            let begin = lines.prefix(isNextKey ? place.line - 1 : place.line).lastIndex { line in
                SettingsMistake.value(of: line).map { line[$0 - 1] == "[" } == true
            }
            if let begin, let column = SettingsMistake.value(of: lines[begin]) {
                return at(column, "the list that begins here has no ] at its end", line: begin + 1)
            }
            return at(place.column, "a list has no ] at its end")
        }
        if reason.hasSuffix("saw comma") { return at(place.column, "there is a comma too many; remove it") }
        return at(place.column, "write a comma between two values of a list")
    }

    /// What is wrong with the heading of a table.
    private var heading: String {
        if reason.contains("blank bare keys") { return "a table needs a name, as in [idle]" }
        if sign == "]" { return "there is a ] too many; remove it" }
        return reason.hasPrefix("expected a comment")
            ? "the heading of a table has a line of its own; begin a new line here"
            : "the heading of a table ends with ], as in [idle]"
    }

    /// What is wrong in text between quotes.
    private var string: SettingsMistake {
        if part != "string" || reason.hasPrefix("expected hex") {
            return at(place.column, "after \\u come four hexadecimal digits, as in \\u00E9, and after \\U eight")
        }
        if reason.hasPrefix("unknown escape") {
            return at(
                place.column,
                "a backslash in text is written twice, \\\\, or the text is put between single quotes: 'a\\b'")
        }
        if reason.contains("end-of-file"),
            let mark = ["\"\"\"", "'''"].first(where: { text(line).contains($0) || hasOpen($0) }),
            let begin = lines.prefix(place.line).lastIndex(where: { text($0).contains(mark) }),
            let column = lines[begin].firstIndex(of: mark.unicodeScalars.first ?? "\"")
        {
            return at(column + 1, "the text that begins here has no \(mark) at its end", line: begin + 1)
        }
        if let quote = SettingsMistake.openQuote(in: line[...]) {
            return at(quote + 1, "the text that begins here has no \(line[quote]) at its end")
        }
        return at(place.column, "this control character is not allowed in text; remove it")
    }

    private func hasOpen(_ mark: String) -> Bool { lines.prefix(place.line).contains { text($0).contains(mark) } }

    /// What is wrong in a line with a key.
    private var pair: SettingsMistake {
        if reason.hasPrefix("expected '='") || reason.contains("end-of-file") && !before.hasSuffix("=")
            || part == "key" && !reason.contains("value")
        {
            return at(place.column, equalsSign)
        }
        if reason.hasPrefix("expected a comment") { return behindValue }
        if reason.hasPrefix("expected value") || reason.contains("end-of-file") && before.hasSuffix("=") {
            let key = before.hasSuffix("=") ? text(before.unicodeScalars.dropLast()) : before
            return at(
                place.column, "\"\(key)\" has no value; write text in quotes, a number, true, false, or a list in [ ]")
        }
        if sign == "=" { return at(place.column, "write a key before =, as in title = \"Hours\"") }
        return at(
            place.column, "a line is a key with its value, such as title = \"Hours\", or a heading, such as [idle]")
    }

    /// What is wrong where = was expected.
    private var equalsSign: String {
        let key = before
        guard let sign else { return "\"\(key)\" has no value; write \(key) = and the value" }
        switch sign {
        case ":": return "write = in place of :, as in \(key) = \"…\""
        case "]": return "the heading of a table is written as [\(key)]"
        case _ where sign.value >= 0x80 || line[..<(place.column - 1)].contains { $0.value >= 0x80 }:
            return "a key with other letters than a to z is written in quotes"
        case _ where sign.properties.isAlphabetic && line[place.column...].contains("="):
            return "a key with a space is written in quotes; or is this the next line?"
        case _
        where sign.properties.isAlphabetic || "\"'[{-+".unicodeScalars.contains(sign)
            || sign.properties.numericType != nil:
            return "write = between a key and its value, as in \(key) = \"…\""
        default: return "a key has only the letters a to z, digits, - and _; write others in quotes"
        }
    }

    /// What is wrong with what follows a value in its line.
    private var behindValue: SettingsMistake {
        let begin = SettingsMistake.value(of: line)
        if sign == "," { return at(place.column, "remove the comma: a line has one key with its value") }
        if sign == "]" || sign == "}" { return at(place.column, "there is a \(sign!) too many; remove it") }
        if let begin, line[begin - 1].properties.numericType != nil {
            return at(
                begin,
                "this is no number; text is written in quotes, also where it begins with a number, as in \"60 s\"")
        }
        if place.column >= 2, line.indices.contains(place.column - 2), line[place.column - 2] == "\"" {
            return at(
                place.column - 1,
                "the text ends at this quote; a quote in text is written as \\\", or the whole text stands between single quotes"
            )
        }
        return at(place.column, "a line has one key with its value; begin a new line here")
    }

    /// What is wrong with a value.
    private var value: SettingsMistake {
        let begin = SettingsMistake.value(of: line) ?? place.column
        if reason.contains("maximum nested") {
            return at(place.column, "lists and tables lie in more than 8 others; write them flat")
        }
        if sign == "=", part == "value" { return at(place.column, "there is an = too many; remove it") }
        if reason.hasPrefix("leading zero") {
            return at(begin, "a number has no zeros before it; remove them, or write text in quotes")
        }
        if reason.contains("representable") { return at(begin, "this number is too large") }
        if let sign, sign.properties.isAlphabetic, part == "value" {
            return at(place.column, "text is written in quotes")
        }
        let word = line[min(line.count, begin - 1)...].prefix { $0 != " " && $0 != "," && $0 != "]" && $0 != "#" }
        if ["integer", "floating-point", "date", "time"].contains(where: part.contains), !word.isEmpty {
            if part.contains("floating"), word.allSatisfy({ $0 == "." || $0.properties.numericType != nil }) {
                return at(begin, "a number has digits on both sides of its point, as in 0.5 and 1.0")
            }
            let quoted = word.contains("\"") || word.contains("[") ? "" : ": \"\(text(word))\""
            return at(begin, "this is no number, date or time; text is written in quotes" + quoted)
        }
        return at(
            place.column,
            "this is no value; write text in quotes, a number such as 5 or 2.5, true, false, or a list in [ ]")
    }
}
