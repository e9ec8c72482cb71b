// Parses CSV (RFC 4180) with libcsv, and writes the table down as bytes, so that another process can do it.

internal import CCSV
import Settings

/// Parses CSV whose first line names the columns.
enum CSVParser {
    /// The table of `text` as bytes for `DataFile(parsed:)`. Cells are divided by what a line such as `sep=;` at the top says, which
    /// Excel reads and writes, or else by commas, semicolons or tabs, whichever the first line has most of.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { fatalError("libcsv found no memory") }
        defer { csv_free(&parser) }
        let table = Table()
        let context = Unmanaged.passUnretained(table).toOpaque()
        let addCell: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Table>.fromOpaque($2!).takeUnretainedValue().add(UnsafeRawBufferPointer(start: $0, count: $1))
        }
        let endRow: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Table>.fromOpaque($1!).takeUnretainedValue().endRow()
        }
        func misplacedQuote(atByte byte: Int) -> [UInt8] {
            DataFile.bytes(
                ofProblem:
                    "a quotation mark is out of place: a cell that has one is put in quotation marks, and each in it is doubled",
                atByte: byte)
        }
        /// The mistake in the cell of `text` that `end` lies in. The cell has no end if the file ends in it, or if it goes on from
        /// another line: the quotation mark at `end` is the first of a later cell then.
        func misplacedQuote(_ end: Int, from begin: Int, separator: UInt8) -> [UInt8] {
            guard let open = openQuote(in: text[begin..<end], separator: separator),
                end == text.endIndex || text[open..<end].contains(where: { $0 == 10 || $0 == 13 })
            else { return misplacedQuote(atByte: end - text.startIndex) }
            return DataFile.bytes(
                ofProblem:
                    "the quotation mark that begins this cell is not closed; write one at the end of the cell, and double each within it",
                atByte: open - text.startIndex)
        }
        var rest = text
        var number = 1
        let declared = declaredSeparator(in: firstLine(of: text))
        if declared != nil { (rest, number) = (rest.dropFirst(firstLine(of: text).count), 2) }
        let separator = declared ?? commonSeparator(in: firstLine(of: text.drop { $0 == 10 || $0 == 13 }))
        csv_set_delim(&parser, separator)
        let begin = rest.startIndex
        // Line by line, so that it is known where a row begins.
        while !rest.isEmpty {
            let line = firstLine(of: rest)
            table.begin(
                line: number, atByte: line.startIndex - text.startIndex,
                isBlank: line.allSatisfy(" \t\r\n".utf8.contains))
            let parsed = line.withUnsafeBytes { csv_parse(&parser, $0.baseAddress, $0.count, addCell, endRow, context) }
            guard parsed == line.count else {
                return misplacedQuote(line.startIndex + parsed, from: begin, separator: separator)
            }
            (rest, number) = (rest[line.endIndex...], number + 1)
        }
        guard csv_fini(&parser, addCell, endRow, context) == 0 else {
            return misplacedQuote(text.endIndex, from: begin, separator: separator)
        }
        return table.bytes
    }

    /// The index of the quotation mark that begins the last cell of `text`; nil if the cell begins otherwise.
    private static func openQuote(in text: ArraySlice<UInt8>, separator: UInt8) -> Int? {
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT)) == 0 else { fatalError("libcsv found no memory") }
        defer { csv_free(&parser) }
        csv_set_delim(&parser, separator)
        // libcsv tells that a cell has ended, but not where: byte by byte it does.
        var hasEnded = false
        var begin = text.startIndex
        let endCell: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
            $2!.assumingMemoryBound(to: Bool.self).pointee = true
        }
        for (index, byte) in zip(text.indices, text) {
            hasEnded = false
            guard withUnsafePointer(to: byte, { csv_parse(&parser, $0, 1, endCell, nil, &hasEnded) }) == 1 else {
                break
            }
            if hasEnded { begin = index + 1 }
        }
        return text[begin...].firstIndex { !" \t\r\n".utf8.contains($0) }.flatMap {
            text[$0] == UInt8(ascii: "\"") ? $0 : nil
        }
    }

    /// The first line of `text` with its end.
    private static func firstLine(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = text.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return text }
        let isPair = text[end] == 13 && end + 1 < text.endIndex && text[end + 1] == 10
        return text[...(isPair ? end + 1 : end)]
    }

    /// The separator that `line` declares, if it is a line such as `sep=;`.
    private static func declaredSeparator(in line: ArraySlice<UInt8>) -> UInt8? {
        let line = line.prefix { $0 != 10 && $0 != 13 }
        let word = String(decoding: line.prefix(4), as: UTF8.self).lowercased()
        guard word == "sep=", line.count == 5, let sign = line.last, sign != UInt8(ascii: "\"") else { return nil }
        return sign
    }

    private static func commonSeparator(in line: ArraySlice<UInt8>) -> UInt8 {
        [UInt8(ascii: ","), UInt8(ascii: ";"), 9].max { a, b in
            line.count { $0 == a } < line.count { $0 == b }
        } ?? UInt8(ascii: ",")
    }

    /// The rows as libcsv reports them.
    private final class Table {
        private var file = DataFile()
        /// The line of each row.
        private var lines: [Int] = []
        private var row: [String] = []
        /// Where the present row begins.
        private var begin = (line: 1, byte: 0)
        private var isBetweenRows = true
        private var problem: (reason: String, byte: Int)?

        /// The line `number`, which begins at `byte`, comes next. It begins a row, or goes on with one that has a cell of several lines.
        func begin(line number: Int, atByte byte: Int, isBlank: Bool) {
            if isBetweenRows { begin = (number, byte) }
            // libcsv passes over lines without cells.
            isBetweenRows = isBetweenRows && isBlank
        }

        func add(_ cell: UnsafeRawBufferPointer) { row.append(DataFile.clean(String(decoding: cell, as: UTF8.self))) }

        func endRow() {
            defer { (row, isBetweenRows) = ([], true) }
            // Spreadsheets write separators for all that ever had a cell.
            while row.last == "", row.count > file.columns.count { row.removeLast() }
            if row.allSatisfy(\.isEmpty) { return }
            if file.columns.isEmpty {
                file.columns = row
                let known = Dictionary(grouping: row, by: \.self)
                if let twice = known.filter({ $0.value.count > 1 }).keys.min() {
                    problem = (
                        "two columns are called \"\(twice)\"; each needs a name of its own in the first line",
                        begin.byte
                    )
                }
            } else if row.count > file.columns.count {
                // A title above a table is usual in spreadsheets.
                let (names, advice) =
                    file.columns.count == 1
                    ? ("1 column", "remove a title above the line that names the columns")
                    : ("\(file.columns.count) columns", "a cell with the separator in it is put in quotation marks")
                problem =
                    problem
                    ?? ("this row has \(row.count) cells, and the first line names \(names); \(advice)", begin.byte)
            } else {
                if row.count < file.columns.count { file.shortLine = file.shortLine ?? begin.line }
                file.rows.append(row + Array(repeating: "", count: file.columns.count - row.count))
                lines.append(begin.line)
            }
        }

        var bytes: [UInt8] {
            if let problem { return DataFile.bytes(ofProblem: problem.reason, atByte: problem.byte) }
            if file.columns.isEmpty {
                return DataFile.bytes(ofProblem: "the file is empty; its first line names the columns, as in time,line")
            }
            return file.bytes(lines: lines)
        }
    }
}
