// Random numbers for tests, the same for one seed on every machine.

import Geometry

/// A small generator that gives the same numbers everywhere (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
    mutating func point() -> Point { Point(Double(below(5000)) / 10, Double(below(3000)) / 10) }
}
