// Checks in every replay of the tests that a screen under a moving finger is where the finger will be.

import Geometry
import Gestures
import Testing

/// Resamples each finger independently. In each frame the offset of the screen that the finger pops must be the finger's way
/// less the slop, clamped, within a pixel. Caught, held and handed-over screens start elsewhere and are left out.
struct FollowCheck {
    private var fingers: [String: (start: Point, resampler: TouchResampler)] = [:]
    /// The touch of each gesture that has begun, by its number.
    private var touches: [String: String] = [:]
    /// The finger under each screen that is popped.
    private var driven: [String: String] = [:]
    /// How many offsets were compared.
    private(set) var count = 0

    mutating func note(_ line: String) {
        switch line.field("kind") {
        case "touch":
            guard let touch = line.field("touch"), let x = line.field("x").flatMap(Double.init),
                let y = line.field("y").flatMap(Double.init),
                let t = line.field("t").flatMap(Double.init)
            else { return }
            let time = Instant(nanoseconds: Int64((t * 1e9).rounded()))
            switch line.field("phase") {
            case "began": fingers[touch] = (Point(x, y), TouchResampler(.zero, at: time))
            case "moved":
                if let start = fingers[touch]?.start {
                    fingers[touch]?.resampler.add(Point(x - start.x, y - start.y), at: time)
                }
            default: fingers[touch] = nil
            }
        case "gesture":
            guard line.field("state") == "began", let id = line.field("id"), let list = line.field("touches") else {
                return
            }
            touches[id] = String(list.dropFirst().dropLast())
        case "transition":
            guard line.field("operation") == "pop", let screen = line.field("from") else { return }
            driven[screen] = line.field("phase") == "began" ? line.field("gesture").flatMap { touches[$0] } : nil
        default: break
        }
    }

    mutating func frame(at time: Instant, _ screens: [(String, Double)]) {
        for (name, offset) in screens {
            guard let touch = driven[name], let finger = fingers[touch] else { continue }
            let expected = min(max(finger.resampler.position(at: time).x - 2, 0), 527)
            #expect(
                abs(offset - expected) <= 527.0 / 1920, "\(name) is at \(offset), its finger at \(expected), \(time)")
            count += 1
        }
    }
}
