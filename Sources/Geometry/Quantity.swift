// Lengths, times and amounts of memory written as a number and a unit.

/// A length in millimetres, written with a unit: `"8 mm"`, `"1.5 cm"`, `"0.3 in"`.
public struct Length: Hashable, Sendable {
    /// The length in millimetres.
    public var millimetres: Double

    /// A length of `millimetres`.
    public init(millimetres: Double) { self.millimetres = millimetres }

    /// Parses a number and a unit. Returns nil when the number is invalid or the unit is not `mm`, `cm` or `in`.
    public init?(_ text: String) {
        guard let (number, unit) = splitQuantity(text) else { return nil }
        switch unit {
        case "mm": millimetres = number
        case "cm": millimetres = number * 10
        case "in": millimetres = number * 25.4
        default: return nil
        }
    }
}

extension Instant.Span {
    /// Parses a number and a unit. Returns nil when the number is invalid, when the unit is not `ms`, `s`, `min` or `h`, or
    /// when the time is 9.2·10⁹ s (about 291 years) or longer. Beyond 292 years, nanoseconds overflow 64 bits.
    public init?(_ text: String) {
        guard let (number, unit) = splitQuantity(text) else { return nil }
        let seconds: Double
        switch unit {
        case "ms": seconds = number / 1000
        case "s": seconds = number
        case "min": seconds = number * 60
        case "h": seconds = number * 3600
        default: return nil
        }
        guard abs(seconds) < 9.2e9 else { return nil }
        self = .seconds(seconds)
    }
}

/// An amount of memory, written with a unit: `"256 MB"`, `"0.5 GB"`.
package struct MemorySize: Hashable, Sendable {
    /// The amount in bytes.
    package var bytes: Int

    /// An amount of `bytes`.
    package init(bytes: Int) { self.bytes = bytes }

    /// Parses a number and a unit: `kB`, `MB` or `GB` (powers of 1000), or `KiB`, `MiB` or `GiB` (powers of 1024). Returns
    /// nil when the number is invalid or below 0, when the unit is any other, or when the amount is a million gigabytes or
    /// more.
    package init?(_ text: String) {
        guard let (number, unit) = splitQuantity(text) else { return nil }
        let factors = ["kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 0x1p10, "MiB": 0x1p20, "GiB": 0x1p30]
        guard let factor = factors[unit], number >= 0, number * factor < 1e15 else { return nil }
        bytes = Int((number * factor).rounded())
    }
}

private func splitQuantity(_ text: String) -> (Double, String)? {
    let digits = text.prefix { "0123456789.-".contains($0) }
    guard let number = Double(digits), number.isFinite else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    return (number, String(unit))
}
