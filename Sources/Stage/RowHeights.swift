// How high the rows of a long list are: measured, or estimated until they are.

/// The heights of rows that lie below each other, in whole pixels, so that sums of any number of them are exact. Finding
/// the place of a row, or the row at a place, takes steps as many as the count has binary digits (a Fenwick tree).
struct RowHeights {
    /// The height of a row that has not been measured.
    let estimate: Double
    /// Of each row; nil where it is an estimate.
    private var measured: [Double?]
    /// Entry i, from 1, holds the sum of the `i & -i` heights that end with row i − 1.
    private var sums: [Double]

    /// `count` rows, `estimate` pixels high until measured.
    init(count: Int, estimate: Double) {
        self.estimate = max(1, estimate.rounded())
        measured = Array(repeating: nil, count: count)
        sums = [0]
        sums.reserveCapacity(count + 1)
        for index in 1..<(count + 1) { sums.append(Double(index & -index) * self.estimate) }
    }

    /// How many rows there are.
    var count: Int { measured.count }
    /// How high all of them are together.
    var total: Double { top(of: count) }

    /// The height of `row`.
    func height(of row: Int) -> Double { measured[row] ?? estimate }

    /// Whether `row` has been measured.
    func isMeasured(_ row: Int) -> Bool { measured[row] != nil }

    /// `row` is `height` pixels high.
    mutating func measure(_ row: Int, as height: Double) {
        let difference = height - self.height(of: row)
        measured[row] = height
        var index = row + 1
        while index <= count {
            sums[index] += difference
            index += index & -index
        }
    }

    /// Where `row` begins: the sum of the heights before it.
    func top(of row: Int) -> Double {
        var sum = 0.0
        var index = row
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }

    /// The row at `place` from the top; the first or the last beyond the ends.
    func row(at place: Double) -> Int {
        var index = 0
        var rest = place
        var step = 1
        while step * 2 <= count { step *= 2 }
        while step > 0 {
            if index + step <= count, sums[index + step] <= rest {
                index += step
                rest -= sums[index]
            }
            step /= 2
        }
        return min(index, max(0, count - 1))
    }
}
