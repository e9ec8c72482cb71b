// What json-c lets pass or changes without a word, although it is not JSON, or cannot be held.

/// Looks at a JSON text that json-c has taken: its brackets, strings and commas are where they belong.
struct JSONScan {
    private let bytes: [UInt8]
    private var place = 0
    /// The keys so far of the objects that are open, and nil for each list. Its bound is `JSONValue.mostDepth`.
    private var open: [Set<String>?] = []

    /// Throws the first thing in `bytes` that is wrong: a key that is there twice, a number that does not fit or is none, and in
    /// strings a control character, `\u0000` and half of a surrogate pair.
    static func check(_ bytes: [UInt8]) throws(JSONError) {
        var scan = JSONScan(bytes: bytes)
        while scan.place < bytes.count { try scan.step() }
    }

    /// The index of the first byte that is zero or does not belong to UTF-8; nil where all is well.
    static func firstNonText(_ bytes: [UInt8]) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                if scalar.count == 1, scalar.first == 0 { return place }
                place += scalar.count
            case .error: return place
            case .emptyInput: return nil
            }
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func step() throws(JSONError) {
        switch bytes[place] {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "N"), UInt8(ascii: "I"):
            return try number()
        // json-c takes keys in single quotes.
        case UInt8(ascii: "'"): throw error("a string is in double quotes")
        case UInt8(ascii: "{"): open.append([])
        case UInt8(ascii: "["): open.append(nil)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): open.removeLast()
        default: break
        }
        place += 1
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) {
        let start = place
        place += 1
        while bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] < 0x20 { throw error("a control character; in a string it is escaped") }
            if bytes[place] == UInt8(ascii: "\\") { try escape() } else { place += 1 }
        }
        place += 1
        try key(bytes[start..<place])
    }

    private mutating func escape() throws(JSONError) {
        guard let unit = unit(at: place) else { return place += 2 }
        switch unit {
        case 0: throw error("\\u0000 cannot be held")
        case 0xD800...0xDBFF:
            guard let second = self.unit(at: place + 6), 0xDC00...0xDFFF ~= second else {
                throw error("half of a surrogate pair")
            }
            place += 12
        case 0xDC00...0xDFFF: throw error("half of a surrogate pair")
        default: place += 6
        }
    }

    /// The UTF-16 unit of the escape `\uXXXX` at `place`; nil where there is none.
    private func unit(at place: Int) -> Int? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return Int(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
    }

    /// Notes the string `quoted`, which has just ended, if it is a key.
    private mutating func key(_ quoted: ArraySlice<UInt8>) throws(JSONError) {
        let next = bytes[place...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard next == UInt8(ascii: ":"), var keys = open.last ?? nil else { return }
        let name =
            quoted.contains(UInt8(ascii: "\\"))
            ? try JSONValue.unescaped(quoted) : String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        // The set is in one place at a time, so that adding to it copies nothing.
        open[open.count - 1] = nil
        let isNew = keys.insert(name).inserted
        open[open.count - 1] = keys
        if !isNew {
            throw JSONError(byte: quoted.startIndex + 1, reason: "the key \"\(name.prefix(40))\" is there twice")
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) {
        let text = bytes[place...].prefix { $0 > 0x20 && ![UInt8(ascii: ","), 0x5D, 0x7D].contains($0) }
        let (isNumber, isWhole) = Self.form(text)
        guard isNumber else { throw error("this is no number in JSON") }
        let digits = String(decoding: text, as: UTF8.self)
        if isWhole, Int(digits) == nil { throw error("a whole number beyond 64 bits") }
        if !isWhole, Double(digits)?.isFinite != true { throw error("a number beyond a Double") }
        place = text.endIndex
    }

    /// Whether `text` is a number in JSON, and whether it has neither a fraction nor an exponent.
    private static func form(_ text: ArraySlice<UInt8>) -> (isNumber: Bool, isWhole: Bool) {
        func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let count = takeDigits(&rest)
        guard count > 0, count == 1 || !hasLeadingZero else { return (false, false) }
        if rest.isEmpty { return (true, true) }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if takeDigits(&rest) == 0 { return (false, false) }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
            if takeDigits(&rest) == 0 { return (false, false) }
        }
        return (rest.isEmpty, false)
    }

    private func error(_ reason: String) -> JSONError { JSONError(byte: place + 1, reason: reason) }
}
