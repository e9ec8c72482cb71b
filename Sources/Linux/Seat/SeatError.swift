// Why no seat could be opened: the providers that were tried, and the error of each.

/// No provider has granted a seat. The description is one sentence per provider.
package struct SeatError: Error, CustomStringConvertible, Sendable {
    /// The errors of the providers, in the order in which they were tried: `seatd: …`.
    package let refusals: [String]
    /// Whether some provider denied access, as opposed to there being none.
    package let isPermission: Bool

    /// All providers in `refusals` have failed.
    package init(refusals: [String], isPermission: Bool) {
        self.refusals = refusals
        self.isPermission = isPermission
    }

    /// All refusals in one line.
    package var description: String { "no seat: " + refusals.joined(separator: "; ") }
}
