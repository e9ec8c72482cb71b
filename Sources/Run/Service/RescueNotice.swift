// The text on a screen that is out of order.

import Linux

/// Whom to contact, what is wrong, and what happens next.
struct RescueNotice {
    /// Whom to contact, as the operator of the kiosk has written it; nil when the operator has not.
    let contact: String?
    /// The last lines of what has failed, the newest last.
    let reason: [String]
    /// What happens without help; nil for nothing.
    let next: String?

    /// "Out of order" for visitors who do not read English.
    static let otherLanguages = "Außer Betrieb · Hors service · Fuera de servicio\nFuori servizio · 暂停使用 · 使用停止中"
    /// The most lines of the reason: enough to know what is wrong, and few enough to read.
    static let longestReason = 8

    /// Reads the text of the file `contact` and the last lines of the file `reason`. A file that does not exist adds nothing.
    init(contact: String, reason: String?, retry: Int?) {
        let text = SystemFiles.lines(contact).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
        self.contact = text.isEmpty ? nil : text
        self.reason = reason.map { SystemFiles.lines($0).suffix(Self.longestReason) } ?? []
        next = retry.map { "Started again every \($0) min; \"systemctl restart bezel\" starts it now." }
    }
}
