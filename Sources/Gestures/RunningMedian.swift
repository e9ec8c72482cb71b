// The median of the last few numbers, kept up to date as they come.

/// Knows the median of the last numbers it was given. The numbers are kept in order too, so that asking costs nothing.
struct RunningMedian: Sendable {
    /// Of how many numbers at most.
    let capacity: Int
    /// In the order in which they came.
    private var numbers: [Int64] = []
    private var ordered: [Int64] = []

    init(of capacity: Int) { self.capacity = capacity }

    /// How many numbers it is the median of.
    var count: Int { numbers.count }

    /// The middle one, the larger of the middle two; nil before there is one.
    var value: Int64? { ordered.isEmpty ? nil : ordered[ordered.count / 2] }

    /// Takes `number` in, and forgets the oldest if there are too many.
    mutating func add(_ number: Int64) {
        if numbers.count == capacity {
            let oldest = numbers.removeFirst()
            if let index = ordered.firstIndex(of: oldest) { ordered.remove(at: index) }
        }
        numbers.append(number)
        ordered.insert(number, at: ordered.firstIndex { $0 > number } ?? ordered.endIndex)
    }

    /// Forgets all.
    mutating func clear() {
        numbers.removeAll(keepingCapacity: true)
        ordered.removeAll(keepingCapacity: true)
    }
}
