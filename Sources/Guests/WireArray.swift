// Numbers in events, and words in requests: wl_array, wl_fixed_t and strings.

import CWaylandServer
import Glibc

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

/// Words of a client's. What is beyond the first 256 bytes is left out. They are decoded only when they are asked for: a client can send
/// many, and bytes that are no UTF-8 take long.
struct WireText: Equatable {
    private var bytes: [UInt8] = []
    private static let longest = 256

    init() {}

    init(_ text: UnsafePointer<CChar>) {
        let length = min(strlen(text), WireText.longest)
        bytes = text.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
