// Reads a TOML document by key and type, and collects what is wrong in it with line and column.

public import Geometry
import Synchronization
import TOMLKit

/// A TOML document, or a table of one. Each question names a key: the answer is nil when the key is not there, and also when
/// its value is not what was asked for, which is then in `diagnostics`. `finish` reports the keys that nobody asked for.
public final class Settings {
    /// The longest line of a document, in characters; what is longer is no settings file.
    public static let longestLine = 4096

    /// The keys that lead to this table; empty for the whole document.
    public let path: [String]
    private let document: Document
    private let values: [String: SettingsValue]
    private var asked: Set<String> = []
    private var children: [String: Settings] = [:]
    private var lists: [String: [Settings]] = [:]

    /// What the tables of one document share.
    private final class Document {
        let file: String
        let firstLine: Int
        let text: String
        var diagnostics = Diagnostics()
        /// Most documents have nothing to complain of, and then nobody needs to know where things stand.
        lazy var places = Settings.places(text, file: file, firstLine: firstLine)

        init(file: String, firstLine: Int, text: String) {
            (self.file, self.firstLine, self.text) = (file, firstLine, text)
        }
    }

    /// Reads `text`, whose first line is line `firstLine` of `file`; throws what is wrong with its syntax.
    public init(text: String, file: String, firstLine: Int = 1) throws(Diagnostic) {
        path = []
        document = Document(file: file, firstLine: firstLine, text: text)
        for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            // TOMLKit ends the document at a zero byte, and a table in a table takes stack.
            if let column = line.firstIndex(of: "\0") {
                throw Diagnostic(
                    "a zero byte; this is no text", file: file, line: firstLine + index,
                    column: line.distance(from: line.startIndex, to: column) + 1)
            }
            if line.count > Settings.longestLine {
                throw Diagnostic(
                    "the line is \(line.count) characters long; the longest allowed is \(Settings.longestLine)",
                    file: file, line: firstLine + index, column: 1)
            }
        }
        if let known = Settings.known.withLock({ $0[file]?.first { $0.is(text, firstLine) } }) {
            values = known.values
            return
        }
        try Settings.checkHeadings(text, file: file, firstLine: firstLine)
        do {
            guard case .table(let values) = SettingsValue(try TOMLTable(string: text)) else { fatalError("no table") }
            self.values = values
            Settings.known.withLock { known in
                let new = Known(text: text, firstLine: firstLine, values: values)
                known[file] = [new] + (known[file] ?? []).prefix(Settings.texts - 1)
            }
        } catch let error as TOMLParseError {
            throw Settings.diagnostic(of: error, in: text, file: file, firstLine: firstLine)
        } catch {
            fatalError("TOMLKit throws \(error)")
        }
    }

    /// toml++ ends the whole program at a heading whose name begins with a sign that begins no key: `[über]`. A line that
    /// looks like one may also be in a list that goes on over lines, or in a long text; it is a heading where all before it
    /// is a document.
    private static func checkHeadings(_ text: String, file: String, firstLine: Int) throws(Diagnostic) {
        var seen = 0
        for (index, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let column = SettingsLine.wrongHeading(line, isFirst: index == 0) else { continue }
            let before = String(text.unicodeScalars[..<line.startIndex])
            seen += 1
            if seen <= longestList, (try? TOMLTable(string: before)) == nil { continue }
            throw Diagnostic(
                "a table's name begins with a letter from a to z, a digit, - or _, or stands in quotes", file: file,
                line: firstLine + index, column: column)
        }
    }

    /// So many lines of lists may look like headings; each of them takes as long as all that is before it.
    private static let longestList = 100

    /// What was read last of each file, the newest first. TOMLKit gives back no memory of a document that it has read, so a
    /// kiosk that reads its files again and again, or is switched to and fro, reads only what it has not seen.
    private static let known = Mutex<[String: [Known]]>([:])
    private static let texts = 4

    private struct Known {
        let text: String
        let firstLine: Int
        let values: [String: SettingsValue]
        var places: SettingsPlaces?

        func `is`(_ text: String, _ firstLine: Int) -> Bool { self.firstLine == firstLine && self.text == text }
    }

    /// Where things stand in a document that was read; found once, since that reads all of it again.
    private static func places(_ text: String, file: String, firstLine: Int) -> SettingsPlaces {
        if let places = known.withLock({ $0[file]?.first { $0.is(text, firstLine) }?.places }) { return places }
        let places = SettingsPlaces(text, firstLine: firstLine)
        known.withLock { known in
            guard let index = known[file]?.firstIndex(where: { $0.is(text, firstLine) }) else { return }
            known[file]?[index].places = places
        }
        return places
    }

    /// What TOMLKit says, in our words where it is what people do most: leave out the quotes.
    private static func diagnostic(
        of error: TOMLParseError, in text: String, file: String, firstLine: Int
    ) -> Diagnostic {
        let (number, column) = (error.source.begin.line, error.source.begin.column)
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        let scalars = lines.indices.contains(number - 1) ? Array(lines[number - 1]) : []
        let value = SettingsLine(scalars).value
        if column >= value, scalars.contains("="), scalars.indices.contains(value - 1),
            scalars[value - 1].properties.isAlphabetic
        {
            return Diagnostic("text is written in quotes", file: file, line: firstLine + number - 1, column: value)
        }
        let prefix = "Error while parsing "
        let sentence = error.description
        return Diagnostic(
            sentence.hasPrefix(prefix) ? "wrong TOML in " + sentence.dropFirst(prefix.count) : sentence,
            file: file, line: firstLine + number - 1, column: column)
    }

    private init(_ values: [String: SettingsValue], at path: [String], of document: Document) {
        (self.values, self.path, self.document) = (values, path, document)
    }

    /// What has been found wrong so far, in all tables of the document.
    public var diagnostics: Diagnostics { document.diagnostics }

    /// The keys that are there, in order; does not count as a question.
    public var keys: [String] { values.keys.sorted() }

    /// Whether `key` is there, right or wrong; does not count as a question.
    public func has(_ key: String) -> Bool { values[key] != nil }

    /// Whether `text` stands at `key`; does not count as a question.
    public func isText(_ key: String, _ text: String) -> Bool {
        if case .string(text)? = values[key] { true } else { false }
    }

    /// The table at `key`.
    public func table(_ key: String) -> Settings? {
        guard let value = ask(key) else { return nil }
        guard case .table(let inner) = value else {
            reject(key, "must be a table, written as [\((path + [key]).joined(separator: "."))]")
            return nil
        }
        if let child = children[key] { return child }
        let child = Settings(inner, at: path + [key], of: document)
        children[key] = child
        return child
    }

    /// The tables at `key`, each written as `[[key]]`; none when there is none.
    public func tables(_ key: String) -> [Settings] {
        guard let value = ask(key) else { return [] }
        if let list = lists[key] { return list }
        let items: [[String: SettingsValue]?] =
            if case .array(let items) = value {
                items.map { item in if case .table(let inner) = item { inner } else { nil } }
            } else { [nil] }
        guard !items.contains(where: { $0 == nil }) else {
            report(key, "\(key) must be tables, each written as [[\((path + [key]).joined(separator: "."))]]")
            return []
        }
        let list = items.compactMap(\.self).enumerated().map { number, inner in
            Settings(inner, at: path + [key, SettingsPlaces.element(number)], of: document)
        }
        lists[key] = list
        return list
    }

    /// The text at `key`.
    public func string(_ key: String) -> String? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value { return text }
        reject(key, "must be text in quotes")
        return nil
    }

    /// The list of texts at `key`.
    public func strings(_ key: String) -> [String]? {
        guard let value = ask(key) else { return nil }
        let rule = "must be a list of texts such as [\"one\", \"two\"]"
        guard case .array(let items) = value else {
            reject(key, rule)
            return nil
        }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else {
                report(key, "\(key) \(rule); it holds \(item.shown)")
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    /// The truth at `key`.
    public func bool(_ key: String) -> Bool? {
        guard let value = ask(key) else { return nil }
        if case .bool(let truth) = value { return truth }
        reject(key, "must be true or false")
        return nil
    }

    /// The number at `key`, whole or not, which must lie in `range`.
    public func number(_ key: String, in range: ClosedRange<Double> = -1e9...1e9) -> Double? {
        guard let value = ask(key) else { return nil }
        let number: Double? =
            switch value {
            case .integer(let whole): Double(whole)
            case .number(let number): number
            case .string, .bool, .array, .table, .moment: nil
            }
        if let number, range.contains(number) { return number }
        let isLimited = range != -1e9...1e9
        reject(
            key,
            isLimited
                ? "must be a number from \(short(range.lowerBound)) to \(short(range.upperBound))" : "must be a number")
        return nil
    }

    /// The list of `count` numbers at `key`.
    public func numbers(_ key: String, count: Int) -> [Double]? {
        guard let value = ask(key) else { return nil }
        if case .array(let items) = value, items.count == count {
            let numbers = items.compactMap { item -> Double? in
                switch item {
                case .integer(let whole): Double(whole)
                case .number(let number): number.isFinite ? number : nil
                case .string, .bool, .array, .table, .moment: nil
                }
            }
            if numbers.count == count { return numbers }
        }
        reject(key, "must be a list of \(count) numbers")
        return nil
    }

    /// The whole number at `key`, which must be one of `allowed`. Where `word` can stand instead, it is no mistake, and nil.
    public func integer(_ key: String, of allowed: [Int], or word: String? = nil) -> Int? {
        guard let value = ask(key) else { return nil }
        if let word, isText(key, word) { return nil }
        if case .integer(let number) = value, allowed.contains(number) { return number }
        reject(key, "must be " + Spelling.list(allowed.map { "\($0)" }, "or"))
        return nil
    }

    /// The whole number at `key`, which must lie in `range`.
    public func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = ask(key) else { return nil }
        if case .integer(let number) = value, range.contains(number) { return number }
        reject(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The case of `Choice` whose text stands at `key`.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, _: Choice.Type) -> Choice? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value, let choice = Choice(rawValue: text) { return choice }
        reject(key, "must be " + Spelling.list(Choice.allCases.map { "\"\($0.rawValue)\"" }, "or"))
        return nil
    }

    /// The length at `key`, 0 or more. Where `word` can stand instead, it is no mistake, and nil; `isText` tells.
    public func length(_ key: String, or word: String? = nil) -> Length? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value {
            if text == word { return nil }
            if let length = Length(text), length.millimetres >= 0 { return length }
        }
        let choice = word.map { "\"\($0)\" or " } ?? ""
        reject(key, "must be \(choice)a length with its unit, mm, cm or in, such as \"8 mm\"")
        return nil
    }

    /// The span of time at `key`, 0 or more.
    public func span(_ key: String) -> Instant.Span? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value, let span = Instant.Span(text), span >= .zero { return span }
        reject(key, "must be a time with its unit, ms, s, min or h, such as \"60 s\"")
        return nil
    }

    /// The amount of memory at `key`, in bytes. Where `word` stands instead, it is no mistake, and nil.
    public func bytes(_ key: String, or word: String) -> Int? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value {
            if text == word { return nil }
            if let size = MemorySize(text) { return size.bytes }
        }
        reject(key, "must be \"\(word)\" or an amount of memory with its unit, kB, MB or GB, such as \"256 MB\"")
        return nil
    }

    /// Reports that the value at `key` breaks `rule`, such as `must be a colour`.
    public func reject(_ key: String, _ rule: String) {
        report(key, "\(key) \(rule), not \(values[key]?.shown ?? "nothing")")
    }

    /// Reports `message` at the value of `key`.
    public func report(_ key: String, _ message: String, severity: Diagnostic.Severity = .error) {
        let place = document.places[path + [key]]
        document.diagnostics.add(
            Diagnostic(
                message, file: document.file, line: place?.line, column: place?.value, severity: severity))
    }

    /// Reports that this table has no `key`, and what it could be.
    public func reportMissing(_ key: String, _ hint: String) {
        let place = document.places[path]
        document.diagnostics.add(
            Diagnostic("\(key) is missing, \(hint)", file: document.file, line: place?.line, column: place?.key))
    }

    /// Reports every key that nobody asked for, here and in the tables that were asked for.
    public func finish() {
        for key in values.keys where !asked.contains(key) {
            let place = document.places[path + [key]]
            let name = path.filter { !$0.hasPrefix("#") }.joined(separator: ".")
            let table = path.isEmpty ? "" : path.last?.hasPrefix("#") == true ? " in [[\(name)]]" : " in [\(name)]"
            let hint =
                if let near = Spelling(asked).nearest(to: key) {
                    "did you mean \"\(near)\"?"
                } else if asked.isEmpty {
                    "nothing can be set here"
                } else {
                    "known are \(Spelling.list(asked.sorted(), "and"))"
                }
            document.diagnostics.add(
                Diagnostic(
                    "unknown key \"\(key)\"\(table); \(hint)", file: document.file, line: place?.line,
                    column: place?.key))
        }
        for child in children.values { child.finish() }
        for child in lists.values.joined() { child.finish() }
    }

    private func ask(_ key: String) -> SettingsValue? {
        asked.insert(key)
        return values[key]
    }

    private func short(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
}

extension Settings {
    /// Reads the settings in the file at `path`, which diagnostics name the same. Throws when it cannot be read, is not
    /// UTF-8 or is not TOML.
    public convenience init(path: String) throws(Diagnostic) {
        try self.init(text: SourceText(reading: path).string, file: path)
    }
}
