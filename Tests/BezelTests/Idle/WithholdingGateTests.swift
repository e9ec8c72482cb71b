import Geometry
import Testing

@testable import Bezel
@testable import Run

@Suite struct WithholdingGateTests {
    private static func frame(_ contact: Int, _ phase: TouchFrame.Phase, at time: Int) -> TouchFrame {
        TouchFrame(
            time: .zero + .milliseconds(time),
            changes: [TouchFrame.Change(contact: contact, phase: phase, position: Point(10, 10))])
    }

    /// The phases of `frame` that pass the gate.
    private static func pass(
        _ frame: TouchFrame, _ gate: inout WithholdingGate<TouchFrame>, keepsNew: Bool = false
    ) -> [TouchFrame.Phase] {
        gate.pass(frame, keepsNew: keepsNew)?.changes.map(\.phase) ?? []
    }

    @Test func `a touch that lay there when a visit ended is over for the pages when it lifts, and presses nothing`() {
        var gate = WithholdingGate<TouchFrame>()
        #expect(Self.pass(Self.frame(1, .began, at: 0), &gate) == [.began])
        gate.keepAll()
        gate.keepAll()
        #expect(Self.pass(Self.frame(1, .moved, at: 10), &gate) == [])
        #expect(Self.pass(Self.frame(1, .ended, at: 20), &gate) == [.cancelled])
        #expect(Self.pass(Self.frame(1, .began, at: 30), &gate) == [.began])
        #expect(Self.pass(Self.frame(1, .ended, at: 40), &gate) == [.ended])
    }

    @Test func `the pages hear nothing of a touch that was withheld from its beginning`() {
        var gate = WithholdingGate<TouchFrame>()
        #expect(Self.pass(Self.frame(1, .began, at: 0), &gate, keepsNew: true) == [])
        gate.keepAll()
        #expect(Self.pass(Self.frame(1, .ended, at: 10), &gate) == [])
    }

    @Test func `a touch that ends a visit when it comes down is not among those that were down before`() {
        var gate = WithholdingGate<TouchFrame>()
        let began = Self.frame(1, .began, at: 0)
        gate.keepAll()
        #expect(gate.pass(began, keepsNew: true) == nil)
        #expect(Self.pass(Self.frame(1, .ended, at: 10), &gate) == [])
    }

    @Test func `a lost touch whose number comes again is a new one`() {
        var gate = WithholdingGate<TouchFrame>()
        _ = Self.pass(Self.frame(1, .began, at: 0), &gate)
        gate.keepAll()
        #expect(Self.pass(Self.frame(1, .began, at: 10), &gate) == [.began])
        #expect(Self.pass(Self.frame(1, .ended, at: 20), &gate) == [.ended])
    }
}
