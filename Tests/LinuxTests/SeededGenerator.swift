// Random numbers that are the same in every run, so that a failure can be seen again.

/// SplitMix64, started from `seed`.
struct SeededGenerator: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (seed ^ (seed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
