// A field of a guest in which text is typed, as the guest describes it.

import CWaylandServer
import Geometry
import Glibc
import Interface

/// A field in a window of a guest. What the guest does not say is as in a field of which nothing is known.
struct GuestField {
    var content = FieldContent()
    var surrounding = SurroundingText()
    /// Around the caret (surface coordinates); nil if the guest does not say where it is.
    var cursor: Rect?
}

extension Rect {
    /// The rectangle around a caret, as a request describes it; nil for an empty one, by which clients say that they know of none.
    static func cursor(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> Rect? {
        // A caret may have no width.
        width == 0 && height == 0 ? nil : PixelRect(clamping: x, y, width, height).rect
    }
}

/// What a field is for.
struct FieldContent: Hashable {
    var kind = TextKind.text
    /// Whether what is typed is not shown.
    var isSecure = false
    /// Whether what is typed is not to be stored. Browsers say so of everything in a private window.
    var isSensitive = false
    /// Whether sentences begin with a capital by themselves.
    var capitalizes = true
    /// Whether nothing of what is typed is recorded.
    var isSecret: Bool { isSecure || isSensitive }

    /// A text of which nothing is known.
    init() {}

    /// What `hint` and `purpose` mean in zwp_text_input_v3. Unknown numbers mean a text.
    init(hint: UInt32, purpose: zwp_text_input_v3_content_purpose) {
        kind =
            switch purpose {
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_DIGITS, ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NUMBER: .number
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PHONE: .phone
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_URL: .webAddress
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_EMAIL: .mail
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NAME: .name
            case ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PIN: .pin
            default: .text
            }
        take(hint, isPassword: purpose == ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD)
    }

    /// The same in zwp_text_input_v1, where a PIN is a number that is hidden.
    init(hint: UInt32, purpose: zwp_text_input_v1_content_purpose) {
        kind =
            switch purpose {
            case ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_DIGITS, ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_NUMBER: .number
            case ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_PHONE: .phone
            case ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_URL: .webAddress
            case ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_EMAIL: .mail
            case ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_NAME: .name
            default: .text
            }
        take(hint, isPassword: purpose == ZWP_TEXT_INPUT_V1_CONTENT_PURPOSE_PASSWORD)
    }

    /// The bits of hints are the same in both versions.
    private mutating func take(_ hint: UInt32, isPassword: Bool) {
        let isHidden = hint & ZWP_TEXT_INPUT_V3_CONTENT_HINT_HIDDEN_TEXT.rawValue != 0
        isSensitive = hint & ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue != 0
        capitalizes = hint & ZWP_TEXT_INPUT_V3_CONTENT_HINT_AUTO_CAPITALIZATION.rawValue != 0
        if isHidden, kind == .number { kind = .pin }
        isSecure = isPassword || isHidden || kind == .pin
    }
}

/// The text before the caret of a field: what the guest tells of it, and what was typed since.
struct SurroundingText: Hashable {
    private(set) var before = ""
    private(set) var hasSelection = false
    /// Whether the guest has told of the text. Otherwise it is what was typed.
    private(set) var isTold = false
    /// The text before it was typed what the guest may not know of yet.
    private var known = ""

    /// The most bytes of a text, by zwp_text_input_v3.
    static let mostBytes = 4000

    /// A field of whose text nothing is known.
    init() {}

    /// `text`, with the caret before byte `cursor` and the other end of what is selected before byte `anchor`. Places that are outside
    /// of the text or in the middle of a character are moved back into it; nil if it is no UTF-8.
    init?(_ text: UnsafePointer<CChar>, cursor: Int, anchor: Int) {
        let length = strlen(text)
        // With the zero at the end.
        let bytes = UnsafeRawBufferPointer(start: text, count: length + 1)
        func place(_ byte: Int) -> Int {
            var place = min(max(byte, 0), length, SurroundingText.mostBytes)
            while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
            return place
        }
        let (cursor, anchor) = (place(cursor), place(anchor))
        guard let before = String(validating: bytes[..<min(cursor, anchor)], as: UTF8.self) else { return nil }
        (self.before, known, hasSelection, isTold) = (before, before, cursor != anchor, true)
    }

    /// The guest tells that the text is `told`. A text without the last letters that were typed is older than they are: browsers tell of it
    /// before they have taken them.
    mutating func update(_ told: SurroundingText) {
        let isOlder = before.hasPrefix(told.before) && told.before.hasPrefix(known) && told.before != before
        if !isOlder || told.hasSelection { self = told } else { isTold = true }
    }

    /// `text` was typed in place of what was selected.
    mutating func insert(_ text: String) {
        before = (before + text).cut(to: SurroundingText.mostBytes, fromEnd: true)
        hasSelection = false
    }

    /// The character before the caret was deleted, if nothing is selected. Returns the number of its bytes; nil if the guest has told of
    /// none.
    mutating func deleteBackward() -> Int? {
        defer { known = before }
        guard isTold, !hasSelection else { return nil }
        return before.popLast()?.utf8.count
    }

    /// A key has done with the text what only the guest knows.
    mutating func keyPressed() { known = before }
}

extension String {
    /// The text in at most `count` bytes of UTF-8: as many whole characters as fit, from the beginning or from the end.
    func cut(to count: Int, fromEnd: Bool = false) -> String {
        var text = self[...]
        while text.utf8.count > count { _ = fromEnd ? text.popFirst() : text.popLast() }
        return String(text)
    }
}
