import Geometry
import TestRandomness
import Testing

@testable import Layers

/// Rows and columns are sorted in place, however many there are.
struct SortTests {
    @Test func sortsAsTheLibraryDoes() {
        var random = SplitMix(7)
        for count in [0, 1, 2, 3, 31, 32, 33, 64, 100, 700, 701, 702, 3000] {
            for span in [1, 3, count + 1, 1 << 40] {
                var values = (0..<count).map { _ in Int.random(in: -span...span, using: &random) }
                let expected = values.sorted()
                values.sortInPlace()
                #expect(values == expected, "\(count) values up to ±\(span)")
                values.sortInPlace()
                #expect(values == expected, "\(count) sorted values")
            }
        }
    }
}
