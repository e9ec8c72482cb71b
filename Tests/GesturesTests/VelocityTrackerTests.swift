// Velocities compared with strokes that others recorded and values that others computed.

import FoundationEssentials
import Geometry
import Gestures
import Testing

@Suite struct VelocityTrackerTests {
    struct Vectors: Decodable {
        struct Event: Decodable {
            let kind: String
            let milliseconds: Int
            let position: Vector

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                kind = try list.decode(String.self)
                milliseconds = try list.decode(Int.self)
                _ = try list.decode(Int.self)
                position = Vector(try list.decode(Double.self), try list.decode(Double.self))
            }
        }
        let velocityEventData: [Event]
        let expected_lsq2_px_per_s: [[Double]]
        let interruptedVelocityEventData: [Event]
        let interrupted_expected: [Double]
    }

    static func vectors() throws -> Vectors {
        let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(path)/Fixtures/flutter_velocity_vectors.json"))
        return try JSONDecoder().decode(Vectors.self, from: data)
    }

    static func velocities(of events: [Vectors.Event]) -> [Vector] {
        var results: [Vector] = []
        var tracker = VelocityTracker(stoppedGap: .milliseconds(40))
        for event in events {
            switch event.kind {
            case "down":
                tracker = VelocityTracker(stoppedGap: .milliseconds(40))
                fallthrough
            case "move": tracker.add(event.position, at: .zero + .milliseconds(event.milliseconds))
            default: results.append(tracker.velocity)
            }
        }
        return results
    }

    @Test func `all thirteen strokes come within a thousandth of a pixel per second`() throws {
        let vectors = try Self.vectors()
        let velocities = Self.velocities(of: vectors.velocityEventData)
        #expect(velocities.count == 13)
        for (velocity, expected) in zip(velocities, vectors.expected_lsq2_px_per_s) {
            #expect(abs(velocity.x - expected[0]) < 0.001)
            #expect(abs(velocity.y - expected[1]) < 0.001)
        }
    }

    @Test func `a stroke that was interrupted counts from the interruption on`() throws {
        let vectors = try Self.vectors()
        let velocity = try #require(Self.velocities(of: vectors.interruptedVelocityEventData).first)
        #expect(abs(velocity.x - vectors.interrupted_expected[0]) < 0.05)
        #expect(abs(velocity.y - vectors.interrupted_expected[1]) < 0.05)
    }

    @Test func `two samples give a straight line, one gives nothing`() {
        var tracker = VelocityTracker()
        #expect(tracker.velocity == .zero)
        tracker.add(Vector(0, 0), at: .zero)
        #expect(tracker.velocity == .zero)
        tracker.add(Vector(3, -1), at: .zero + .milliseconds(10))
        #expect(tracker.velocity == Vector(300, -100))
    }

    @Test func `a sample at the same instant replaces the last, one from before is dropped`() {
        var tracker = VelocityTracker()
        tracker.add(Vector(0, 0), at: .zero + .milliseconds(10))
        tracker.add(Vector(9, 9), at: .zero + .milliseconds(20))
        tracker.add(Vector(2, 0), at: .zero + .milliseconds(20))
        tracker.add(Vector(7, 7), at: .zero)
        #expect(tracker.velocity == Vector(200, 0))
    }

    static func stroke(period: Int, count: Int, speed: Double = 200) -> VelocityTracker {
        var tracker = VelocityTracker()
        for index in 0..<count {
            tracker.add(Vector(speed * Double(index * period) / 1000, 0), at: .zero + .milliseconds(index * period))
        }
        return tracker
    }

    @Test func `a finger that rests before it lifts leaves with no velocity`() {
        let tracker = Self.stroke(period: 10, count: 20)
        #expect(abs(tracker.velocityAtLift(at: .zero + .milliseconds(190 + 60), slop: 2).x - 200) < 0.001)
        #expect(tracker.velocityAtLift(at: .zero + .milliseconds(190 + 61), slop: 2) == .zero)
    }

    @Test func `a slow panel has three and a half scan periods of patience`() {
        let tracker = Self.stroke(period: 25, count: 10)
        #expect(abs(tracker.velocityAtLift(at: .zero + .milliseconds(225 + 87), slop: 2).x - 200) < 0.001)
        #expect(tracker.velocityAtLift(at: .zero + .milliseconds(225 + 88), slop: 2) == .zero)
    }

    @Test func `samples that lie within the slop of each other are rest`() {
        let creeping = Self.stroke(period: 10, count: 20, speed: 19)
        #expect(creeping.velocityAtLift(at: .zero + .milliseconds(195), slop: 2) == .zero)
        let slow = Self.stroke(period: 10, count: 20, speed: 25)
        #expect(abs(slow.velocityAtLift(at: .zero + .milliseconds(195), slop: 2).x - 25) < 0.001)
    }

    /// A tracker of a finger that went 80 mm at 400 mm/s, seen each `period` ms, and when it was seen last.
    static func dragged(period: Double) -> (VelocityTracker, Double) {
        var tracker = VelocityTracker()
        for index in 0...Int(200 / period) {
            tracker.add(Vector(0.4 * period * Double(index), 0), at: .zero + .seconds(period * Double(index) / 1000))
        }
        return (tracker, period * Double(Int(200 / period)))
    }

    @Test(arguments: [25, 16.7, 10, 7, 5, 4.2], [100.0, 150, 400, 1000, 2500])
    func `after a rest the samples since then give the velocity`(period: Double, rest: Double) {
        for speed in [5.0, 60, 300] {
            var (tracker, time) = Self.dragged(period: period)
            time += rest
            for index in 0...Int(90 / period) {
                tracker.add(Vector(80 - speed / 1000 * period * Double(index), 0), at: .zero + .seconds(time / 1000))
                time += period
            }
            let velocity = tracker.velocityAtLift(at: .zero + .seconds(time / 1000), slop: 2)
            #expect(abs(velocity.x + (speed == 5 ? 0 : speed)) < 0.02 * speed, "\(speed) mm/s")
        }
    }

    @Test func `a finger that moves now and then does not extend the time until it rests`() {
        var (tracker, time) = Self.dragged(period: 10)
        for index in 1...40 {
            time += 110
            tracker.add(Vector(80 + 0.05 * Double(index), 0), at: .zero + .seconds(time / 1000))
        }
        for index in 1...6 {
            time += 10
            tracker.add(Vector(82 + 4 * Double(index), 0), at: .zero + .seconds(time / 1000))
        }
        #expect(abs(tracker.velocityAtLift(at: .zero + .seconds(time / 1000 + 0.01), slop: 2).x - 400) < 10)
        #expect(tracker.velocityAtLift(at: .zero + .seconds(time / 1000 + 0.15), slop: 2) == .zero)
    }

    @Test(arguments: [40.0, 200])
    func `a burst after a stall is no speed`(stall: Double) {
        var (tracker, time) = Self.dragged(period: 10)
        let way = 80 + 0.4 * stall
        time += stall
        for index in 0..<4 {
            tracker.add(Vector(way - 4 * Double(3 - index), 0), at: .zero + .seconds(time / 1000))
            time += 0.1
        }
        // After a stall as long as a rest there is one sample, and nothing is known.
        let velocity = tracker.velocityAtLift(at: .zero + .seconds(time / 1000 + 0.01), slop: 2).x
        #expect(abs(velocity - (stall < 60 ? 400 : 0)) < 20)
        tracker.add(Vector(way + 4, 0), at: .zero + .seconds(time / 1000 + 0.0099))
        #expect(abs(tracker.velocityAtLift(at: .zero + .seconds(time / 1000 + 0.02), slop: 2).x - 400) < 20)
    }
}
