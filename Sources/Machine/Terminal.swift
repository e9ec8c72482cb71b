// Lines on standard output and standard error.

import Glibc

/// Writes a line to standard error.
package func say(_ line: String) { write(line + "\n", to: 2) }

/// Writes a line to standard output.
package func answer(_ line: String) { write(line + "\n", to: 1) }

private func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
