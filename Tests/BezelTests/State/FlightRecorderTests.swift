// Without room for the newest touches and decisions the kiosk goes on, and keeps them as soon as it can.

import Geometry
import Glibc
import Linux
import Logging
import TestFolders
import Testing

@testable import Bezel
@testable import Run

@Suite struct FlightRecorderTests {
    @Test("A flight recording that cannot be kept at the start is kept a minute later, once it can be")
    func laterRoom() {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/later"
        let recorder = FlightRecorder(
            folder: path, reports: BoundedFolder(path: "\(folder.path)/crashes", files: 1, bytes: 1 << 20),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func touch(at second: Double) {
            recorder.record(
                TouchFrame(
                    time: .zero + .seconds(second),
                    changes: [.init(contact: 1, phase: .began, position: Point(1, 2))]))
        }
        touch(at: 1000)
        mkdir(path, 0o700)
        touch(at: 1059)
        #expect(FlightRing.text(path: "\(path)/flight") == nil)
        touch(at: 1061)
        touch(at: 1062)
        let text = FlightRing.text(path: "\(path)/flight") ?? ""
        #expect(!text.contains("\"t\":1059.0"))
        #expect(text.contains("\"t\":1061.0"))
        #expect(text.contains("\"t\":1062.0"))
        recorder.record(
            PressFrame(time: .zero + .seconds(1063.0), changes: [.init(button: 2, kind: .home, phase: .began)]))
        #expect(
            FlightRing.text(path: "\(path)/flight")?.contains(
                #"{"t":1063.0,"press":2,"button":"home","phase":"began"}"#) == true)
        recorder.close()
        #expect(access("\(path)/flight", F_OK) != 0)
    }
}
