// What the authors of pages and data files can make a kiosk log.

import Geometry
import Linux
import Logging
import Pages
import Settings
import TestRandomness
import Testing

@testable import Run

@Suite struct ContentLogTests {
    @Test
    func `however many files have however many mistakes, a minute has a limited number of lines, and no line is lost`()
    {
        var random = SplitMix(11)
        for _ in 0..<50 {
            var limit = LineLimit()
            let (files, total) = (1 + random.below(100), 1 + random.below(3000))
            var written: [String] = []
            for number in 0..<total {
                let line = "/srv/kiosk/\(random.below(files)).json:\(number): mistake \(number)"
                if limit.admits(line, at: .zero + .milliseconds(number)) { written.append(line) }
            }
            #expect(limit.deadline == .zero + .seconds(60))
            let rest = limit.end()
            #expect(written.count <= LineLimit.mostFiles * LineLimit.mostLines)
            #expect(rest.count <= LineLimit.mostFiles + 1)
            let counted = rest.compactMap { $0.firstMatch(of: /… and (\d+) more/).flatMap { Int($0.1) } }
            #expect(written.count + counted.reduce(0, +) == total)
            // The next minute begins with the next line.
            #expect(limit.deadline == nil && limit.end().isEmpty)
            let isAdmitted = limit.admits("/srv/kiosk/0.json: mistake", at: .zero + .seconds(61))
            #expect(isAdmitted)
        }
    }

    @Test func `what was left out is told with its file`() {
        var limit = LineLimit()
        for _ in 0..<LineLimit.mostLines + 40 { _ = limit.admits("kiosk/live.json:3:1: not JSON", at: .zero) }
        _ = limit.admits("kiosk/home.md:1:1: no page", at: .zero)
        #expect(limit.end() == ["kiosk/live.json: … and 40 more like this within a minute"])
    }

    @Test
    func `a data file with a new mistake each time does not fill the log, and other files still have their lines`()
        throws
    {
        let watched = try WatchedKiosk(["home.md": "# Home\n{{live.json:a}}\n", "live.json": "{\"a\":1}"])
        let writes = LineLimit.mostLines + 3
        for number in 0..<writes {
            watched.folder.write(String(repeating: "\n", count: number) + "x", to: "kiosk/live.json")
            while !watched.reload.faults.contains(where: { $0.diagnostic.line == number + 1 }) {
                try watched.loop.runOnce()
            }
        }
        watched.folder.write("# Hours\n[Gone](gone.md)\n", to: "kiosk/hours.md")
        while !watched.reload.faults.contains(where: { $0.diagnostic.file.hasSuffix("hours.md") }) {
            try watched.loop.runOnce()
        }
        #expect(watched.lines.all.count { $0.contains("live.json:") } == LineLimit.mostLines, "\(watched.lines.all)")
        #expect(watched.lines.all.count { $0.contains("hours.md:2:1") } == 1)
    }
}
