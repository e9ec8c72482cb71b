// The words of a calendar that shows a month. The source is the Unicode CLDR 47: the names of months by themselves, the short names of
// days, and the first days of weeks.

package import Geometry

extension CalendarWords {
    /// The names of months by themselves, in languages in which they have another form in a date.
    private static let aloneMonths = [
        "el":
            "Ιανουάριος, Φεβρουάριος, Μάρτιος, Απρίλιος, Μάιος, Ιούνιος, Ιούλιος, Αύγουστος, Σεπτέμβριος, Οκτώβριος, Νοέμβριος, Δεκέμβριος",
        "uk":
            "січень, лютий, березень, квітень, травень, червень, липень, серпень, вересень, жовтень, листопад, грудень",
        "ru": "январь, февраль, март, апрель, май, июнь, июль, август, сентябрь, октябрь, ноябрь, декабрь",
        "pl":
            "styczeń, luty, marzec, kwiecień, maj, czerwiec, lipiec, sierpień, wrzesień, październik, listopad, grudzień",
        "cs": "leden, únor, březen, duben, květen, červen, červenec, srpen, září, říjen, listopad, prosinec",
        "fi":
            "tammikuu, helmikuu, maaliskuu, huhtikuu, toukokuu, kesäkuu, heinäkuu, elokuu, syyskuu, lokakuu, marraskuu, joulukuu",
    ].mapValues { $0.split(separator: ", ").map(String.init) }

    /// The short names of days, from Sunday on.
    private static let shortDays = [
        "en": "Su Mo Tu We Th Fr Sa", "en-US": "Su Mo Tu We Th Fr Sa", "zh": "日 一 二 三 四 五 六",
        "zh-Hant": "日 一 二 三 四 五 六", "ar": "ح ن ث ر خ ج س", "fr": "di lu ma me je ve sa",
        "de": "So Mo Di Mi Do Fr Sa", "es": "DO LU MA MI JU VI SA", "pt": "dom seg ter qua qui sex sáb",
        "it": "dom lun mar mer gio ven sab", "cy": "Su Ll Ma Me Ia Gw Sa", "el": "Κυ Δε Τρ Τε Πέ Πα Σά",
        "uk": "нд пн вт ср чт пт сб", "he": "א׳ ב׳ ג׳ ד׳ ה׳ ו׳ ש׳", "hi": "र सो मं बु गु शु श",
        "ja": "日 月 火 水 木 金 土", "ko": "일 월 화 수 목 금 토", "tr": "Pa Pt Sa Ça Pe Cu Ct", "nl": "zo ma di wo do vr za",
        "pl": "nie pon wto śro czw pią sob", "cs": "ne po út st čt pá so", "da": "sø ma ti on to fr lø",
        "sv": "sö må ti on to fr lö", "nb": "sø ma ti on to fr lø", "fi": "su ma ti ke to pe la",
        "hu": "V H K Sze Cs P Szo", "ro": "du lu ma mi joi vi sâ", "ru": "вс пн вт ср чт пт сб",
    ].mapValues { $0.split(separator: " ").map(String.init) }

    /// The countries whose weeks begin on Sunday, and on Saturday. Elsewhere they begin on Monday.
    private static let sundayCountries = Set(
        """
        AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG
        SV TH TT TW UM US VE VI WS YE ZA ZW
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let saturdayCountries = Set(
        ["AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY"])
    /// The country in which most speak a language, for tags without a country, where weeks do not begin on Monday.
    private static let usualCountries = [
        "ar": "EG", "he": "IL", "hi": "IN", "ja": "JP", "ko": "KR", "pt": "BR", "zh-Hant": "TW",
    ]

    /// The day with which weeks begin where people speak `language` (BCP 47): 0 for Sunday, 1 for Monday, 6 for Saturday.
    package func firstWeekday(of language: String) -> Int {
        let named = language.split(separator: "-").dropFirst().first { $0.utf8.count == 2 }.map { $0.uppercased() }
        guard let country = named ?? Self.usualCountries[tag] ?? (tag == "en-US" ? "US" : nil) else { return 1 }
        return Self.sundayCountries.contains(country) ? 0 : Self.saturdayCountries.contains(country) ? 6 : 1
    }

    /// The short names of the days, from Sunday on.
    package var shortWeekdays: [String] { Self.shortDays[tag] ?? weekdays.map { String($0.prefix(2)) } }

    /// The name of the month with this number (1 to 12) where it stands alone.
    package func name(ofMonth number: Int) -> String {
        // These name months by their numbers.
        if ["zh", "zh-Hant", "ja"].contains(tag) { return "\(number)月" }
        return Self.aloneMonths[tag]?[number - 1] ?? months[number - 1]
    }

    /// The month of `moment` and its year, such as `December 2026`.
    package func month(_ moment: CivilTime) -> String {
        let (year, month, _) = moment.date
        let name = name(ofMonth: month)
        return switch tag {
        case "zh", "zh-Hant", "ja": "\(year)年\(month)月"
        case "ko": "\(year)년 \(name)"
        case "hu": "\(year). \(name)"
        case "es", "pt": "\(name) de \(year)"
        case "uk": "\(name) \(year)\u{202F}р."
        case "ru": "\(name) \(year)\u{202F}г."
        default: "\(name) \(year)"
        }
    }

    /// The sign between the hours and the minutes.
    package var separator: String { time.contains(".mm") ? "." : ":" }

    /// Whether the half of the day is written before the hour.
    package var hasHalfFirst: Bool { time.first == "a" }
}
