// The published rules of other systems for when a drag begins and when it finishes, to compare Bezel's rule with.

import Geometry
import Gestures

/// The published rule for another system's swipe back. Where the system does not publish a part of its rule, the case names
/// the substitute.
enum PublishedFinishRule: String, CaseIterable {
    /// Cupertino's back gesture: half of the width, or one width per second.
    case flutter = "Flutter"
    /// Distance plus 0.3 s of velocity, more than half of the width. UIKit's velocity is not published; Bezel's stands in for
    /// it.
    case reactNativeScreens = "react-native-screens"
    /// The nearer end, or, from 0.3 px/ms on, the end to which the velocity projects.
    case libadwaita = "libadwaita"
    /// Half of the width, unless the last velocity is beyond 0.4 px/ms.
    case webKitGTK = "WebKitGTK"
    /// Begins with any movement to the right. It finishes as UIKit does, which is not published. Half of the width stands in
    /// for that, as percent-driven transitions are commonly written.
    case fdFullscreenPop = "FDFullscreenPopGesture"

    /// A finger's drag as a panel reports it.
    struct Finger {
        /// The reports, in mm; at least one.
        let samples: [BenchmarkPanel.Sample]
        /// When the finger is known to have lifted.
        let lift: Instant
        /// The width of the panel, in mm.
        let width: Double
        /// The size of a logical pixel, in mm.
        let pixel: Double
    }

    /// Whether the page is popped.
    func pops(_ finger: Finger) -> Bool {
        guard let begin = beginning(finger), let last = finger.samples.last else { return false }
        let progress = (last.position.x - finger.samples[begin].position.x) / finger.width
        return finishes(progress, velocity: velocity(finger), finger)
    }

    /// The index of the sample with which the drag begins; nil when it does not begin. The distance counts from that sample.
    func beginning(_ finger: Finger) -> Int? {
        let start = finger.samples[0].position
        for (index, sample) in finger.samples.enumerated() {
            let way = (sample.position - start) / finger.pixel
            let (x, y) = (way.x, abs(way.y))
            switch self {
            case .flutter:
                // The first of two drags that exceeds its slop wins, and a vertical drag waits beneath.
                if y > 18, y > abs(x) { return nil }
                if abs(x) > 18 { return index }
            case .reactNativeScreens: if way.length >= 10 { return x > y ? index : nil }
            case .libadwaita: if way.length >= 16 { return x > y ? index : nil }
            case .webKitGTK: if abs(x) >= 15 { return x > 0 && y <= x / 2 ? index : nil }
            case .fdFullscreenPop: if way.length >= 10 { return x > 0 ? index : nil }
            }
        }
        return nil
    }

    /// Whether a drag finishes when it has covered `progress` of the width and lifts at `velocity` (mm/s).
    func finishes(_ progress: Double, velocity: Double, _ finger: Finger) -> Bool {
        let pixelsPerMillisecond = velocity / finger.pixel / 1000
        switch self {
        case .flutter:
            let widths = velocity / finger.width
            return abs(widths) >= 1 ? widths > 0 : progress >= 0.5
        case .reactNativeScreens: return progress * finger.width + 0.3 * velocity > finger.width / 2
        case .libadwaita:
            if pixelsPerMillisecond >= 0.3 { return true }
            if pixelsPerMillisecond > -0.3 { return progress > 0.5 }
            return progress - Self.projection(-pixelsPerMillisecond) > 0.5
        case .webKitGTK: return pixelsPerMillisecond >= (progress > 0.5 ? -0.4 : 0.4)
        case .fdFullscreenPop: return progress > 0.5
        }
    }

    /// How far a swipe in libadwaita runs on at `speed` (px/ms). 0.998 of the speed remains after each millisecond, and beyond
    /// 2 px/ms a parabola takes over.
    private static func projection(_ speed: Double) -> Double {
        let slope = 0.998 / (1 - 0.998) / 1000
        guard speed > 2 else { return slope * speed }
        let c = slope / 2 / 0.35
        let x = speed - 2 + c
        return 0.35 * (x * x - c * c) + 2 * slope
    }

    /// The velocity to the right, in mm/s, as the system estimates it.
    func velocity(_ finger: Finger) -> Double {
        let samples = finger.samples
        switch self {
        case .flutter:
            let isStopped = finger.lift - samples[samples.count - 1].time > .milliseconds(40)
            if isStopped || samples.count < 3 { return 0 }
            return tracker(finger, VelocityTracker(stoppedGap: .milliseconds(40))).velocity.x
        case .reactNativeScreens:
            return tracker(finger, VelocityTracker()).velocityAtLift(at: finger.lift, slop: Slop.distance).x
        case .libadwaita: return mean(samples.filter { finger.lift - $0.time <= .milliseconds(150) })
        case .webKitGTK: return mean(samples.suffix(2))
        case .fdFullscreenPop: return 0
        }
    }

    private func tracker(_ finger: Finger, _ empty: VelocityTracker) -> VelocityTracker {
        var tracker = empty
        for sample in finger.samples { tracker.add(sample.position - .zero, at: sample.time) }
        return tracker
    }

    private func mean(_ samples: [BenchmarkPanel.Sample]) -> Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
        return (last.position.x - first.position.x) / (last.time - first.time).seconds
    }
}
