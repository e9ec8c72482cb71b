// Animators add to layers, sum up, and leave no trace.

import Geometry
import Layers
import Testing

@Suite struct PropertyAnimatorTests {
    private let layer = Layer(Rect(10, 20, 100, 50))

    @Test func `a scrubbed animator adds between its ends, and the model stays`() {
        let animator = PropertyAnimator()
        animator.add(.positionX, of: layer, from: -100, to: 0)
        animator.add(.dim, of: layer, from: 0.4, to: 0)
        #expect(layer.presentation.position == Point(10, 20))
        animator.scrub(to: 0.25)
        #expect(layer.presentation.position == Point(-65, 20))
        #expect(abs(layer.presentation.dim - 0.3) < 1e-12)
        #expect(layer.position == Point(10, 20))
        #expect(animator.state == .scrubbed(0.25))
        #expect(animator.fraction(at: .zero).value == 0.25)
    }

    @Test func `two transitions on one layer sum up, and each takes only its own away`() {
        let first = PropertyAnimator()
        let second = PropertyAnimator()
        first.add(.positionX, of: layer, from: 0, to: 100)
        second.add(.positionX, of: layer, from: 0, to: -30)
        first.scrub(to: 0.5)
        second.scrub(to: 1)
        #expect(layer.presentation.position.x == 10 + 50 - 30)
        first.scrub(to: 1)
        #expect(layer.presentation.position.x == 10 + 100 - 30)
        first.stop()
        #expect(layer.presentation.position.x == 10 - 30)
        second.stop()
        #expect(layer.presentation.position.x == 10)
    }

    @Test func `what one animator adds twice to a property sums up`() {
        let animator = PropertyAnimator()
        animator.add(.positionY, of: layer, from: 0, to: 10)
        animator.add(.positionY, of: layer, from: 4, to: 2)
        animator.scrub(to: 0.5)
        #expect(layer.presentation.position.y == 20 + 5 + 3)
    }

    @Test func `a released animator leaves the layers alone`() {
        do {
            let animator = PropertyAnimator()
            animator.add(.positionX, of: layer, from: 0, to: 100)
            animator.scrub(to: 1)
            #expect(layer.presentation.position.x == 110)
        }
        #expect(layer.presentation.position.x == 10)
    }

    @Test func `a spring drives the fraction, kept inside the limits, and ends where it leaves them`() {
        let start = Instant(nanoseconds: 1_000_000_000)
        let later = start + .milliseconds(200)
        let bouncy = Spring(dampingRatio: 0.3, response: 0.35)
        func animator(_ limits: ClosedRange<Double>) -> PropertyAnimator {
            let animator = PropertyAnimator()
            animator.limits = limits
            animator.add(.boundsY, of: layer, from: 0, to: 100)
            animator.scrub(to: 0)
            animator.run(to: 1, .spring(bouncy), velocity: 3, at: start)
            animator.advance(to: later)
            return animator
        }
        let free = SpringMotion(spring: bouncy, from: 0, to: 1, velocity: 3, start: start).state(at: later).value
        #expect(free > 1)
        do {
            let wide = animator(0...2)
            #expect(abs(layer.presentation.bounds.origin.y - 100 * free) < 1e-9)
            #expect(wide.end.map { $0 > later } == true)
        }
        let narrow = animator(0...1)
        #expect(layer.presentation.bounds.origin.y == 100)
        #expect(narrow.state == .scrubbed(1))
    }

    @Test func `it is paused, turned round and sent on with no jump in place or velocity, and ends at either end`() {
        let animator = PropertyAnimator()
        var ends: [Double] = []
        animator.onEnd = { ends.append($0) }
        animator.add(.positionX, of: layer, from: 0, to: 100)
        animator.scrub(to: 0)
        let spring = Timing.spring(Spring(dampingRatio: 1, response: 0.35))
        func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }
        animator.run(to: 1, spring, at: at(0))
        let before = animator.fraction(at: at(100))
        #expect(before.value > 0.1 && before.velocity > 1)
        animator.reverse(at: at(100))
        #expect(animator.fraction(at: at(100)) == before)
        let turned = animator.fraction(at: at(140))
        animator.pause(at: at(140))
        #expect(animator.state == .scrubbed(turned.value))
        animator.run(to: 1, .curve(.easeOut, duration: .milliseconds(200)), at: at(500))
        #expect(animator.fraction(at: at(500)).value == turned.value)
        #expect(animator.end == at(700))
        animator.advance(to: at(700))
        #expect(layer.presentation.position.x == 110)
        animator.run(to: 0, spring, at: at(800))
        animator.advance(to: at(5000))
        #expect(layer.presentation.position.x == 10)
        #expect(ends == [1, 0])
    }

    @Test func `a finger can take a running animator, and a spring a scrubbed one`() {
        let animator = PropertyAnimator()
        animator.add(.positionX, of: layer, from: 0, to: 100)
        let spring = Timing.spring(Spring(dampingRatio: 1, response: 0.35))
        animator.run(to: 1, spring, at: .zero)
        animator.advance(to: .zero + .milliseconds(100))
        let caught = animator.fraction(at: .zero + .milliseconds(100)).value
        animator.scrub(to: caught)
        #expect(abs(layer.presentation.position.x - 10 - 100 * caught) < 1e-9)
        animator.advance(to: .zero + .milliseconds(300))
        #expect(animator.fraction(at: .zero + .milliseconds(300)).value == caught)
        animator.run(to: 0, spring, at: .zero + .milliseconds(300))
        animator.advance(to: .zero + .milliseconds(5000))
        #expect(layer.presentation.position.x == 10)
    }

    @Test func `observers see each fraction that is shown`() {
        let animator = PropertyAnimator()
        var seen: [Double] = []
        animator.onProgress = { seen.append($0) }
        animator.scrub(to: 0.25)
        animator.run(to: 1, .curve(.linear, duration: .milliseconds(100)), at: .zero)
        animator.advance(to: .zero + .milliseconds(50))
        animator.advance(to: .zero + .milliseconds(100))
        #expect(seen == [0.25, 0.25, 0.625, 1])
    }

    @Test func `an observer of the last fraction may stop the animator, or send it back`() {
        func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }
        let linear = Timing.curve(.linear, duration: .milliseconds(100))
        for stops in [true, false] {
            let animator = PropertyAnimator()
            var ends: [Double] = []
            animator.add(.positionX, of: layer, from: 0, to: 100)
            animator.onEnd = { ends.append($0) }
            animator.run(to: 1, linear, at: at(0))
            animator.onProgress = { [unowned animator] fraction in
                guard fraction == 1, ends.isEmpty, animator.end == at(100) else { return }
                if stops { animator.stop() } else { animator.run(to: 0, linear, at: at(100)) }
            }
            animator.advance(to: at(100))
            #expect(ends == [])
            if stops {
                #expect(animator.state == .stopped && layer.presentation.position.x == 10)
            } else {
                #expect(animator.end == at(200))
                animator.advance(to: at(200))
                #expect(ends == [0] && layer.presentation.position.x == 10)
            }
        }
    }

    @Test func `pausing an idle animator changes nothing, and an end beyond the limits is reported as the limit`() {
        let animator = PropertyAnimator()
        animator.add(.positionX, of: layer, from: -100, to: 0)
        animator.pause(at: .zero)
        #expect(animator.state == .inactive && layer.presentation.position.x == 10)
        var ends: [Double] = []
        animator.limits = 0...1
        animator.onEnd = { ends.append($0) }
        animator.run(to: 2, .curve(.linear, duration: .milliseconds(100)), at: .zero)
        animator.advance(to: .zero + .milliseconds(100))
        #expect(ends == [1] && animator.state == .scrubbed(1))
    }

    @Test func `a stopped animator cannot be started again`() async {
        await #expect(processExitsWith: .failure) {
            let animator = PropertyAnimator()
            animator.stop()
            animator.scrub(to: 0.5)
        }
    }

    @Test func `presented values keep to their range`() {
        let animator = PropertyAnimator()
        animator.add(.opacity, of: layer, from: 0, to: 3)
        animator.add(.dim, of: layer, from: 0, to: -3)
        animator.add(.cornerRadius, of: layer, from: 0, to: -3)
        animator.scrub(to: 1)
        #expect(layer.presentation.opacity == 1)
        #expect(layer.presentation.dim == 0)
        #expect(layer.presentation.cornerRadius == 0)
        animator.scrub(to: -1)
        #expect(layer.presentation.opacity == 0)
        #expect(layer.presentation.dim == 1)
    }
}
