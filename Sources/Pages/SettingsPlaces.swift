// Where in a TOML document each key stands, which TOMLKit tells only for mistakes of syntax.

import TOMLKit

/// The line and column of each key and each value of a TOML document that is known to be right.
///
/// The document is cut into its statements, and TOMLKit says what each of them holds: a statement is the shortest run
/// of lines that is a document by itself, since nothing that spans lines (a list, a long string) is one before its end.
struct SettingsPlaces {
    /// A line from 1 in the document, and columns in characters from 1.
    struct Place: Equatable {
        var line: Int
        /// Where the key begins.
        var key: Int
        /// Where the value begins, behind the `=`.
        var value: Int
    }

    private var places: [[String]: Place] = [:]

    /// Finds the places of `text`, whose first line counts as `firstLine`.
    init(_ text: String, firstLine: Int) {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Array($0.last == "\r" ? $0.dropLast() : $0) }
        var heading: [String] = []
        var counts: [[String]: Int] = [:]
        var start = 0
        while start < lines.count {
            guard let first = lines[start].first(where: { !" \t\r".unicodeScalars.contains($0) }), first != "#" else {
                start += 1
                continue
            }
            var end = start
            var statement = String(String.UnicodeScalarView(lines[start]))
            var table = try? TOMLTable(string: statement)
            while table == nil, end + 1 < lines.count {
                end += 1
                statement += "\n" + String(String.UnicodeScalarView(lines[end]))
                table = try? TOMLTable(string: statement)
            }
            guard let table else { return }
            let line = SettingsLine(lines[start])
            if first == "[" {
                heading = SettingsPlaces.heading(table)
                let place = Place(line: firstLine + start, key: line.start, value: line.start)
                for length in 1..<(heading.count + 1) { note(place, at: Array(heading[..<length])) }
                if table[heading[0]]?.array != nil, heading.count == 1 {
                    counts[heading, default: -1] += 1
                    heading.append(SettingsPlaces.element(counts[heading] ?? 0))
                    note(place, at: heading)
                }
            } else {
                let place = Place(line: firstLine + start, key: line.start, value: line.value)
                note(table, under: heading, at: place, in: line)
            }
            start = end + 1
        }
    }

    /// The part of a path that stands for table `number` of those with one name (`[[name]]`).
    static func element(_ number: Int) -> String { "#\(number)" }

    /// Where the key at `path` stands; nil when the document has no such key.
    subscript(path: [String]) -> Place? { places[path] }

    private mutating func note(_ place: Place, at path: [String]) {
        if places[path] == nil { places[path] = place }
    }

    /// Notes all that `table`, made by one statement, holds.
    private mutating func note(_ table: TOMLTable, under path: [String], at place: Place, in line: SettingsLine) {
        for key in table.keys {
            guard let value = table[key] else { continue }
            // Tables in braces have keys further on in the line; those of a dotted key begin where the statement does.
            var here = place
            if table.inline, let found = line.find(key) {
                here = Place(line: place.line, key: found.key, value: found.value)
            }
            note(here, at: path + [key])
            if let inner = value.table { note(inner, under: path + [key], at: here, in: line) }
        }
    }

    /// The path that a statement in brackets opens.
    private static func heading(_ table: TOMLTable) -> [String] {
        var path: [String] = []
        var next: TOMLTable? = table
        while let table = next, let key = table.keys.first {
            path.append(key)
            next = table[key]?.table ?? table[key]?.array?.first?.table
        }
        return path
    }
}

/// The first line of a statement, in which keys and values are looked for.
struct SettingsLine {
    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// The column of the sign by which the name in a heading begins, where no name may begin with it; nil where the line
    /// is no heading, or a right one. `isFirst`: a file may begin with a byte order mark.
    static func wrongHeading(_ line: Substring.UnicodeScalarView, isFirst: Bool) -> Int? {
        var rest = line
        if isFirst, rest.first == "\u{FEFF}" { rest.removeFirst() }
        func skipSpaces() { while rest.first == " " || rest.first == "\t" { rest.removeFirst() } }
        skipSpaces()
        guard rest.popFirst() == "[" else { return nil }
        skipSpaces()
        if rest.first == "[" {
            rest.removeFirst()
            skipSpaces()
        }
        if let sign = rest.first,
            "]-_\"'".unicodeScalars.contains(sign)
                || sign.isASCII && (sign.properties.isAlphabetic || sign.properties.numericType != nil)
        {
            return nil
        }
        return line.distance(from: line.startIndex, to: rest.startIndex) + 1
    }

    /// The column of what is first in the line.
    var start: Int { (scalars.firstIndex { $0 != " " && $0 != "\t" } ?? 0) + 1 }

    /// The column of the value behind the first `=` that stands in no quotes.
    var value: Int {
        var quote: Unicode.Scalar?
        for (index, scalar) in scalars.enumerated() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "=" {
                return behind(index) + 1
            }
        }
        return start
    }

    /// The columns of `key` and of its value, where `key =` stands in a table in braces.
    func find(_ key: String) -> (key: Int, value: Int)? {
        let wanted = Array(key.unicodeScalars)
        guard !wanted.isEmpty, scalars.count > wanted.count else { return nil }
        for start in 1..<(scalars.count - wanted.count + 1)
        where Array(scalars[start..<start + wanted.count]) == wanted {
            var before = start - 1
            var after = start + wanted.count
            if "\"'".unicodeScalars.contains(scalars[before]), after < scalars.count, scalars[after] == scalars[before]
            {
                (before, after) = (before - 1, after + 1)
            }
            let begin = before + 1
            while before >= 0, scalars[before] == " " || scalars[before] == "\t" { before -= 1 }
            while after < scalars.count, scalars[after] == " " || scalars[after] == "\t" { after += 1 }
            guard before >= 0, scalars[before] == "{" || scalars[before] == ",", after < scalars.count,
                scalars[after] == "="
            else { continue }
            return (begin + 1, behind(after) + 1)
        }
        return nil
    }

    /// The index of what is next after the sign at `index` and spaces.
    private func behind(_ index: Int) -> Int {
        var next = index + 1
        while next < scalars.count, scalars[next] == " " || scalars[next] == "\t" { next += 1 }
        return next
    }
}
