// Lengths and times as people write them: a number and its unit.

/// A length in millimetres, written with a unit: `"8 mm"`, `"1.5 cm"`, `"0.3 in"`.
public struct Length: Hashable, Sendable {
    /// The length in millimetres.
    public var millimetres: Double

    /// A length of `millimetres`.
    public init(millimetres: Double) { self.millimetres = millimetres }

    /// Reads a number and a unit; nil when it is neither `mm`, `cm` nor `in`, or the number is none.
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
    /// Reads a number and a unit; nil when it is neither `ms`, `s`, `min` nor `h`, the number is none, or it is so large
    /// that nanoseconds cannot count it (three centuries).
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
        guard abs(seconds) < 9e9 else { return nil }
        self = .seconds(seconds)
    }
}

private func splitQuantity(_ text: String) -> (Double, String)? {
    let digits = text.prefix { "0123456789.-".contains($0) }
    guard let number = Double(digits), number.isFinite else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    return (number, String(unit))
}
