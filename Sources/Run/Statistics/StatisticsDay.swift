// The file of one day: what visitors did on each screen.

import Geometry
import Linux
import Settings

/// The sums of one day, as a JSON file holds them.
struct StatisticsDay: Equatable {
    /// The day, such as `2026-11-25`, in the machine's time zone.
    let day: String
    /// The sums of each screen, by its number.
    private(set) var screens: [Int: VisitCounts] = [:]

    /// A day on which nothing has happened yet.
    init(_ day: String) { self.day = day }

    /// Adds `counts` to those of screen `number`.
    mutating func add(_ counts: VisitCounts, ofScreen number: Int) {
        screens[number, default: VisitCounts()].add(counts)
    }

    /// The sums of all screens.
    var total: VisitCounts { screens.values.reduce(into: VisitCounts()) { $0.add($1) } }

    // MARK: The file

    /// The days of which `folder` has a file, in order.
    static func days(in folder: String) -> [String] {
        let names = (try? SystemFiles.names(folder)) ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.filter(CivilTime.isDay).sorted()
    }

    /// The text of the file.
    var text: String {
        var file = JSONObject()
        file.add("bezel", 1)
        file.add("day", day)
        file.add(
            "screens",
            screens.sorted { $0.key < $1.key }.map { number, counts in
                var screen = JSONObject()
                screen.add("screen", number)
                screen.add("visits", counts.visits.sorted { $0.key < $1.key }.map(Self.object))
                screen.add("pages", counts.pages.sorted { $0.key < $1.key }.map(Self.object))
                screen.add("ways", counts.ways.sorted { $0.key < $1.key }.map(Self.object))
                return screen
            })
        return file.text + "\n"
    }

    private static func object(_ language: String, _ sum: VisitCounts.Sum) -> JSONObject {
        var object = JSONObject()
        object.add("language", language)
        object.add("count", sum.count)
        object.add("seconds", sum.time.seconds)
        return object
    }

    private static func object(_ page: VisitCounts.Page, _ sum: VisitCounts.Sum) -> JSONObject {
        var object = JSONObject()
        object.add("page", page.name)
        object.add(Self.object(page.language, sum))
        return object
    }

    private static func object(_ way: VisitCounts.Way, _ count: Int) -> JSONObject {
        var object = JSONObject()
        object.add("language", way.language)
        object.add("from", way.from)
        object.add("to", way.to)
        object.add("count", count)
        return object
    }

    /// Reads the file of `day` in `folder`. A symbolic link is an error: it may lead to any file. Throws what is wrong with the file.
    init(_ day: String, in folder: String) throws(Diagnostic) {
        let path = "\(folder)/\(day).json"
        let source = try SourceText(reading: "\(day).json", in: folder, followsLinks: false)
        func wrong(_ reason: String) -> Diagnostic {
            Diagnostic("the statistics of this day cannot be read: \(reason)", file: path)
        }
        let file: JSONValue
        do throws(JSONError) { file = try JSONValue(reading: source.bytes) } catch { throw wrong(error.description) }
        guard file["bezel"]?.integer == 1, let named = file["day"]?.text, let screens = file["screens"]?.list else {
            throw wrong("this is no file of statistics")
        }
        guard named == day else { throw wrong("it is the file of another day, \(named)") }
        self.init(day)
        for screen in screens {
            guard let number = screen["screen"]?.integer else { continue }
            self.screens[number] = Self.counts(screen)
        }
    }

    private static func counts(_ screen: JSONValue) -> VisitCounts {
        var counts = VisitCounts()
        for entry in screen["visits"]?.list ?? [] {
            counts.add(visits: sum(entry), in: entry["language"]?.text ?? "")
        }
        for entry in screen["pages"]?.list ?? [] {
            counts.add(sum(entry), of: .init(language: entry["language"]?.text ?? "", name: entry["page"]?.text ?? ""))
        }
        for entry in screen["ways"]?.list ?? [] {
            let way = VisitCounts.Way(
                language: entry["language"]?.text ?? "", from: entry["from"]?.text ?? "", to: entry["to"]?.text ?? "")
            counts.add(count(entry), of: way)
        }
        return counts
    }

    /// The largest count and time that are read, which no day reaches: sums of many days stay far from the end of Int.
    private static let most = 1_000_000_000

    private static func count(_ entry: JSONValue) -> Int { min(max(0, entry["count"]?.integer ?? 0), most) }

    private static func sum(_ entry: JSONValue) -> VisitCounts.Sum {
        let seconds = min(max(0, entry["seconds"]?.number ?? 0), Double(most))
        return VisitCounts.Sum(count: count(entry), time: .seconds(seconds))
    }
}
