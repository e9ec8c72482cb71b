// Tunings for tests: one for each set of kernels, and any by chance.

import TestRandomness

@testable import Layers

extension Tuning {
    /// A tuning for each set of kernels that this processor has, and one in which everything is the least.
    static let samples =
        Kernels.available.map { kernels in
            var tuning = Tuning()
            (tuning.copying, tuning.calculating, tuning.threads) = (kernels, kernels, 1)
            return tuning
        } + [least]

    private static var least: Tuning {
        var tuning = Tuning()
        (tuning.copying, tuning.calculating, tuning.lines, tuning.threads, tuning.share) = (.base, .base, 1, 1, 1)
        (tuning.requests, tuning.cache, tuning.distance, tuning.near, tuning.beside) = (0, .first, 0, 0, 0)
        (tuning.streams, tuning.streamsToCached) = (false, false)
        return tuning
    }

    /// Any values that this processor can use.
    static func random(_ numbers: inout SplitMix) -> Tuning {
        var tuning = Tuning()
        tuning.copying = Kernels.available[numbers.int(0...Kernels.available.count - 1)]
        tuning.calculating = Kernels.available[numbers.int(0...Kernels.available.count - 1)]
        tuning.lines = 1 << numbers.int(0...2)
        tuning.requests = numbers.int(0...2)
        tuning.cache = Cache.allCases[numbers.int(0...2)]
        tuning.distance = numbers.int(0...65536)
        tuning.near = numbers.int(0...1) * numbers.int(1...4000)
        tuning.beside = numbers.int(0...1) * numbers.int(1...4000)
        tuning.streams = numbers.int(0...1) == 0
        tuning.streamsToCached = numbers.int(0...1) == 0
        tuning.threads = numbers.int(1...4)
        tuning.share = 1 << numbers.int(0...18)
        return tuning
    }
}
