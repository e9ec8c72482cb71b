// How fast memory is, measured in passing.

import CSwiftRuntime
import Geometry
import Glibc
import Linux

/// How long it takes to copy one picture from memory to memory past the caches: R of `bezel benchmark composite`, which is
/// what a frame costs at least.
struct CopyTime: Hashable {
    /// The picture.
    var size: PixelSize
    /// In seconds; the best of a few.
    var seconds: Double

    /// Copies a picture of `size` a few times, with rests between in which a kiosk that runs gets all of the memory.
    static func measure(_ size: PixelSize) -> CopyTime {
        let bytes = max(64, (4 * size.width * size.height + 63) / 64 * 64)
        let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            from.deallocate()
            to.deallocate()
        }
        // Untouched memory is all one page of zeros.
        from.initializeMemory(as: UInt8.self, repeating: 1, count: bytes)
        to.initializeMemory(as: UInt8.self, repeating: 2, count: bytes)
        let times = (0..<5).map { _ in
            usleep(20_000)
            let start = MonotonicClock.now()
            bezel_copy_past_caches(to, from, bytes)
            return (MonotonicClock.now() - start).seconds
        }
        return CopyTime(size: size, seconds: times.min() ?? 0)
    }
}
