// What a screen that is out of order says.

import Linux

/// Whom to tell, what is wrong, and what happens next.
struct RescueNotice {
    /// How to reach somebody, as whoever runs the kiosk has written it; nil when nobody has.
    let contact: String?
    /// The last lines of what has failed, the newest last.
    let reason: [String]
    /// What happens without anybody's help; nil: nothing.
    let next: String?

    /// "Out of order" for those who do not read English.
    static let otherLanguages = "Außer Betrieb · Hors service · Fuera de servicio\nFuori servizio · 暂停使用 · 使用停止中"
    /// So many lines are enough to know, and few enough to be read.
    static let longestReason = 8

    /// The text of the file `contact` and the last lines of the file `reason`; what is not there is not said.
    init(contact: String, reason: String?, retry: Int?) {
        let text = SystemFiles.lines(contact).filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
        self.contact = text.isEmpty ? nil : text
        self.reason = reason.map { SystemFiles.lines($0).suffix(Self.longestReason) } ?? []
        next = retry.map { "Tried again every \($0) min; \"systemctl restart bezel\" tries now." }
    }
}
