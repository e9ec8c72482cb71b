// The question that the kiosk asks before it goes home, in the languages of the calibration.

import Stage

/// The words of one language.
struct IdleWords: Hashable, Sendable {
    /// The language tag, such as `de`.
    let tag: String
    var direction = LayoutDirection.leftToRight
    let question: String
    /// Says what to do.
    let hint: String

    /// The words of `language` (BCP 47), or else of the same language in another country or script, or else English.
    init(_ language: String) {
        let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
        let all = IdleWords.all
        self = all.first { $0.tag == language } ?? all.first { $0.tag.split(separator: "-")[0] == primary } ?? all[0]
    }

    private init(_ tag: String, _ question: String, _ hint: String, _ direction: LayoutDirection = .leftToRight) {
        (self.tag, self.question, self.hint, self.direction) = (tag, question, hint, direction)
    }

    static let all: [IdleWords] = [
        IdleWords("en", "Are you still there?", "Touch the screen to stay on this page."),
        IdleWords("zh-Hans", "您还在吗？", "触摸屏幕即可留在此页。"),
        IdleWords("ar", "هل ما زلت هنا؟", "المس الشاشة للبقاء في هذه الصفحة.", .rightToLeft),
        IdleWords("fr", "Êtes-vous toujours là ?", "Touchez l’écran pour rester sur cette page."),
        IdleWords("de", "Sind Sie noch da?", "Berühren Sie den Bildschirm, um auf dieser Seite zu bleiben."),
        IdleWords("es", "¿Sigue ahí?", "Toque la pantalla para quedarse en esta página."),
        IdleWords("pt", "Ainda está aí?", "Toque no ecrã para ficar nesta página."),
        IdleWords("it", "È ancora qui?", "Tocchi lo schermo per restare su questa pagina."),
        IdleWords("cy", "Ydych chi’n dal yno?", "Cyffyrddwch â’r sgrin i aros ar y dudalen hon."),
        IdleWords("el", "Είστε ακόμη εδώ;", "Αγγίξτε την οθόνη για να μείνετε σε αυτή τη σελίδα."),
        IdleWords("uk", "Ви ще тут?", "Торкніться екрана, щоб залишитися на цій сторінці."),
        IdleWords("he", "עדיין כאן?", "געו במסך כדי להישאר בדף הזה.", .rightToLeft),
        IdleWords("hi", "क्या आप अभी भी यहाँ हैं?", "इस पृष्ठ पर बने रहने के लिए स्क्रीन को छुएँ।"),
        IdleWords("ja", "まだご覧になっていますか？", "このページを続けるには、画面に触れてください。"),
        IdleWords("ko", "아직 계십니까?", "이 페이지에 머무르려면 화면을 누르십시오."),
        IdleWords("tr", "Hâlâ orada mısınız?", "Bu sayfada kalmak için ekrana dokunun."),
    ]
}
