// Faults of input devices, each of which is reported once per contact or button.

/// The faults that have been reported.
struct Complaints {
    /// A fault, with the number of the contact or the button.
    enum Fault: Hashable {
        case twice(Int), unknown(Int), pressedTwice(Int), notPressed(Int)
    }

    private(set) var known: Set<Fault> = []
    /// The maximum number of faults remembered. New contacts get new numbers as long as the kiosk runs, which may be years.
    static let most = 256

    /// Whether `fault` has not been reported yet. Records it as reported. When `most` faults are remembered, all of them
    /// are forgotten first.
    mutating func isNew(_ fault: Fault) -> Bool {
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        return known.insert(fault).inserted
    }
}
