// What is fed with bytes that somebody else made up, and what must hold whatever they are.

/// One place where Bezel reads what others wrote. It is fed over and over in one process: by libFuzzer, which makes the
/// bytes up and watches where they lead, and by the tests, with what libFuzzer found.
protocol FuzzTarget: AnyObject {
    /// What its corpus and its words are called.
    static var name: String { get }
    /// Ready to be fed.
    init() throws
    /// Reads `bytes`. Throws a `Flaw` when something came out of it that must never come out.
    func take(_ bytes: [UInt8]) throws
}

/// All of them.
var fuzzTargets: [any FuzzTarget.Type] {
    [RecordingTarget.self, ConfigurationTarget.self, PagesTarget.self, ControlTarget.self]
}

/// Something that must hold and does not.
struct Flaw: Error, CustomStringConvertible {
    let description: String
}

/// Throws a flaw that says `what`, unless `holds`.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws(Flaw) {
    if !holds { throw Flaw(description: what()) }
}

/// Throws a flaw unless `line`, said of `file`, begins with its name, and a line and column that it has: it is one line of text.
func demandPlace(_ line: Substring, in file: String, lines: Int) throws(Flaw) {
    try demand(line.hasPrefix(file + ":"), "this names no file: \(line)")
    let place = line.dropFirst(file.count + 1).split(separator: ":", maxSplits: 2)
    let numbers = place.prefix(2).map { Int($0) ?? 0 }
    try demand(numbers.count == 2 && numbers.allSatisfy { $0 > 0 }, "this names no line and column: \(line)")
    try demand(numbers[0] <= lines, "there are only \(lines) lines: \(line)")
    try demand(place.count == 3 && place[2].count > 1, "this says nothing: \(line)")
}

/// How many lines there are in `bytes`, the one after the last line feed included.
func lineCount(_ bytes: [UInt8]) -> Int {
    1
        + bytes.indices.count { index in
            bytes[index] == 10 || bytes[index] == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10)
        }
}
