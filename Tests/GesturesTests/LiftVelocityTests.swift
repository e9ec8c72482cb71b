// The velocity that decides gestures: where the parabola fails, with holes, and compared with the later samples.

import Geometry
import Gestures
import Testing

@Suite struct LiftVelocityTests {
    struct Sample {
        let time: Instant
        let position: Vector
    }

    /// The recorded strokes in mm: their pixels are 1/160 inch.
    static func strokes() throws -> [[Sample]] {
        var strokes: [[Sample]] = []
        for event in try VelocityTrackerTests.vectors().velocityEventData {
            if event.kind == "down" { strokes.append([]) }
            guard event.kind != "up" else { continue }
            strokes[strokes.count - 1].append(
                .init(time: .zero + .milliseconds(event.milliseconds), position: event.position * (25.4 / 160)))
        }
        return strokes
    }

    static func tracker(_ samples: some Sequence<Sample>) -> VelocityTracker {
        var tracker = VelocityTracker()
        for sample in samples { tracker.add(sample.position, at: sample.time) }
        return tracker
    }

    @Test func `the third stroke, which moves down, does not leave upwards`() throws {
        let tracker = Self.tracker(try Self.strokes()[2])
        #expect(tracker.velocity.y < 0)
        #expect(tracker.filteredVelocity.y > 0)
    }

    @Test func `no recorded stroke leaves against its last samples`() throws {
        for stroke in try Self.strokes() {
            let end = stroke[stroke.count - 1]
            let last = stroke.filter { end.time - $0.time <= .milliseconds(40) }
            let way = end.position - last[0].position
            let velocity = Self.tracker(stroke).filteredVelocity
            #expect(velocity.x * way.x >= 0)
            #expect(velocity.y * way.y >= 0)
        }
    }

    /// The slope of the straight line through the samples within 25 ms before and after `middle`: the velocity in hindsight.
    /// Nil where there are fewer than two on either side.
    static func truth(at middle: Int, of stroke: [Sample]) -> Vector? {
        let centre = stroke[middle].time
        let around = stroke.filter { abs(($0.time - centre).seconds) <= 0.025 }
        guard around.count(where: { $0.time < centre }) >= 2, around.count(where: { $0.time > centre }) >= 2 else {
            return nil
        }
        let meanTime = around.reduce(0) { $0 + ($1.time - centre).seconds } / Double(around.count)
        let mean = around.reduce(Vector.zero) { $0 + $1.position } / Double(around.count)
        var (products, squares) = (Vector.zero, 0.0)
        for sample in around {
            let time = (sample.time - centre).seconds - meanTime
            products = products + (sample.position - mean) * time
            squares += time * time
        }
        return products / squares
    }

    @Test func `in mid-stroke the filter is nearer than the parabola to what the later samples show`() throws {
        var (count, parabola, filter) = (0, 0.0, 0.0)
        var (wrongParabola, wrongFilter) = (0, 0)
        for stroke in try Self.strokes() {
            for middle in stroke.indices.dropFirst(4) {
                guard let truth = Self.truth(at: middle, of: stroke) else { continue }
                let tracker = Self.tracker(stroke[...middle])
                count += 1
                parabola += pow2((tracker.velocity - truth).length)
                filter += pow2((tracker.filteredVelocity - truth).length)
                for axis in [Axis.horizontal, .vertical] where abs(truth[axis]) > 20 {
                    if tracker.velocity[axis] * truth[axis] < 0 { wrongParabola += 1 }
                    if tracker.filteredVelocity[axis] * truth[axis] < 0 { wrongFilter += 1 }
                }
            }
        }
        #expect(count > 100)
        #expect(filter < parabola)
        #expect(wrongFilter <= wrongParabola)
    }

    @Test func `a hole of two or three scan periods costs little`() {
        for hole in [2, 3] {
            var tracker = VelocityTracker()
            for index in 0..<12 where index <= 6 || index > 6 + hole {
                tracker.add(Vector(5 * Double(index), 0), at: .zero + .milliseconds(10 * index))
            }
            #expect(abs(tracker.filteredVelocity.x - 500) < 5)
        }
    }

    @Test func `two samples give their slope, one gives nothing`() {
        var tracker = VelocityTracker()
        tracker.add(Vector(0, 0), at: .zero)
        #expect(tracker.filteredVelocity == .zero)
        tracker.add(Vector(3, -1), at: .zero + .milliseconds(10))
        #expect((tracker.filteredVelocity - Vector(300, -100)).length < 10)
    }

    @Test func `a finger that comes to rest does not leave backwards`() {
        var tracker = VelocityTracker()
        for index in 0...20 {
            // 40 mm in 0.2 s, from rest to rest.
            let u = Double(index) / 20
            tracker.add(Vector(40 * u * u * u * (10 + u * (6 * u - 15)), 0), at: .zero + .milliseconds(10 * index))
        }
        #expect(tracker.velocity.x < -20)
        #expect(tracker.filteredVelocity.x == 0)
    }

    @Test(arguments: [60.0, 120, 240, 480, 1000])
    func `a finger that moves at 60 mm/s has not come to rest, however fast the panel scans`(rate: Double) {
        var tracker = VelocityTracker()
        for index in 0...Int(0.4 * rate) {
            tracker.add(Vector(60 * Double(index) / rate, 0), at: .zero + .seconds(Double(index) / rate))
        }
        let lift = Instant.zero + .seconds((0.4 * rate).rounded(.down) / rate + 1 / rate)
        #expect(abs(tracker.velocityAtLift(at: lift, slop: 2).x - 60) < 3)
    }

    private func pow2(_ value: Double) -> Double { value * value }

    // A hand that swipes until it meets the rim, and leaves a moment later.
    @Test(arguments: [40.0, 60, 100, 125, 240], [400.0, 1000, 1500, 3000])
    func `a finger that stops dead does not leave the other way`(rate: Double, speed: Double) {
        for rest in 1...6 {
            for braking in [0.0, 0.3] {
                var tracker = VelocityTracker()
                var (x, time) = (4.0, 0.0)
                while x < 500 {
                    tracker.add(Vector(x, 150), at: .zero + .seconds(time))
                    x += speed / rate
                    time += 1 / rate
                }
                x += speed / rate * braking
                for _ in 0..<rest {
                    tracker.add(Vector(x, 150), at: .zero + .seconds(time))
                    time += 1 / rate
                }
                let velocity = tracker.velocityAtLift(at: .zero + .seconds(time), slop: 2)
                #expect(velocity.x >= 0, "\(rest) samples at rest")
            }
        }
    }
}
