// The heights of a long list's rows, estimated until they are measured.

/// The heights of a column of rows, in whole pixels, so that sums of any number of them are exact. Finding the position
/// of a row, or the row at a position, takes as many steps as the count has binary digits (a Fenwick tree).
struct RowHeights {
    /// The height of a row that has not been measured, in pixels.
    let estimate: Double
    /// The measured height of each row; nil for an estimate.
    private var measured: [Double?]
    /// Entry i, from 1, is the sum of the `i & -i` heights that end with row i − 1.
    private var sums: [Double]

    /// Creates `count` rows, which are `estimate` pixels high until they are measured.
    init(count: Int, estimate: Double) {
        self.estimate = max(1, estimate.rounded())
        measured = Array(repeating: nil, count: count)
        sums = [0]
        sums.reserveCapacity(count + 1)
        for index in 1..<(count + 1) { sums.append(Double(index & -index) * self.estimate) }
    }

    /// The number of rows.
    var count: Int { measured.count }
    /// The total height of all rows.
    var total: Double { top(of: count) }

    /// The height of `row`.
    func height(of row: Int) -> Double { measured[row] ?? estimate }

    /// Whether `row` has been measured.
    func isMeasured(_ row: Int) -> Bool { measured[row] != nil }

    /// Sets the height of `row` to `height` pixels.
    mutating func measure(_ row: Int, as height: Double) {
        let difference = height - self.height(of: row)
        measured[row] = height
        var index = row + 1
        while index <= count {
            sums[index] += difference
            index += index & -index
        }
    }

    /// The top of `row`: the sum of the heights before it.
    func top(of row: Int) -> Double {
        var sum = 0.0
        var index = row
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }

    /// The row at `place` from the top. Beyond the ends it is the first or the last row.
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
