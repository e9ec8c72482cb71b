// Writes a recording to a file while the kiosk runs.

import Geometry
import Glibc
import Linux

/// A recording in the making. What cannot be written is said once, and the kiosk goes on.
final class Recorder {
    private var writer: RecordingWriter
    private let descriptor: Int32
    /// What went wrong, if something did.
    private(set) var problem: RecordingError?

    init(path: String, header: RecordingHeader) throws(Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 {
            throw Failure(.failed, "\(path): cannot be written: \(String(cString: strerror(errno)))")
        }
        do { writer = try RecordingWriter(descriptor: descriptor, named: path, header: header) } catch {
            throw Failure(.failed, "\(error)")
        }
    }

    func write(_ frame: TouchFrame) {
        attempt { () throws(RecordingError) in try writer.write(frame) }
    }

    func writePresentation(of frame: Int, at instant: Instant, drawn: Instant) {
        attempt { () throws(RecordingError) in
            try writer.writePresentation(of: frame, at: instant, drawn: drawn)
        }
    }

    func close() { _ = Glibc.close(descriptor) }

    private func attempt(_ body: () throws(RecordingError) -> Void) {
        guard problem == nil else { return }
        do { try body() } catch { problem = error }
    }
}
