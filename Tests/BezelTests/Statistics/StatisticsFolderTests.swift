// The files of the days: sums that grow over restarts, and what happens to damaged ones.

import Geometry
import Glibc
import Logging
import TestFolders
import TestRandomness
import Testing

@testable import Linux
@testable import Machine
@testable import Run

@Suite struct StatisticsFolderTests {
    private let folder = TemporaryFolder()

    private func writer(_ today: String, days: Int = 400) -> StatisticsWriter {
        StatisticsWriter(StatisticsTable(folder: "\(folder.path)/days", days: days), log: Logger(label: "test")) {
            today
        }
    }

    private func day(_ name: String) throws -> StatisticsDay {
        try StatisticsDay(name, in: "\(folder.path)/days")
    }

    private func text(_ name: String) -> String? {
        SystemFiles.bytes("\(folder.path)/days/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Random counts, with names as bad as files and apps may have them.
    private func counts(_ random: inout SplitMix) -> VisitCounts {
        let names = ["home", "räume/größe", "a \"b\"\\", "🖼", "x,y\n", "العربية", "=1+1", ""]
        var counts = VisitCounts()
        for _ in 0..<random.below(20) {
            let (name, other) = (names[random.below(names.count)], names[random.below(names.count)])
            let language = ["en", "de", "ar"][random.below(3)]
            let sum = VisitCounts.Sum(count: random.below(9), time: .milliseconds(random.below(100_000)))
            counts.add(sum, of: .init(language: language, name: name))
            counts.add(random.below(5), of: .init(language: language, from: name, to: other))
            counts.add(visits: sum, in: language)
        }
        return counts
    }

    @Test func `sums grow over restarts, days and settings of the clock, and nothing is lost`() throws {
        var random = SplitMix(11)
        var expected: [String: StatisticsDay] = [:]
        for _ in 0..<60 {
            let name = "2026-11-2\(random.below(4))"
            let (screen, counts) = (1 + random.below(2), counts(&random))
            expected[name, default: StatisticsDay(name)].add(counts, ofScreen: screen)
            // Each call is another run of the kiosk.
            writer(name).add([screen: counts])
        }
        for (name, day) in expected { #expect(try self.day(name) == day) }
        #expect(StatisticsDay.days(in: "\(folder.path)/days") == expected.keys.sorted())
    }

    @Test func `a damaged file is kept aside, and the day begins anew`() throws {
        var random = SplitMix(12)
        for (number, text) in ["", "{", "[]", "{\"bezel\":2}", "\u{0}", "{\"bezel\":1,\"day\":3}"].enumerated() {
            let name = "2026-11-1\(number)"
            folder.write(text, to: "days/\(name).json")
            let counts = counts(&random)
            writer(name).add([1: counts])
            #expect(try day(name).screens == [1: counts])
            #expect(self.text("\(name).json.damaged") == text)
        }
    }

    @Test(arguments: [false, true])
    func `before the first visit there are none yet, and a folder that is named must be there`(isCSV: Bool) throws {
        folder.write("[statistics]\nfolder = \"\(folder.path)/none\"\n", to: "machine.toml")
        var command = StatisticsCommand()
        (command.configuration, command.isCSV) = ("\(folder.path)/machine.toml", isCSV)
        var answers: [String] = []
        try command.run(answer: { answers.append($0) }, say: { _ in })
        #expect(
            answers == [isCSV ? "day,screen,language,kind,page,to,count,seconds" : "\(folder.path)/none: no visits yet"]
        )
        command.first = "2026-11-25"
        try command.run(answer: { answers.append($0) }, say: { _ in })
        #expect(isCSV || answers.last == "\(folder.path)/none: no visits on these days")
        command.folder = "\(folder.path)/none"
        #expect(throws: Failure.self) { try command.run(answer: { _ in }, say: { _ in }) }
    }

    @Test
    func `a day that cannot be read, is another one's, or is a link, is named, and the command fails after the rest`()
        throws
    {
        var counts = VisitCounts()
        counts.add(visits: .init(count: 3), in: "en")
        writer("2026-11-20").add([1: counts])
        func run(csv: Bool) -> (answers: [String], said: [String], code: Failure.Code?) {
            var command = StatisticsCommand()
            (command.folder, command.isCSV) = ("\(folder.path)/days", csv)
            var (answers, said): ([String], [String]) = ([], [])
            do throws(Failure) { try command.run(answer: { answers.append($0) }, say: { said.append($0) }) } catch {
                return (answers, said, error.code)
            }
            return (answers, said, nil)
        }
        #expect(run(csv: true).code == nil)
        let good = try #require(text("2026-11-20.json"))
        folder.write("{", to: "days/2026-11-21.json")
        folder.write(good, to: "days/2026-11-22.json")
        folder.write(good.replacing("11-20", with: "11-23"), to: "elsewhere.json")
        symlink("\(folder.path)/elsewhere.json", "\(folder.path)/days/2026-11-23.json")
        for csv in [false, true] {
            let (answers, said, code) = run(csv: csv)
            #expect(code == .wrongInput && said.count == 3, "\(said)")
            #expect(said.contains { $0.contains("2026-11-21.json") })
            #expect(
                said.contains {
                    $0.hasSuffix(
                        "2026-11-22.json: the statistics of this day cannot be read: it is the file of another day, 2026-11-20"
                    )
                })
            #expect(said.contains { $0.contains("2026-11-23.json: ") && $0.contains("link") })
            #expect(answers.contains { csv ? $0.hasPrefix("2026-11-20,1,en,visit,,,3") : $0.contains(": 3 visits") })
        }
        // A link is no day to add to either.
        writer("2026-11-23").add([1: counts])
        #expect(try day("2026-11-23").screens == [1: counts])
        #expect(
            SystemFiles.bytes("\(folder.path)/elsewhere.json").map { String(decoding: $0, as: UTF8.self) }?.contains(
                "11-23") == true)
    }

    @Test func `only so many days are kept, and other files are left alone`() throws {
        folder.write("mine", to: "days/notes.json")
        var counts = VisitCounts()
        counts.add(visits: .init(count: 1), in: "en")
        for number in 10..<20 { writer("2026-11-\(number)", days: 3).add([1: counts]) }
        #expect(StatisticsDay.days(in: "\(folder.path)/days") == ["2026-11-17", "2026-11-18", "2026-11-19"])
        #expect(text("notes.json") == "mine")
    }

    @Test func `a kiosk counts its visits in the metrics and in files, and the command shows them`() throws {
        let file = folder.write(
            "[statistics]\nfolder = \"\(folder.path)/days\"\n[control]\nsocket = \"\(folder.path)/control\"\n",
            to: "bezel.toml")
        let touches = (0..<8).map { step in
            "{\"t\":\(1 + Double(step) * 0.05),\"touch\":1,\"phase\":\"\(step == 0 ? "began" : step == 7 ? "ended" : "moved")\","
                + "\"x\":200.0,\"y\":\(200 - step * 5).0}\n"
        }
        let visit = folder.write(touches.joined(), to: "visit.jsonl")
        let kiosk = BezelProcess([
            "run", "\(repository)/config/museum", "--display", "headless", "--screen", "640x360", "--size", "527x296",
            "--config", file, "--play", visit,
        ])
        var metrics = ""
        while !metrics.contains("bezel_visits_total{"), kill(kiosk.id, 0) == 0 {
            metrics = BezelProcess.run("control", "metrics", "--socket", "\(folder.path)/control").text
        }
        #expect(metrics.contains(#"bezel_visits_total{screen="1",language="en"} 1"#))
        #expect(metrics.contains(#"bezel_page_opened_total{screen="1",page="home",language="en"} 1"#))
        #expect(kiosk.end().code == 0)
        let shown = BezelProcess.run("statistics", "--config", file)
        #expect(shown.code == 0 && shown.text.contains(": 1 visit of 0:00 min"))
        #expect(shown.text.contains("home"))
        let table = BezelProcess.run("statistics", "\(folder.path)/days", "--csv").text.split(separator: "\n")
        #expect(table.first == "day,screen,language,kind,page,to,count,seconds")
        #expect(table.contains { $0.contains(",1,en,visit,,,1,") } && table.contains { $0.contains(",page,home,,1,") })
        #expect(BezelProcess.run("statistics", "\(folder.path)/days", "--from", "2999-01-01").code == 0)
        #expect(BezelProcess.run("statistics", "\(folder.path)/days", "--to", "tomorrow").code == 64)
        #expect(BezelProcess.run("statistics", "\(folder.path)/nowhere").code == 1)
    }
}
