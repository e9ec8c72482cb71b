// Measures briefly how fast memory is.

import CSwiftRuntime
import Geometry
import Glibc
import Linux

/// The time to copy one picture from memory to memory past the caches. This is the plain copy that
/// `bezel benchmark composite` measures for R. A frame costs at least as much.
struct CopyTime: Hashable {
    /// The size of the picture.
    var size: PixelSize
    /// The time in seconds: the best of five copies.
    var seconds: Double

    /// Copies a picture of `size` five times. It sleeps for 20 ms before each copy, so that a running kiosk gets all of the
    /// memory bandwidth.
    static func measure(_ size: PixelSize) -> CopyTime {
        let bytes = max(64, (4 * size.width * size.height + 63) / 64 * 64)
        let from = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let to = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            from.deallocate()
            to.deallocate()
        }
        // Untouched pages all share one page of zeros, so both buffers are filled first.
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
