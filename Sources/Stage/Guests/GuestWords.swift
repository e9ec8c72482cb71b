// What a screen says when its program shows nothing, in the languages of the calibration.

/// The words of one language.
package struct GuestWords: Hashable, Sendable {
    /// The language tag, such as `de`.
    package let tag: String
    let unavailable: String
    let tryAgain: String

    /// The words of `language` (BCP 47), or else of the same language in another country or script, or else English.
    init(_ language: String) {
        let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
        let all = GuestWords.all
        self = all.first { $0.tag == language } ?? all.first { $0.tag.split(separator: "-")[0] == primary } ?? all[0]
    }

    private init(_ tag: String, _ unavailable: String, _ tryAgain: String) {
        (self.tag, self.unavailable, self.tryAgain) = (tag, unavailable, tryAgain)
    }

    package static let all: [GuestWords] = [
        GuestWords("en", "This page is not available right now.", "Try again"),
        GuestWords("zh-Hans", "此页面暂时无法显示。", "重试"),
        GuestWords("ar", "هذه الصفحة غير متاحة الآن.", "حاول مرة أخرى"),
        GuestWords("fr", "Cette page n’est pas disponible pour le moment.", "Réessayer"),
        GuestWords("de", "Diese Seite ist gerade nicht verfügbar.", "Noch einmal versuchen"),
        GuestWords("es", "Esta página no está disponible en este momento.", "Intentar de nuevo"),
        GuestWords("pt", "Esta página não está disponível de momento.", "Tentar novamente"),
        GuestWords("it", "Questa pagina non è al momento disponibile.", "Riprova"),
        GuestWords("cy", "Nid yw’r dudalen hon ar gael ar hyn o bryd.", "Rhowch gynnig arall arni"),
        GuestWords("el", "Αυτή η σελίδα δεν είναι διαθέσιμη αυτή τη στιγμή.", "Δοκιμάστε ξανά"),
        GuestWords("uk", "Ця сторінка зараз недоступна.", "Спробувати ще раз"),
        GuestWords("he", "הדף הזה אינו זמין כרגע.", "לנסות שוב"),
        GuestWords("hi", "यह पृष्ठ अभी उपलब्ध नहीं है।", "फिर से कोशिश करें"),
        GuestWords("ja", "このページは現在表示できません。", "もう一度試す"),
        GuestWords("ko", "이 페이지를 지금은 표시할 수 없습니다.", "다시 시도"),
        GuestWords("tr", "Bu sayfa şu anda kullanılamıyor.", "Tekrar dene"),
    ]
}
