// Converts the decimal seconds of recordings to nanoseconds and back, without binary fractions in between.

import Geometry

extension Instant.Span {
    /// The limit of times in a recording on either side of their origin: 126 years. The difference of two such times
    /// still fits.
    private static let limit: Int64 = 4_000_000_000_000_000_000

    /// Reads `12`, `-0.5` or `1.2e-3` as seconds, rounded to the nanosecond. Nil when the text is no such number, or
    /// when the number is beyond ± 126 years.
    package init?(decimalSeconds text: some StringProtocol) {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        let whole = bytes.prefix(while: Self.isDigit)
        bytes = bytes.dropFirst(whole.count)
        var digits = Array(whole)
        if bytes.first == UInt8(ascii: ".") {
            let fraction = bytes.dropFirst().prefix(while: Self.isDigit)
            digits += fraction
            bytes = bytes.dropFirst(fraction.count + 1)
        }
        var exponent = 0
        if let mark = bytes.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            guard let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(power) < 1000 else {
                return nil
            }
            exponent = power
            bytes = []
        }
        guard bytes.isEmpty, !digits.isEmpty else { return nil }

        let count = whole.count + exponent + 9
        var nanoseconds: Int64 = 0
        for index in 0..<max(count, 0) {
            let digit = index < digits.count ? Int64(digits[index] - UInt8(ascii: "0")) : 0
            guard nanoseconds <= Self.limit / 10 else { return nil }
            nanoseconds = nanoseconds * 10 + digit
        }
        if digits.indices.contains(count), digits[count] >= UInt8(ascii: "5") { nanoseconds += 1 }
        guard nanoseconds <= Self.limit else { return nil }
        self.init(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    }

    /// The span of `seconds` and `microseconds`, as in the kernel's `struct timeval`. Nil beyond ± 126 years.
    package init?(seconds: Int, microseconds: Int) {
        let (fromSeconds, isTooLong) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (fromMicroseconds, isTooFine) = Int64(microseconds).multipliedReportingOverflow(by: 1000)
        let (sum, isTooMuch) = fromSeconds.addingReportingOverflow(fromMicroseconds)
        guard !isTooLong, !isTooFine, !isTooMuch, sum >= -Self.limit, sum <= Self.limit else { return nil }
        self.init(nanoseconds: sum)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
