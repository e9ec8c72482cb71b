// `bezel benchmark finish`: the same results for the same seed, the figures in docs/finish.md, and the criterion as described
// there.

import Geometry
import Glibc
import Testing

@testable import Benchmark
@testable import Bezel
@testable import Calibration

@Suite struct BenchmarkFinishTests {
    private static func text(_ path: String) -> String {
        guard let file = fopen("\(repository)/\(path)", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test func `the simulation is the same for the same seed, and differs for another`() {
        let (one, same) = (BenchmarkFinish(swipes: 12, seed: 3), BenchmarkFinish(swipes: 12, seed: 3))
        let other = BenchmarkFinish(swipes: 12, seed: 4)
        #expect(one.cells.count == 8)
        for (cell, (its, others)) in zip(one.cells, zip(same.cells, other.cells)) {
            #expect(cell.outcomes.map(\.release) == its.outcomes.map(\.release), "\(cell.name)")
            #expect(cell.outcomes.map(\.pops) == its.outcomes.map(\.pops), "\(cell.name)")
            #expect(cell.outcomes.map(\.release) != others.outcomes.map(\.release), "\(cell.name)")
        }
        #expect(BenchmarkFinishPicture(one).text == BenchmarkFinishPicture(same).text)
        #expect(BenchmarkFinishPicture(one).text != BenchmarkFinishPicture(other).text)
    }

    @Test func `the tables and the picture in docs are what the benchmark measures, here for the smallest panel`() {
        let finish = BenchmarkFinish(panels: [BenchmarkFinish.panels[0]])
        let page = Self.text("docs/finish.md")
        func expect(_ name: String, _ score: BenchmarkFinish.Score, _ cell: BenchmarkFinish.Cell) {
            let line = "| \(name) | \(Self.tenths(score.misses)) / \(Self.tenths(score.falsePops)) |"
            let isThere = page.contains(line)
            #expect(isThere, "\(cell.name): \(line)")
        }
        for cell in finish.cells {
            expect("**Bezel**", .init(cell.outcomes, BenchmarkFinish.designed), cell)
            for rule in PublishedFinishRule.allCases { expect(rule.rawValue, .init(cell.outcomes, rule), cell) }
        }
        let picture = Self.text("docs/finish.svg")
        for chart in BenchmarkFinishPicture(finish).charts {
            let isThere = picture.contains(chart)
            #expect(isThere, "draw it again: bezel benchmark finish --report docs/finish.svg")
        }
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    @Test func `the fewest misses within 1 % false pops on each panel, or one point more than the fewest`() {
        func setting(_ weight: Double, _ scores: (Double, Double)...) -> BenchmarkFinish.Setting {
            .init(
                rule: .init(share: 0, limit: 0, velocityWeight: weight, slop: 2),
                scores: scores.map { .init(misses: $0.0, falsePops: $0.1) })
        }
        func best(_ settings: BenchmarkFinish.Setting...) -> Double? {
            BenchmarkFinish.best(of: settings)?.rule.velocityWeight
        }
        #expect(best(setting(1, (20, 0), (20, 0)), setting(2, (10, 1), (10, 1)), setting(3, (5, 1.1), (5, 0))) == 2)
        #expect(best(setting(1, (20, 3), (20, 0)), setting(2, (10, 4), (10, 1)), setting(3, (5, 4.1), (5, 0))) == 2)
        #expect(best() == nil)
    }

    @Test(arguments: BenchmarkSwipe.Kind.allCases)
    func `a finger is on the glass from touch-down to lift, and only swipes are meant`(kind: BenchmarkSwipe.Kind) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let start = Point(random.uniform(0...221), 60)
            let swipe = BenchmarkSwipe(kind, from: start, width: 221, .init(), &random)
            #expect(swipe.lift >= swipe.down)
            let down = swipe.position(at: swipe.down)
            #expect((down - start).length < 0.01)
            for share in [0.25, 0.5, 0.75, 1] {
                let x = swipe.position(at: swipe.down + (swipe.lift - swipe.down) * share).x
                // A lift beyond the edge is late by at most a millisecond of the fastest hand's movement.
                #expect((-1.5...222.5).contains(x), "\(kind) from \(start)")
            }
        }
    }

    @Test func `where there is room a meant swipe goes 30 to 200 mm, less what it rolls back`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let swipe = BenchmarkSwipe(.swipe, from: Point(0, 300), width: 1218, .init(), &random)
            #expect((25...200.01).contains(swipe.position(at: swipe.lift).x))
        }
    }
}
