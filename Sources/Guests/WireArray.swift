// Lists of numbers in events: wl_array.

import CWaylandServer

/// Numbers for an event that takes a `wl_array`.
struct WireArray {
    private var numbers: [UInt32]

    init(_ numbers: [UInt32]) { self.numbers = numbers }

    /// Calls `body` with the array, which is valid only there.
    func with(_ body: (UnsafeMutablePointer<wl_array>) -> Void) {
        var numbers = numbers
        numbers.withUnsafeMutableBytes { bytes in
            var array = wl_array(size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
            body(&array)
        }
    }
}
