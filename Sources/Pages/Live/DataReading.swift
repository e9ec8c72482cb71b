// Reads the values of a file of the kiosk's folder, within the limits for what others write.

import Settings

extension DataFile {
    /// Reads the file `path` of `folder`, whose text `parse` parses. Throws what is wrong with it.
    init(
        reading path: String, in folder: String, followsLinks: Bool, parse: ContentParser
    ) throws(Diagnostic) {
        let source = try SourceText(reading: path, in: folder, followsLinks: followsLinks, largest: Self.mostBytes)
        let task = path.lowercased().hasSuffix(".csv") ? ParsingTask.csv : .json
        if let sign = source.bytes.firstIndex(where: { !" \t\r\n".utf8.contains($0) }),
            source.bytes[sign] == UInt8(ascii: "<")
        {
            let wanted = task == .csv ? "CSV" : "JSON"
            throw source.diagnostic(
                "this is HTML or XML, such as a server's error page, and not \(wanted)", atByte: sign)
        }
        let parsed: [UInt8]
        do throws(ParsingError) { parsed = try parse(task, source.bytes[...]) } catch {
            throw Diagnostic("left out: \(error.reason)", file: source.file)
        }
        let outcome: Outcome
        do throws(MalformedBytes) { outcome = try Outcome(parsed: parsed, of: source) } catch {
            throw Diagnostic("left out: its parser answers something else", file: source.file)
        }
        switch outcome {
        case .values(let values, let lines):
            self = values
            lostLetter = Mojibake.warning(in: source, Self.adviceForLostLetters)
            // JSON can have it behind a backslash.
            if lostLetter == nil, let (_, written, meant) = Mojibake.find(in: Array(text.utf8)) {
                lostLetter = Diagnostic(
                    Mojibake.problem(written, meant) + "; \(Self.adviceForLostLetters)", file: source.file,
                    severity: .warning)
            }
            if let problem = problem(lines: lines) { throw Diagnostic(problem, file: source.file) }
        case .problem(let diagnostic): throw diagnostic
        }
    }

    private static let adviceForLostLetters = "the program that writes this file must read and write UTF-8"

    /// The values as bytes, with the line of each row if the file has them.
    func bytes(lines: [Int] = []) -> [UInt8] {
        var writer = PlainWriter()
        writer.add(0)
        writer.add(columns.count)
        for column in columns { writer.add(column) }
        writer.add(rows.count)
        for cell in rows.joined() { writer.add(cell) }
        writer.add(values.count)
        for (path, text) in values.sorted(by: { $0.key < $1.key }) {
            writer.add(path)
            writer.add(text)
        }
        writer.add(lines.count)
        for line in lines { writer.add(line) }
        writer.add(shortLine ?? 0)
        return writer.bytes
    }

    /// Bytes that say what keeps a file from having values, and at which byte of it, counted from 0.
    static func bytes(ofProblem reason: String, atByte byte: Int? = nil) -> [UInt8] {
        var writer = PlainWriter()
        writer.add(1)
        writer.add(byte ?? -1)
        writer.add(reason)
        return writer.bytes
    }

    /// What a parser says of a file.
    private enum Outcome {
        case values(DataFile, lines: [Int])
        case problem(Diagnostic)

        init(parsed bytes: [UInt8], of source: SourceText) throws(MalformedBytes) {
            var reader = PlainReader(bytes)
            if try reader.number(in: 0...1) == 1 {
                let byte = try reader.number(in: -1...source.bytes.count)
                let reason = try reader.text()
                self = .problem(
                    byte < 0 ? Diagnostic(reason, file: source.file) : source.diagnostic(reason, atByte: byte))
                return
            }
            var file = DataFile()
            for _ in 0..<(try reader.count()) { file.columns.append(DataFile.clean(try reader.text())) }
            let rows = try reader.count()
            for _ in 0..<rows {
                var row: [String] = []
                for _ in file.columns { row.append(DataFile.clean(try reader.text())) }
                file.rows.append(row)
            }
            for _ in 0..<(try reader.count()) {
                let path = DataFile.clean(try reader.text())
                file.values[path] = DataFile.clean(try reader.text())
            }
            var lines: [Int] = []
            for _ in 0..<(try reader.count()) { lines.append(try reader.number(in: 1...source.lineCount)) }
            let short = try reader.number(in: 0...source.lineCount)
            file.shortLine = short > 0 ? short : nil
            self = .values(file, lines: lines)
        }
    }
}
