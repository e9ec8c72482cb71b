// `bezel benchmark gestures`: measures what a frame of touches costs: time, allocations, retains and releases.

import CSwiftRuntime
import Geometry
import Gestures
import Glibc
import Linux

/// Fingers on panels full of recognizers, timed frame by frame through hit-testing and recognizers.
@MainActor
struct BenchmarkGestures {
    private static let frames = 4000
    /// The number of rounds. The round that was disturbed least counts.
    private static let rounds = 5

    static func rows() -> [BenchmarkCommand.Row] {
        let kinds: [BenchmarkScene.Kind] = [.hands, .cards, .buttons]
        return kinds.flatMap(moves) + kinds.flatMap(comingAndGoing) + kinds.flatMap(touchDown)
            + kinds.flatMap(steadyState) + [minute()]
    }

    /// Frames of ten fingers that are down and move.
    private static func moves(_ kind: BenchmarkScene.Kind) -> [BenchmarkCommand.Row] {
        var underWay = 0
        let times = leastDisturbed {
            let scene = settled(kind)
            let frames = (0..<Self.frames).map { _ in scene.frame(.moved) }
            let times = frames.map { frame in nanoseconds { scene.dispatcher.handle(frame) } }
            underWay = scene.underWay
            return times
        }
        return [
            row("ten fingers move", kind, times, median: 15, detail: ("under way", Double(underWay))),
            row("ten fingers move", kind, times, p99: 60),
        ]
    }

    /// The same, but every second or so each finger lifts and comes back two frames later, through hit-testing.
    private static func comingAndGoing(_ kind: BenchmarkScene.Kind) -> [BenchmarkCommand.Row] {
        var downs = 0
        let times = leastDisturbed {
            let scene = settled(kind)
            let frames = (0..<Self.frames).map { number in
                scene.frame { comesAndGoes($0, number) }
            }
            downs = frames.count { $0.changes.contains { $0.phase == .began } }
            return frames.map { frame in nanoseconds { scene.dispatcher.handle(frame) } }
        }
        return [
            row(
                "ten fingers come and go", kind, times, median: 15, detail: ("frames with a touch-down", Double(downs))),
            row("ten fingers come and go", kind, times, p99: 60),
        ]
    }

    /// Frames in which ten fingers come down at once. Each finger is hit-tested, and each recognizer is asked whether it
    /// follows.
    private static func touchDown(_ kind: BenchmarkScene.Kind) -> [BenchmarkCommand.Row] {
        var hitTests: [Int64] = []
        let times = leastDisturbed {
            let scene = BenchmarkScene(kind, fingers: 10)
            hitTests = []
            return (0..<Self.frames / 4).map { _ in
                let down = scene.frame(.began)
                hitTests.append(nanoseconds { for change in down.changes { _ = scene.hitTest(change.position) } })
                let time = nanoseconds { scene.dispatcher.handle(down) }
                scene.dispatcher.handle(scene.frame(.ended))
                // Nothing of the last attempt remains when the next one begins.
                while let due = scene.dispatcher.nextDeadline { scene.dispatcher.advance(to: due) }
                scene.pass(.seconds(1))
                return time
            }
        }
        let hitTest = Double(hitTests.sorted()[hitTests.count / 2]) / 1000
        return [row("ten fingers come down in one frame", kind, times, median: nil, detail: ("hit-testing", hitTest))]
    }

    /// Counts what a thousand of the same frames allocate and retain: the first thousand, and a thousand after 8000 more.
    private static func steadyState(_ kind: BenchmarkScene.Kind) -> [BenchmarkCommand.Row] {
        let scene = settled(kind)
        func thousand() -> RuntimeCalls {
            let frames = (0..<1000).map { _ in scene.frame(.moved) }
            return RuntimeCalls.counted { for frame in frames { scene.dispatcher.handle(frame) } }
        }
        let first = thousand()
        let heap = RuntimeCalls.heapInUse
        for _ in 0..<8 {
            for _ in 0..<1000 { scene.dispatcher.handle(scene.frame(.moved)) }
        }
        let growth = RuntimeCalls.heapInUse - heap
        let last = thousand()
        let name = kind.rawValue
        return [
            BenchmarkCommand.Row(
                name: "objects allocated in a frame: \(name)", value: Double(first.objects + last.objects) / 2000,
                unit: "objects", goal: 0),
            BenchmarkCommand.Row(
                name: "heap grown over 8000 frames: \(name)", value: Double(growth), unit: "B", goal: 0),
            BenchmarkCommand.Row(
                name: "retains and releases, the tenth thousand frames: \(name)",
                value: Double(last.retains + last.releases) / 1000, unit: "a frame",
                reference: "the first thousand",
                ratio: Double(last.retains + last.releases)
                    / Double(max(1, first.retains + first.releases)),
                goal: (Double(first.retains + first.releases) / 1000 * 1.01).rounded(.up)),
        ]
    }

    /// Sixty fingers of twelve people for one minute at 240 Hz. Each finger lifts and comes back every second or two.
    private static func minute() -> BenchmarkCommand.Row {
        let scene = BenchmarkScene(.tables, fingers: 60)
        scene.dispatcher.handle(scene.frame(.began))
        let frames = (0..<60 * 240).map { number in scene.frame { comesAndGoes($0, number) } }
        var most = 0
        // Processor time of this thread: in so long a run, other threads take their share of the processor.
        let start = ProcessorClock.now()
        for frame in frames {
            scene.dispatcher.handle(frame)
            most = max(most, scene.dispatcher.touchesDown.count)
        }
        var row = BenchmarkCommand.Row(
            name: "one minute of 60 fingers at 240 Hz: \(scene.kind.rawValue)",
            value: (ProcessorClock.now() - start).seconds,
            unit: "s of processor time", goal: 1.5)
        row.details = [("fingers", Double(most)), ("frames", Double(frames.count))]
        return row
    }

    /// What a finger does in frame `number`: it moves, and lifts for a moment every second or two.
    private static func comesAndGoes(_ finger: Int, _ number: Int) -> TouchFrame.Phase? {
        switch (number + 31 * finger) % (240 + 7 * finger) {
        case 238: number > 0 ? .ended : .moved
        case 239: nil
        case 0: number > 1 ? .began : .moved
        default: .moved
        }
    }

    /// A scene whose fingers have been down and moving for five seconds: buffers have grown, and the last of the fingers that
    /// tremble on buttons has been everywhere it goes.
    private static func settled(_ kind: BenchmarkScene.Kind) -> BenchmarkScene {
        let scene = BenchmarkScene(kind, fingers: 10)
        scene.dispatcher.handle(scene.frame(.began))
        for _ in 0..<1200 { scene.dispatcher.handle(scene.frame(.moved)) }
        return scene
    }

    /// The median of `times`, with an optional goal in µs.
    private static func row(
        _ what: String, _ kind: BenchmarkScene.Kind, _ times: [Int64], median goal: Double?,
        detail: (name: String, value: Double)
    ) -> BenchmarkCommand.Row {
        BenchmarkCommand.Row(
            name: "\(what), median: \(kind.rawValue)", value: Double(times.sorted()[times.count / 2]) / 1000,
            unit: "µs",
            goal: goal, details: [detail])
    }

    /// The 99th percentile of `times`, with a goal in µs.
    private static func row(
        _ what: String, _ kind: BenchmarkScene.Kind, _ times: [Int64], p99 goal: Double
    ) -> BenchmarkCommand.Row {
        BenchmarkCommand.Row(
            name: "\(what), p99: \(kind.rawValue)", value: Double(times.sorted()[times.count * 99 / 100]) / 1000,
            unit: "µs", goal: goal)
    }

    /// The times of the round with the smallest sum, because other work on the machine only adds to them.
    private static func leastDisturbed(_ round: () -> [Int64]) -> [Int64] {
        var best: [Int64] = []
        for _ in 0..<rounds {
            let times = round()
            if best.isEmpty || times.reduce(0, +) < best.reduce(0, +) { best = times }
        }
        return best
    }

    private static func nanoseconds(_ body: () -> Void) -> Int64 {
        let start = MonotonicClock.now()
        body()
        return (MonotonicClock.now() - start).nanoseconds
    }
}
