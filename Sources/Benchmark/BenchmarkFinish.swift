// `bezel benchmark finish`: measures which drags finish by mistake, and which swipes go back although they should finish.

import Geometry
import Gestures
import Stage

/// The same people at panels of four sizes, with Bezel's finish rule over its parameters and the published rules of other
/// systems.
@MainActor
struct BenchmarkFinish {
    /// A panel, 16:9.
    struct Panel {
        let inches: Int
        /// The logical pixels across, as such a panel is commonly set up.
        let pixels: Double

        var name: String { "\(inches) inches" }
        /// The size in mm. A 16:9 panel with a diagonal of 18.358 is 16 wide.
        var size: Size {
            let width = Double(inches) * 25.4 * 16 / 337.0.squareRoot()
            return Size(width, width * 9 / 16)
        }
    }

    /// Where fingers come down.
    enum Start: String, CaseIterable {
        case anywhere
        case edge = "the edge"
    }

    /// What one finger did, and what each rule decided.
    struct Outcome {
        let kind: BenchmarkSwipe.Kind
        let isQuick: Bool
        /// Nil when Bezel's drag did not begin.
        let release: FinishRule.Release?
        let pops: Set<PublishedFinishRule>
    }

    /// Misses (swipes that go back) and false pops (other drags that finish), in per cent.
    struct Score {
        let misses: Double
        let falsePops: Double
    }

    /// A setting of the grid with its score on each cell.
    @MainActor
    struct Setting {
        let rule: FinishRule
        let scores: [Score]

        var misses: Double { BenchmarkFinish.mean(scores.map(\.misses)) }
        var falsePops: Double { BenchmarkFinish.mean(scores.map(\.falsePops)) }
    }

    /// All fingers that came down on one panel in one way.
    struct Cell {
        let panel: Panel
        let start: Start
        let outcomes: [Outcome]

        var name: String { "\(panel.name), from \(start.rawValue)" }
    }

    /// The rule of Bezel.
    static let designed = GestureSettings().popFinish
    static let panels = [
        Panel(inches: 10, pixels: 1280), Panel(inches: 24, pixels: 1920), Panel(inches: 32, pixels: 1920),
        Panel(inches: 55, pixels: 1920),
    ]
    static let rates = [60.0, 100, 125, 180, 240]
    static let shares = [0.2, 0.25, 1.0 / 3, 0.4, 0.5]
    static let limits = [30.0, 40, 50, 60, 70, 80, 100, 120]
    static let weights = [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5]

    let cells: [Cell]

    /// Simulates `swipes` meant swipes for each panel and start, and as many drags that are not meant.
    init(
        _ assumptions: BenchmarkSwipe.Assumptions = .init(), panels: [Panel] = panels, swipes: Int = 1200,
        seed: UInt64 = 17
    ) {
        var cells: [Cell] = []
        for panel in panels {
            let bench = Bench(panel)
            for start in Start.allCases {
                // The same people at every panel.
                var people = SeededGenerator(seed: seed)
                var outcomes: [Outcome] = []
                for number in 0..<swipes {
                    let unmeant = BenchmarkSwipe.Kind.unmeant
                    for kind in [.swipe, unmeant[number % unmeant.count]] {
                        var random = SeededGenerator(seed: people.next())
                        outcomes.append(bench.outcome(kind, from: start, assumptions, &random))
                    }
                }
                cells.append(Cell(panel: panel, start: start, outcomes: outcomes))
            }
        }
        self.cells = cells
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

    /// A panel with a page that a pan pops.
    @MainActor
    private final class Bench {
        let panel: Panel
        let pan = PanRecognizer(name: "pop", directions: .right)
        let dispatcher: TouchDispatcher
        var clock = Instant.zero
        var peak = 0.0
        var release: FinishRule.Release?

        init(_ panel: Panel) {
            self.panel = panel
            let root = Responder()
            dispatcher = TouchDispatcher { _ in root }
            pan.maximumTouches = 1
            root.addRecognizer(pan)
            pan.onAction { [unowned self] in moved($0.state) }
        }

        func outcome(
            _ kind: BenchmarkSwipe.Kind, from start: Start, _ assumptions: BenchmarkSwipe.Assumptions,
            _ random: inout SeededGenerator
        ) -> Outcome {
            let x = random.uniform(0...1) * (start == .edge ? Slop.edgeWidth : panel.size.width)
            let swipe = BenchmarkSwipe(
                kind, from: Point(x, random.uniform(0.1...0.9) * panel.size.height), width: panel.size.width,
                assumptions, &random)
            let rate = BenchmarkFinish.rates[Int(random.next() % UInt64(BenchmarkFinish.rates.count))]
            let seen = BenchmarkPanel(
                rate: rate, noise: random.uniform(0.05...0.3), step: random.uniform(0.05...0.1), holes: 0.03,
                stampJitter: random.uniform(0...0.001))
            let samples = seen.samples(
                from: swipe.down + random.uniform(0...1) / rate, to: swipe.lift, &random, swipe.position(at:))
            guard let last = samples.last else {
                return Outcome(kind: kind, isQuick: swipe.isQuick, release: nil, pops: [])
            }
            let lift = max(last.time, .zero + .seconds(swipe.lift + 0.5 / rate))
            let finger = PublishedFinishRule.Finger(
                samples: samples, lift: lift, width: panel.size.width, pixel: panel.size.width / panel.pixels)
            return Outcome(
                kind: kind, isQuick: swipe.isQuick, release: play(samples, lift: lift),
                pops: Set(PublishedFinishRule.allCases.filter { $0.pops(finger) }))
        }

        /// Sends the finger through the recognizer, as on a panel.
        private func play(_ samples: [BenchmarkPanel.Sample], lift: Instant) -> FinishRule.Release? {
            release = nil
            for (index, sample) in samples.enumerated() {
                send(index == 0 ? .began : .moved, sample.position, at: sample.time)
            }
            send(.ended, samples[samples.count - 1].position, at: lift)
            clock = clock + (lift - .zero) + .milliseconds(1000)
            return release
        }

        private func send(_ phase: TouchFrame.Phase, _ position: Point, at time: Instant) {
            let change = TouchFrame.Change(contact: 1, phase: phase, position: position)
            dispatcher.handle(TouchFrame(time: clock + (time - .zero), changes: [change]))
        }

        private func moved(_ state: Recognizer.State) {
            let room = panel.size.width - pan.startLocation.x
            if state == .began { peak = 0 }
            peak = max(peak, pan.translation.x)
            // As in a navigator, a pop does not begin with too little room.
            guard state == .ended, room >= GestureSettings.leastRoom else { return }
            release = FinishRule.Release(
                p: pan.translation.x, peak: peak, velocity: pan.velocityAtLift.x, extent: panel.size.width, room: room)
        }
    }
}

extension BenchmarkFinish.Score {
    init(_ outcomes: [BenchmarkFinish.Outcome], finishes: (BenchmarkFinish.Outcome) -> Bool) {
        var (meant, missed, unmeant, popped) = (0, 0, 0, 0)
        for outcome in outcomes {
            let finishes = finishes(outcome)
            if outcome.kind == .swipe {
                meant += 1
                if !finishes { missed += 1 }
            } else {
                unmeant += 1
                if finishes { popped += 1 }
            }
        }
        misses = 100 * Double(missed) / Double(max(1, meant))
        falsePops = 100 * Double(popped) / Double(max(1, unmeant))
    }

    init(_ outcomes: [BenchmarkFinish.Outcome], _ rule: FinishRule) {
        self.init(outcomes) { outcome in outcome.release.map { rule.verdict(on: $0).finishes } ?? false }
    }

    init(_ outcomes: [BenchmarkFinish.Outcome], _ rule: PublishedFinishRule) {
        self.init(outcomes) { $0.pops.contains(rule) }
    }
}
