// What languages say of a place that is open or closed.

import Drawing

/// The words of one language.
struct OpeningWords: Hashable, Sendable {
    /// The tag of the language, such as `de`.
    let tag: String
    private let phrases: [String]

    /// The words of `language` (BCP 47), or else of the same language in another country or script, or else English.
    init(_ language: String) { self = LanguageTable.row(of: language, in: OpeningWords.all, tag: \.tag) }

    private init(line: Substring) {
        let parts = line.split(separator: "; ").map(String.init)
        (tag, phrases) = (parts[0], Array(parts[1...]))
    }

    static let all: [OpeningWords] = table.split(separator: "\n").map { OpeningWords(line: $0) }

    /// Open, and it stays so.
    var open: String { phrases[0] }
    /// Open until `time`.
    func open(until time: String) -> String { phrases[1].replacing("#", with: time) }
    /// Closed, and it stays so.
    var closed: String { phrases[2] }
    /// Closed, and opens at `time` of the same day.
    func opens(at time: String) -> String { phrases[3].replacing("#", with: time) }
    /// Closed, and opens at `time` of the next day.
    func opensTomorrow(at time: String) -> String { phrases[4].replacing("#", with: time) }
    /// Closed, and opens at `time` on a day of the week.
    func opens(onWeekday day: String, at time: String) -> String {
        phrases[5].replacing("@", with: day).replacing("#", with: time)
    }
    /// Closed, and opens at `time` on a date.
    func opens(onDate date: String, at time: String) -> String {
        phrases[6].replacing("@", with: date).replacing("#", with: time)
    }

    /// For each language its tag; open; open until; closed; closed, and opens later on the same day; on the next day; on a day of the
    /// week; on a date. `#` is the time, `@` the day. Where a day would need another grammatical case, it stands after a colon.
    private static let table = """
        en; open; open until #; closed; closed, opens at #; closed, opens tomorrow at #; closed, opens on @ at #; closed, opens on @ at #
        zh; 营业中; 营业至 #; 未营业; 未营业，# 开门; 未营业，明天 # 开门; 未营业，@ # 开门; 未营业，@ # 开门
        zh-Hant; 營業中; 營業至 #; 未營業; 未營業，# 開門; 未營業，明天 # 開門; 未營業，@ # 開門; 未營業，@ # 開門
        ar; مفتوح; مفتوح حتى الساعة #; مغلق; مغلق، يفتح الساعة #; مغلق، يفتح غدًا الساعة #; مغلق، يفتح يوم @ الساعة #; مغلق، يفتح يوم @ الساعة #
        fr; ouvert; ouvert jusqu’à #; fermé; fermé, ouvre à #; fermé, ouvre demain à #; fermé, ouvre @ à #; fermé, ouvre le @ à #
        de; geöffnet; geöffnet bis #; geschlossen; geschlossen, öffnet um #; geschlossen, öffnet morgen um #; geschlossen, öffnet am @ um #; geschlossen, öffnet am @ um #
        es; abierto; abierto hasta las #; cerrado; cerrado, abre a las #; cerrado, abre mañana a las #; cerrado, abre el @ a las #; cerrado, abre el @ a las #
        pt; aberto; aberto até às #; fechado; fechado, abre às #; fechado, abre amanhã às #; fechado, abre @ às #; fechado, abre a @ às #
        it; aperto; aperto fino alle #; chiuso; chiuso, apre alle #; chiuso, apre domani alle #; chiuso, apre @ alle #; chiuso, apre il @ alle #
        cy; ar agor; ar agor tan #; ar gau; ar gau, yn agor am #; ar gau, yn agor yfory am #; ar gau, yn agor: @, #; ar gau, yn agor: @, #
        el; ανοιχτά; ανοιχτά έως τις #; κλειστά; κλειστά, ανοίγει στις #; κλειστά, ανοίγει αύριο στις #; κλειστά, ανοίγει: @, #; κλειστά, ανοίγει: @, #
        uk; відчинено; відчинено до #; зачинено; зачинено, відчиниться о #; зачинено, відчиниться завтра о #; зачинено, відчиниться: @, #; зачинено, відчиниться: @, #
        he; פתוח; פתוח עד #; סגור; סגור, ייפתח בשעה #; סגור, ייפתח מחר בשעה #; סגור, ייפתח ב@ בשעה #; סגור, ייפתח ב-@ בשעה #
        hi; खुला है; # तक खुला है; बंद है; बंद है, # पर खुलेगा; बंद है, कल # पर खुलेगा; बंद है, @ को # पर खुलेगा; बंद है, @ को # पर खुलेगा
        ja; 営業中; #まで営業; 営業時間外; 営業時間外（#に営業開始）; 営業時間外（明日#に営業開始）; 営業時間外（@#に営業開始）; 営業時間外（@#に営業開始）
        ko; 영업 중; #까지 영업; 영업 종료; 영업 종료, # 영업 시작; 영업 종료, 내일 # 영업 시작; 영업 종료, @ # 영업 시작; 영업 종료, @ # 영업 시작
        tr; açık; açık, kapanış: #; kapalı; kapalı, açılış: #; kapalı, açılış: yarın #; kapalı, açılış: @ #; kapalı, açılış: @ #
        nl; open; open tot #; gesloten; gesloten, opent om #; gesloten, opent morgen om #; gesloten, opent @ om #; gesloten, opent op @ om #
        pl; otwarte; otwarte do #; zamknięte; zamknięte, otwarcie o #; zamknięte, otwarcie jutro o #; zamknięte, otwarcie: @, #; zamknięte, otwarcie: @, #
        cs; otevřeno; otevřeno do #; zavřeno; zavřeno, otevírá v #; zavřeno, otevírá zítra v #; zavřeno, otevírá: @, #; zavřeno, otevírá: @, #
        da; åbent; åbent til #; lukket; lukket, åbner kl. #; lukket, åbner i morgen kl. #; lukket, åbner @ kl. #; lukket, åbner den @ kl. #
        sv; öppet; öppet till #; stängt; stängt, öppnar kl. #; stängt, öppnar i morgon kl. #; stängt, öppnar @ kl. #; stängt, öppnar den @ kl. #
        nb; åpent; åpent til #; stengt; stengt, åpner kl. #; stengt, åpner i morgen kl. #; stengt, åpner @ kl. #; stengt, åpner @ kl. #
        fi; avoinna; avoinna klo # asti; suljettu; suljettu, avataan klo #; suljettu, avataan huomenna klo #; suljettu, avataan: @ klo #; suljettu, avataan: @ klo #
        hu; nyitva; nyitva, zárás: #; zárva; zárva, nyitás: #; zárva, nyitás: holnap #; zárva, nyitás: @ #; zárva, nyitás: @ #
        ro; deschis; deschis până la #; închis; închis, se deschide la #; închis, se deschide mâine la #; închis, se deschide @ la #; închis, se deschide pe @ la #
        ru; открыто; открыто до #; закрыто; закрыто, откроется в #; закрыто, откроется завтра в #; закрыто, откроется: @, #; закрыто, откроется: @, #
        """
}
