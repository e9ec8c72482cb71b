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
        #expect(animator.fraction(at: .zero) == 0.25)
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

    @Test func `an animator that nobody holds any more leaves the layers alone`() {
        do {
            let animator = PropertyAnimator()
            animator.add(.positionX, of: layer, from: 0, to: 100)
            animator.scrub(to: 1)
            #expect(layer.presentation.position.x == 110)
        }
        #expect(layer.presentation.position.x == 10)
    }

    @Test func `a spring drives the fraction, kept inside the limits`() {
        let animator = PropertyAnimator()
        animator.add(.boundsY, of: layer, from: 0, to: 100)
        let start = Instant(nanoseconds: 1_000_000_000)
        let motion = SpringMotion(
            spring: Spring(dampingRatio: 0.3, response: 0.35), from: 0, to: 1, velocity: 3, start: start)
        animator.run(motion)
        #expect(layer.presentation.bounds.origin.y == 0)
        let later = start + .milliseconds(200)
        let free = motion.state(at: later).value
        #expect(free > 1)
        animator.advance(to: later, limits: 0...1)
        #expect(layer.presentation.bounds.origin.y == 100)
        animator.advance(to: later, limits: 0...2)
        #expect(abs(layer.presentation.bounds.origin.y - 100 * free) < 1e-9)
        #expect(animator.fraction(at: later) == free)
        #expect(animator.state == .running(motion))
    }

    @Test func `a finger can take a running animator, and a spring a scrubbed one`() {
        let animator = PropertyAnimator()
        animator.add(.positionX, of: layer, from: 0, to: 100)
        let spring = Spring(dampingRatio: 1, response: 0.35)
        animator.run(SpringMotion(spring: spring, from: 0, to: 1, velocity: 0, start: .zero))
        animator.advance(to: .zero + .milliseconds(100), limits: 0...1)
        let caught = animator.fraction(at: .zero + .milliseconds(100))
        animator.scrub(to: caught)
        #expect(abs(layer.presentation.position.x - 10 - 100 * caught) < 1e-9)
        animator.advance(to: .zero + .milliseconds(300), limits: 0...1)
        #expect(animator.fraction(at: .zero + .milliseconds(300)) == caught)
        animator.run(SpringMotion(spring: spring, from: caught, to: 0, velocity: 0, start: .zero + .milliseconds(300)))
        animator.advance(to: .zero + .milliseconds(5000), limits: 0...1)
        #expect(abs(layer.presentation.position.x - 10) < 1e-6)
    }

    @Test func `a stopped animator cannot be started again`() async {
        await #expect(processExitsWith: .failure) {
            let animator = PropertyAnimator()
            animator.stop()
            animator.scrub(to: 0.5)
        }
    }

    @Test func `what is on the glass keeps to its range`() {
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
