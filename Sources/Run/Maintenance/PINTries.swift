// How many wrong PINs there were in a row, in a file.

import Geometry
import Glibc
import Linux
import Machine

/// The file with the number of wrong PINs in a row. The number in memory counts at once. The thread that compares a PIN waits until
/// the file has the try, so that nobody who cuts the power after the answer has a try for free.
struct PINTries {
    /// For so long a comparison waits for a disk that stands still.
    static let patience = Instant.Span.seconds(2)

    private let path: String
    private let files: WholeFileWriter

    /// Uses the file `pin-tries` in `folder`, which by default is the service's own.
    init(folder: String = StateFolder.lasting(nil) ?? "/var/lib/bezel", files: WholeFileWriter = .shared) {
        path = folder + "/pin-tries"
        self.files = files
    }

    /// The number in the file: 0 without a file, and `Int.max` if the file does not hold a number.
    var failures: Int {
        guard let file = fopen(path, "r") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return Int(text.split(separator: "\n").first ?? "") ?? .max
    }

    /// Has the number written to the file. The first of several failures in a row is passed to `complaint`, on any thread.
    func keep(_ failures: Int, complaint: @escaping @Sendable (SystemError) -> Void) {
        files.write("\(failures)\n", to: path, mode: 0o600, complaint: complaint)
    }
}
