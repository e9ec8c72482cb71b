// Formats the printf arguments that C libraries pass to a log handler.

import Glibc

/// The text of a printf format and its arguments, without the trailing newline.
func formatted(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let length = buffer.withUnsafeMutableBytes { bytes in
        vsnprintf(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, format, arguments)
    }
    let text = buffer.prefix(min(max(0, Int(length)), buffer.count - 1))
    return String(decoding: text.last == UInt8(ascii: "\n") ? text.dropLast() : text, as: UTF8.self)
}
