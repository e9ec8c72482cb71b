// The record of a processor's values, and what is known of a processor before anything is measured.

import Geometry
import Layers
import Linux
import Machine
import TestFolders
import TestRandomness
import Testing

@Suite struct TuningRecordTests {
    private static let place = TuningRecord.Place(
        processor: "Board (arm 0x41/0xd08)", cores: 4, picture: PixelSize(1280, 800), version: "0.1.0")

    @Test(arguments: 0..<50)
    func `what is written is read`(seed: UInt64) throws {
        var numbers = SplitMix(seed)
        var tuning = Tuning()
        tuning.copying =
            Tuning.Kernels.available[Int.random(in: 0...Tuning.Kernels.available.count - 1, using: &numbers)]
        tuning.calculating =
            Tuning.Kernels.available[Int.random(in: 0...Tuning.Kernels.available.count - 1, using: &numbers)]
        (tuning.lines, tuning.requests, tuning.cache) = (
            1 << Int.random(in: 0...2, using: &numbers), Int.random(in: 0...2, using: &numbers), .first
        )
        (tuning.distance, tuning.near, tuning.beside) = (
            Int.random(in: 0...65536, using: &numbers), Int.random(in: 0...4000, using: &numbers),
            Int.random(in: 0...4000, using: &numbers)
        )
        (tuning.streams, tuning.streamsToCached) = (
            Int.random(in: 0...1, using: &numbers) == 0, Int.random(in: 0...1, using: &numbers) == 0
        )
        (tuning.threads, tuning.share) = (
            Int.random(in: 1...4, using: &numbers), 1 << Int.random(in: 0...20, using: &numbers)
        )
        let folder = TemporaryFolder()
        let path = TuningRecord.path(in: folder.path, PixelSize(1280, 800))
        try TuningRecord(place: Self.place, tuning: tuning).write(to: path)
        let read = try TuningRecord.read(path)
        #expect(read?.tuning == tuning)
        #expect(read?.place == Self.place)
    }

    @Test func `a record that is damaged says where, and one that is not there is none`() throws {
        let folder = TemporaryFolder()
        #expect(try TuningRecord.read(folder.path + "/processor-1x1.toml") == nil)
        for (text, message) in [
            ("cores = 0\n[tuning]\n", "1:9"), ("[tuning]\nlines = 3\n", "2:9"), ("[tuning]\nkache = 1\n", "cache"),
            ("processor = \"x\"\n", "tuning"), ("[tuning", "1:"),
        ] {
            let path = folder.write(Array(text.utf8), to: "processor-2x2.toml")
            let error = #expect(throws: Failure.self) { try TuningRecord.read(path) }
            #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(text)")
        }
    }

    @Test func `kernels that this processor lacks are never used`() throws {
        let folder = TemporaryFolder()
        let path = folder.write(
            Array("cores = 1\n[tuning]\ncopying = \"avx512\"\ncalculating = \"avx512\"\nthreads = 64\n".utf8),
            to: "p.toml")
        let tuning = try #require(try TuningRecord.read(path)).tuning
        #expect(
            Tuning.Kernels.available.contains(tuning.copying) && Tuning.Kernels.available.contains(tuning.calculating))
        #expect(tuning.threads == 1)
    }

    @Test func `boards and PCs are known by what the kernel says of them`() {
        let pi4 = """
            processor\t: 0
            BogoMIPS\t: 108.00
            CPU implementer\t: 0x41
            CPU architecture: 8
            CPU part\t: 0xd08

            Revision\t: c03114
            Model\t\t: Raspberry Pi 4 Model B Rev 1.4
            """
        let rk3399 = (0..<6).map {
            "processor: \($0)\nCPU implementer: 0x41\nCPU part: \($0 < 4 ? "0xd03" : "0xd08")\n"
        }
        let epyc = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n"
        #expect(Processor(cpuinfo: pi4).name == "Raspberry Pi 4 Model B Rev 1.4")
        #expect(KnownCore(of: Processor(cpuinfo: pi4)) == .cortexA72)
        #expect(Processor(cpuinfo: rk3399.joined(separator: "\n")).cores.count == 2)
        #expect(KnownCore(of: Processor(cpuinfo: rk3399.joined(separator: "\n"))) == .cortexA72)
        #expect(Processor(cpuinfo: epyc).identity == "AMD EPYC (AuthenticAMD 26/2)")
        // Most kernels of arm64 have no name, so the cores tell two boards apart.
        #expect(Processor(cpuinfo: rk3399.joined(separator: "\n")).identity == "(arm 0x41/0xd03, arm 0x41/0xd08)")
        #expect(Processor(cpuinfo: "model name : \"a\\b\"").identity == "ab")
        #expect(KnownCore(of: Processor(cpuinfo: epyc)) == .zen5)
        for text in [
            "", "\n\n", ":", "processor : 0", "CPU implementer : 0x\nCPU part : 0xzz",
            "model : 7\n\n\u{1B}[2J : \u{1B}[2J",
        ] {
            #expect(KnownCore(of: Processor(cpuinfo: text)) == nil)
        }
    }

    @Test(arguments: KnownCore.allCases)
    func `the values of each known core can be used here`(core: KnownCore) {
        let tuning = core.tuning.possible(processors: 2)
        #expect(tuning.threads == 2 && [1, 2, 4].contains(tuning.lines))
    }
}
