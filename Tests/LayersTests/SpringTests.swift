// Springs by what makes them springs: the equation of motion, whatever the damping.

import Geometry
import Layers
import TestRandomness
import Testing

@Suite struct SpringTests {
    /// Damping ratios on both sides of every border, and so near to 1 that the textbook's formulas break down.
    static let ratios: [Double] = [
        0, 1e-9, 0.1, 0.5, 0.9, 0.999, 0.999_999, 0.999_999_999, 0.999_999_999_999, 1.0.nextDown, 1, 1.0.nextUp,
        1.000_000_000_001, 1.000_000_001, 1.000_001, 1.001, 1.1, 2, 10, 100,
    ]

    @Test(arguments: ratios)
    func `at the start the displacement and velocity are the given ones`(ratio: Double) {
        let state = Spring(dampingRatio: ratio, response: 0.35).state(displacement: -321.5, velocity: 987, after: 0)
        #expect(state.displacement == -321.5)
        #expect(state.velocity == 987)
    }

    /// m·x″ + c·x′ + k·x = 0, with x″ from the velocities shortly before and after, and x′ from the places. The error of
    /// such a difference is some h²·w³ ≈ 1e-8 of the terms it is compared with, plus rounding over h.
    @Test(arguments: 0..<300)
    func `any mass on any spring obeys the equation of motion`(seed: Int) {
        var numbers = SplitMix(UInt64(truncatingIfNeeded: seed))
        let mass = numbers.double(0.1...10)
        let stiffness = numbers.double(1...1000)
        let ratio = seed % 2 == 0 ? numbers.double(0...3) : SpringTests.ratios[seed / 2 % SpringTests.ratios.count]
        let damping = 2 * ratio * (mass * stiffness).squareRoot()
        let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
        let (x0, v0) = (numbers.double(-500...500), numbers.double(-5000...5000))
        let w = (stiffness / mass).squareRoot()
        for _ in 0..<20 {
            let t = numbers.double(0.01...10) / w
            let h = 1e-4 / (w * max(1, ratio))
            let now = spring.state(displacement: x0, velocity: v0, after: t)
            let before = spring.state(displacement: x0, velocity: v0, after: t - h)
            let after = spring.state(displacement: x0, velocity: v0, after: t + h)
            let acceleration = (after.velocity - before.velocity) / (2 * h)
            let velocity = (after.displacement - before.displacement) / (2 * h)
            let scale: Double = abs(x0) * w + abs(v0)
            #expect(abs(now.velocity - velocity) <= 1e-6 * scale * max(1, ratio))
            let drag: Double = damping * now.velocity
            let pull: Double = stiffness * now.displacement
            let force: Double = mass * acceleration + drag + pull
            let strongest: Double = stiffness * abs(x0) + (damping + mass * w) * abs(v0)
            #expect(abs(force) <= 1e-6 * strongest * max(1, ratio * ratio))
        }
    }

    /// Near 1 the motion hardly depends on the ratio: a ratio 1 ± e differs by less than some e·w²t² of the amplitude.
    @Test(arguments: [1e-15, 1e-12, 1e-9, 1e-7])
    func `close to critical damping it moves as with critical damping`(off: Double) {
        let critical = Spring(dampingRatio: 1, response: 0.35)
        for spring in [Spring(dampingRatio: 1 - off, response: 0.35), Spring(dampingRatio: 1 + off, response: 0.35)] {
            for step in 0...100 {
                let t = Double(step) / 50
                let a = critical.state(displacement: 100, velocity: -300, after: t)
                let b = spring.state(displacement: 100, velocity: -300, after: t)
                let slack = 1e-11 + 10 * off
                #expect(abs(a.displacement - b.displacement) <= 100 * slack)
                #expect(abs(a.velocity - b.velocity) <= 100 * 18 * slack)
            }
        }
    }

    @Test func `known places of three springs`() {
        // x″ + 2x′ + 2x = 0 from 1 at rest: e^−t (cos t + sin t). x″ + 2x′ + x = 0: e^−t (1 + t).
        // x″ + 3x′ + 2x = 0: 2e^−t − e^−2t.
        let values = [(2.0, 2.0, 0.508_325_986), (2, 1, 0.735_758_882), (3, 2, 0.600_423_599)]
        for (damping, stiffness, place) in values {
            let spring = Spring(mass: 1, stiffness: stiffness, damping: damping)
            #expect(abs(spring.state(displacement: 1, velocity: 0, after: 1).displacement - place) < 1e-9)
        }
    }

    @Test(arguments: ratios.dropFirst(2))
    func `after a long time the spring is at rest, without a NaN`(ratio: Double) {
        let state = Spring(dampingRatio: ratio, response: 0.35)
            .state(displacement: 1920, velocity: 4000, after: 1e6)
        #expect(abs(state.displacement) < 1e-9)
        #expect(abs(state.velocity) < 1e-9)
    }

    @Test func `mass, stiffness and damping are the same spring as ratio and response`() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 20)
        #expect(spring.dampingRatio == 0.5)
        #expect(abs(spring.angularFrequency - 10) < 1e-12)
    }

    @Test func `a critically damped return never passes its rest`() {
        let motion = SpringMotion(
            spring: Spring(dampingRatio: 1, response: 0.35), from: 600, to: 0, velocity: 0, start: .zero)
        var last = 600.0
        for millisecond in 1...1000 {
            let value = motion.state(at: .zero + .milliseconds(millisecond)).value
            if value >= last || value <= 0 { Issue.record("\(value) after \(last), in millisecond \(millisecond)") }
            last = value
        }
    }

    @Test func `a motion stays where it begins until it starts`() {
        let start = Instant(nanoseconds: 5_000_000_000)
        let motion = SpringMotion(
            spring: Spring(dampingRatio: 1, response: 0.35), from: 10, to: 100, velocity: 50, start: start)
        #expect(motion.state(at: .zero) == (10, 50))
        #expect(motion.state(at: start) == (10, 50))
        #expect(motion.state(at: start + .milliseconds(1)).value > 10)
    }

    @Test(arguments: [0.3, 1, 1.5])
    func `rest is the first millisecond at which it is near and slow`(ratio: Double) {
        let start = Instant(nanoseconds: 123)
        let motion = SpringMotion(
            spring: Spring(dampingRatio: ratio, response: 0.35), from: 0, to: 1920, velocity: 800, start: start)
        func isResting(_ instant: Instant) -> Bool {
            let state = motion.state(at: instant)
            return abs(state.value - 1920) <= 0.5 && abs(state.velocity) <= 20
        }
        let rest = motion.rest(within: 0.5, slowerThan: 20)
        #expect(isResting(rest))
        #expect((rest - start).nanoseconds % 1_000_000 == 0)
        var instant = start
        while instant < rest {
            if isResting(instant) { Issue.record("at rest before \(rest), at \(instant)") }
            instant = instant + .milliseconds(1)
        }
    }

    @Test func `a stop ends the motion, and one that never rests ends after ten seconds`() {
        let swing = SpringMotion(
            spring: Spring(dampingRatio: 0.3, response: 0.35), from: 1, to: 0, velocity: 0, start: .zero)
        let stopped = swing.rest(within: 0.001, slowerThan: 0.01) { $0 <= 0 }
        #expect(swing.state(at: stopped).value <= 0)
        #expect(swing.state(at: stopped - .milliseconds(1)).value > 0)
        let endless = SpringMotion(
            spring: Spring(dampingRatio: 0, response: 0.35), from: 1, to: 0, velocity: 0, start: .zero)
        #expect(endless.rest(within: 0.001, slowerThan: 0.01) == .zero + .seconds(10))
    }
}
