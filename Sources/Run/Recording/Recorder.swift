// Writes a recording to a file while the kiosk runs.

import Geometry
import Linux
import Machine
import Recordings

/// A recording that is being written. After the first error it writes no more, and the kiosk goes on. Writing never waits for
/// the disk.
final class Recorder {
    private var writer: RecordingWriter
    private let file: BackgroundFile
    private let path: String
    private var refusal: RecordingError?
    /// The first error; nil when there was none.
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

    func write(_ frame: PressFrame) {
        attempt { () throws(RecordingError) in try writer.write(frame) }
    }

    func writePresentation(of frame: Int, at instant: Instant, drawn: Instant) {
        attempt { () throws(RecordingError) in
            try writer.writePresentation(of: frame, at: instant, drawn: drawn)
        }
    }

    func write(_ arrival: ArrivalRecord) {
        attempt { () throws(RecordingError) in try writer.write(arrival) }
    }

    /// Waits until everything is handed to the kernel, and closes the file.
    func close() { file.close() }

    private func attempt(_ body: () throws(RecordingError) -> Void) {
        guard refusal == nil else { return }
        do { try body() } catch { refusal = error }
    }
}
