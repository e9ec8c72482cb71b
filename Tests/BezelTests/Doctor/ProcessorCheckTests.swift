// What the doctor says of the processor's record.

import Geometry
import Layers
import Testing

@testable import Doctor
@testable import Machine

@Suite struct ProcessorCheckTests {
    private static let place = TuningRecord.Place(
        processor: "Cortex-A72", cores: 4, picture: PixelSize(1280, 800), version: "0.1.0")

    private func text(_ tuning: Result<TuningRecord?, Failure>) -> String {
        var facts = MachineFacts()
        (facts.processor, facts.tuning) = (Self.place, tuning)
        return ProcessorCheck.findings(facts).map { "\($0.verdict) \($0.text)" }.joined()
    }

    @Test func `it says whether the record is this machine's, and that the next start measures`() {
        var other = Self.place
        other.version = "0.0.9"
        #expect(
            text(.success(TuningRecord(place: Self.place, tuning: Tuning())))
                == "fine Cortex-A72, 4 cores: drawing was measured for 1280x800")
        #expect(text(.success(nil)).contains("not measured for 1280x800; the kiosk measures it"))
        #expect(text(.success(TuningRecord(place: other, tuning: Tuning()))).contains("another machine or version"))
        #expect(text(.failure(Failure(.wrongInput, "p.toml:1:1: wrong"))).hasPrefix("look p.toml:1:1: wrong"))
    }
}
