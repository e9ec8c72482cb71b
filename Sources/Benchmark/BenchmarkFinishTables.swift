// The tables of `bezel benchmark finish`.

import Geometry
import Stage

/// The scores of simulated fingers as rows.
@MainActor
struct BenchmarkFinishTables {
    private typealias Cell = BenchmarkFinish.Cell
    private typealias Outcome = BenchmarkFinish.Outcome
    private typealias Score = BenchmarkFinish.Score
    private typealias Setting = BenchmarkFinish.Setting

    private let finish: BenchmarkFinish
    private let designed = BenchmarkFinish.designed

    /// The tables of `finish`.
    init(_ finish: BenchmarkFinish) { self.finish = finish }

    /// The rows of the tables.
    var rows: [BenchmarkCommand.Row] { finish.cells.flatMap(rows(of:)) + kinds() + parameters() + otherPeople() }

    private func rows(of cell: Cell) -> [BenchmarkCommand.Row] {
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
        let all = finish.cells.flatMap(\.outcomes)
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
        return [row("Bezel") { Score($0, designed) }]
            + PublishedFinishRule.allCases.map { rule in row(rule.rawValue) { Score($0, rule) } }
    }

    /// Each parameter varied by itself, and the best setting of all.
    private func parameters() -> [BenchmarkCommand.Row] {
        let (share, limit, weight) = (designed.share, designed.limit, designed.velocityWeight)
        var settings = BenchmarkFinish.shares.map { finish.setting(share: $0, limit: limit, weight: weight) }
        settings += BenchmarkFinish.limits.map { finish.setting(share: share, limit: $0, weight: weight) }
        settings += BenchmarkFinish.weights.map { finish.setting(share: share, limit: limit, weight: $0) }
        return settings.map { row("finish", $0) } + row("finish, best", BenchmarkFinish.best(of: finish.grid()))
    }

    /// The same with other assumptions about people, where the model is least certain.
    private func otherPeople() -> [BenchmarkCommand.Row] {
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
            } + row("finish, \(name), best", BenchmarkFinish.best(of: finish.grid()))
        }
    }

    private func row(_ name: String, _ setting: Setting?) -> [BenchmarkCommand.Row] {
        setting.map { [row(name, $0)] } ?? []
    }

    private func row(_ name: String, _ setting: Setting) -> BenchmarkCommand.Row {
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
