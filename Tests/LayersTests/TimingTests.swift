// Curves and motions: where they are, how fast, and when they are over.

import Geometry
import Layers
import Testing

@Suite struct TimingTests {
    @Test(arguments: [
        // The names and control points are those of CSS; the values follow from the definition.
        (TimingCurve.linear, 0.25, 0.25), (.ease, 0.5, 0.802403387), (.easeIn, 0.5, 0.315356813),
        (.easeOut, 0.5, 0.684643187), (.easeInOut, 0.5, 0.5), (.easeInOut, 0.25, 0.129161931),
    ])
    func `a curve is where its cubic Bézier is`(curve: TimingCurve, time: Double, way: Double) {
        #expect(abs(curve.state(at: time).way - way) < 1e-6)
    }

    @Test(arguments: [TimingCurve.linear, .ease, .easeIn, .easeOut, .easeInOut, TimingCurve(0.3, 1.4, 0.6, -0.5)])
    func `the speed of a curve is the slope of its way`(curve: TimingCurve) {
        #expect(curve.state(at: 0).way == 0)
        #expect(curve.state(at: 1).way == 1)
        for step in 1..<50 {
            let t = Double(step) / 50
            let slope = (curve.state(at: t + 1e-6).way - curve.state(at: t - 1e-6).way) / 2e-6
            #expect(abs(curve.state(at: t).speed - slope) < 1e-3 * max(1, abs(slope)))
        }
    }

    @Test func `time does not run back in a curve`() async {
        await #expect(processExitsWith: .failure) { _ = TimingCurve(-0.1, 0, 1, 1) }
    }

    @Test func `a motion along a curve takes its time and ends at rest`() {
        let motion = Motion(
            .curve(.linear, duration: .milliseconds(200)), from: 10, to: 30, velocity: 999, start: .zero,
            rest: RestLimits(distance: 0.5, speed: 5))
        #expect(motion.end == .zero + .milliseconds(200))
        let middle = motion.state(at: .zero + .milliseconds(100))
        #expect(abs(middle.value - 20) < 1e-9 && abs(middle.velocity - 100) < 1e-6)
        #expect(motion.state(at: motion.end) == (30, 0))
    }
}
