// Parses CSV (RFC 4180) with libcsv, and writes the table down as bytes, so that another process can do it.

internal import CCSV
import Settings

/// Parses CSV whose first line names the columns.
enum CSVParser {
    /// The table of `text` as bytes for `DataFile(parsed:)`. Cells are divided by commas, semicolons or tabs, whichever the first line
    /// has most of.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { fatalError("libcsv found no memory") }
        defer { csv_free(&parser) }
        csv_set_delim(&parser, separator(of: text))
        let table = Table()
        let context = Unmanaged.passUnretained(table).toOpaque()
        let addCell: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Table>.fromOpaque($2!).takeUnretainedValue().add(UnsafeRawBufferPointer(start: $0, count: $1))
        }
        let endRow: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Table>.fromOpaque($1!).takeUnretainedValue().endRow()
        }
        let parsed = text.withUnsafeBytes { csv_parse(&parser, $0.baseAddress, $0.count, addCell, endRow, context) }
        guard parsed == text.count, csv_fini(&parser, addCell, endRow, context) == 0 else {
            return DataFile.bytes(
                ofProblem:
                    "a quotation mark is out of place: a cell that has one is put in quotation marks, and each in it is doubled",
                atByte: min(parsed, text.count))
        }
        return table.bytes
    }

    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        let line = text.prefix { $0 != 10 && $0 != 13 }
        return [UInt8(ascii: ","), UInt8(ascii: ";"), 9].max { a, b in
            line.count { $0 == a } < line.count { $0 == b }
        } ?? UInt8(ascii: ",")
    }

    /// The rows as libcsv reports them.
    private final class Table {
        private var file = DataFile()
        private var row: [String] = []
        private var problem: String?

        func add(_ cell: UnsafeRawBufferPointer) { row.append(DataFile.clean(String(decoding: cell, as: UTF8.self))) }

        func endRow() {
            defer { row = [] }
            if file.columns.isEmpty {
                file.columns = row
                let known = Dictionary(grouping: row, by: \.self)
                if let twice = known.first(where: { $0.value.count > 1 }) {
                    problem = "two columns are called \"\(twice.key)\"; each needs a name of its own in the first line"
                }
            } else if row.count > file.columns.count {
                problem =
                    problem
                    ?? "row \(file.rows.count + 1) has \(row.count) cells, and the first line names \(file.columns.count) columns"
            } else {
                file.rows.append(row + Array(repeating: "", count: file.columns.count - row.count))
            }
        }

        var bytes: [UInt8] { problem.map { DataFile.bytes(ofProblem: $0) } ?? file.bytes }
    }
}
