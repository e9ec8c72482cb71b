// Writes a recording to a file while the kiosk runs.

import Geometry
import Linux

/// A recording in the making. What cannot be written is said once, and the kiosk goes on; it never waits for the disk.
final class Recorder {
    private var writer: RecordingWriter
    private let file: BackgroundFile
    private let path: String
    private var refusal: RecordingError?
    /// What went wrong, if something did.
    var problem: String? { refusal.map { "\($0)" } ?? file.problem.map { "\(path): \($0)" } }

    init(path: String, header: RecordingHeader) throws(Failure) {
        self.path = path
        do {
            file = try BackgroundFile(descriptor: try openToWrite(path), named: path)
            writer = try RecordingWriter(to: file, named: path, header: header)
        } catch let failure as Failure {
            throw failure
        } catch {
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

    /// Waits until all is on its way to the disk.
    func close() { file.close() }

    private func attempt(_ body: () throws(RecordingError) -> Void) {
        guard refusal == nil else { return }
        do { try body() } catch { refusal = error }
    }
}
