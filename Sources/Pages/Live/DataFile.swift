// The values of a file that something else writes: a table of CSV, or JSON.

import Settings
import Stage

/// A file's table and its single values, as far as pages can show them.
package struct DataFile: Hashable, Sendable {
    /// The names of the table's columns.
    package var columns: [String] = []
    /// The rows of the table. Each has as many cells as there are columns.
    package var rows: [[String]] = []
    /// The values that are not in the table, by their paths, such as `weather.wind`.
    package var values: [String: String] = [:]
    /// The first line of the file whose row has fewer cells than there are columns, counted from 1; nil for none.
    var shortLine: Int?
    /// A warning of a lost letter in the file; nil for none.
    var lostLetter: Diagnostic?

    /// The most bytes of a file.
    static let mostBytes = 256 << 10
    /// The most rows, columns and cells of the table. More than these make a page too slow.
    static let (mostRows, mostColumns, mostCells) = (100, 12, 400)
    /// The most values outside of the table.
    static let mostValues = 400
    /// The most characters of a cell or a value.
    static let longestText = 300
    /// The most characters of all cells and values.
    static let longestTexts = 8000
    /// The most files of a kiosk.
    static let mostFiles = 16

    /// A file without values.
    init() {}

    /// Whether a file called `name` can hold values.
    static func isName(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".json") || name.hasSuffix(".csv")
    }

    /// The value at `path`: a name, or names with dots between them. In a table, `0.time` is the cell in the column `time` of the first
    /// row, and `S1.time` that of the first row that begins with the cell `S1`. Nil for none.
    func value(at path: String) -> String? { values[path] ?? cells(at: path).first }

    /// The cells of the table that `path` can mean, of which the first counts.
    func cells(at path: String) -> [String] {
        if let dot = path.firstIndex(of: "."), let row = Int(path[..<dot]) {
            // A number is always a place, so that it means the same however many rows there are.
            guard rows.indices.contains(row),
                let column = columns.firstIndex(of: String(path[path.index(after: dot)...]))
            else { return [] }
            return [rows[row][column]]
        }
        for (index, column) in columns.enumerated() where path.hasSuffix(".\(column)") {
            let name = path.dropLast(column.count + 1)
            let found = rows.filter { $0[0] == name && !name.isEmpty }
            if !found.isEmpty { return found.map { $0[index] } }
        }
        return []
    }

    /// What keeps these values from being shown; nil for nothing. `lines` are those of the rows in a file that has lines.
    func problem(lines: [Int]) -> String? {
        let cells = rows.count * columns.count
        if rows.count > Self.mostRows { return "has \(rows.count) rows; the most is \(Self.mostRows)" }
        if columns.count > Self.mostColumns { return "has \(columns.count) columns; the most is \(Self.mostColumns)" }
        if cells > Self.mostCells { return "has \(cells) cells; the most is \(Self.mostCells)" }
        if values.count > Self.mostValues { return "has \(values.count) values; the most is \(Self.mostValues)" }
        var length = 0
        for (name, text) in texts(lines: lines) {
            let count = text.unicodeScalars.count
            length += count
            if count > Self.longestText {
                return "\(name) has \(count) characters; the most is \(Self.longestText)"
            }
            if let problem = ContentRules.problem(ofText: text) { return "\(name): \(problem)" }
        }
        if text.utf8.count > StageValues.mostBytes { return "has names and values of more than 64 KiB" }
        return length > Self.longestTexts
            ? "has \(length) characters in its values; the most is \(Self.longestTexts)" : nil
    }

    /// All texts, with what they are for messages.
    private func texts(lines: [Int]) -> [(name: String, text: String)] {
        var texts = columns.enumerated().map { ("the name of column \($0.offset + 1)", $0.element) }
        for (number, row) in rows.enumerated() {
            let place = lines.indices.contains(number) ? "line \(lines[number])" : "row \(number + 1)"
            for (column, text) in zip(columns, row) { texts.append(("\(column) in \(place)", text)) }
        }
        return texts + values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What is shown otherwise than the author of `file` may expect.
    func warnings(file: String) -> [Diagnostic] {
        var found = [lostLetter].compactMap(\.self)
        if let shortLine {
            found.append(
                Diagnostic(
                    "this row has fewer cells than the \(columns.count) columns that the first line names; the others are empty",
                    file: file, line: shortLine, severity: .warning))
        }
        if let cell = rows.joined().first(where: { $0.contains("{{") && $0.contains("}}") }) {
            found.append(
                Diagnostic(
                    "\"\(cell)\" is shown as it is written; only pages have places {{…}} that change", file: file,
                    severity: .warning))
        }
        return found
    }

    /// Whether the file is a list without items, as of a feed that has none now. Anything else has a column or a value.
    var isEmpty: Bool { columns.isEmpty && values.isEmpty }

    // MARK: As text

    /// The values as text, for recordings and for the stage.
    package var text: String {
        let head = columns.joined(separator: Self.unit)
        let table = [head] + rows.map { $0.joined(separator: Self.unit) }
        let pairs = values.sorted { $0.key < $1.key }.map { $0.key + Self.unit + $0.value }
        return table.joined(separator: Self.record) + Self.group + pairs.joined(separator: Self.record)
    }

    /// The values in `text`, which `text` of a file has made; no values for any other text.
    init(text: String) {
        let parts = text.split(separator: Self.group, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        func rows(_ part: Substring) -> [[String]] {
            part.split(separator: Self.record, omittingEmptySubsequences: false).map {
                $0.split(separator: Self.unit, omittingEmptySubsequences: false).map(String.init)
            }
        }
        let table = rows(parts[0])
        columns = parts[0].isEmpty ? [] : table[0]
        self.rows = Array(table.dropFirst().filter { $0.count == columns.count }.prefix(Self.mostRows))
        for pair in rows(parts[1]) where pair.count == 2 { values[pair[0]] = pair[1] }
    }

    /// The separators of ASCII. `clean` keeps them out of the values.
    private static let (unit, record, group) = ("\u{1F}", "\u{1E}", "\u{1D}")

    /// `text` in one line, without control characters and spaces at its ends.
    static func clean(_ text: String) -> String {
        text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
    }
}
