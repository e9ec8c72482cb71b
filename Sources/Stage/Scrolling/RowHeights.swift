// The heights of a long list's rows, estimated until they are measured.

/// The heights of a column of rows, in whole pixels, so that sums of any number of them are exact. Finding the position
/// of a row, or the row at a position, takes as many steps as the count has binary digits (a Fenwick tree).
package struct RowHeights {
    /// The number of rows.
    package let count: Int
    /// The estimated height of a row where all rows have the same, in pixels.
    package let estimate: Double
    /// The sum of the estimates before each row, and of all of them; empty where all rows have the same estimate.
    private var estimatedTops: [Double] = []
    /// The measured height of each row; nil for an estimate.
    private var measured: [Double?]
    /// Entry i, from 1, is the sum of the `i & -i` heights that end with row i − 1.
    private var sums: [Double]

    /// Creates `count` rows, which are `estimate` pixels high until they are measured.
    package init(count: Int, estimate: Double) {
        self.count = count
        self.estimate = max(1, estimate.rounded())
        measured = Array(repeating: nil, count: count)
        sums = [0]
        sums.reserveCapacity(count + 1)
        for index in 1..<(count + 1) { sums.append(Double(index & -index) * self.estimate) }
    }

    /// Creates a row for each of `estimates`, which are their heights (px) until they are measured.
    init(estimates: [Double]) {
        count = estimates.count
        estimate = 1
        measured = Array(repeating: nil, count: count)
        sums = Array(repeating: 0, count: count + 1)
        estimatedTops.reserveCapacity(count + 1)
        estimatedTops.append(0)
        for index in 1..<(count + 1) {
            let height = max(1, estimates[index - 1].rounded())
            estimatedTops.append(estimatedTops[index - 1] + height)
            sums[index] += height
            let next = index + (index & -index)
            if next <= count { sums[next] += sums[index] }
        }
    }

    /// The total height of all rows.
    package var total: Double { top(of: count) }

    /// The height of `row`.
    package func height(of row: Int) -> Double { measured[row] ?? estimatedHeight(of: row) }

    /// Whether `row` has been measured.
    package func isMeasured(_ row: Int) -> Bool { measured[row] != nil }

    /// Sets the height of `row` to `height` pixels.
    package mutating func measure(_ row: Int, as height: Double) {
        let difference = height - self.height(of: row)
        measured[row] = height
        var index = row + 1
        while index <= count {
            sums[index] += difference
            index += index & -index
        }
    }

    /// The top of `row`: the sum of the heights before it.
    package func top(of row: Int) -> Double {
        var sum = 0.0
        var index = row
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }

    /// The row at `place` from the top. Beyond the ends it is the first or the last row.
    package func row(at place: Double) -> Int {
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

    /// The heights of `count` rows, with the measured ones of these at their new places, which `place` has; nil for rows that are gone.
    package func moved(to count: Int, estimate: Double, _ place: (Int) -> Int?) -> RowHeights {
        var new = RowHeights(count: count, estimate: estimate)
        for (row, height) in measured.enumerated() {
            if let height, let row = place(row) { new.measure(row, as: height) }
        }
        return new
    }

    // MARK: Estimates

    /// Whether each row has an estimate of its own.
    var hasOwnEstimates: Bool { !estimatedTops.isEmpty }
    /// The total height of all rows by their estimates.
    package var estimatedTotal: Double { estimatedTop(of: count) }

    private func estimatedHeight(of row: Int) -> Double {
        hasOwnEstimates ? estimatedTops[row + 1] - estimatedTops[row] : estimate
    }

    /// The top of `row` in a column of rows that have their estimated heights.
    package func estimatedTop(of row: Int) -> Double {
        hasOwnEstimates ? estimatedTops[row] : Double(row) * estimate
    }

    /// Where `place` would be from the top if each row had its estimated height. That does not depend on which rows have been measured,
    /// so it means the same content at any time.
    package func estimated(_ place: Double) -> Double {
        if place <= 0 || count == 0 { return place }
        let rest = place - total
        if rest >= 0 { return estimatedTotal + rest }
        let row = row(at: place)
        return estimatedTop(of: row) + (place - top(of: row)) / height(of: row) * estimatedHeight(of: row)
    }

    /// The row at `place` in a column of rows that have their estimated heights, and the share of it that lies before `place`.
    package func row(atEstimated place: Double) -> (row: Int, share: Double) {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if estimatedTop(of: middle) <= place { low = middle } else { high = middle - 1 }
        }
        return (low, max(0, (place - estimatedTop(of: low)) / estimatedHeight(of: low)))
    }
}
