// What placeholders say at random moments in all languages, and when they say something else.

import Drawing
import Geometry
import Pages
import Settings
import TestRandomness
import Testing

@Suite struct LiveValuesTests {
    /// Central Europe in 2026 and 2027.
    private static let berlin = WallClock.Zone(offsets: [
        .init(since: 1_761_440_400, seconds: 3600), .init(since: 1_774_746_000, seconds: 7200),
        .init(since: 1_792_890_000, seconds: 3600), .init(since: 1_806_195_600, seconds: 7200),
    ])
    private nonisolated static let languages = [
        "en", "en-US", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "ru", "uk", "ja", "zh", "ko", "ar", "he", "tr",
        "sv", "fi", "hi",
    ]

    private func values(_ language: String, _ kiosk: Kiosk? = nil, at seconds: Int) -> LiveValues {
        var values = LiveValues(language: language)
        (values.hours, values.now) = (kiosk?.hours, (seconds, Self.berlin))
        return values
    }

    private func kiosk(_ hours: String) throws -> Kiosk {
        try #require(TestFolder(["kiosk.toml": "[hours]\n\(hours)", "home.md": "# Home\n{{open}}"]).load())
    }

    @Test func `languages write as they are used to`() throws {
        // Thursday, 24 December 2026, 18:05 in Berlin.
        let moment = try Self.berlin.moment(of: #require(CivilTime("2026-12-24 18:05")))
        for (language, expected) in [
            ("en", "18:05|24 December 2026|Thursday"), ("en-US", "6:05\u{202F}PM|December 24, 2026|Thursday"),
            ("de-CH", "18:05|24. Dezember 2026|Donnerstag"), ("ja", "18:05|2026年12月24日|木曜日"),
            ("fi", "18.05|24. joulukuuta 2026|torstai"), ("es", "18:05|24 de diciembre de 2026|jueves"),
            ("zh-TW", "下午6:05|2026年12月24日|星期四"), ("ko", "오후 6:05|2026년 12월 24일|목요일"),
            ("xx", "18:05|24 December 2026|Thursday"),
        ] {
            let values = values(language, at: moment)
            #expect(
                [Placeholder.time, .date, .weekday].map { values.text(of: $0) }.joined(separator: "|") == expected,
                "\(language)")
        }
    }

    @Test(arguments: languages)
    func `a kiosk may have one clock in all languages`(language: String) throws {
        func time(_ text: String, _ clock: ClockStyle) throws -> String {
            var values = values(language, at: Self.berlin.moment(of: try #require(CivilTime("2026-12-24 \(text)"))))
            values.clock = clock
            return values.text(of: .time)
        }
        for (text, hour) in [("00:05", 12), ("09:05", 9), ("12:05", 12), ("21:05", 9)] {
            let long = try time(text, .twentyFour)
            #expect(
                long.split { !$0.isNumber }.map { Int($0) } == text.split(separator: ":").map { Int($0) }, "\(long)")
            let short = try time(text, .twelve)
            #expect(short.split { !$0.isNumber }.map(String.init) == ["\(hour)", "05"], "\(short)")
        }
        #expect(try time("09:05", .twelve) != time("21:05", .twelve))
    }

    @Test func `the time that is left is written without spaces where the language has none`() throws {
        let moment = try Self.berlin.moment(of: #require(CivilTime("2026-12-24 18:05")))
        let end = try Placeholder.until(#require(CivilTime("2026-12-25 00:17")))
        for (language, expected) in [("en", "6h 12min"), ("de", "6 Std. 12 Min."), ("ja", "6時間12分"), ("zh", "6小时12分钟")]
        {
            #expect(values(language, at: moment).text(of: end) == expected)
        }
    }

    @Test(arguments: [
        ("de", "1 Tag|2 Tage|5 Tage|21 Tage|100 Tage|111 Tage"),
        ("ru", "1 день|2 дня|5 дней|21 день|100 дней|111 дней"),
        ("pl", "1 dzień|2 dni|5 dni|21 dni|100 dni|111 dni"), ("cs", "1 den|2 dny|5 dnů|21 dnů|100 dnů|111 dnů"),
        ("ro", "1 zi|2 zile|5 zile|21 de zile|100 de zile|111 zile"),
        ("he", "1 יום|יומיים|5 ימים|21 ימים|100 ימים|111 ימים"),
        ("ar", "يوم|يومان|5 أيام|21 يومًا|100 يوم|111 يومًا"), ("ja", "1日|2日|5日|21日|100日|111日"),
        ("fr", "1\u{A0}jour|2\u{A0}jours|5\u{A0}jours|21\u{A0}jours|100\u{A0}jours|111\u{A0}jours"),
    ])
    func `days are counted as the language counts`(language: String, expected: String) {
        let texts = [1, 2, 5, 21, 100, 111].map { days in
            let end = CivilTime(seconds: 1_800_000_000 + days * 86400)
            var values = LiveValues(language: language)
            values.now = (1_800_000_000, .init(offsets: []))
            return values.text(of: .until(end))
        }
        #expect(texts.joined(separator: "|") == expected)
    }

    @Test func `of a week and more only the days are told, and of what is past nothing`() {
        var values = LiveValues(language: "de")
        let end = CivilTime("2027-01-01")!
        let texts = [-86400, 0, 60, 3600, 86400 * 2 + 7200, 86400 * 7 - 1, 86400 * 7 - 60, 86400 * 455 + 25_200].map {
            left in
            values.now = (end.seconds - left, .init(offsets: []))
            return values.text(of: .until(end))
        }
        #expect(texts == ["", "", "1 Min.", "1 Std.", "2 Tage 2 Std.", "7 Tage", "6 Tage 23 Std.", "455 Tage"])
    }

    @Test func `braces that are no placeholder's are named, and so are placeholders where nothing changes`() {
        let folder = TestFolder([
            "kiosk.toml": "hours = [\"07:00-08:00\"]", "a.png": "", "d.csv": "open\n{{open}}\n",
            "home.md": "# Home\nIt is {{time} now\n\n{time}} or {{until 2026-12-24 18:00}\n\nat {{open\n\n"
                + "\\{{time} {time} {{ x }\n\n![D](d.csv \"open = {{date}}\")\n\n![Q](qr:A \"{{open}}\")\n",
        ])
        #expect(
            folder.check() == """
                kiosk/d.csv: warning: "{{open}}" is shown as it is written; only pages have places {{…}} that change
                kiosk/home.md:2:7: warning: this is shown as text: {{time}} has two braces at both ends; to show it as it is, write \\{{time}}
                kiosk/home.md:4:1: warning: this is shown as text: {{time}} has two braces at both ends; to show it as it is, write \\{{time}}
                kiosk/home.md:6:4: warning: this is shown as text: {{open}} has two braces at both ends; to show it as it is, write \\{{open}}
                kiosk/home.md:10:1: warning: a title shows {{date}} as it is written; write it in the text of the page
                kiosk/home.md:12:1: warning: a title shows {{open}} as it is written; write it in the text of the page
                """)
    }

    @Test func `open says what a slow calculation says`() throws {
        // Two rules that overlap, a night over two days, closed days and one with other hours.
        let kiosk = try kiosk(
            """
            open = ["tue-sun 10:00-18:00", "fri 17:00-02:30"]
            closed = ["12-24/12-26", "2026-03-29"]
            special = ["2026-12-31 10:00-14:00"]
            """)
        func isOpen(_ seconds: Int) -> Bool {
            func hours(_ day: Int) -> [Range<Int>] {
                let civil = CivilTime(day: day, second: 0)
                let (year, month, date) = civil.date
                if (year, month, date) == (2026, 12, 31) { return [600..<840] }
                if month == 12, (24...26).contains(date) { return [] }
                if (year, month, date) == (2026, 3, 29) { return [] }
                return (civil.weekday == 1 ? [] : [600..<1080]) + (civil.weekday == 5 ? [1020..<1590] : [])
            }
            let local = Self.berlin.local(at: seconds)
            let minute = local.second / 60
            return hours(local.day).contains { $0.contains(minute) }
                || hours(local.day - 1).contains { $0.contains(minute + 1440) }
        }
        var random = SplitMix(7)
        var moments = (0..<150).map { _ in 1_767_225_600 + Int.random(in: 0..<31_536_000, using: &random) }
        for change in [1_774_746_000, 1_792_890_000] { moments += (-8..<8).map { change + $0 * 1500 } }
        for seconds in moments {
            let text = values("en", kiosk, at: seconds).text(of: .open)
            let minute = seconds - seconds % 60
            let open = isOpen(seconds)
            let next = try #require(
                stride(from: minute + 60, to: minute + 20 * 86400, by: 60).first { isOpen($0) != open })
            let (today, then) = (Self.berlin.local(at: seconds), Self.berlin.local(at: next))
            let calendar = values("en", at: next)
            let time = calendar.text(of: .time)
            let expected: String
            switch then.day - today.day {
            case _ where open: expected = "open until \(time)"
            case 0: expected = "closed, opens at \(time)"
            case 1: expected = "closed, opens tomorrow at \(time)"
            case 2...6: expected = "closed, opens on \(calendar.text(of: .weekday)) at \(time)"
            default: expected = "closed, opens on \(calendar.text(of: .date)) at \(time)"
            }
            #expect(text == expected, "\(today)")
        }
    }

    @Test func `nothing changes before the moment that is named`() throws {
        let kiosk = try kiosk("open = [\"tue-sun 10:00-18:00\", \"fri 17:00-02:30\"]\nclosed = [\"07-01/08-20\"]")
        var random = SplitMix(11)
        for round in 0..<400 {
            let around = round % 2 == 0 ? [1_774_746_000, 1_792_890_000][round / 2 % 2] : 1_775_000_000
            let seconds = around + Int.random(in: round % 2 == 0 ? -90_000..<90_000 : 0..<20_000_000, using: &random)
            let end = CivilTime(seconds: seconds + Int.random(in: -9000..<400_000, using: &random) / 60 * 60)
            let placeholder = [Placeholder.time, .date, .weekday, .open, .until(end)].randomElement(using: &random)!
            let language = Self.languages.randomElement(using: &random)!
            let now = values(language, kiosk, at: seconds)
            let (text, next) = (now.text(of: placeholder), now.nextChange(of: [placeholder]))
            if let next { #expect(next > seconds && next <= seconds + 400 * 86400) }
            let horizon = (next ?? seconds + 86400) - 1
            for later in [horizon] + (0..<20).map({ _ in Int.random(in: seconds...horizon, using: &random) }) {
                let other = values(language, kiosk, at: later).text(of: placeholder)
                #expect(other == text, "\(placeholder) in \(language) at \(seconds), and \(later)")
            }
        }
    }

    @Test func `without a clock or a value nothing is made up`() {
        var values = LiveValues(language: "de")
        #expect(
            [Placeholder.time, .date, .open, .value(file: "a.json", path: "b")].map { values.text(of: $0) } == [
                "–", "–", "–", "–",
            ])
        #expect(values.nextChange(of: [.time]) == nil)
        values.now = (1_800_000_000, Self.berlin)
        #expect(values.text(of: .open) == "–")
    }

    @Test func `unknown placeholders are named with their place, and code stays`() throws {
        let folder = TestFolder([
            "home.md":
                "# Home\n`{{nothing}}` \\{{nothing}} {{ time }}\n\n    {{nothing}}\n\nIt is {{tiem}} {{open}}\n{{until tomorrow}}\n"
        ])
        #expect(
            folder.check() == """
                kiosk/home.md:6:7: nothing is called {{tiem}}; did you mean {{time}}? To show it as it is, write \\{{tiem}}
                kiosk/home.md:6:16: {{open}} needs the hours of the place: write [hours] with open = ["tue-sun 10:00-18:00"] in \
                kiosk.toml, or hours = ["tue-sun 10:00-18:00"] at the top of the page
                kiosk/home.md:7:1: {{until tomorrow}} needs a date, and a time if it is not midnight, such as {{until 2026-12-24 18:00}}
                """)
    }
}
