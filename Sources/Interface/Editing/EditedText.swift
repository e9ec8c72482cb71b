// A text that somebody types: its characters, what is selected, and what can be undone.

import Drawing

/// A text that is edited. Places are counted in characters as people count them (grapheme clusters, UAX #29): a flag or an accented letter
/// is one, and the caret is never within it.
nonisolated public struct EditedText: Hashable, Sendable {
    /// The text.
    public private(set) var string: String
    /// The selected characters. An empty range is the caret.
    public private(set) var selection: Range<Int>
    /// The most characters of the text. What would be more is not inserted.
    public let limit: Int

    /// What an undo brings back.
    private struct State: Hashable {
        let string: String
        let selection: Range<Int>
    }
    private var undoable: [State] = []
    private var redoable: [State] = []
    /// Whether the next typed letter belongs to the same undo as the last one.
    private var isTyping = false

    /// The most steps that can be undone.
    public static let mostUndo = 100
    /// The most characters of any text.
    public static let mostCharacters = 10_000
    /// The most bytes of any text in UTF-8: a character may have any number of signs.
    static let mostBytes = 8 * mostCharacters

    /// A text of `string`, with the caret at its end.
    public init(_ string: String = "", limit: Int = mostCharacters) {
        self.limit = Self.bounded(limit)
        self.string = String(string.prefix(self.limit))
        let end = self.string.count
        selection = end..<end
    }

    /// The limit of a text for which an app asks for `limit`.
    static func bounded(_ limit: Int) -> Int { min(max(limit, 0), mostCharacters) }

    // MARK: Characters

    /// The number of characters.
    public var count: Int { string.count }

    /// The place of the character `offset`.
    private func index(_ offset: Int) -> String.Index { string.index(string.startIndex, offsetBy: offset) }

    /// The selected part of the text.
    public var selected: Substring { string[index(selection.lowerBound)..<index(selection.upperBound)] }

    /// The byte in UTF-8 at which the character `offset` begins.
    public func byte(of offset: Int) -> Int { string.utf8.distance(from: string.startIndex, to: index(offset)) }

    /// The place of the character that contains `byte`, or begins there.
    public func offset(ofByte byte: Int) -> Int {
        var (offset, end) = (0, 0)
        for character in string {
            end += character.utf8.count
            if byte < end { return offset }
            offset += 1
        }
        return offset
    }

    // MARK: Changes

    /// Replaces the selection by `text`, with the caret behind it. What does not fit the limit is left out. Returns whether anything has
    /// changed.
    @discardableResult public mutating func insert(_ text: String) -> Bool {
        let (before, after) = (string[..<index(selection.lowerBound)], string[index(selection.upperBound)...])
        let room = max(0, limit - (count - selection.count))
        // A sign that joins the letter before or behind it takes no room.
        var text = String(text.prefix(room + 2))
        while !text.isEmpty, (before + text + after).count > limit { text.removeLast() }
        if (before + text + after).utf8.count > Self.mostBytes { text = "" }
        guard !text.isEmpty || !selection.isEmpty else { return false }
        // Letters that are typed one after the other are undone together, word by word.
        let joins = isTyping && selection.isEmpty && text.count == 1 && text.first?.isWhitespace == false
        if !joins { remember() }
        let whole = String(before) + text
        // A sign that is typed behind its letter joins it, so characters are counted anew.
        string = whole + after
        caret(at: min(whole.count, count))
        isTyping = text.count == 1
        redoable = []
        return true
    }

    /// Deletes the selection, or else the character before the caret. Of letters with signs, such as those of Hindi or Hebrew, only the last
    /// sign is deleted, as people expect who typed one after the other.
    @discardableResult public mutating func deleteBackward() -> Bool {
        guard selection.isEmpty else { return insert("") }
        guard selection.lowerBound > 0 else { return false }
        remember()
        let end = index(selection.lowerBound)
        let start = string.index(before: end)
        let last = string[start..<end]
        var kept = last.unicodeScalars
        if kept.count > 1, last != "\r\n", Backspace.deletesOneScalar(of: last) {
            kept.removeLast()
        } else {
            kept.removeAll()
        }
        let before = String(string[..<start]) + String(kept)
        string = before + string[end...]
        caret(at: before.count)
        (isTyping, redoable) = (false, [])
        return true
    }

    /// Deletes the selection, or else the character behind the caret.
    @discardableResult public mutating func deleteForward() -> Bool {
        if selection.isEmpty {
            guard selection.upperBound < count else { return false }
            selection = selection.lowerBound..<selection.upperBound + 1
        }
        return insert("")
    }

    /// Replaces all of the text by `string`, for example when an app sets it. Nothing of what was before can be undone.
    public mutating func set(_ string: String) {
        guard string != self.string else { return }
        self = EditedText(string, limit: limit)
    }

    // MARK: Selection

    /// Selects the characters in `range`, as far as they are there.
    public mutating func select(_ range: Range<Int>) {
        let end = count
        selection = min(max(range.lowerBound, 0), end)..<min(max(range.upperBound, 0), end)
        isTyping = false
    }

    /// Puts the caret before the character `offset`.
    public mutating func moveCaret(to offset: Int) { select(offset..<offset) }

    /// Selects everything.
    public mutating func selectAll() { select(0..<count) }

    /// The word around the character `offset`, or the space or sign there.
    public func word(at offset: Int) -> Range<Int> {
        let characters = Array(string)
        guard !characters.isEmpty else { return 0..<0 }
        let place = min(max(offset, 0), characters.count - 1)
        func kind(_ character: Character) -> Int {
            character.isLetter || character.isNumber ? 0 : character.isWhitespace ? 1 : 2
        }
        let wanted = kind(characters[place])
        var (start, end) = (place, place + 1)
        while start > 0, kind(characters[start - 1]) == wanted { start -= 1 }
        while end < characters.count, kind(characters[end]) == wanted { end += 1 }
        return start..<end
    }

    private mutating func caret(at offset: Int) { selection = offset..<offset }

    // MARK: Undo

    /// Whether there is something to undo.
    public var canUndo: Bool { !undoable.isEmpty }
    /// Whether there is something to do again.
    public var canRedo: Bool { !redoable.isEmpty }

    /// Takes the last change back.
    public mutating func undo() {
        guard let last = undoable.popLast() else { return }
        redoable.append(State(string: string, selection: selection))
        restore(last)
    }

    /// Does again what was undone last.
    public mutating func redo() {
        guard let next = redoable.popLast() else { return }
        undoable.append(State(string: string, selection: selection))
        restore(next)
    }

    private mutating func restore(_ state: State) {
        (string, selection, isTyping) = (state.string, state.selection, false)
    }

    private mutating func remember() {
        undoable.append(State(string: string, selection: selection))
        if undoable.count > Self.mostUndo { undoable.removeFirst() }
    }
}
