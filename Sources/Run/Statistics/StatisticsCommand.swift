// `bezel statistics`: shows what visitors did.

import Geometry
import Glibc
import Linux
package import Machine
import Settings

/// The options of `bezel statistics`.
package struct StatisticsCommand {
    /// The folder with a file for each day. Nil takes that of the machine's file.
    package var folder: String?
    /// The machine's file. Nil takes the installed one.
    package var configuration: String?
    /// The first day, such as `2026-11-01`. Nil begins with the oldest.
    package var first: String?
    /// The last day. Nil ends with the newest.
    package var last: String?
    /// Whether the output is CSV, with a line for each sum of each day.
    package var isCSV = false

    /// A command without options.
    package init() {}

    /// Passes the output to `answer` line by line, and the days that cannot be read to `say`. Throws at the end if there are such days.
    package func run(answer: (String) -> Void, say: (String) -> Void) throws(Failure) {
        for day in [first, last].compactMap(\.self) where !CivilTime.isDay(day) {
            throw Failure(.usage, "a day is written as 2026-11-25, not \"\(day)\"")
        }
        let folder = if let folder { folder } else { try ofThisMachine() }
        do throws(SystemError) { _ = try SystemFiles.names(folder) } catch {
            // The kiosk makes the folder when the first visit ends. A name on the command line may be wrong.
            guard error.errno == ENOENT, self.folder == nil else { throw Failure(error) }
        }
        let days = StatisticsDay.days(in: folder).filter { first ?? $0 <= $0 && $0 <= last ?? $0 }
        guard !days.isEmpty else {
            let isWhole = first == nil && last == nil
            if isCSV { answer(Self.head) } else { answer("\(folder): no visits \(isWhole ? "yet" : "on these days")") }
            return
        }
        var (total, isWhole) = (VisitCounts(), true)
        if isCSV { answer(Self.head) }
        for name in days {
            do throws(Diagnostic) {
                let day = try StatisticsDay(name, in: folder)
                if isCSV { lines(of: day, answer) } else { total.add(day.total) }
            } catch {
                say("\(error)")
                isWhole = false
            }
        }
        if !isCSV { report(total, from: days[0], to: days[days.count - 1], answer) }
        // The sums lack the days that were named.
        if !isWhole { throw Failure(.wrongInput, "") }
    }

    private func ofThisMachine() throws(Failure) -> String {
        guard let table = try Configuration.ofThisMachine(configuration).statistics else {
            throw Failure(
                .usage,
                "the machine's file names no folder in [statistics]; name the folder, or the machine's file with --config"
            )
        }
        return table.folder
    }

    // MARK: The report

    /// The most pages and ways in the report. The CSV has all.
    private static let mostLines = 20

    private func report(_ counts: VisitCounts, from first: String, to last: String, _ answer: (String) -> Void) {
        let visits = counts.visits.values.reduce(into: VisitCounts.Sum()) { $0 += $1 }
        let days = first == last ? first : "\(first) to \(last)"
        let number = visits.count == 1 ? "1 visit of" : "\(visits.count) visits, on average"
        answer("\(days): \(number) \(Self.average(visits))")
        for (language, sum) in counts.visits.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            answer("  \(Self.number(sum.count))  \(language.isEmpty ? "without a language" : language)")
        }
        answer("pages, how often they were opened and how long on average")
        var pages: [String: VisitCounts.Sum] = [:]
        for (page, sum) in counts.pages { pages[page.name, default: .init()] += sum }
        let most = pages.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        for (name, sum) in most.prefix(Self.mostLines) {
            answer("  \(Self.number(sum.count))  \(Self.padded(Self.average(sum), 11))  \(name.withoutControls)")
        }
        Self.rest(most.count, answer)
        answer("ways, how often they were taken")
        var ways: [[String]: Int] = [:]
        for (way, count) in counts.ways { ways[[way.from, way.to], default: 0] += count }
        let taken = ways.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }
        for (way, count) in taken.prefix(Self.mostLines) {
            answer("  \(Self.number(count))  \(way[0].withoutControls) → \(way[1].withoutControls)")
        }
        Self.rest(taken.count, answer)
    }

    private static func rest(_ count: Int, _ answer: (String) -> Void) {
        if count > mostLines { answer("  and \(count - mostLines) more; --csv has all") }
    }

    private static func number(_ count: Int) -> String { padded("\(count)", 7) }

    /// The average time, such as `1:05 min`.
    private static func average(_ sum: VisitCounts.Sum) -> String {
        let seconds = sum.count == 0 ? 0 : Int((sum.time.seconds / Double(sum.count)).rounded())
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) min"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: CSV

    private static let head = "day,screen,language,kind,page,to,count,seconds"

    private func lines(of day: StatisticsDay, _ answer: (String) -> Void) {
        for (number, counts) in day.screens.sorted(by: { $0.key < $1.key }) {
            func line(_ fields: String..., count: Int, time: Instant.Span?) {
                let all = [day.day, "\(number)"] + fields.map(Self.field) + ["\(count)", time?.decimalSeconds ?? ""]
                answer(all.joined(separator: ","))
            }
            for (language, sum) in counts.visits.sorted(by: { $0.key < $1.key }) {
                line(language, "visit", "", "", count: sum.count, time: sum.time)
            }
            for (page, sum) in counts.pages.sorted(by: { $0.key < $1.key }) {
                line(page.language, "page", page.name, "", count: sum.count, time: sum.time)
            }
            for (way, count) in counts.ways.sorted(by: { $0.key < $1.key }) {
                line(way.language, "way", way.from, way.to, count: count, time: nil)
            }
        }
    }

    /// `text` as a field by RFC 4180. A leading sign that would make it a formula in a spreadsheet is kept from that by an apostrophe.
    private static func field(_ text: String) -> String {
        let safe = text.first.map { "=+-@\t\r".contains($0) } == true ? "'" + text : text
        guard safe.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
