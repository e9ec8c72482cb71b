// Numbers as text, the same on each machine.

extension Double {
    /// The number rounded to a thousandth (a length in mm to 1 µm), with at least one decimal; `null` where it is not finite.
    /// Rounding removes the last bits of a Double, which differ between machines.
    package var decimalThousandths: String {
        guard isFinite else { return "null" }
        // From 2^52 on a Double has no fraction, and thousandths would not fit into 64 bits.
        guard abs(self) < 0x1p52 else { return "\(self)" }
        let thousandths = Int64((self * 1000).rounded())
        var digits = String(abs(thousandths % 1000))
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(digits)"
    }
}

extension Instant.Span {
    /// The seconds with three to nine decimals and no trailing zeros after the third. It is exact.
    package var decimalSeconds: String {
        let magnitude = nanoseconds.magnitude
        let fraction = String(magnitude % 1_000_000_000)
        var decimals = String(repeating: "0", count: 9 - fraction.count) + fraction
        while decimals.count > 3, decimals.last == "0" { decimals.removeLast() }
        return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000_000_000).\(decimals)"
    }
}
