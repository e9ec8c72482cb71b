// Reads a TOML document by key and type, and collects errors with line and column.

package import Geometry

/// A TOML document or one of its tables. Each query names a key. It returns nil if the key does not exist. If the value is
/// invalid, the query also returns nil, and adds an error to `diagnostics`. `finish` reports the keys that were never queried.
package final class Settings {
    /// The longest line of a document in characters. A file with a longer line is not a settings file.
    package static let longestLine = 4096

    /// The keys that lead to this table; empty for the whole document.
    package let path: [String]
    private let document: Document
    /// The start of the table; nil for the whole document.
    private let place: SettingsPlace?
    private let values: [String: SettingsValue]
    private var asked: Set<String> = []
    private var children: [String: Settings] = [:]
    private var lists: [String: [Settings]] = [:]

    /// State shared by the tables of a document.
    private final class Document {
        let file: String
        let values: [SettingsValue]
        var diagnostics = Diagnostics()

        init(file: String, values: [SettingsValue]) { (self.file, self.values) = (file, values) }

        func report(_ message: String, at place: SettingsPlace?, severity: Diagnostic.Severity = .error) {
            diagnostics.add(
                Diagnostic(message, file: file, line: place?.line, column: place?.column, severity: severity))
        }
    }

    /// Parses `text`, which begins with the first line of `file`. Throws a syntax error.
    package convenience init(text: String, file: String) throws(Diagnostic) {
        try self.init(parsed: Settings.parsed(text), file: file)
    }

    /// Takes the bytes that `parsed` made of a document, which begins with the first line of `file`. Throws its syntax error.
    package convenience init(parsed bytes: [UInt8], file: String) throws(Diagnostic) {
        let parsed: Result<[SettingsValue], SettingsMistake>
        do throws(MalformedBytes) { parsed = try SettingsValue.all(from: bytes) } catch {
            throw Diagnostic("left out: its parser answers something else", file: file)
        }
        switch parsed {
        case .success(let values):
            self.init(values[0], at: [], of: Document(file: file, values: values))
        case .failure(let mistake):
            throw Diagnostic(
                mistake.message, file: file, line: mistake.place.line, column: mistake.place.column)
        }
    }

    private init(_ value: SettingsValue, at path: [String], of document: Document) {
        guard case .table(let members) = value.content else { preconditionFailure("no table") }
        (self.path, self.document) = (path, document)
        place = path.isEmpty ? nil : value.keyPlace
        values = Dictionary(document.values[members].map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The errors so far, from all tables of the document.
    package var diagnostics: Diagnostics { document.diagnostics }

    /// The existing keys, sorted. Does not count as a query.
    package var keys: [String] { values.keys.sorted() }

    /// Whether `key` exists, with any value. Does not count as a query.
    package func has(_ key: String) -> Bool { values[key] != nil }

    /// Whether the value of `key` is `text`. Does not count as a query.
    package func isText(_ key: String, _ text: String) -> Bool { self.text(key) == text }

    /// The value of `key`, if it is a text. Does not count as a query.
    package func text(_ key: String) -> String? {
        if case .string(let text)? = values[key]?.content { text } else { nil }
    }

    /// Whether the value of `key` is a text that begins as an address of the web does. Does not count as a query.
    package func isAddress(_ key: String) -> Bool {
        ["https://", "http://", "www."].contains { text(key)?.lowercased().hasPrefix($0) == true }
    }

    /// Whether the value of `key` is a table. Does not count as a query.
    package func isTable(_ key: String) -> Bool { if case .table? = values[key]?.content { true } else { false } }

    /// The table at `key`.
    package func table(_ key: String) -> Settings? {
        guard let value = ask(key) else { return nil }
        guard case .table = value.content else {
            reject(key, "must be a table, written as [\((path + [key]).joined(separator: "."))]")
            return nil
        }
        if let child = children[key] { return child }
        let child = Settings(value, at: path + [key], of: document)
        children[key] = child
        return child
    }

    /// The tables at `key`, each written as `[[key]]`; empty if there are none.
    package func tables(_ key: String) -> [Settings] {
        guard let value = ask(key) else { return [] }
        if let list = lists[key] { return list }
        let items = elements(of: value)
        guard let items, items.allSatisfy({ if case .table = $0.content { true } else { false } }) else {
            report(key, "\(key) must be tables, each written as [[\((path + [key]).joined(separator: "."))]]")
            return []
        }
        let list = items.enumerated().map { Settings($1, at: path + [key, "#\($0)"], of: document) }
        lists[key] = list
        return list
    }

    /// The string at `key`.
    package func string(_ key: String) -> String? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value.content { return text }
        reject(key, "must be text in quotes")
        return nil
    }

    /// The numbers in the list at `key`, as the file has them; nil for any other value. Does not count as a query.
    package func writtenNumbers(_ key: String) -> [String]? {
        guard let items = values[key].flatMap(elements), !items.isEmpty else { return nil }
        let numbers = items.filter {
            switch $0.content {
            case .integer, .number: true
            case .string, .bool, .array, .table, .moment: false
            }
        }
        return numbers.count == items.count ? numbers.map(\.shown) : nil
    }

    /// The list of strings at `key`, such as `example`, which has their quotes.
    package func strings(_ key: String, such example: String = "\"one\", \"two\"") -> [String]? {
        guard let value = ask(key) else { return nil }
        let rule = "must be a list of texts such as [\(example)]"
        guard let items = elements(of: value) else {
            reject(key, rule)
            return nil
        }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item.content else {
                reject(item, of: key, rule)
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    /// The words of a command at `key`: a list of texts such as `example`, which has their quotes, or a text whose words are separated by spaces.
    package func words(_ key: String, such example: String) -> [String]? {
        switch values[key]?.content {
        case .string: return string(key)?.split(separator: " ").map(String.init)
        case .array: return strings(key, such: example)
        case .bool, .integer, .number, .moment, .table:
            _ = ask(key)
            reject(key, "must be a text or a list of texts such as [\(example)]")
            return nil
        case nil: return strings(key)
        }
    }

    /// The boolean at `key`.
    package func bool(_ key: String) -> Bool? {
        guard let value = ask(key) else { return nil }
        if case .bool(let truth) = value.content { return truth }
        reject(key, "must be true or false")
        return nil
    }

    /// The number at `key`, an integer or not, which must be in `range`.
    package func number(_ key: String, in range: ClosedRange<Double> = -1e9...1e9) -> Double? {
        guard let value = ask(key) else { return nil }
        let number: Double? =
            switch value.content {
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
    package func numbers(_ key: String, count: Int) -> [Double]? {
        guard let value = ask(key) else { return nil }
        let rule = "must be a list of \(count) numbers"
        guard let items = elements(of: value) else {
            reject(key, rule)
            return nil
        }
        var numbers: [Double] = []
        for item in items {
            switch item.content {
            case .integer(let whole): numbers.append(Double(whole))
            case .number(let number) where number.isFinite: numbers.append(number)
            case .number, .string, .bool, .array, .table, .moment:
                reject(item, of: key, rule)
                return nil
            }
        }
        if numbers.count == count { return numbers }
        report(key, "\(key) \(rule); it has \(numbers.count)")
        return nil
    }

    /// The integer at `key`, which must be one of `allowed`. If `word` is given, it is also valid and returns nil.
    package func integer(_ key: String, of allowed: [Int], or word: String? = nil) -> Int? {
        guard let value = ask(key) else { return nil }
        if let word, isText(key, word) { return nil }
        if case .integer(let number) = value.content, allowed.contains(number) { return number }
        reject(key, "must be " + Spelling.list(allowed.map { "\($0)" }, "or"))
        return nil
    }

    /// The integer at `key`, which must be in `range`.
    package func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = ask(key) else { return nil }
        if case .integer(let number) = value.content, range.contains(number) { return number }
        reject(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// The list of integers at `key`, each in `range`.
    package func integers(_ key: String, in range: ClosedRange<Int>) -> [Int]? {
        guard let value = ask(key) else { return nil }
        let rule = "must be a list of whole numbers from \(range.lowerBound) to \(range.upperBound)"
        guard let items = elements(of: value) else {
            reject(key, rule)
            return nil
        }
        var numbers: [Int] = []
        for item in items {
            guard case .integer(let number) = item.content, range.contains(number) else {
                reject(item, of: key, rule)
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The case of `Choice` with the raw value at `key`.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String, _: Choice.Type) -> Choice? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value.content, let choice = Choice(rawValue: text) { return choice }
        reject(key, "must be " + Spelling.list(Choice.allCases.map { "\"\($0.rawValue)\"" }, "or"))
        return nil
    }

    /// The length at `key`, 0 or more. If `word` is given, it is also valid and returns nil; `isText` tells the difference.
    package func length(_ key: String, or word: String? = nil) -> Length? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value.content {
            if text == word { return nil }
            if let length = Length(text), length.millimetres >= 0 { return length }
        }
        let choice = word.map { "\"\($0)\" or " } ?? ""
        reject(key, "must be \(choice)a length with its unit, mm, cm or in, such as \"8 mm\"")
        return nil
    }

    /// The duration at `key`, 0 or more.
    package func span(_ key: String) -> Instant.Span? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value.content, let span = Instant.Span(text), span >= .zero { return span }
        reject(key, "must be a time with its unit, ms, s, min or h, such as \"60 s\"")
        return nil
    }

    /// The amount of memory at `key`, in bytes, which is more than 0. `word` is also valid and returns nil.
    package func bytes(_ key: String, or word: String) -> Int? {
        guard let value = ask(key) else { return nil }
        if case .string(let text) = value.content {
            if text == word { return nil }
            if let size = MemorySize(text), size.bytes > 0 { return size.bytes }
        }
        reject(key, "must be \"\(word)\" or an amount of memory with its unit, kB, MB or GB, such as \"256 MB\"")
        return nil
    }

    /// The line and the column in the file, from 1, where the value of `key` begins; nil if there is none. Does not count as a query.
    package func place(of key: String) -> (line: Int, column: Int)? {
        values[key].map { ($0.place.line, $0.place.column) }
    }

    /// Reports that the value at `key` breaks `rule`, such as `must be a colour`.
    package func reject(_ key: String, _ rule: String) {
        report(key, "\(key) \(rule), not \(values[key]?.shown ?? "nothing")")
    }

    /// Reports that `item` of the list at `key` breaks `rule`, at the place of the item.
    private func reject(_ item: SettingsValue, of key: String, _ rule: String) {
        document.report("\(key) \(rule); it holds \(item.shown)", at: item.place)
    }

    /// Reports `message` at the value of `key`.
    package func report(_ key: String, _ message: String, severity: Diagnostic.Severity = .error) {
        document.report(message, at: values[key]?.place, severity: severity)
    }

    /// Reports `message` at the character `offset`, counted from 0, of the text of `key`, or of the item `index` of its list.
    package func report(
        _ key: String, item index: Int? = nil, character offset: Int, _ message: String,
        severity: Diagnostic.Severity = .error
    ) {
        guard let value = values[key] else { return }
        let items = elements(of: value) ?? []
        var place = index.map { items[items.startIndex + $0].place } ?? value.place
        // The text begins after its quote.
        place.column += 1 + offset
        document.report(message, at: place, severity: severity)
    }

    /// Reports that this table has no `key`, with a hint at its possible values.
    package func reportMissing(_ key: String, _ hint: String, severity: Diagnostic.Severity = .error) {
        document.report("\(key) is missing, \(hint)", at: place, severity: severity)
    }

    /// Reports that `key`, which is unknown, is probably meant to be `meant`, and no more of it.
    package func reportUnknown(_ key: String, meaning meant: String) {
        leaveOut(key)
        document.report("unknown key \"\(key)\"; did you mean \"\(meant)\"?", at: values[key]?.keyPlace)
    }

    /// Reports every key that was never queried, in this table and in the queried subtables.
    package func finish() {
        for (key, value) in values where !asked.contains(key) {
            let name = path.filter { !$0.hasPrefix("#") }.joined(separator: ".")
            let table = path.isEmpty ? "" : path.last?.hasPrefix("#") == true ? " in [[\(name)]]" : " in [\(name)]"
            let hint =
                if let place = KeyPlaces.advice(for: key, in: KeyPlaces.File(path: document.file)) {
                    place
                } else if let near = Spelling(asked).nearest(to: key) ?? lastWord(of: key) {
                    "did you mean \"\(near)\"?"
                } else if asked.isEmpty {
                    "nothing can be set here"
                } else {
                    "known are \(Spelling.list(asked.sorted(), "and"))"
                }
            document.report("unknown key \"\(key)\"\(table); \(hint)", at: value.keyPlace)
        }
        for child in children.values { child.finish() }
        for child in lists.values.joined() { child.finish() }
    }

    /// Reports `key` as unknown no more, whatever it is: it is left out for a reason that is reported.
    package func leaveOut(_ key: String) { asked.insert(key) }

    /// Reports no unknown keys in this table: it is left out as a whole, for a reason that is reported already.
    package func leaveOut() {
        asked.formUnion(values.map(\.key))
        for child in children.values { child.leaveOut() }
        for child in lists.values.joined() { child.leaveOut() }
    }

    /// The last word of `key`, such as `hours` of `opening-hours`, if it is a known key.
    private func lastWord(of key: String) -> String? {
        key.split { $0 == "-" || $0 == "_" }.last.map(String.init).flatMap { asked.contains($0) ? $0 : nil }
    }

    private func ask(_ key: String) -> SettingsValue? {
        asked.insert(key)
        return values[key]
    }

    /// The elements of `value`; nil if it is not a list.
    private func elements(of value: SettingsValue) -> ArraySlice<SettingsValue>? {
        if case .array(let elements) = value.content { document.values[elements] } else { nil }
    }

    private func short(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
}

extension Settings {
    /// Reads the settings in the file at `path`, which is also its name in diagnostics. Throws if the file cannot be read, is not
    /// UTF-8, or is not TOML.
    package convenience init(path: String) throws(Diagnostic) {
        try self.init(text: SourceText(reading: path).string, file: path)
    }
}
