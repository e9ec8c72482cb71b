// What moves by itself, once or over and over, and what happens when a time has passed.

import Geometry
import Layers
import Testing

@testable import Stage

struct AnimationTests {
    private let stage = Stage(
        panel: Panel(pixels: PixelSize(200, 100)), theme: Theme(.paper, on: Panel(pixels: PixelSize(200, 100))),
        gestures: GestureSettings(), root: Screen(name: "root", title: "Root"), at: .zero + .seconds(1_000_000))

    private func after(_ milliseconds: Int) {
        stage.advance(to: .zero + .seconds(1_000_000) + .milliseconds(milliseconds))
    }

    @Test func `an animation moves from one end to the other, and reports the end`() {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.positionX, of: layer, from: 0, to: 100)
        var ends = 0
        animation.start(on: stage, for: .milliseconds(400)) { ends += 1 }
        after(100)
        #expect(abs(layer.presentation.position.x - 25) < 0.01)
        #expect(stage.isMoving)
        after(399)
        #expect(ends == 0)
        after(400)
        #expect(ends == 1)
        #expect(layer.presentation.position.x == 100)
        #expect(!stage.isMoving && stage.nextDeadline == nil)
        animation.stop()
        #expect(layer.presentation.position.x == 0)
    }

    @Test func `it repeats at its own pace until it is stopped, however rarely the stage advances`() {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.opacity, of: layer, from: 0, to: -1)
        animation.start(on: stage, for: .milliseconds(300), repeats: true)
        after(250)
        #expect(abs(layer.presentation.opacity - 1.0 / 6) < 0.01)
        after(300 * 7 + 60)
        #expect(abs(layer.presentation.opacity - 0.8) < 0.01)
        #expect(stage.isMoving)
        animation.stop()
        #expect(!stage.isMoving)
        #expect(layer.presentation.opacity == 1)
    }

    @Test(arguments: [true, false]) func `an animation of no duration is one step`(repeats: Bool) {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.positionX, of: layer, from: 0, to: 100)
        var ends = 0
        animation.start(on: stage, for: .zero, repeats: repeats) { ends += 1 }
        after(0)
        #expect(ends == 1 && layer.presentation.position.x == 100)
        #expect(!animation.isRunning && !stage.isMoving && stage.nextDeadline == nil)
        animation.stop()
        #expect(layer.presentation.position.x == 0)
    }

    @Test(arguments: [1, 3, 1000, 7_000_000, 16_666_667])
    func `a repeat is at its right place, after years and after nanoseconds`(
        _ nanoseconds: Int64
    ) {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.positionX, of: layer, from: 0, to: 1)
        let period = Instant.Span(nanoseconds: nanoseconds)
        animation.start(on: stage, for: period, repeats: true)
        for way: Int64 in [1, nanoseconds / 2, nanoseconds, 1_000_000_000, 300_000_000_000_000_123] {
            stage.advance(to: stage.now + Instant.Span(nanoseconds: way))
            let into = (stage.now - (Instant.zero + .seconds(1_000_000))).nanoseconds % nanoseconds
            #expect(abs(layer.presentation.position.x - Double(into) / Double(nanoseconds)) < 1e-9)
        }
        #expect(stage.isMoving)
    }

    @Test(arguments: [0, 1, 999]) func `a countdown that never waits is stopped, with one warning`(_ nanoseconds: Int64)
    {
        var warnings: [String] = []
        stage.onWarning = { warnings.append($0) }
        var ends = 0
        var again: (() -> Void)?
        let countdown = Countdown(of: stage) { _ in again?() }
        again = { [unowned stage] in
            ends += 1
            countdown.start(on: stage, until: stage.now + Instant.Span(nanoseconds: nanoseconds))
        }
        var others = 0
        let other = Countdown(of: stage) { _ in others += 1 }
        other.start(on: stage, until: stage.now + .seconds(2))
        countdown.start(on: stage, until: stage.now)
        after(10_000)
        #expect(ends == 1000 && others == 1)
        #expect(warnings.count == 1 && warnings[0].contains("Countdown"))
        #expect(stage.nextDeadline == nil)
        // Once a millisecond is no fault.
        again = { [unowned stage] in
            ends += 1
            countdown.start(on: stage, until: stage.now + .milliseconds(1))
        }
        countdown.start(on: stage, until: stage.now)
        after(20_000)
        #expect(ends == 1000 + 10_001 && warnings.count == 1)
        countdown.cancel()
        again = nil
    }

    @Test func `a released animation moves nothing`() {
        let layer = Layer()
        var animation: Animation? = Animation()
        animation?.animator.add(.positionY, of: layer, from: 10, to: 20)
        animation?.start(on: stage, for: .milliseconds(300), repeats: true)
        after(100)
        #expect(layer.presentation.position.y > 10)
        animation = nil
        #expect(layer.presentation.position.y == 0)
        after(200)
        #expect(!stage.isMoving)
    }

    @Test(arguments: [true, false]) func `an animation whose animator was stopped moves nothing`(repeats: Bool) {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.positionX, of: layer, from: 0, to: 100)
        animation.start(on: stage, for: .milliseconds(400), repeats: repeats) { Issue.record("it has not ended") }
        after(100)
        animation.animator.stop()
        #expect(!animation.isRunning && !stage.isMoving)
        #expect(stage.movers.isEmpty && stage.nextDeadline == nil)
        after(1000)
        #expect(layer.presentation.position.x == 0)
        animation.stop()
    }

    @Test func `an animation whose animator is paused moves nothing until it runs again`() {
        let layer = Layer()
        let animation = Animation()
        animation.animator.add(.positionX, of: layer, from: 0, to: 100)
        var ends = 0
        animation.start(on: stage, for: .milliseconds(400)) { ends += 1 }
        after(100)
        animation.animator.pause(at: stage.now)
        #expect(!stage.isMoving)
        after(1000)
        #expect(ends == 0 && abs(layer.presentation.position.x - 25) < 0.01)
        animation.animator.run(to: 1, .curve(.linear, duration: .milliseconds(100)), at: stage.now)
        #expect(stage.isMoving)
        after(1100)
        #expect(ends == 1 && !stage.isMoving)
    }

    @Test func `a countdown ends once, at its instant, and not when it was cancelled`() {
        var ends = 0
        let countdown = Countdown(of: stage) { _ in ends += 1 }
        countdown.start(on: stage, until: stage.now + .milliseconds(500))
        #expect(stage.nextDeadline == stage.now + .milliseconds(500))
        after(499)
        #expect(ends == 0)
        countdown.start(on: stage, until: stage.now + .milliseconds(500))
        after(998)
        #expect(ends == 0)
        after(2000)
        #expect(ends == 1)
        countdown.start(on: stage, until: stage.now + .milliseconds(500))
        countdown.cancel()
        after(3000)
        #expect(ends == 1)
    }
}
