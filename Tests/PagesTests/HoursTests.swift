// What is said of hours and days that are written wrong, and where.

import TestFolders
import Testing

@testable import Pages

@Suite struct HoursTests {
    /// What `check` says of `line` in `kiosk.toml`.
    private func problem(_ line: String) -> String {
        TestFolder(["kiosk.toml": line, "home.md": "# Home\n{{open}}"]).check()
            .replacing("kiosk/kiosk.toml:", with: "")
    }

    @Test(arguments: ["mon-fri 6:30-21:00", "06:30 – 21:00", "mon – fri 6:30—21:00", "7:00-24:00"])
    func `short hours and long dashes are hours`(text: String) { #expect(problem("hours = [\"\(text)\"]") == "") }

    @Test(arguments: [
        ("9-17h", 0, "\"9\" is no time of day; write hours, a colon and minutes, as in 09:00"),
        ("09:00-5 pm", 6, "\"5 pm\" is no time of day; write hours, a colon and minutes, as in 17:00"),
        ("Mo-Fr 9:00-17:00", 0, "\"Mo\" is no day; write mon"),
        ("mon-frei 9:00-17:00", 4, "\"frei\" is no day; the days are sun, mon, tue, wed, thu, fri and sat"),
        ("mon 9:00-25:00", 9, "\"25:00\" is no time of day: a day ends at 24:00"),
        ("9:00-9:60", 5, "\"9:60\" is no time of day: an hour ends with minute 59"),
        ("9:00-12:00, 14:00-18:00", 0, "a text has one beginning and one end"), ("fri", 0, "\"fri\" has no hours"),
        ("9:00-00:00", 5, "00:00 is only a beginning; a day ends at 24:00"),
    ])
    func `wrong hours are named at their place`(text: String, offset: Int, reason: String) {
        // The second item, behind another one.
        let found = problem("hours = [\"07:00-08:00\", \"\(text)\"]")
        #expect(found.hasPrefix("1:\(26 + offset): \(reason)") && !found.contains("\n"), "\(found)")
        let schedule = problem("hours = [\"07:00-08:00\"]\nidle.schedule = [\"\(text)\"]")
        #expect(schedule.hasPrefix("2:\(19 + offset): \(reason)"), "\(schedule)")
    }

    @Test(arguments: [
        (
            "closed", "26.11.2026", 0,
            "\"26.11.2026\" is no date; write the year, the month and the day, as in 2026-11-26, "
        ),
        ("closed", "2026-02-30", 0, "\"2026-02-30\" is not in the calendar: that month ends with day 28"),
        ("closed", "24-12", 0, "\"24-12\" is not in the calendar: the month comes before the day"),
        ("closed", "12-24/12-32", 6, "\"12-32\" is not in the calendar"),
        ("closed", "2026-12-24 10:00-14:00", 0, "closed days have no hours; a day with other hours stands in special"),
        ("closed", "2026-12-24/12-26", 0, "write the year of both days"),
        ("closed", "2026-12-24/2026-12-20", 11, "the last day, 2026-12-20, is before the first"),
        (
            "special", "2026-12-31 closed", 11,
            "\"closed\" are no hours; write 2026-12-31 10:00-14:00, or put a day without"
        ),
        ("special", "12-31 10-14:00", 6, "\"10\" is no time of day"), ("special", "12-31", 0, "the day has no hours"),
    ])
    func `wrong days are named at their place`(key: String, text: String, offset: Int, reason: String) {
        let found = problem("hours = [\"07:00-08:00\"]\n\(key) = [\"\(text)\"]")
        #expect(found.hasPrefix("2:\(key.count + 6 + offset): \(reason)") && !found.contains("\n"), "\(found)")
    }

    @Test func `the night has the same times`() {
        func night(_ text: String) -> String { problem("hours = [\"7:00-8:00\"]\ntheme.night-from = \"\(text)\"") }
        #expect(night("8:30") == "")
        #expect(night("19h") == "2:21: \"19h\" is no time of day; write hours, a colon and minutes, as in 19:00")
        #expect(night("24:00").hasPrefix("2:21: 24:00 is no time of night-from"))
    }

    @Test(arguments: ["hour", "opening-hours", "opening_hours", "hours2"])
    func `a misnamed key of the hours is the only mistake, whatever else the file has`(key: String) {
        let lines = "\(key) = [\"07:00-08:00\"]\nclosed = [\"12-24\"]\nspecial = [\"12-31 10:00-14:00\"]"
        let folder = TestFolder(["kiosk.toml": lines, "home.md": "# Home"])
        #expect(folder.check() == "kiosk/kiosk.toml:1:1: unknown key \"\(key)\"; did you mean \"hours\"?")
    }

    @Test(arguments: ["mon-fri = \"09:00-17:00\"", "sat = [\"9:00-12:00\"]\nmon-fri = 1", "mon = \"closed\""])
    func `days as keys have one message, which shows the list`(keys: String) {
        let found = TestFolder(["home.md": "# H", "kiosk.toml": "[hours]\n\(keys)\n"]).check()
        #expect(found.contains("are part of the hours, which are a list of texts; write open = [\"mon"), "\(found)")
        #expect(!found.contains("\n"))
    }

    @Test func `closed days need hours`() {
        let folder = TestFolder(["kiosk.toml": "closed = [\"12-24\"]", "home.md": "# Home"])
        #expect(folder.check().hasPrefix("kiosk/kiosk.toml:1:10: closed needs the usual hours, such as hours = "))
    }

    @Test func `while the settings cannot be read, nothing is said of what they may name`() {
        let pages = [
            "home.md": "# Home\n{{open}} [Deutsch](lang:de)", "other.md": "# Other\n{{open}}",
            "other.de.md": "# Andere",
        ]
        let broken = TestFolder(pages.merging(["kiosk.toml": "title = \"Town\nhours = [\"07:00-08:00\"]\n"]) { $1 })
        let found = broken.check()
        #expect(found.hasPrefix("kiosk/kiosk.toml:1:9: ") && !found.contains("\n"), "\(found)")
        let elsewhere = TestFolder(["kiosk.toml": "start = [\"a\"", "a.md": "# A\n[x](b.md)"])
        let lines = elsewhere.check().split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("kiosk/kiosk.toml:1:9: "), "\(lines)")
        #expect(lines.last == "kiosk/a.md:2:1: there is no page \"b.md\"; did you mean \"a.md\"?")
        // With settings that can be read, all of it is said.
        #expect(
            TestFolder(pages.merging(["kiosk.toml": "title = \"Town\""]) { $1 }).check().split(separator: "\n").count
                > 2)
    }
}
