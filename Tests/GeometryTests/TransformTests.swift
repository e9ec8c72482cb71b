// Transforms, panels and instants.

import Geometry
import Testing

@Suite struct TransformTests {
    private let turned = AffineTransform(0, -1, 1, 1, 0, 0)

    @Test func `a transform applies its rows`() {
        #expect(turned.apply(to: Point(0.25, 0.5)) == Point(0.5, 0.25))
    }

    @Test func `the inverse undoes a transform, and a flat transform has none`() {
        let point = Point(0.25, 0.125)
        #expect(turned.inverse?.apply(to: turned.apply(to: point)) == point)
        #expect(AffineTransform(1, 2, 0, 2, 4, 0).inverse == nil)
    }

    @Test func `then applies the second to what the first gives`() {
        let shift = AffineTransform(1, 0, 0.5, 0, 2, 0.25)
        let point = Point(0.25, 0.5)
        #expect(turned.then(shift).apply(to: point) == shift.apply(to: turned.apply(to: point)))
        #expect(turned.then(shift) != shift.then(turned))
    }

    @Test func `a transform of angle, scale and origin turns clockwise on the glass`() {
        let transform = AffineTransform(rotation: .pi / 2, scale: 2, origin: Point(10, 20))
        #expect((transform.apply(to: Point(3, 0)) - Point(10, 26)).length < 1e-12)
        #expect((transform.apply(to: Point(0, 1)) - Point(8, 20)).length < 1e-12)
        #expect(AffineTransform(rotation: 0, scale: 1, origin: .zero) == .identity)
    }

    @Test func `a panel turns millimetres into pixels that need not be square`() {
        let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(480, 540))
        #expect(panel.pixels(Point(10, 10)) == Point(40, 20))
        #expect(panel.millimetres(Point(40, 20)) == Point(10, 10))
        #expect(panel.density(.horizontal) == 4)
    }

    @Test func `a panel of unknown size has 96 dots per inch`() {
        #expect(Panel(pixels: PixelSize(960, 480)).millimetres == Size(254, 127))
    }

    @Test func `instants and spans add up`() {
        let instant = Instant(nanoseconds: 5) + .milliseconds(2) - Instant.Span(nanoseconds: 1)
        #expect(instant == Instant(nanoseconds: 2_000_004))
        #expect(instant - Instant.zero == Instant.Span(nanoseconds: 2_000_004))
        #expect(Instant.Span.seconds(0.25) == .milliseconds(250))
        #expect(Instant.Span.milliseconds(3) * 4 == .milliseconds(12))
        #expect(Instant.Span.milliseconds(250).seconds == 0.25)
    }
}
