// Finds out whether a JPEG has its end. The decoder fills what is missing with grey, and says nothing.

/// Looks for the marker of the end in the bytes of a JPEG, behind the headers, which may hold a whole small JPEG of their own.
struct JPEGEnd {
    private enum State {
        /// Before the byte 0xFF of a header, the first of which is the start of the picture.
        case marker
        /// Behind that byte.
        case kind
        /// In the two bytes of a header's length; the first of them once it is known.
        case length(UInt8?)
        /// In a header, of which so many bytes are left.
        case header(left: Int)
        /// In the pixels; whether the last byte was 0xFF.
        case pixels(isMarker: Bool)
        case ended
        /// The bytes are no JPEG as expected, so nothing is said about them.
        case unknown
    }
    private var state = State.marker

    /// Whether the pixels have begun and not ended in what was read.
    var isMissing: Bool { if case .pixels = state { true } else { false } }

    /// Reads `bytes`, which follow those read before.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
            switch state {
            case .marker: state = byte == 0xFF ? .kind : .unknown
            case .kind:
                switch byte {
                // Bytes that fill, and markers without a header.
                case 0xFF: break
                case 0xD8, 0x01, 0xD0...0xD7: state = .marker
                case 0xD9: state = .ended
                default: state = .length(nil)
                }
                isScan = byte == 0xDA
            case .length(nil): state = .length(byte)
            case .length(let high?): state = next(after: Int(high) << 8 + Int(byte) - 2)
            case .header(let left): state = next(after: left - 1)
            case .pixels(let isMarker): state = isMarker && byte == 0xD9 ? .ended : .pixels(isMarker: byte == 0xFF)
            case .ended, .unknown: return
            }
        }
    }

    /// Whether pixels follow the header.
    private var isScan = false

    private func next(after left: Int) -> State {
        if left > 0 { return .header(left: left) }
        return left < 0 ? .unknown : isScan ? .pixels(isMarker: false) : .marker
    }
}
