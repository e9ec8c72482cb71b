// Letters that are to become Chinese.

import Keyboards

/// The letters of Pinyin that were typed and not yet turned into Chinese, and what they may mean.
struct Composition {
    private let pinyin: Pinyin
    /// The letters.
    private(set) var letters = "" { didSet { candidates = letters.isEmpty ? [] : pinyin.candidates(for: letters) } }
    /// What the letters may mean, the most likely first.
    private(set) var candidates: [Pinyin.Candidate] = []

    /// libpinyin with its dictionaries, loaded when a keyboard for Chinese is first shown; nil where it is not installed.
    private static let installed = Pinyin()

    /// An empty composition; nil where libpinyin is not installed.
    init?() {
        guard let pinyin = Self.installed else { return nil }
        self.pinyin = pinyin
    }

    /// Adds `letter`. Returns whether it belongs to a composition.
    mutating func add(_ letter: String) -> Bool {
        let isPinyin = letter.unicodeScalars.allSatisfy { "a"..."z" ~= $0 || $0 == "'" && !letters.isEmpty }
        guard isPinyin else { return false }
        // What is more than there can be is not taken.
        if letters.utf8.count < Pinyin.mostLetters { letters += letter }
        return true
    }

    /// Deletes the last letter. Returns false if there is none.
    mutating func deleteBackward() -> Bool {
        guard !letters.isEmpty else { return false }
        letters.removeLast()
        return true
    }

    /// Chooses the candidate at `index`, and keeps the letters for which it does not stand.
    mutating func choose(_ index: Int) -> String {
        guard candidates.indices.contains(index) else { return takeLetters() }
        let candidate = candidates[index]
        letters = String(letters.dropFirst(candidate.length))
        return candidate.text
    }

    /// Takes the letters as they are.
    mutating func takeLetters() -> String {
        defer { letters = "" }
        return letters
    }
}
