// What was measured is kept whole, read again as it was, and refused in a sentence when it is not whole.

import Geometry
import Glibc
import Stage
import Testing

@testable import Bezel

struct PanelStoreTests {
    private let record: PanelRecord = {
        var record = PanelRecord()
        record.name = "ILITEK \"ILITEK-TP\""
        record.date = "2026-11-21"
        record.position = .init(
            matrix: AffineTransform(0, -1.01, 1, 0.99, 0, 0.003), residual: 0.41, worst: 0.83, targets: 8, leftOut: 1)
        record.size = Size(527.04, 296.46)
        record.edges[.left] = EdgeProposal(
            width: 6.3, swipes: 59, missed: 0, leftOut: 3, drags: 20, taken: 0, missBound: 0.049504,
            takeBound: 0.139108,
            deadBorder: 2.4)
        record.noise = .init(
            jitter: 0.21, scanRate: 99.8, contacts: 10, holes: 2, longestHole: 0.0312, liftDelay: 0.012, slop: 2,
            isResampling: true)
        return record
    }()

    @Test func `what is written is read again`() throws {
        let folder = TemporaryFolder()
        let store = PanelStore(folder: folder.path + "/var/panels")
        #expect(try store.read("222a:0001") == nil)
        try store.write(record, for: "222a:0001")
        var expected = record
        expected.name = "ILITEK  ILITEK-TP "
        #expect(try store.read("222a:0001") == expected)
        #expect(access(store.path(of: "222a:0001") + ".new", F_OK) != 0)
    }

    @Test func `the calibration before is kept`() throws {
        let folder = TemporaryFolder()
        let store = PanelStore(folder: folder.path)
        try store.write(record, for: "1:2")
        var second = record
        second.date = "2026-12-01"
        try store.write(second, for: "1:2")
        #expect(try store.read("1:2")?.date == "2026-12-01")
        #expect(try PanelRecord(path: store.path(of: "1:2") + ".previous").date == "2026-11-21")
        second.date = "2027-01-01"
        try store.write(second, for: "1:2")
        #expect(try PanelRecord(path: store.path(of: "1:2") + ".previous").date == "2026-12-01")
    }

    @Test func `each half of a file is an error that names the place, or a whole calibration without its last tables`()
        throws
    {
        let folder = TemporaryFolder()
        let path = folder.path + "/half.toml"
        let bytes = Array(record.text.utf8)
        var refused = 0
        for length in stride(from: 1, to: bytes.count, by: 7) {
            _ = folder.write(Array(bytes[..<length]), to: "half.toml")
            do {
                let half = try PanelRecord(path: path)
                if let position = half.position { #expect(position.matrix == record.position?.matrix) }
                for (name, edge) in half.edges { #expect(edge.width == record.edges[name]?.width) }
            } catch {
                refused += 1
                #expect("\(error)".contains("half.toml:"))
            }
        }
        #expect(refused > 10)
    }

    @Test func `a folder that cannot be written is said, and nothing is left behind`() throws {
        let store = PanelStore(folder: "/proc/bezel/panels")
        #expect(throws: Failure.self) { try store.write(record, for: "1:2") }
    }

    @Test func `it sets what nobody else has set`() {
        var settings = GestureSettings()
        record.apply(to: &settings, edgeWidth: true, slop: true, resampling: true)
        #expect(settings.edgeWidths[.left] == 6.3)
        #expect(settings.edgeWidths.measured == .left)
        #expect(settings.edgeWidths[.right] == 8)
        var decided = GestureSettings()
        record.apply(to: &decided, edgeWidth: false, slop: false, resampling: false)
        #expect(decided == GestureSettings())
    }
}
