// How a screen's compositor uses the processor: as it was measured on this machine.

import Geometry
import Glibc
import Layers
import Linux
import Logging
import Machine

/// Finds the compositor's values for a screen. On the first start, and when the processor, the number of its cores or Bezel has
/// changed, they are measured before the first frame, in about `TuningMeasurement.most`. Only the first screen measures, since a display
/// that comes later would stop the others' frames meanwhile.
struct ScreenTuning {
    /// The folder of the panels' records, beside which those of the processor are kept.
    let folder: String
    let log: Logger
    /// Whether it may measure.
    let measures: Bool

    /// The values for pictures of `size` pixels on `display`.
    func values(for display: any Display, _ size: PixelSize) -> Tuning {
        let path = TuningRecord.path(in: folder, size)
        let (processor, cores) = (Processor.ofThisMachine(), Processor.runningCores)
        let place = TuningRecord.Place(processor: processor, cores: cores, picture: size)
        do throws(Failure) {
            if let record = try TuningRecord.read(path), record.place == place { return record.tuning }
        } catch { log.warning("\(error); the processor is measured again") }
        // A desktop's processor and a test's are not those of a kiosk. Where nothing can be kept, each start would measure again.
        guard measures, !display.isHeadless, display.compositorWindow == nil, access(folder, W_OK) == 0 else {
            return .expected(on: processor, cores: cores)
        }
        let measured = TuningMeasurement(size: size)
        let kept = measured.trials.filter(\.isKept).map { "\($0.name) \($0.value)" }
        let result = kept.isEmpty ? "the expected values are the fastest" : kept.joined(separator: ", ")
        log.notice(
            "processor: \(processor.identity): measured in \(tenths(1000 * measured.time.seconds)) ms: \(result); kept in \(path)"
        )
        // On another thread, since a disk may take its time.
        WholeFileWriter.shared.write(measured.record.text, to: path) { [log] error in
            log.warning("\(path): cannot be written: \(error.reason); the next start measures the processor again")
        }
        return measured.record.tuning
    }
}
