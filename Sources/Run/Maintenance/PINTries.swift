// How many wrong PINs there were in a row, in a file.

import Glibc
import Linux
import Machine

/// The file with the number of wrong PINs in a row.
struct PINTries {
    private let path: String

    /// Uses the file `pin-tries` in `folder`, which by default is the service's own.
    init(folder: String = StateFolder.lasting(nil) ?? "/var/lib/bezel") {
        path = folder + "/pin-tries"
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

    /// Writes the number to the file.
    func keep(_ failures: Int) throws(SystemError) { try WholeFile.write("\(failures)\n", to: path, mode: 0o600) }
}
