// A table on a page whose cells are in a file that something else writes.

import Drawing
import Settings

/// A table of the values in a file.
package struct DataTable: Hashable, Sendable {
    /// A column of the table.
    struct Column: Hashable, Sendable {
        /// Its name in the file.
        let name: String
        /// What is above it on the page.
        let heading: String
        /// At which side its cells stand.
        var alignment = TextAlignment.start

        /// Reads a part of a table's title: `line`, or `line = Route` with another heading. As in a table of Markdown, a colon after
        /// the name or the heading has the column stand at the end, and one before it as well in the middle.
        init(reading part: Substring) {
            var names = part.split(separator: "=", maxSplits: 1).map { DataFile.clean(String($0)) }
            for (index, text) in names.enumerated() where text.count > 1 && text.hasSuffix(":") {
                names[index] = DataFile.clean(String(text.dropLast()))
                alignment = .end
            }
            if alignment == .end, names[0].hasPrefix(":") {
                names[0] = DataFile.clean(String(names[0].dropFirst()))
                alignment = .center
            }
            (name, heading) = (names.first ?? "", names.last ?? "")
        }

        /// A column of the file, as it is there.
        init(_ name: String) { (self.name, heading) = (name, name) }
    }

    /// The path of the file in the kiosk's folder.
    let file: String
    /// The columns that are shown; empty for all of the file.
    let columns: [Column]
    /// What the table shows, in words. It stands in for the table while the file has no values.
    let description: String

    /// The table of the file at `file`. `title` names its columns, such as `time, line = Route`; empty for all.
    init(file: String, title: String, description: String) {
        (self.file, self.description) = (file, description)
        columns = title.split(separator: ",").map { Column(reading: $0) }
    }

    /// What is wrong with a column that is two, since a semicolon divides them; nil for nothing.
    private func divisionProblem(in data: DataFile) -> String? {
        let joined = columns.first {
            $0.heading.contains(";") && $0.heading.contains("=")
                || $0.name.contains(";") && !data.columns.contains($0.name)
        }
        guard let joined else { return nil }
        let written = joined.name == joined.heading ? joined.name : "\(joined.name) = \(joined.heading)"
        let parts = written.split(separator: ";").map { DataFile.clean(String($0)) }
        return "commas divide the columns in the title of a table: write \"\(parts.joined(separator: ", "))\""
    }

    /// What is wrong with the columns for the values `data`; nil for nothing. Feeds leave out an empty list's columns, and members that
    /// all objects would have alike, so these are no errors.
    func problem(in data: DataFile) -> (message: String, severity: Diagnostic.Severity)? {
        if data.isEmpty {
            return columns.isEmpty
                ? (
                    "\(file) has no rows now, so it names no columns; name them in the title, such as \"time, line\", to show them "
                        + "nevertheless", .warning
                ) : nil
        }
        if data.columns.isEmpty {
            return (
                "\(file) has no table: a table is CSV whose first line names the columns, or a JSON array of objects; [] is one without rows",
                .error
            )
        }
        if let problem = divisionProblem(in: data) { return (problem, .error) }
        guard let missing = columns.first(where: { !data.columns.contains($0.name) }) else { return nil }
        let near = Spelling(data.columns).nearest(to: missing.name)
        let advice = near.map { "did you mean \"\($0)\"?" } ?? "it has \(data.columns.joined(separator: ", "))"
        return file.lowercased().hasSuffix(".csv")
            ? ("\(file) has no column \"\(missing.name)\"; \(advice)", .error)
            : ("no row of \(file) has a \"\(missing.name)\" now, so that column is empty; \(advice)", .warning)
    }

    /// Whether this table can be shown with `data`.
    func canShow(_ data: DataFile) -> Bool { problem(in: data)?.severity != .error }

    /// The table with the present rows of `data`. Its cells change by themselves. Nil while no columns are known.
    func table(of data: DataFile) -> Block.Table? {
        let shown = columns.isEmpty ? data.columns.map { Column($0) } : columns
        guard !shown.isEmpty, !data.columns.isEmpty || data.isEmpty else { return nil }
        return Block.Table(
            alignments: shown.map(\.alignment), header: shown.map { [.text($0.heading)] },
            rows: data.rows.indices.map { row in
                shown.map { [.placeholder(.cell(file: file, row: row, column: $0.name))] }
            })
    }
}

extension DataFile {
    /// The advice about `path`, which is not there: the most similar path, as half a sentence.
    func hint(at path: String) -> String {
        // Of a table, the author means another column of the same row, or another spelling of the row's name.
        let number = path.split(separator: ".").first.flatMap { Int($0) }
        let named = number == nil ? rows.map { $0[0] } : []
        let row = rows.indices.contains(number ?? 0) ? ["\(number ?? 0)"] : []
        let paths = values.keys.sorted() + (row + named).flatMap { row in columns.map { "\(row).\($0)" } }
        return Spelling(paths).nearest(to: path).map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
