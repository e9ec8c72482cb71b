// What `bezel devices` says about panels and screens.

import Geometry
import Linux
import TestFolders
import Testing

@testable import Bezel
@testable import Machine

@Suite struct DevicesPageTests {
    @Test func `a machine with a screen, and a panel that was measured`() throws {
        let folder = TemporaryFolder()
        let store = PanelStore(folder: folder.path)
        var record = PanelRecord()
        record.date = "2026-11-21"
        record.position = .init(
            matrix: AffineTransform(0, -1, 1, 1, 0, 0), residual: 0.4, worst: 0.9, targets: 9, leftOut: 0)
        record.noise = NoiseResult(
            jitter: 0.1, scanRate: 99.8, contacts: 10, holes: 0, longestHole: 0, liftDelay: nil, slop: 2,
            isResampling: true)
        try store.write(record, for: "222a:0001")
        let page = DevicesPage(.kiosk7(isRefused: false), Configuration(), store)
        let expected = """
            Touch panels
              ILITEK ILITEK-TP  222a:0001  /dev/input/event3
                size           527 x 296 mm
                contacts       10
                scan rate      99.8 Hz, measured
                screen         HDMI-A-1: it is the only screen
                axes           0.0 -1.0 1.0 1.0 0.0 0.0 (calibrated)
            """
        #expect(page.lines.joined(separator: "\n").hasPrefix(expected))
        #expect(
            page.lines.joined(separator: "\n").hasSuffix(
                """
                Screens
                  HDMI-A-1  /dev/dri/card0 (vc4)
                    status         connected
                    in use by      bezel (pid 311)
                    size           527 x 296 mm
                    modes          1920x1080@60 (preferred)
                    primary plane  XR24 RG16; rotate-180
                    overlay plane  XR24 AR24; fades; moves in depth
                """))
        #expect(
            page.json.hasPrefix(
                #"{"panels":[{"name":"ILITEK ILITEK-TP","id":"222a:0001","path":"/dev/input/event3","#
                    + #""millimetres":[527.0,296.0],"contacts":10,"scanRate":99.8,"screen":"HDMI-A-1","#))
        #expect(page.json.contains(#""holders":["bezel (pid 311)"]"#))
        #expect(page.json.contains(#""planes":[{"kind":"primary","formats":["XR24","RG16"],"fades":false,"#))
    }

    @Test func `a user who may open nothing sees what sysfs and udev tell, and the error of each node`() {
        let page = DevicesPage(
            .kiosk7(isRefused: true), Configuration(), PanelStore(folder: TemporaryFolder().path))
        #expect(
            page.lines == [
                "Touch panels",
                "  ILITEK ILITEK-TP  222a:0001  /dev/input/event3",
                "    size           527 x 296 mm",
                "    contacts       unknown",
                "    scan rate      unknown until it is measured",
                "    screen         HDMI-A-1: it is the only screen",
                "    axes           as they are",
                "    calibrated     no: bezel calibrate",
                "    problem        open /dev/input/event3: Permission denied",
                "Screens",
                "  HDMI-A-1  /dev/dri/card0 (vc4)",
                "    status         connected",
                "    size           527 x 296 mm",
                "    modes          1920x1080",
                "    problem        open /dev/dri/card0: Permission denied",
            ])
    }

    @Test func `mistakes in the machine's file are reported below the list`() {
        let folder = TemporaryFolder()
        var command = DevicesCommand()
        command.configuration = folder.write(Array("[display]\nrotation = 45\n".utf8), to: "bezel.toml")
        command.panels = folder.path
        var lines: [String] = []
        command.run { lines.append($0) }
        #expect(lines.first == "Touch panels")
        #expect(lines.last == "\(folder.path)/bezel.toml:2:12: rotation must be 0, 90, 180 or 270, not 45")
        command.isJSON = true
        lines = []
        command.run { lines.append($0) }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("rotation must be 0, 90, 180 or 270, not 45\"}]}") == true)
    }
}
