// The targets of fuzzing, and what must hold whatever bytes they get.

/// One place where Bezel reads external input. It is fed over and over in one process: by libFuzzer, which generates the
/// bytes and watches which code they reach, and by the tests, with the inputs that libFuzzer found.
protocol FuzzTarget: AnyObject {
    /// The name of its corpus and of its list of words.
    nonisolated static var name: String { get }
    /// Makes a target that is ready for input.
    @MainActor init() throws
    /// Reads `bytes`. Throws a `Flaw` when a result violates an invariant.
    @MainActor func take(_ bytes: [UInt8]) throws
}

/// All of them.
var fuzzTargets: [any FuzzTarget.Type] {
    [
        RecordingTarget.self, ConfigurationTarget.self, PagesTarget.self, ControlTarget.self, WorkerTarget.self,
        ParserTarget.self, LargeTarget.self,
    ]
}

/// An invariant that is violated.
struct Flaw: Error, CustomStringConvertible {
    let description: String
}

/// Throws a flaw that says `what`, unless `holds`.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws(Flaw) {
    if !holds { throw Flaw(description: what()) }
}

/// Throws a flaw unless `line`, an error about `file`, is one line of text that begins with the file's name and a line and
/// column that the file has.
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
