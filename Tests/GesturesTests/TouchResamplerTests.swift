// The estimated position of a finger between and after its samples.

import Geometry
import Gestures
import Testing

@Suite struct TouchResamplerTests {
    static func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

    /// A finger that goes to the right at 500 mm/s, seen every 10 ms from 0 to `end`.
    static func steady(until end: Int) -> TouchResampler {
        var resampler = TouchResampler(Point(0, 50), at: .zero)
        for time in stride(from: 10, through: end, by: 10) {
            resampler.add(Point(0.5 * Double(time), 50), at: at(time))
        }
        return resampler
    }

    @Test func `a finger that has only come down is where it came down`() {
        let resampler = TouchResampler(Point(7, 9), at: .zero)
        for time in [0, 16, 500] { #expect(resampler.position(at: Self.at(time)) == Point(7, 9)) }
    }

    @Test func `a steady finger is shown where it was 5 ms before the frame, at most a scan period ahead`() {
        let resampler = Self.steady(until: 150)
        for ahead in [5, 8, 12, 15, 25] {
            let met = min(ahead - 5, 10)
            let error = resampler.position(at: Self.at(150 + ahead)) - Point(0.5 * Double(150 + met), 50)
            #expect(error.length < 0.01, "\(ahead) ms ahead")
        }
    }

    @Test func `in holes of two and three scan periods it stays a scan period ahead, and does not go back`() {
        let resampler = Self.steady(until: 150)
        for time in 165...195 {
            #expect(abs(resampler.position(at: Self.at(time)).x - 80) < 0.01, "\(time)")
        }
    }

    @Test func `when no more samples come, it goes back to where the finger was last, and stays`() {
        let resampler = Self.steady(until: 150)
        let last = Point(75, 50)
        // 4.5 scan periods of 10 ms and 12 ms on the way.
        #expect(resampler.restTime == Self.at(207))
        #expect(resampler.position(at: Self.at(206)) != last)
        #expect(resampler.position(at: Self.at(207)) == last)
        #expect(resampler.position(at: Self.at(5000)) == last)
    }

    @Test func `the position never jumps while no samples come`() {
        let resampler = Self.steady(until: 150)
        for time in 140..<400 {
            let step = resampler.position(at: Self.at(time + 1)) - resampler.position(at: Self.at(time))
            #expect(step.length < 0.6)
        }
    }

    @Test func `a moment before the newest sample lies on the way there`() {
        let resampler = Self.steady(until: 150)
        #expect((resampler.position(at: Self.at(145)) - Point(72.5, 50)).length < 0.3)
    }

    @Test func `a sample at the same instant replaces the last, one from before is dropped`() {
        var replaced = Self.steady(until: 140)
        replaced.add(Point(400, 0), at: Self.at(150))
        replaced.add(Point(75, 50), at: Self.at(150))
        replaced.add(Point(400, 0), at: Self.at(145))
        #expect(replaced.position(at: Self.at(160)) == Self.steady(until: 150).position(at: Self.at(160)))
        var first = TouchResampler(Point(7, 9), at: .zero)
        first.add(Point(8, 9), at: .zero)
        #expect(first.position(at: Self.at(10)) == Point(8, 9))
    }

    @Test func `a finger at rest is seen to tremble less than its samples do`() {
        var resampler = TouchResampler(Point(0, 0), at: .zero)
        var largest = 0.0
        for index in 1...200 {
            // Steps of 0.3 mm back and forth, without a pattern that the period could meet.
            resampler.add(Point(index * index % 7 < 3 ? 0.3 : -0.3, 0), at: Self.at(8 * index))
            if index > 20 { largest = max(largest, abs(resampler.position(at: Self.at(8 * index + 12)).x)) }
        }
        #expect(largest < 0.6)
    }

    @Test func `recorded fingers are predicted nearly twice as well as by their last sample`() throws {
        var (count, lag, error) = (0, 0.0, 0.0)
        for stroke in try LiftVelocityTests.strokes() where stroke.count > 6 {
            var resampler = TouchResampler(.zero + stroke[0].position, at: stroke[0].time)
            for index in stroke.indices.dropLast(2) {
                resampler.add(.zero + stroke[index].position, at: stroke[index].time)
                // What the panel saw two samples later, if it left no hole meanwhile.
                let later = stroke[index + 2]
                guard index >= 3, later.time - stroke[index].time <= .milliseconds(25) else { continue }
                let predicted = (resampler.position(at: later.time) - .zero) + -later.position
                count += 1
                lag += pow2((later.position - stroke[index].position).length)
                error += pow2(predicted.length)
            }
        }
        #expect(count > 150)
        #expect(error < lag / 3)
    }

    private func pow2(_ value: Double) -> Double { value * value }
}
