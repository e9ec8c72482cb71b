// Lines on standard output and standard error.

import Glibc
import Synchronization

/// The error number of the first write to standard output that failed; 0 while none has.
private let problem = Atomic<Int32>(0)

/// Why standard output does not have everything that was written to it; nil if it has.
package var outputProblem: String? {
    let number = problem.load(ordering: .relaxed)
    return number == 0 ? nil : "standard output: cannot be written: \(String(cString: strerror(number)))"
}

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
            if count < 0 {
                if descriptor == 1 { _ = problem.compareExchange(expected: 0, desired: errno, ordering: .relaxed) }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
