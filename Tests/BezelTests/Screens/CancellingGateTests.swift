// A screen that comes and goes gets whole touches, or nothing.

import Geometry
import Testing

@testable import Bezel
@testable import Machine
@testable import Run

@Suite struct CancellingGateTests {
    private func frame(_ milliseconds: Int, _ changes: (Int, TouchFrame.Phase)...) -> TouchFrame {
        TouchFrame(
            time: .zero + .milliseconds(milliseconds),
            changes: changes.map { .init(contact: $0.0, phase: $0.1, position: Point(Double(milliseconds), 5)) })
    }

    private func say(_ frame: TouchFrame?) -> String {
        guard let frame else { return "nothing" }
        let changes = frame.changes.map { "\($0.contact) \($0.phase) at \($0.position.x)" }
        return "\(frame.time.nanoseconds / 1_000_000): " + changes.joined(separator: ", ")
    }

    @Test func `nothing comes through before it is open`() {
        var gate = CancellingGate<TouchFrame>()
        #expect(say(gate.pass(frame(1, (1, .began)))) == "nothing")
        gate.open()
        // A finger that was down before the gate opened is ignored.
        #expect(say(gate.pass(frame(2, (1, .moved), (2, .began)))) == "2: 2 began at 2.0")
        #expect(say(gate.pass(frame(3, (1, .ended)))) == "nothing")
        #expect(gate.count == 1)
    }

    @Test func `when it closes, what is down is cancelled where it was, and is gone for good`() {
        var gate = CancellingGate<TouchFrame>()
        gate.open()
        _ = gate.pass(frame(1, (1, .began), (2, .began)))
        _ = gate.pass(frame(5, (2, .moved)))
        #expect(say(gate.close(at: .zero + .milliseconds(9))) == "9: 1 cancelled at 1.0, 2 cancelled at 5.0")
        #expect(say(gate.close(at: .zero + .milliseconds(9))) == "nothing")
        gate.open()
        #expect(say(gate.pass(frame(11, (1, .moved), (2, .ended)))) == "nothing")
        #expect(say(gate.pass(frame(12, (1, .began)))) == "12: 1 began at 12.0")
    }

    @Test func `buttons come through as touches do`() {
        func press(_ time: Int, _ phase: PressFrame.Phase) -> PressFrame {
            PressFrame(
                time: .zero + .milliseconds(time), changes: [.init(button: 3, kind: .home, phase: phase)])
        }
        var gate = CancellingGate<PressFrame>()
        #expect(gate.pass(press(1, .began)) == nil)
        gate.open()
        #expect(gate.pass(press(2, .ended)) == nil)
        #expect(gate.pass(press(3, .began)) == press(3, .began))
        #expect(gate.close(at: .zero + .milliseconds(9)) == press(9, .cancelled))
        gate.open()
        #expect(gate.pass(press(10, .ended)) == nil)
    }

    @Test func `the end of a touch is not before its last sample`() {
        var gate = CancellingGate<TouchFrame>()
        gate.open()
        _ = gate.pass(frame(8, (1, .began)))
        #expect(say(gate.close(at: .zero + .milliseconds(3))) == "8: 1 cancelled at 8.0")
    }
}
