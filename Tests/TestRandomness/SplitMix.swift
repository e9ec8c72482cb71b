// The random numbers of all tests: the same for one seed on every machine, so that a failure can be seen again.

/// Steele, Lea and Flood's SplitMix64.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// The sequence that begins with `seed`.
    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// One of the numbers from 0 to `limit` - 1.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    /// Whether one of `count` equal chances comes true.
    package mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
}
