// Checks in every replay of the tests that a settling screen never jumps.

import Geometry
import Testing

/// Follows the moving screens from frame to frame. While a screen settles, no step may be longer than its velocity at release
/// or the spring's own velocity, ω times what remains, allows in the time between two frames, plus a pixel.
struct StepCheck {
    /// ω of the spring of every settle: 2π / 0.35 s.
    private static let omega = 2 * Double.pi / 0.35
    /// A pixel of 1920 on 527 mm, in mm.
    private static let pixel = 527.0 / 1920

    /// Screens that settle: the release's velocity, and how far (mm) they go.
    private var settling: [String: (velocity: Double, target: Double)] = [:]
    private var last: [String: (time: Instant, offset: Double)] = [:]

    mutating func note(_ line: String) {
        guard line.field("kind") == "transition", let operation = line.field("operation") else { return }
        let leaves = operation == "pop" || operation == "dismiss"
        guard let screen = line.field(leaves ? "from" : "to") else { return }
        guard line.field("phase") == "settling" else {
            settling[screen] = nil
            return
        }
        let goes = (line.field("finish") == "true") == leaves
        let extent = operation == "pop" || operation == "push" ? 527.0 : 296 * 0.92
        settling[screen] = (abs(line.field("v").flatMap(Double.init) ?? 0), goes ? extent : 0)
    }

    mutating func frame(at time: Instant, _ screens: [(String, Double)]) {
        var now: [String: (time: Instant, offset: Double)] = [:]
        for (name, offset) in screens {
            now[name] = (time, offset)
            guard let (velocity, target) = settling[name], let (before, from) = last[name] else { continue }
            let speed = max(velocity, Self.omega * abs(target - from))
            let longest = speed * (time - before).seconds + Self.pixel
            #expect(abs(offset - from) <= longest, "\(name) jumps from \(from) to \(offset) mm at \(time)")
        }
        last = now
    }
}
