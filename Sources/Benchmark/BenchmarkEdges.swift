// `bezel benchmark edges`: measures which swipes from the bezel and which drags in the page an edge pan takes.

import Geometry
import Gestures

/// Tries both rules of an edge pan with fingers that slide in over the left edge, and fingers that come down within 15 mm of it
/// and drag inwards, on panels of 40 to 240 Hz. All go through a dispatcher, as on a panel, with a pan in the page that waits
/// for the edge pan.
@MainActor
struct BenchmarkEdges {
    private static let rates = [40.0, 60, 80, 100, 125, 180, 240]
    /// The largest distance from the edge at which a drag in the page begins, in mm.
    private static let zone = 15.0

    /// What a finger means to do.
    private enum Intent: CaseIterable {
        /// Slides in from beyond the screen and crosses the edge at 50 to 1500 mm/s.
        case swipe
        /// Comes down in the page and then begins to move.
        case dragFromRest
        /// Comes down in the page while the hand is already moving, at 50 to 500 mm/s.
        case dragInFlight
    }

    /// A panel of 500 by 300 mm with an edge pan and a page.
    @MainActor
    private final class Bench {
        let edge = ScreenEdgePanRecognizer(name: "edge", edges: .left, panelSize: Size(500, 300))
        let page = PanRecognizer(name: "page")
        let dispatcher: TouchDispatcher
        var edgeBegan = false
        var pageBegan = false

        init(takesSwipesFromBeyond: Bool) {
            let root = Responder()
            dispatcher = TouchDispatcher { _ in root }
            edge.takesSwipesFromBeyond = takesSwipesFromBeyond
            page.require(toFail: edge)
            root.addRecognizer(page)
            root.addRecognizer(edge)
            edge.onAction { [unowned self] in if $0.state == .began { edgeBegan = true } }
            page.onAction { [unowned self] in if $0.state == .began { pageBegan = true } }
        }

        /// Whether the edge pan takes the finger that leaves `samples`, with the first sample at `start`.
        func takes(_ samples: [BenchmarkPanel.Sample], from start: Instant) -> Bool {
            (edgeBegan, pageBegan) = (false, false)
            for (index, sample) in samples.enumerated() {
                send(index == 0 ? .began : .moved, sample.position, at: start + (sample.time - .zero))
            }
            if let last = samples.last { send(.ended, last.position, at: start + (last.time - .zero)) }
            guard !(edgeBegan && pageBegan) else { fatalError("both pans took one finger") }
            return edgeBegan
        }

        private func send(_ phase: TouchFrame.Phase, _ position: Point, at time: Instant) {
            dispatcher.handle(TouchFrame(time: time, changes: [.init(contact: 1, phase: phase, position: position)]))
        }
    }

    /// How many fingers there were, and how many were decided wrongly: by the width alone, and with the reach of a scan period.
    private struct Count {
        var fingers = 0
        var byWidth = 0
        var byReach = 0
        /// Wrong by both rules.
        var byBoth = 0
    }

    /// The rows of the table: for each rate, misses and false takes in per cent.
    static func rows(fingers: Int = 4000, seed: UInt64 = 13) -> [BenchmarkCommand.Row] {
        var random = SeededGenerator(seed: seed)
        return rates.flatMap { rate in
            let (byWidth, byReach) = (Bench(takesSwipesFromBeyond: false), Bench(takesSwipesFromBeyond: true))
            var counts: [Intent: Count] = [:]
            var clock = Instant.zero
            for _ in 0..<fingers {
                for intent in Intent.allCases {
                    let samples = samples(intent, rate, &random)
                    // A swipe that is over before the first scan cannot be taken.
                    guard samples.count > 1 else { continue }
                    counts[intent, default: Count()].fingers += 1
                    let isSwipe = intent == .swipe
                    let isWrong = (
                        byWidth.takes(samples, from: clock) != isSwipe, byReach.takes(samples, from: clock) != isSwipe
                    )
                    if isWrong.0 { counts[intent, default: Count()].byWidth += 1 }
                    if isWrong.1 { counts[intent, default: Count()].byReach += 1 }
                    if isWrong == (true, true) { counts[intent, default: Count()].byBoth += 1 }
                    // The next finger comes long after this one has left, however slow it was.
                    clock = clock + (samples[samples.count - 1].time - .zero) + .milliseconds(1000)
                }
            }
            return Intent.allCases.flatMap { rows(of: $0, rate, counts[$0] ?? Count()) }
        }
    }

    private static func rows(of intent: Intent, _ rate: Double, _ count: Count) -> [BenchmarkCommand.Row] {
        let what =
            switch intent {
            case .swipe: "misses of swipes from the bezel"
            case .dragFromRest: "false takes of drags from rest"
            case .dragInFlight: "false takes of drags in flight"
            }
        func percent(_ part: Int) -> Double { 100 * Double(part) / Double(max(1, count.fingers)) }
        let reference = percent(count.byWidth)
        var reach = BenchmarkCommand.Row(
            name: "edges \(Int(rate)) Hz, \(what), by reach", value: percent(count.byReach), unit: "%",
            reference: "by width alone", ratio: count.byWidth == 0 ? nil : percent(count.byReach) / reference)
        switch intent {
        // From 180 Hz on, the width alone misses next to nothing, so there is nothing to halve.
        case .swipe: if reference >= 1 { reach.goal = reference / 2 }
        case .dragFromRest: reach.goal = reference
        case .dragInFlight:
            reach.goal = reference
            // A finger that aims at the edge and lands a little inside leaves the samples of such a drag.
            reach.details = [("of those by width, %", 100 * Double(count.byBoth) / Double(max(1, count.byWidth)))]
        }
        return [reach, .init(name: "edges \(Int(rate)) Hz, \(what), by width alone", value: reference, unit: "%")]
    }

    /// What a panel of `rate` reports of a finger, from the first scan that finds it on the screen.
    private static func samples(
        _ intent: Intent, _ rate: Double, _ random: inout SeededGenerator
    ) -> [BenchmarkPanel.Sample] {
        let panel = BenchmarkPanel(
            rate: rate, noise: random.uniform(0.05...0.3), step: random.uniform(0.05...0.1), holes: 0.03,
            stampJitter: random.uniform(0...0.001))
        let slope = random.uniform(-0.35...0.35)
        let travel = random.uniform(60...200)
        let way: (Double) -> Double
        let end: Double
        switch intent {
        case .swipe:
            // The finger crosses the edge in the first half of the movement, while the hand still accelerates.
            let (u, duration) = phase(of: travel, at: random.uniform(50...1500), &random)
            way = { travel * (share(u + $0 / duration) - share(u)) }
            end = (1 - u) * duration
        case .dragFromRest:
            let (start, pause) = (random.uniform(0...zone), random.uniform(0...0.1))
            let duration = random.uniform(0.15...0.6)
            way = { start + travel * share(($0 - pause) / duration) }
            end = pause + duration
        case .dragInFlight:
            let start = random.uniform(0...zone)
            let (u, duration) = phase(of: travel, at: random.uniform(50...500), &random)
            way = { start + travel * (share(u + $0 / duration) - share(u)) }
            end = (1 - u) * duration
        }
        return panel.samples(from: random.uniform(0...1) / rate, to: end, &random) {
            Point(max(0, way($0)), 150 + slope * way($0))
        }
    }

    /// The moment in a movement of `travel` mm at which its speed is `speed`, and its duration. The peak speed is at most 2
    /// m/s.
    private static func phase(
        of travel: Double, at speed: Double, _ random: inout SeededGenerator
    ) -> (u: Double, duration: Double) {
        while true {
            let u = random.uniform(0.1...0.5)
            let duration = travel * Self.speed(u) / speed
            if travel * Self.speed(0.5) / duration <= 2000 { return (u, duration) }
        }
    }

    /// The share of a minimum-jerk movement that is done at `u` of its time.
    private static func share(_ u: Double) -> Double {
        let u = min(1, max(0, u))
        return u * u * u * (10 + u * (6 * u - 15))
    }

    /// The speed at `u`, in movements per duration.
    private static func speed(_ u: Double) -> Double { 30 * u * u * (1 - u) * (1 - u) }
}
