// The picture of `bezel benchmark finish`: misses against false pops, with a small chart for each panel and start.

import Geometry
import Machine
import Stage

/// An SVG that is the same on every machine.
@MainActor
struct BenchmarkFinishPicture {
    private let finish: BenchmarkFinish
    /// The settings with all limits and weights w; the share is fixed.
    private let grid: [BenchmarkFinish.Setting]

    private static let size = Size(1200, 744)
    private static let chart = Size(248, 236)
    private static let (left, top) = (78.0, 156.0)
    private static let (columnWidth, rowHeight) = (276.0, 284.0)
    /// The most false pops that the charts show, in per cent.
    private static let mostFalsePops = 12.0
    private static let (ink, grey, ours) = ("#1d1f23", "#6a707a", "#c2410c")

    init(_ finish: BenchmarkFinish) {
        self.finish = finish
        grid = finish.grid(shares: [BenchmarkFinish.designed.share])
    }

    /// The file, without the newline at its end.
    var text: String {
        let (width, height) = (SVG.number(Self.size.width), SVG.number(Self.size.height))
        let lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
                + " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"\(Self.ink)\">",
            // A rim in the background colour keeps text readable that lies on lines.
            "<style>text{stroke:#fff;stroke-width:3px;paint-order:stroke}</style>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"#fff\"/>",
        ]
        return (lines + head + charts + ["</svg>"]).joined(separator: "\n")
    }

    /// The chart of each cell.
    var charts: [String] {
        finish.cells.indices.map { index in
            let (column, row) = (index / 2, index % 2)
            let origin = Point(
                Self.left + Double(column) * Self.columnWidth, Self.top + Double(row) * Self.rowHeight)
            let cell = finish.cells[index]
            var lines = ["<g transform=\"translate(\(SVG.number(origin.x)) \(SVG.number(origin.y)))\">"]
            lines += frame(cell, isFirstColumn: column == 0, isFirstRow: row == 0)
            lines += Self.others(cell).flatMap { $0 }
            lines += bezel(index, isNamed: index == 0)
            return (lines + ["</g>"]).joined(separator: "\n")
        }
    }

    private var head: [String] {
        let middle = Self.left + 1.5 * Self.columnWidth + Self.chart.width / 2
        return [
            SVG.label("The finish rule: missed swipes and false pops", Point(Self.left, 44), size: 22),
            SVG.label(
                "Simulated fingers, the same at each panel: swipes meant to go back, and twitches, brushes, scrolls,"
                    + " hesitations and regretted drags. Down and left is better.",
                Point(Self.left, 68), size: 13, fill: Self.grey),
            SVG.label("Bezel", Point(Self.left + 20, 96), size: 13, fill: Self.ours, weight: 700),
            SVG.dot(Point(Self.left + 8, 91.5), 6, Self.ours),
            SVG.line([Point(Self.left + 80, 91.5), Point(Self.left + 108, 91.5)], Self.ours, 2.5),
            SVG.label("limit 30 to 120 mm", Point(Self.left + 114, 96), fill: Self.grey),
            SVG.line([Point(Self.left + 246, 91.5), Point(Self.left + 274, 91.5)], Self.ours, 2.5, dash: "2 3"),
            SVG.label("w 0 to 0.5 s", Point(Self.left + 280, 96), fill: Self.grey),
            SVG.dot(Point(Self.left + 384, 91.5), 1.8, Self.ours, opacity: 0.35),
            SVG.label("all their combinations", Point(Self.left + 394, 96), fill: Self.grey),
            SVG.dot(Point(Self.left + 562, 91.5), 4.5, "#2f5d8a"),
            SVG.label("others, by their published rules", Point(Self.left + 572, 96), fill: Self.grey),
            SVG.label(
                "false pops: unintended drags that finished, %", Point(middle, Self.size.height - 22), size: 13,
                anchor: "middle"),
            "<g transform=\"translate(28 \(SVG.number(Self.top + Self.rowHeight - 26))) rotate(-90)\">"
                + SVG.label("misses: swipes that went back, %", .zero, size: 13, anchor: "middle") + "</g>",
        ]
    }

    private func frame(_ cell: BenchmarkFinish.Cell, isFirstColumn: Bool, isFirstRow: Bool) -> [String] {
        let chart = Self.chart
        var lines: [String] = []
        for misses in stride(from: 0.0, through: 100, by: 25) {
            let y = Self.place(0, misses).y
            lines.append(SVG.line([Point(0, y), Point(chart.width, y)], "#dedbd2", 1))
            if isFirstColumn {
                lines.append(SVG.label(SVG.number(misses), Point(-8, y + 4), fill: Self.grey, anchor: "end"))
            }
        }
        for falsePops in stride(from: 0.0, through: Self.mostFalsePops, by: 4) {
            let x = Self.place(falsePops, 0).x
            lines.append(SVG.line([Point(x, 0), Point(x, chart.height)], "#eceae3", 1))
            lines.append(
                SVG.label(SVG.number(falsePops), Point(x, chart.height + 16), fill: Self.grey, anchor: "middle"))
        }
        if isFirstRow { lines.append(SVG.label("\(cell.panel.inches) inches", Point(0, -30), size: 15, weight: 700)) }
        let start = cell.start == .edge ? "edge pop" : "full-screen pop"
        lines.append(SVG.label(start, Point(0, -12), fill: Self.grey))
        return lines
    }

    /// The points of the other rules with their names, which are moved apart.
    private static func others(_ cell: BenchmarkFinish.Cell) -> [[String]] {
        let scores = PublishedFinishRule.allCases
            .map { (shortName($0), BenchmarkFinish.Score(cell.outcomes, $0)) }
            .sorted { $0.1.misses > $1.1.misses }
        var lowest = -Double.infinity
        return scores.map { name, score in
            let place = place(score.falsePops, score.misses)
            let isRight = place.x > chart.width * 0.45
            let y = max(place.y + 4, lowest + 13)
            lowest = y
            return [
                SVG.dot(place, 4.5, "#2f5d8a"),
                SVG.label(name, Point(place.x + (isRight ? -9 : 9), y), size: 11.5, anchor: isRight ? "end" : "start"),
            ]
        }
    }

    /// Bezel's point, on the curves along which its parameters move it.
    private func bezel(_ cell: Int, isNamed: Bool) -> [String] {
        let designed = BenchmarkFinish.designed
        func place(_ setting: BenchmarkFinish.Setting) -> Point {
            Self.place(setting.scores[cell].falsePops, setting.scores[cell].misses)
        }
        let limits = grid.filter { $0.rule.velocityWeight == designed.velocityWeight }.map(place)
        let weights = grid.filter { $0.rule.limit == designed.limit }.map(place)
        var lines = Set(grid.map(place)).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
            .map { SVG.dot($0, 1.8, Self.ours, opacity: 0.18) }
        lines += [SVG.line(limits, Self.ours, 2.5), SVG.line(weights, Self.ours, 2.5, dash: "2 3")]
        let score = BenchmarkFinish.Score(finish.cells[cell].outcomes, designed)
        let point = Self.place(score.falsePops, score.misses)
        lines.append(SVG.dot(point, 6, Self.ours))
        if isNamed {
            lines.append(
                SVG.label(
                    "Bezel", Point(point.x, point.y + 23), size: 13, fill: Self.ours, weight: 700, anchor: "middle"))
        }
        return lines
    }

    private static func shortName(_ rule: PublishedFinishRule) -> String {
        switch rule {
        case .reactNativeScreens: "RN-screens"
        case .fdFullscreenPop: "FDFullscreenPop"
        case .flutter, .libadwaita, .webKitGTK: rule.rawValue
        }
    }

    private static func place(_ falsePops: Double, _ misses: Double) -> Point {
        Point(falsePops / mostFalsePops * chart.width, (1 - misses / 104) * chart.height)
    }
}
