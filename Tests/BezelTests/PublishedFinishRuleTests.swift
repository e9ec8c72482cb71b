// The finish rules that other toolkits publish: each threshold, and the values next to it.

import Geometry
import Testing

@testable import Benchmark
@testable import Bezel

@Suite struct PublishedFinishRuleTests {
    /// On a panel of 500 mm with pixels of 0.25 mm: 0.3 px/ms are 75 mm/s, 0.4 are 100.
    private func finger(_ samples: (Int, Double, Double)..., lift: Int = 0) -> PublishedFinishRule.Finger {
        let samples = samples.map { milliseconds, x, y in
            let time = Instant.zero + .milliseconds(milliseconds)
            return BenchmarkPanel.Sample(time: time, position: Point(x, y), arrival: time)
        }
        return .init(samples: samples, lift: .zero + .milliseconds(lift), width: 500, pixel: 0.25)
    }

    /// Progress, velocity in mm/s, and whether it finishes.
    nonisolated static let cases: [(PublishedFinishRule, Double, Double, Bool)] = [
        (.flutter, 0.5, 0, true), (.flutter, 0.49, 0, false), (.flutter, 0.1, 500, true), (.flutter, 0.1, 499, false),
        (.flutter, 0.9, -500, false), (.flutter, 0.9, -499, true),
        (.reactNativeScreens, 0.2, 501, true), (.reactNativeScreens, 0.2, 499, false),
        (.reactNativeScreens, 0.6, -160, true), (.reactNativeScreens, 0.6, -170, false),
        (.libadwaita, 0.51, 0, true), (.libadwaita, 0.5, 0, false), (.libadwaita, 0.1, 75, true),
        (.libadwaita, 0.1, 74.9, false), (.libadwaita, 0.6, -74.9, true), (.libadwaita, 0.6, -75.1, false),
        // 0.3 px/ms run on by 0.15 of the way.
        (.libadwaita, 0.9, -75.1, true), (.libadwaita, 1, -600, false),
        (.webKitGTK, 0.1, 100, true), (.webKitGTK, 0.1, 99, false), (.webKitGTK, 0.51, -100, true),
        (.webKitGTK, 0.51, -101, false), (.webKitGTK, 0.5, 0, false),
        (.fdFullscreenPop, 0.51, -900, true), (.fdFullscreenPop, 0.5, 900, false),
    ]

    @Test(arguments: cases) func `a drag finishes by its rule`(
        rule: PublishedFinishRule, progress: Double, velocity: Double, finishes: Bool
    ) {
        #expect(rule.finishes(progress, velocity: velocity, finger((0, 0, 0))) == finishes)
    }

    /// A way in pixels, and whether a drag begins there.
    nonisolated static let beginnings: [(PublishedFinishRule, Double, Double, Bool)] = [
        (.flutter, 18, 0, false), (.flutter, 19, 0, true), (.flutter, 12, 19, false), (.flutter, 19, 17, true),
        (.reactNativeScreens, 9, 0, false), (.reactNativeScreens, 8, 7, true), (.reactNativeScreens, 7, 8, false),
        (.libadwaita, 15, 0, false), (.libadwaita, 13, 12, true), (.libadwaita, 12, 13, false),
        (.webKitGTK, 14, 0, false), (.webKitGTK, 16, 8, true), (.webKitGTK, 16, 9, false),
        (.fdFullscreenPop, 1, 20, true), (.fdFullscreenPop, -1, 20, false), (.fdFullscreenPop, 9, 0, false),
    ]

    @Test(arguments: beginnings) func `a drag begins by its slop and its axis`(
        rule: PublishedFinishRule, x: Double, y: Double, begins: Bool
    ) {
        let finger = finger((0, 100, 100), (10, 100 + x / 4, 100 + y / 4))
        #expect((rule.beginning(finger) != nil) == begins)
    }

    @Test func `the way counts from where the drag began`() {
        // 6 mm until it begins, then 252 of 500.
        #expect(PublishedFinishRule.fdFullscreenPop.pops(finger((0, 0, 0), (10, 6, 0), (900, 258, 0))))
        #expect(!PublishedFinishRule.fdFullscreenPop.pops(finger((0, 0, 0), (10, 6, 0), (900, 255, 0))))
    }

    @Test func `each estimates its velocity in its own way`() {
        let even = finger((0, 0, 0), (10, 1, 0), (20, 2, 0), (30, 3, 0), lift: 30)
        for rule in [PublishedFinishRule.flutter, .libadwaita, .webKitGTK] {
            #expect(abs(rule.velocity(even) - 100) < 1e-6, "\(rule)")
        }
        let late = finger((0, 0, 0), (100, 0, 0), (110, 5, 0), lift: 110)
        #expect(PublishedFinishRule.webKitGTK.velocity(late) == 500)
        #expect(abs(PublishedFinishRule.libadwaita.velocity(late) - 5 / 0.11) < 1e-6)
        let rested = finger((0, 0, 0), (10, 1, 0), (20, 2, 0), (30, 3, 0), lift: 200)
        #expect(PublishedFinishRule.flutter.velocity(rested) == 0)
        #expect(PublishedFinishRule.libadwaita.velocity(rested) == 0)
        // Its last velocity stays, however long the finger rests.
        #expect(abs(PublishedFinishRule.webKitGTK.velocity(rested) - 100) < 1e-6)
    }
}
