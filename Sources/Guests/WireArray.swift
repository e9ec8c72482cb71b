// Numbers in events: wl_array, wl_fixed_t.

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

/// `number` in 256ths, or the nearest that there is: where a client scales its window down to nothing, a finger is far outside of it.
func wireFixed(_ number: Double) -> wl_fixed_t {
    wl_fixed_t((max(-8_388_607, min(8_388_607, number)) * 256).rounded())
}
