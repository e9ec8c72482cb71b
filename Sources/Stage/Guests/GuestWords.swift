// What a screen says when its program shows nothing, in the languages of the calibration.

/// The words of one language.
package struct GuestWords: Hashable, Sendable {
    /// The language tag, such as `de`.
    package let tag: String
    let unavailable: String
    let offline: String
    let tryAgain: String
    let refused: String
    let back: String

    /// The words of `language` (BCP 47), or else of the same language in another country or script, or else English.
    init(_ language: String) {
        let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
        let all = GuestWords.all
        self = all.first { $0.tag == language } ?? all.first { $0.tag.split(separator: "-")[0] == primary } ?? all[0]
    }

    private init(
        _ tag: String, _ unavailable: String, _ offline: String, _ tryAgain: String, _ refused: String, _ back: String
    ) {
        (self.tag, self.unavailable, self.offline, self.tryAgain, self.refused, self.back) = (
            tag, unavailable, offline, tryAgain, refused, back
        )
    }

    package static let all: [GuestWords] = [
        GuestWords(
            "en", "This page is not available right now.", "There is no connection.",
            "Try again",
            "This link leads to another website, which is not shown here.", "Back"),
        GuestWords(
            "zh-Hans", "此页面暂时无法显示。", "没有网络连接。",
            "重试",
            "此链接指向其他网站，此处不予显示。", "返回"),
        GuestWords(
            "ar", "هذه الصفحة غير متاحة الآن.", "لا يوجد اتصال بالشبكة.",
            "حاول مرة أخرى",
            "يؤدي هذا الرابط إلى موقع آخر لا يُعرض هنا.", "رجوع"),
        GuestWords(
            "fr", "Cette page n’est pas disponible pour le moment.", "Il n’y a pas de connexion.",
            "Réessayer",
            "Ce lien mène à un autre site, qui n’est pas affiché ici.", "Retour"),
        GuestWords(
            "de", "Diese Seite ist gerade nicht verfügbar.", "Es besteht keine Verbindung.",
            "Noch einmal versuchen",
            "Dieser Link führt zu einer anderen Website, die hier nicht gezeigt wird.", "Zurück"),
        GuestWords(
            "es", "Esta página no está disponible en este momento.", "No hay conexión.",
            "Intentar de nuevo",
            "Este enlace lleva a otro sitio, que no se muestra aquí.", "Volver"),
        GuestWords(
            "pt", "Esta página não está disponível de momento.", "Não há ligação.",
            "Tentar novamente",
            "Esta ligação leva a outro sítio, que não é mostrado aqui.", "Voltar"),
        GuestWords(
            "it", "Questa pagina non è al momento disponibile.", "Non c’è connessione.",
            "Riprova",
            "Questo link porta a un altro sito, che qui non viene mostrato.", "Indietro"),
        GuestWords(
            "cy", "Nid yw’r dudalen hon ar gael ar hyn o bryd.", "Nid oes cysylltiad.",
            "Rhowch gynnig arall arni",
            "Mae’r ddolen hon yn arwain at wefan arall, nad yw’n cael ei dangos yma.", "Yn ôl"),
        GuestWords(
            "el", "Αυτή η σελίδα δεν είναι διαθέσιμη αυτή τη στιγμή.", "Δεν υπάρχει σύνδεση.",
            "Δοκιμάστε ξανά",
            "Ο σύνδεσμος οδηγεί σε άλλον ιστότοπο, που δεν εμφανίζεται εδώ.", "Πίσω"),
        GuestWords(
            "uk", "Ця сторінка зараз недоступна.", "Немає з’єднання.",
            "Спробувати ще раз",
            "Це посилання веде на інший сайт, який тут не показується.", "Назад"),
        GuestWords(
            "he", "הדף הזה אינו זמין כרגע.", "אין חיבור.",
            "לנסות שוב",
            "הקישור מוביל לאתר אחר, שאינו מוצג כאן.", "חזרה"),
        GuestWords(
            "hi", "यह पृष्ठ अभी उपलब्ध नहीं है।", "कोई कनेक्शन नहीं है।",
            "फिर से कोशिश करें",
            "यह लिंक दूसरी वेबसाइट पर ले जाता है, जो यहाँ नहीं दिखाई जाती।", "वापस"),
        GuestWords(
            "ja", "このページは現在表示できません。", "接続がありません。",
            "もう一度試す",
            "このリンクは別のサイトにつながっており、ここでは表示されません。", "戻る"),
        GuestWords(
            "ko", "이 페이지를 지금은 표시할 수 없습니다.", "연결되어 있지 않습니다.",
            "다시 시도",
            "이 링크는 여기에서 표시하지 않는 다른 웹사이트로 연결됩니다.", "뒤로"),
        GuestWords(
            "tr", "Bu sayfa şu anda kullanılamıyor.", "Bağlantı yok.",
            "Tekrar dene",
            "Bu bağlantı, burada gösterilmeyen başka bir siteye gidiyor.", "Geri"),
    ]
}
