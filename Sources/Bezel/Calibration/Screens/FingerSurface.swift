// A view that keeps the whole way of each finger on it.

import Geometry
import Gestures
import Stage

/// Takes touches and tells what they do, sample by sample, in mm on the picture.
final class FingerSurface: View {
    /// A finger on the surface.
    final class Finger {
        var samples: [EdgeStroke.Sample]
        /// Whether what it was for is done, or it cannot be for anything.
        var isDone = false

        init(_ sample: EdgeStroke.Sample) { samples = [sample] }

        var start: Point { samples[0].position }
        var end: Point { samples[samples.count - 1].position }

        /// How far it is from where it came down, in mm.
        var way: Double { (end - start).length }
    }

    var onDown: ((Finger) -> Void)?
    var onMove: ((Finger) -> Void)?
    /// With the time of the lift.
    var onUp: ((Finger, Instant) -> Void)?
    /// The finger was taken away.
    var onCancel: ((Finger) -> Void)?

    private var down: [ObjectIdentifier: Finger] = [:]
    /// How many fingers are down.
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
