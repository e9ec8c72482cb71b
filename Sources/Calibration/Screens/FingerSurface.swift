// A view that keeps the whole path of each finger on it.

import Geometry
import Gestures
import Stage

/// Takes touches and reports each sample in mm on the picture.
final class FingerSurface: View {
    /// A finger on the surface.
    final class Finger {
        var samples: [EdgeStroke.Sample]
        /// Whether the finger has served its purpose, or cannot serve any.
        var isDone = false

        init(_ sample: EdgeStroke.Sample) { samples = [sample] }

        var start: Point { samples[0].position }
        var end: Point { samples[samples.count - 1].position }

        /// The distance of the finger from its first sample, in mm.
        var way: Double { (end - start).length }
    }

    var onDown: ((Finger) -> Void)?
    var onMove: ((Finger) -> Void)?
    /// Called with the finger and the time of the lift.
    var onUp: ((Finger, Instant) -> Void)?
    /// Called when the touch of the finger is cancelled.
    var onCancel: ((Finger) -> Void)?

    private var down: [ObjectIdentifier: Finger] = [:]
    /// The number of fingers that are down.
    var count: Int { down.count }

    override func touchesBegan(_ touches: [Touch]) {
        for touch in touches {
            let finger = Finger(.init(time: touch.time, position: touch.location))
            down[ObjectIdentifier(touch)] = finger
            onDown?(finger)
        }
    }

    override func touchesMoved(_ touches: [Touch]) {
        for touch in touches {
            guard let finger = down[ObjectIdentifier(touch)] else { continue }
            finger.samples.append(.init(time: touch.time, position: touch.location))
            onMove?(finger)
        }
    }

    override func touchesEnded(_ touches: [Touch]) {
        for touch in touches {
            if let finger = down.removeValue(forKey: ObjectIdentifier(touch)) { onUp?(finger, touch.time) }
        }
    }

    override func touchesCancelled(_ touches: [Touch]) {
        for touch in touches {
            if let finger = down.removeValue(forKey: ObjectIdentifier(touch)) { onCancel?(finger) }
        }
    }
}
