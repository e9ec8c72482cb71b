// How the compositor uses a processor and its memory. These values decide how long a frame takes, and never change a pixel.

import CPixels

#if canImport(Glibc)
    import Glibc
#endif

/// The compositor's values for one kind of processor. docs/internals/compositor.md says what each of them is for, and how it is
/// measured.
package struct Tuning: Hashable, Sendable {
    /// The sets of kernels, each with the instructions of the one before it and more. Processors other than x86-64 have `base`
    /// alone, which is NEON on arm64.
    package enum Kernels: String, CaseIterable, Comparable, Sendable {
        case base, avx2, avx512

        package static func < (a: Kernels, b: Kernels) -> Bool { a.value.rawValue < b.value.rawValue }

        fileprivate var value: px_kernels {
            switch self {
            case .base: PX_BASE
            case .avx2: PX_AVX2
            case .avx512: PX_AVX512
            }
        }

        /// The number of cache lines that its registers hold while they are calculated.
        fileprivate var mostLines: Int {
            switch self {
            case .base: 2
            case .avx2: 2
            case .avx512: 4
            }
        }

        /// The sets that this processor has.
        package static let available = allCases.filter { $0.value.rawValue <= px_best().rawValue }
    }

    /// The caches into which lines can be requested.
    package enum Cache: Int, CaseIterable, Sendable { case first = 1, second, third }

    /// The kernels for pixels that are mostly copied, which memory limits.
    package var copying = Kernels.avx2
    /// The kernels for pixels that are calculated.
    package var calculating = Kernels.avx512
    /// The maximum number of cache lines that are calculated together: 1, 2 or 4.
    package var lines = 4
    /// How often each cache line of a bitmap is requested from memory in advance: 0 to 2 times.
    package var requests = 2
    /// The cache into which it is requested.
    package var cache = Cache.second
    /// How far in advance, in bytes of a bitmap.
    package var distance = 16 << 10
    /// The distance in pixels at which lines are requested once more, into the first cache; 0 for never.
    package var near = 1024
    /// The same for pictures that are turned by a quarter, in bytes of a bitmap's row.
    package var beside = 512
    /// Whether pixels are written past the caches where a display reads them.
    package var streams = true
    /// Whether they are written past the caches where a program reads them after the frame.
    package var streamsToCached = true
    /// The maximum number of threads that draw a picture, including the caller's.
    package var threads = 4
    /// The number of pixels that are worth waking a thread for.
    package var share = 1 << 17

    /// The values that were chosen on a Zen 4, which are good ones on other processors too.
    package init() {}

    /// These values with no more cache lines together than the registers hold.
    package var withinRegisters: Tuning {
        var tuning = self
        tuning.lines = min(lines, calculating.mostLines)
        return tuning
    }

    /// These values with kernels that this processor has, and with no more threads than `processors`.
    package func possible(processors: Int) -> Tuning {
        var tuning = self
        let best = Kernels.available.last ?? .base
        tuning.copying = min(copying, best)
        tuning.calculating = min(calculating, best)
        tuning.threads = max(1, min(threads, processors))
        return tuning
    }

    /// The values for a processor of which nothing is known but what it can do.
    package static let ofThisProcessor = Tuning().possible(processors: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        .withinRegisters

    /// The same values for the kernels.
    var values: px_tuning {
        px_tuning(
            copying: copying.value, calculating: calculating.value, lines: Int32(lines), asks: Int32(requests),
            cache: Int32(cache.rawValue), near: Int32(near), beside: Int32(beside), streams: streams ? 1 : 0,
            streamsToCached: streamsToCached ? 1 : 0)
    }
}
