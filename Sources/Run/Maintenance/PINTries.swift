// How many wrong PINs there were in a row, in a file.

import Geometry
import Glibc
import Linux
import Machine

/// The file with the number of wrong PINs in a row, and when the last of them was typed. The number in memory counts at once. The
/// thread that compares a PIN first waits until the file contains the try, so that cutting the power after the answer gains no free
/// try.
struct PINTries {
    /// How long a comparison waits for a disk that does not respond.
    static let patience = Instant.Span.seconds(2)

    /// A time before this one (2025, in seconds since 1970) is that of a clock which was not set. It says nothing of the age.
    private static let earliest = 1_735_689_600

    /// The path of the file.
    let path: String
    private let files: WholeFileWriter

    /// Uses the file `pin-tries` in `folder`, which by default is the service's own.
    init(folder: String = StateFolder.lasting(nil) ?? "/var/lib/bezel", files: WholeFileWriter = .shared) {
        path = folder + "/pin-tries"
        self.files = files
    }

    /// What the file says.
    private enum Kept {
        /// There is no file, so there were no failures.
        case nothing
        /// The number of failures, and the time of the last one in seconds since 1970, if the file has it.
        case failures(Int, last: Int?)
        /// A file that cannot be read, or does not hold a number, may hide any number of failures.
        case unknown
    }

    private var kept: Kept {
        guard let bytes = SystemFiles.bytes(path) else {
            return access(path, F_OK) != 0 && errno == ENOENT ? .nothing : .unknown
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let failures = words.first.flatMap({ Int($0) }), failures >= 0 else { return .unknown }
        return .failures(failures, last: words.dropFirst().first.flatMap { Int($0) })
    }

    /// The limit at `instant`, which is `seconds` after 1970, by what the file says.
    func limit(at instant: Instant, seconds: Int) -> PINLimit {
        switch kept {
        case .nothing: return PINLimit(failures: 0, at: instant)
        case .unknown: return PINLimit(failures: PINLimit.free, at: instant)
        case .failures(let failures, let last):
            // Nor does a clock that was set back.
            let known = last.flatMap { $0 < Self.earliest ? nil : $0 }
            let (age, isFar) = seconds.subtractingReportingOverflow(known ?? seconds)
            return PINLimit(
                failures: failures, age: .seconds(isFar ? 0 : Double(max(0, min(age, 1 << 20)))), at: instant)
        }
    }

    /// Writes what the file says once more, at `seconds` after 1970, which shows whether it can be written at all. An error is passed
    /// to `complaint`, on any thread.
    func probe(seconds: Int, complaint: @escaping @Sendable (SystemError) -> Void) {
        switch kept {
        case .nothing: keep(0, seconds: seconds, complaint: complaint)
        case .failures(let failures, let last): keep(failures, seconds: last ?? seconds, complaint: complaint)
        // No try is free until the right PIN mends the file.
        case .unknown: break
        }
    }

    /// Whether there is a file that does not tell the number.
    var isUnknown: Bool { if case .unknown = kept { true } else { false } }

    /// Whether the newest number could not be written.
    var cannotBeKept: Bool { files.hasFailed(path) }

    /// Has the number written to the file, and that the last failure was `seconds` after 1970. The first of several errors in a row
    /// is passed to `complaint`, on any thread.
    func keep(_ failures: Int, seconds: Int, complaint: @escaping @Sendable (SystemError) -> Void) {
        files.write("\(failures) \(seconds)\n", to: path, mode: 0o600, complaint: complaint)
    }

    /// Waits until the number is on the disk, but not for long.
    func finish() { files.finish(within: Self.patience) }
}
