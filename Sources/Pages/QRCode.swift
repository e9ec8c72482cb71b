// A text as a QR code (ISO/IEC 18004), which libqrencode encodes.

internal import CQR

/// A QR code on a page: `![Tickets](qr:https://example.org/tickets)`.
package struct QRCode: Hashable, Sendable {
    /// What a phone reads.
    let text: String
    /// What the code is for, in words. It stands in for a code that cannot be encoded.
    let description: String
    /// The words below the code; empty for none.
    let caption: String

    /// The most bytes of a text. A code for more has modules that are too small for a phone at arm's length.
    static let mostBytes = 300
    /// The most codes on a page. Each takes a millisecond or two to encode.
    static let mostOnPage = 20
    /// The width of the empty border that readers need, in modules (ISO/IEC 18004, 5.3.8).
    static let quietZone = 4

    /// The text in the address of a picture; nil for an address of something else.
    static func text(in address: String) -> String? { address.hasPrefix("qr:") ? String(address.dropFirst(3)) : nil }

    /// What is wrong with `text`, as a sentence; nil for nothing.
    static func problem(ofText text: String) -> String? {
        if text.isEmpty { return "this QR code has no text; write what a phone is to open: (qr:https://example.org)" }
        let count = text.utf8.count
        guard count > mostBytes else { return nil }
        return "the text of this QR code has \(count) bytes, and the most is \(mostBytes); write a shorter address"
    }

    /// What a phone does with `text` that its author may not expect; nil for nothing. A phone opens only what begins with a scheme.
    static func warning(ofText text: String) -> String? {
        let host = text.prefix { !"/?#: ".contains($0) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, (2...12).contains(last.count), last.allSatisfy(\.isLetter),
            labels.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && !$0.isEmpty })
        else { return nil }
        return "phones show \"\(text)\" as text and do not open it; write (qr:https://\(text))"
    }

    /// The modules of the code, without the quiet zone. Nil for a text that cannot be encoded.
    func modules() -> Modules? {
        guard Self.problem(ofText: text) == nil else { return nil }
        // Up to 15 % of the code may be hidden by a reflection or a scratch.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        return Modules(side: side, dark: (0..<side * side).map { code.pointee.data[$0] & 1 == 1 })
    }

    /// The modules of a code.
    struct Modules: Equatable {
        /// The number of modules in a row, and of rows.
        let side: Int
        /// Whether each module is dark, row by row.
        let dark: [Bool]

        /// The number of modules in a row with the quiet zone.
        var whole: Int { side + 2 * QRCode.quietZone }

        /// The dark modules in row `row`, in runs of neighbours.
        func runs(inRow row: Int) -> [Range<Int>] {
            var (runs, column) = ([Range<Int>](), 0)
            while column < side {
                guard dark[row * side + column] else {
                    column += 1
                    continue
                }
                let start = column
                while column < side, dark[row * side + column] { column += 1 }
                runs.append(start..<column)
            }
            return runs
        }
    }
}
