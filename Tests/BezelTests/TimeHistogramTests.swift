// Distributions of how long something takes.

import Bezel
import Geometry
import Testing

@testable import Frames

@Suite struct TimeHistogramTests {
    @Test func `shares of longer spans, and spans of shares, are exact to the width of a bin`() {
        var histogram = TimeHistogram()
        for microseconds in 1...1000 { histogram.add(Instant.Span(nanoseconds: Int64(microseconds) * 1000)) }
        #expect(histogram.count == 1000)
        for microseconds in [10, 100, 500, 900] {
            let share = histogram.share(longerThan: Instant.Span(nanoseconds: Int64(microseconds) * 1000))
            let exact = 1 - Double(microseconds) / 1000
            // One bin is 4.4 % of the span; the newest count 5 % more than the oldest.
            #expect(share >= exact - 1e-9 && share < exact + 0.1)
            let span = histogram.span(exceededBy: exact)
            #expect(span.seconds >= 0.955e-6 * Double(microseconds) && span.seconds < 1.25e-6 * Double(microseconds))
        }
        #expect(histogram.share(longerThan: .milliseconds(2)) == 0)
        #expect(histogram.share(longerThan: Instant.Span(nanoseconds: -1)) == 1)
        #expect(TimeHistogram().span(exceededBy: 0.5) == .zero)
        #expect(TimeHistogram().share(longerThan: .zero) == 0)
    }

    @Test func `old spans are forgotten`() {
        var histogram = TimeHistogram()
        for _ in 0..<1000 { histogram.add(.milliseconds(9)) }
        for _ in 0..<200_000 { histogram.add(.milliseconds(1)) }
        #expect(histogram.share(longerThan: .milliseconds(2)) < 1e-4)
        #expect(histogram.span(exceededBy: 1e-4) < .milliseconds(2))
    }

    @Test func `spans beyond the bins are kept in the outermost`() {
        var histogram = TimeHistogram()
        histogram.add(.seconds(100.0))
        histogram.add(.zero)
        #expect(histogram.share(longerThan: .milliseconds(900)) > 0.4)
    }
}
