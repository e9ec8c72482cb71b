// The tables of `bezel benchmark finish`, and the criterion by which parameters are chosen.

import Gestures
import Stage

extension BenchmarkFinish {
    static let designed = GestureSettings().popFinish

    /// Each setting of the grid with its score on each cell.
    struct Setting {
        let rule: FinishRule
        let scores: [Score]

        var misses: Double { BenchmarkFinish.mean(scores.map(\.misses)) }
        var falsePops: Double { BenchmarkFinish.mean(scores.map(\.falsePops)) }
    }

    /// The rule with the given parameters on each cell.
    func setting(share: Double, limit: Double, weight: Double) -> Setting {
        let rule = FinishRule(share: share, limit: limit, velocityWeight: weight, slop: Slop.distance)
        return Setting(rule: rule, scores: cells.map { Score($0.outcomes, rule) })
    }

    /// Every setting of the grid.
    var grid: [Setting] {
        Self.shares.flatMap { share in
            Self.limits.flatMap { limit in Self.weights.map { setting(share: share, limit: limit, weight: $0) } }
        }
    }

    /// The one with the least misses, on average over panels and starts, of those with at most 1 % false pops on each
    /// cell, or, where no setting has so few, at most one point more than the fewest there.
    static func best(of grid: [Setting]) -> Setting? {
        let cells = grid.first?.scores.indices ?? 0..<0
        let bounds = cells.map { cell in max(1, (grid.map { $0.scores[cell].falsePops }.min() ?? 0) + 1) }
        return grid.filter { setting in cells.allSatisfy { setting.scores[$0].falsePops <= bounds[$0] } }
            .min { $0.misses < $1.misses }
    }

    static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    /// The rows of the tables.
    func rows() -> [BenchmarkCommand.Row] {
        cells.flatMap(rows(of:)) + kinds() + parameters()
    }

    private func rows(of cell: Cell) -> [BenchmarkCommand.Row] {
        let ours = Score(cell.outcomes, Self.designed)
        let theirs = PublishedFinishRule.allCases.map { ($0.rawValue, Score(cell.outcomes, $0)) }
        let least = theirs.map(\.1.misses).min() ?? 0
        return ([("Bezel", ours)] + theirs).map { name, score in
            var row = BenchmarkCommand.Row(name: "finish, \(cell.name): \(name)", value: score.misses, unit: "% missed")
            row.details = [("false pops", score.falsePops)]
            if name == "Bezel" {
                row.reference = "others' least"
                row.ratio = score.misses / least
            }
            return row
        }
    }

    /// Who makes the misses, and what the false pops.
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

    /// Each parameter by itself, and the best of all.
    private func parameters() -> [BenchmarkCommand.Row] {
        func row(_ name: String, _ setting: Setting) -> BenchmarkCommand.Row {
            var row = BenchmarkCommand.Row(name: "finish, \(name)", value: setting.misses, unit: "% missed")
            row.details = [
                ("false pops", setting.falsePops),
                ("at the most", setting.scores.map(\.falsePops).max() ?? 0),
            ]
            return row
        }
        let (share, limit, weight) = (Self.designed.share, Self.designed.limit, Self.designed.velocityWeight)
        var rows = Self.shares.map {
            row("share \(TraceRecord.decimal($0))", setting(share: $0, limit: limit, weight: weight))
        }
        rows += Self.limits.map {
            row("limit \(TraceRecord.decimal($0)) mm", setting(share: share, limit: $0, weight: weight))
        }
        rows += Self.weights.map {
            row("w \(TraceRecord.decimal($0)) s", setting(share: share, limit: limit, weight: $0))
        }
        if let best = Self.best(of: grid) {
            let its = [best.rule.share, best.rule.limit, best.rule.velocityWeight].map { TraceRecord.decimal($0) }
            rows.append(row("best: share \(its[0]), limit \(its[1]) mm, w \(its[2]) s", best))
        }
        return rows
    }
}
