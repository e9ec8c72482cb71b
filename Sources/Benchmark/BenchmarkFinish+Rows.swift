// The tables of `bezel benchmark finish`, and the criterion by which parameters are chosen.

import Geometry
import Gestures
import Stage

extension BenchmarkFinish {
    static let designed = GestureSettings().popFinish

    /// A setting of the grid with its score on each cell.
    struct Setting {
        let rule: FinishRule
        let scores: [Score]

        var misses: Double { BenchmarkFinish.mean(scores.map(\.misses)) }
        var falsePops: Double { BenchmarkFinish.mean(scores.map(\.falsePops)) }
    }

    /// The rule with the given parameters, on each cell.
    func setting(share: Double, limit: Double, weight: Double) -> Setting {
        let rule = FinishRule(share: share, limit: limit, velocityWeight: weight, slop: Slop.distance)
        return Setting(rule: rule, scores: cells.map { Score($0.outcomes, rule) })
    }

    /// All settings of the grid.
    func grid(shares: [Double] = shares) -> [Setting] {
        shares.flatMap { share in
            Self.limits.flatMap { limit in Self.weights.map { setting(share: share, limit: limit, weight: $0) } }
        }
    }

    /// The setting with the fewest misses on average over panels and starts. Only those settings count whose false pops on each
    /// cell are at most one percentage point above the fewest there.
    static func best(of grid: [Setting]) -> Setting? {
        let cells = grid.first?.scores.indices ?? 0..<0
        let bounds = cells.map { cell in max(1, (grid.map { $0.scores[cell].falsePops }.min() ?? 0) + 1) }
        return grid.filter { setting in cells.allSatisfy { setting.scores[$0].falsePops <= bounds[$0] } }
            .min { $0.misses < $1.misses }
    }

    static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    /// The rows of the tables.
    static func rows(_ finish: BenchmarkFinish) -> [BenchmarkCommand.Row] {
        finish.cells.flatMap(rows(of:)) + finish.kinds() + finish.parameters() + otherPeople()
    }

    private static func rows(of cell: Cell) -> [BenchmarkCommand.Row] {
        let ours = Score(cell.outcomes, designed)
        let theirs = PublishedFinishRule.allCases.map { ($0.rawValue, Score(cell.outcomes, $0)) }
        let least = theirs.map(\.1.misses).min() ?? 0
        return ([("Bezel", ours)] + theirs).map { name, score in
            var row = BenchmarkCommand.Row(name: "finish, \(cell.name): \(name)", value: score.misses, unit: "% missed")
            row.details = [("false pops", score.falsePops)]
            if name == "Bezel" {
                row.reference = "others' least"
                row.ratio = score.misses / least
                row.goal = least
            }
            return row
        }
    }

    /// Which people cause the misses, and which drags the false pops.
    private func kinds() -> [BenchmarkCommand.Row] {
        let all = cells.flatMap(\.outcomes)
        func row(_ name: String, _ score: ([Outcome]) -> Score) -> BenchmarkCommand.Row {
            var row = BenchmarkCommand.Row(
                name: "finish, all panels: \(name)", value: score(all).misses, unit: "% missed")
            row.details = [
                ("quick people", score(all.filter(\.isQuick)).misses),
                ("slow people", score(all.filter { !$0.isQuick }).misses),
            ]
            row.details += BenchmarkSwipe.Kind.unmeant.map { kind in
                (kind.rawValue, score(all.filter { $0.kind == kind }).falsePops)
            }
            return row
        }
        return [row("Bezel") { Score($0, Self.designed) }]
            + PublishedFinishRule.allCases.map { rule in row(rule.rawValue) { Score($0, rule) } }
    }

    /// Each parameter varied by itself, and the best setting of all.
    private func parameters() -> [BenchmarkCommand.Row] {
        let (share, limit, weight) = (Self.designed.share, Self.designed.limit, Self.designed.velocityWeight)
        var settings = Self.shares.map { setting(share: $0, limit: limit, weight: weight) }
        settings += Self.limits.map { setting(share: share, limit: $0, weight: weight) }
        settings += Self.weights.map { setting(share: share, limit: limit, weight: $0) }
        return settings.map { Self.row("finish", $0) } + Self.row("finish, best", Self.best(of: grid()))
    }

    /// The same with other assumptions about people, for what is known least.
    private static func otherPeople() -> [BenchmarkCommand.Row] {
        let assumptions: [(String, BenchmarkSwipe.Assumptions)] = [
            ("swipes from 15 mm", .init(shortestSwipe: 15)),
            ("hesitations up to 40 mm", .init(longestHesitation: 40)),
            ("hesitations up to 80 mm", .init(longestHesitation: 80)),
            ("brushes up to 12 mm", .init(longestBrush: 12)),
            ("brushes up to 30 mm", .init(longestBrush: 30)),
        ]
        return assumptions.flatMap { name, assumptions in
            let finish = BenchmarkFinish(assumptions)
            return [designed.velocityWeight, 0.2, 0.15, 0.1].map { weight in
                row("finish, \(name)", finish.setting(share: designed.share, limit: designed.limit, weight: weight))
            } + row("finish, \(name), best", best(of: finish.grid()))
        }
    }

    private static func row(_ name: String, _ setting: Setting?) -> [BenchmarkCommand.Row] {
        setting.map { [row(name, $0)] } ?? []
    }

    private static func row(_ name: String, _ setting: Setting) -> BenchmarkCommand.Row {
        let its = [setting.rule.share, setting.rule.limit, setting.rule.velocityWeight].map { $0.decimalThousandths }
        var row = BenchmarkCommand.Row(
            name: "\(name): share \(its[0]), limit \(its[1]) mm, w \(its[2]) s", value: setting.misses,
            unit: "% missed")
        row.details = [
            ("false pops", setting.falsePops), ("at the most", setting.scores.map(\.falsePops).max() ?? 0),
        ]
        return row
    }
}
