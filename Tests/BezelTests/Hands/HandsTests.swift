// Random hands on every screen of the samples, and what a person would notice afterwards.

import Glibc
import Testing

@testable import Stage

@Suite struct HandsTests {
    @Test(arguments: [HandKiosk.controls, .arabic, .chinese])
    func `the hands find a slider, a row with actions and an index on the kiosks of their own`(kiosk: HandKiosk) {
        let panel = HandPeople.panel(3)
        for (name, type) in [("home", "SliderView"), ("home", "SwipeRow"), ("list", "IndexStrip")] {
            let stage = HandPages().stage(kiosk, [name], on: panel, GestureSettings(), .leftToRight, HandBook())
            let views = HandAim.all(in: stage.frontNavigator.top.view.content)
            #expect(views.contains { "\(Swift.type(of: $0))" == type }, "\(kiosk) \(type)")
            #expect(stage.frontNavigator.direction == (kiosk == .arabic ? .rightToLeft : .leftToRight))
        }
    }

    /// How many processes play.
    private static let workers = 2

    /// BEZEL_HANDS=5000 BEZEL_SEED=1 plays 5000 scripts of seed 1; without a seed the day sets it. BEZEL_HANDS_ONLY=7 plays
    /// only script 7 and prints what was decided; BEZEL_HANDS_SURVEY=1 counts all faults.
    @Test func `whatever hands do, the screen is right afterwards`() async {
        if await HandWorker.work() { return }
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        let count = Int(number("BEZEL_HANDS") ?? 5000)
        let seed = number("BEZEL_SEED") ?? UInt64(time(nil) / 86_400)
        if let only = number("BEZEL_HANDS_ONLY").map({ Int($0) }) {
            let report = await HandReport(only, seed: seed, on: HandPages())
            #expect(report == nil, "\(report?.text ?? "")")
            return
        }
        let outcomes = await withTaskGroup(of: HandWorker.Outcome.self) { group in
            for worker in 0..<Self.workers {
                let numbers = count * worker / Self.workers..<count * (worker + 1) / Self.workers
                group.addTask { HandWorker.play(numbers, seed: seed) }
            }
            var outcomes: [HandWorker.Outcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        let reports = outcomes.flatMap(\.reports)
        for report in reports.prefix(HandWorker.isSurvey ? 1000 : 5) { Issue.record("\(report)") }
        var kinds: [String: Int] = [:]
        for outcome in outcomes { kinds.merge(outcome.kinds, uniquingKeysWith: +) }
        let failed = reports.count
        #expect(failed == 0, "of \(count) scripts of seed \(seed) fail: \(kinds.sorted { $0.key < $1.key })")
    }
}
