// Why no seat could be had: what was tried, and what each said.

/// No way to open devices was found. The description is one sentence for each way that was tried.
package struct SeatError: Error, CustomStringConvertible, Sendable {
    /// What was tried, in order, and why it did not work: `seatd: …`.
    package let refusals: [String]
    /// Whether some way was there but not allowed, as opposed to there being none.
    package let isPermission: Bool

    /// None of the ways in `refusals` worked.
    package init(refusals: [String], isPermission: Bool) {
        self.refusals = refusals
        self.isPermission = isPermission
    }

    /// All refusals in one line.
    package var description: String { "no seat: " + refusals.joined(separator: "; ") }
}
