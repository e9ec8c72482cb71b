// Measurements are stored as whole files, read back unchanged, and refused with a message when a file is incomplete.

import Calibration
import Geometry
import Glibc
import Linux
import Stage
import TestFolders
import Testing

@testable import Bezel
@testable import Machine
@testable import Recordings
@testable import Replay

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

    @Test func `the udev rule of a panel without ids asks for its name`() {
        func rule(_ panel: String, _ name: String) -> String {
            UdevRule(panel: panel, name: name, matrix: .identity).text.split(separator: "\n").last.map(String.init)
                ?? ""
        }
        #expect(
            rule("222a:0001", "ILITEK-TP") == """
                ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="222a", \
                ATTRS{id/product}=="0001", ENV{LIBINPUT_CALIBRATION_MATRIX}="1.0 0.0 0.0 0.0 1.0 0.0"
                """)
        #expect(
            rule("0000:0000", "generic ft5x06 (79)") == """
                ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="0000", \
                ATTRS{id/product}=="0000", ATTRS{name}=="generic ft5x06 (79)", \
                ENV{LIBINPUT_CALIBRATION_MATRIX}="1.0 0.0 0.0 0.0 1.0 0.0"
                """)
        #expect(!rule("0000:0000", "").contains("name"))
    }

    @Test func `a record is read back as it was written`() throws {
        let folder = TemporaryFolder()
        let store = PanelStore(folder: folder.path + "/var/panels")
        #expect(try store.read("222a:0001") == nil)
        try store.write(record, for: "222a:0001")
        var expected = record
        expected.name = "ILITEK  ILITEK-TP "
        #expect(try store.read("222a:0001") == expected)
        #expect(access(store.path(of: "222a:0001") + ".new", F_OK) != 0)
    }

    @Test func `the previous calibration is kept`() throws {
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

    @Test func `a cut-off file is an error that names the place, or a whole calibration without its last tables`()
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

    @Test func `a folder that cannot be written is reported, and nothing is left behind`() throws {
        let store = PanelStore(folder: "/proc/bezel/panels")
        #expect(throws: Failure.self) { try store.write(record, for: "1:2") }
    }

    @Test func `measured values apply where the machine's file sets none`() throws {
        var measured = record
        measured.noise?.slop = 2.6
        measured.noise?.isResampling = false
        let settings = Configuration().gestures(on: measured.gestures)
        #expect(settings.edgeWidths[.left] == 6.3)
        #expect(settings.edgeWidths.measured == .left)
        #expect(settings.edgeWidths[.right] == 8)
        #expect(settings.slop == 2.6 && settings.popFinish.slop == 2.6)
        #expect(!settings.isResampling)
        let folder = TemporaryFolder()
        let path = folder.write(
            "[gestures]\nedge-width = \"10 mm\"\nslop = \"3 mm\"\nresampling = true\n", to: "bezel.toml")
        let decided = try Configuration(path: path).gestures(on: measured.gestures)
        #expect(decided == (try Configuration(path: path).gestures()))
        let left = folder.write("[gestures]\nedge-width = \"calibrated\"\n", to: "calibrated.toml")
        #expect(try Configuration(path: left).gestures(on: measured.gestures).edgeWidths[.left] == 6.3)
    }

    @Test func `a panel whose axes are swapped lies on a glass the other way round`() {
        var turned = PanelRecord()
        turned.position = record.position
        #expect(turned.glass(reported: Size(300, 200)) == Size(200, 300))
        #expect(record.glass(reported: Size(300, 200)) == Size(527.04, 296.46))
        #expect(PanelRecord().glass(reported: nil) == nil)
    }

    @Test func `a pop begins as far from the edge as was measured`() {
        var wide = PanelRecord()
        wide.edges[.left] = EdgeProposal(
            width: 14, swipes: 59, missed: 0, leftOut: 0, drags: 0, taken: 0, missBound: 0.05, takeBound: 1,
            deadBorder: 6)
        func pops(_ record: PanelRecord?) -> Bool {
            let panel = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
            let stage = Stage(
                panel: panel, theme: Theme(.paper, on: panel), gestures: Configuration().gestures(on: record?.gestures),
                root: Screen(name: "home", title: "Home"))
            stage.navigator.push(Screen(name: "hours", title: "Hours"), animated: false)
            var touch = TouchFrame(
                time: .zero, changes: [.init(contact: 1, phase: .began, position: Point(13, 150))])
            stage.handle(touch)
            for step in 1...20 {
                touch.time = .zero + .milliseconds(12 * step)
                // Slowly: the speed does not show that the finger came from beyond the glass.
                touch.changes[0] = .init(
                    contact: 1, phase: .moved, position: Point(13 + 0.5 * Double(step * step), 150))
                stage.handle(touch)
            }
            touch.time = .zero + .milliseconds(250)
            touch.changes[0] = .init(contact: 1, phase: .ended, position: Point(213, 150))
            stage.handle(touch)
            stage.advance(to: .zero + .seconds(3))
            return stage.navigator.top.name == "home"
        }
        #expect(pops(wide))
        #expect(!pops(nil))
    }

    @Test func `a recording of a calibrated panel is replayed elsewhere as it was decided there`() throws {
        var measured = PanelRecord()
        measured.edges[.left] = EdgeProposal(
            width: 14, swipes: 59, missed: 0, leftOut: 0, drags: 0, taken: 0, missBound: 0.05, takeBound: 1,
            deadBorder: 6)
        measured.noise = record.noise
        measured.noise?.slop = 2.6
        measured.noise?.isResampling = false
        let folder = TemporaryFolder()
        /// The trace of a replay of a recording that was made with the measured `gestures`.
        func trace(_ gestures: MeasuredGestures?) throws -> [String] {
            let path = folder.write("", to: "swipe.jsonl")
            let file = open(path, O_WRONLY)
            var header = RecordingHeader(screen: PixelSize(640, 360), size: Size(527, 296), refresh: 60)
            if let gestures { header.gestures = gestures }
            var writer = try RecordingWriter(descriptor: file, named: path, header: header)
            // Slowly: the speed does not show that the finger came from beyond the glass.
            for step in 0...20 {
                try writer.write(
                    TouchFrame(
                        time: .zero + .milliseconds(12 * step),
                        changes: [
                            .init(
                                contact: 1, phase: step == 0 ? .began : step == 20 ? .ended : .moved,
                                position: Point(13 + 0.5 * Double(step * step), 150))
                        ]))
            }
            close(file)
            if let gestures { #expect(try Recording.read(path: path).header?.gestures == gestures) }
            var command = ReplayCommand()
            command.recording = path
            command.kiosk = "\(repository)/config/museum"
            command.stack = ["home", "hours"]
            command.trace = "\(folder.path)/trace"
            try command.run { Issue.record("\($0)") }
            return folder.lines(of: "trace")
        }
        func edgePop(_ lines: [String]) -> String? {
            lines.last { $0.field("name") == "edge-pop" }?.field("state")
        }
        #expect(edgePop(try trace(measured.gestures)) == "ended")
        #expect(edgePop(try trace(nil)) == "failed")
    }
}
