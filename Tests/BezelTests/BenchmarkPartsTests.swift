// Parts of a benchmark that are requested by name.

@testable import Benchmark
@testable import Bezel
@testable import Machine
import Testing

@Suite struct BenchmarkPartsTests {
    /// The error of `bezel benchmark [topic] --only [only]`.
    private func error(_ topic: BenchmarkCommand.Topic?, _ only: String...) throws -> Failure {
        var command = BenchmarkCommand()
        command.topic = topic
        command.only = only
        return try #require(throws: Failure.self) { try command.run { _ in } }
    }

    @Test func `an unknown part is an error that lists the known ones`() throws {
        let failure = try error(.composite, "scenes", "colours")
        #expect(failure.code == .usage)
        #expect(
            failure.description
                == "--only: `composite` has no part \"colours\"; it has pictures, offsets, scenes, damage, steady")
    }

    @Test func `parts belong to one benchmark`() throws {
        #expect(try error(.startup, "scenes").description.contains("belong to `composite`, not to `startup`"))
        #expect(try error(nil, "scenes").description.contains("belong to `composite`, not to everything"))
    }

    /// Texts of up to 15 bytes are on its screens. To count, the runtime calls pointers with such texts as if they were objects.
    @Test func `the calls of the runtime are counted on a kiosk with short texts`() {
        let museum = "\(repository)/config/museum"
        let process = BezelProcess.run("benchmark", "frames", "--frames", "20", "--kiosk", museum)
        #expect(process.code >= 0, "it died of signal \(-process.code): \(process.said)")
        #expect(process.text.contains("drawn: retains and releases"), "\(process.text)")
    }
}
