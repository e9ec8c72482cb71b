// Reads one line of JSON with one flat object, as the YAML flow mapping that it also is.

import Recordings

/// The values of a JSON object in a line, by key. Nested values are skipped.
package struct JSONLine: Hashable, Sendable {
    /// The strings, without their quotes.
    package private(set) var texts: [String: String] = [:]
    /// Numbers and words, as they were written.
    package private(set) var words: [String: String] = [:]

    /// Reads `bytes`; nil when they are not a JSON object.
    package init?(_ bytes: [UInt8]) {
        guard bytes.first == UInt8(ascii: "{") else { return nil }
        let read = try? bytes.withUnsafeBufferPointer { bytes throws(RecordingError) in
            var yaml = try YAMLReader(bytes, file: "", format: "a JSON object")
            var (texts, words): ([String: String], [String: String]) = ([:], [:])
            guard try yaml.enterMapping("a line") else { return (texts, words) }
            while let key = try yaml.nextKey() {
                if case .scalar(let text, let isPlain) = yaml.node {
                    if isPlain { words[key] = text } else { texts[key] = text }
                }
                try yaml.skip()
            }
            guard yaml.node == .end else { throw yaml.error("one line holds one JSON object") }
            return (texts, words)
        }
        guard let read else { return nil }
        (texts, words) = read
    }

    /// The integer under `key`; nil when there is none.
    package func integer(_ key: String) -> Int? { words[key].flatMap { Int($0) } }
    /// The number under `key`; nil when there is none.
    package func number(_ key: String) -> Double? { words[key].flatMap { Double($0) } }
    /// The Boolean under `key`; nil when there is none.
    package func flag(_ key: String) -> Bool? { words[key].flatMap { Bool($0) } }
}
