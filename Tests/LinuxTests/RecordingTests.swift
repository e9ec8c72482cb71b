// Recordings of panels that behave: libinput's YAML, evemu's lines, and panels of all kinds.

import Geometry
import Linux
import Testing

@testable import Recordings

struct RecordingTests {
    @Test func `a swipe that libinput recorded is read to its last report`() throws {
        let recording = try Recording.read(path: fixture("swipe.yml"))
        let changes = recording.frames.flatMap(\.changes)
        #expect(recording.deviceName == "Acme touch panel")
        #expect(recording.deviceSize == Size(527, 296))
        #expect(recording.panelSize == Size(527, 296))
        #expect(recording.warnings.isEmpty)
        #expect(recording.frames.first?.time == .zero)
        #expect(recording.frames.last?.time == Instant(nanoseconds: 279_910_000))
        #expect(Set(changes.map(\.contact)) == [1])
        #expect(changes.map(\.phase) == [.began] + Array(repeating: .moved, count: changes.count - 2) + [.ended])
        #expect(changes.first?.position == Point(30.0 / 10541 * 527, 3000.0 / 5921 * 296))
    }

    @Test func `two fingers keep their numbers, and lift where they were last`() throws {
        let recording = try Recording.read(path: fixture("multi.yml"))
        #expect(
            recording.log == """
                0.0: 1b 200.0,100.0
                24.2: 2b 300.0,180.0
                126.6: 1m 190.0,95.0 2m 310.0,185.0
                149.9: 1m 170.0,85.0 2m 330.0,195.0
                213.1: 1e 170.0,85.0
                215.0: 2e 330.0,195.0
                """)
    }

    @Test func `the size that is asked for wins over the recording's resolution`() throws {
        let recording = try Recording.read(path: fixture("multi.yml"), panelSize: Size(1054, 148))
        #expect(recording.deviceSize == Size(527, 296))
        #expect(recording.panelSize == Size(1054, 148))
        #expect(recording.log.hasPrefix("0.0: 1b 400.0,50.0\n"))
    }

    @Test func `a device that gives no size gets the stand-in size, with a warning`() throws {
        let axes = panelAxes.split(separator: "\n").map { $0.replacing("10]", with: "0]") }.joined(separator: "\n")
        let recording = try read(libinputRecording(["0, 0, 3, 57, 1", "0, 0, 0, 0, 0"], absinfo: axes))
        #expect(recording.deviceSize == nil)
        #expect(recording.panelSize == Size(508, 285.75))
        #expect(
            recording.complaints
                == "touches:4: the device does not report its size; taken as 508.0 × 285.75 mm, give its size")
    }

    @Test func `values that the kernel leaves out are the slot's last ones`() throws {
        let recording = try read(
            libinputRecording([
                "7, 0, 3, 57, 5", "7, 0, 3, 54, 100", "7, 0, 0, 0, 0",
                "7, 10000, 3, 53, 500", "7, 10000, 0, 0, 0",
                "7, 20000, 3, 57, -1", "7, 20000, 0, 0, 0",
                "7, 30000, 3, 57, 6", "7, 30000, 0, 0, 0",
            ]))
        #expect(recording.log == "0.0: 1b 0.0,10.0\n10.0: 1m 50.0,10.0\n20.0: 1e 50.0,10.0\n30.0: 2b 50.0,10.0")
        #expect(recording.warnings.isEmpty)
    }

    @Test func `a slot that changes fingers within one report ends the one and begins the other`() throws {
        let recording = try read(
            libinputRecording([
                "0, 0, 3, 57, 5", "0, 0, 0, 0, 0",
                "0, 10000, 3, 57, -1", "0, 10000, 3, 57, 6", "0, 10000, 3, 53, 100", "0, 10000, 0, 0, 0",
            ]))
        #expect(recording.log == "0.0: 1b 0.0,0.0\n10.0: 1e 0.0,0.0\n10.0: 2b 10.0,0.0")
    }

    @Test func `a contact that the kernel calls a palm is cancelled, and one that begins as a palm never begins`()
        throws
    {
        let recording = try read(
            libinputRecording([
                "0, 0, 3, 57, 5", "0, 0, 0, 0, 0",
                "0, 10000, 3, 55, 2", "0, 10000, 3, 53, 100", "0, 10000, 0, 0, 0",
                "0, 20000, 3, 55, 0", "0, 20000, 3, 53, 200", "0, 20000, 0, 0, 0",
                "0, 30000, 3, 57, -1", "0, 30000, 0, 0, 0",
                "0, 40000, 3, 57, 6", "0, 40000, 3, 55, 2", "0, 40000, 0, 0, 0",
                "0, 50000, 3, 53, 300", "0, 50000, 0, 0, 0",
                "0, 60000, 3, 57, -1", "0, 60000, 0, 0, 0",
                "0, 70000, 3, 57, 7", "0, 70000, 3, 55, 0", "0, 70000, 0, 0, 0",
            ]))
        #expect(recording.log == "0.0: 1b 0.0,0.0\n10.0: 1c 0.0,0.0\n70.0: 2b 30.0,0.0")
        #expect(recording.warnings.isEmpty)
    }

    @Test func `two panels have a slot 0 each, and their touches are told apart in order of time`() throws {
        let text = """
            version: 1
            devices:
            \(libinputDevice([
                "0, 5000, 3, 57, 1", "0, 5000, 0, 0, 0", "0, 20000, 3, 53, 100", "0, 20000, 0, 0, 0",
                "0, 40000, 3, 57, -1", "0, 40000, 0, 0, 0",
            ]))\(libinputDevice([
                "0, 0, 3, 57, 1", "0, 0, 0, 0, 0", "0, 30000, 3, 57, -1", "0, 30000, 0, 0, 0",
            ], name: "Other"))
            """
        #expect(
            try read(text).log
                == "0.0: 1b 0.0,0.0\n5.0: 2b 0.0,0.0\n20.0: 2m 10.0,0.0\n30.0: 1e 0.0,0.0\n40.0: 2e 10.0,0.0")
    }

    @Test func `a panel without slots has one touch, down while its button is`() throws {
        let axes = "      0: [100, 1099, 0, 0, 10]\n      1: [0, 499, 0, 0, 10]"
        let recording = try read(
            libinputRecording(
                [
                    "0, 0, 3, 0, 150", "0, 0, 0, 0, 0",
                    "0, 10000, 3, 0, 200", "0, 10000, 3, 1, 50", "0, 10000, 1, 330, 1", "0, 10000, 0, 0, 0",
                    "0, 20000, 3, 1, 60", "0, 20000, 0, 0, 0",
                    "0, 30000, 1, 330, 0", "0, 30000, 0, 0, 0",
                    "0, 40000, 1, 330, 1", "0, 40000, 1, 330, 0", "0, 40000, 0, 0, 0",
                ], absinfo: axes))
        #expect(
            recording.log
                == "10.0: 1b 10.0,5.0\n20.0: 1m 10.0,6.0\n30.0: 1e 10.0,6.0\n40.0: 2b 10.0,6.0\n40.0: 2e 10.0,6.0")
        #expect(recording.warnings.isEmpty)
    }

    @Test func `a touchpad's touches are none of a panel's`() throws {
        let recording = try read(
            libinputRecording(["0, 0, 3, 57, 1", "0, 0, 0, 0, 0"], codes: "[325, 330]"))
        #expect(recording.frames.isEmpty)
        #expect(
            recording.complaints == "touches:4: there is no touch panel here, only \"Panel\"; no touch is replayed")
    }

    @Test func `the lines that libinput adds itself are skipped`() throws {
        let text = """
            # libinput record
            version: 1
            devices:
            \(libinputDevice(["0, 0, 3, 57, 1", "0, 0, 0, 0, 0"]))  - libinput:
                - {time: 0.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [ 37.95, 33.78]}
              - hid:
                  time: [  0,    100]
                  hidraw0: [ 0x01, 0x02,
                    0x03 ]
              - evdev:
                - [  0,  10000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID  -1
                - [  0,  10000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +10ms
              quirks:
              - ModelFoo=1
            """
        let recording = try read(text)
        #expect(recording.log == "0.0: 1b 0.0,0.0\n10.0: 1e 0.0,0.0")
        #expect(recording.warnings.isEmpty)
    }

    @Test func `evemu's lines say the same as libinput's`() throws {
        let text = """
            # EVEMU 1.3
            # Kernel: 6.1.0
            N: Acme touch panel
            I: 0003 1234 0001 0001
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            A: 00 0 10540 0 0 20
            A: 01 0 5920 0 0 20
            A: 2f 0 9 0 0 0
            A: 35 0 10540 0 0 20
            A: 36 0 5920 0 0 20
            A: 39 0 65535 0 0 0
            ################################
            #      Waiting for events      #
            ################################
            E: 0.000001 0003 0039 0001\t# EV_ABS / ABS_MT_TRACKING_ID   1
            E: 0.000001 0003 0035 4000\t# EV_ABS / ABS_MT_POSITION_X    4000
            E: 0.000001 0003 0036 2000\t# EV_ABS / ABS_MT_POSITION_Y    2000
            E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
            E: 0.024190 0003 002f 0001\t# EV_ABS / ABS_MT_SLOT          1
            E: 0.024190 0003 0039 0002\t# EV_ABS / ABS_MT_TRACKING_ID   2
            E: 0.024190 0003 0035 6000\t# EV_ABS / ABS_MT_POSITION_X    6000
            E: 0.024190 0003 0036 3600\t# EV_ABS / ABS_MT_POSITION_Y    3600
            E: 0.024190 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +24ms
            E: 0.215043 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
            E: 0.215043 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +191ms

            """
        let recording = try read(text)
        #expect(recording.deviceName == "Acme touch panel")
        #expect(recording.deviceSize == Size(527, 296))
        #expect(recording.log == "0.0: 1b 200.0,100.0\n24.2: 2b 300.0,180.0\n215.0: 2e 300.0,180.0")
        #expect(recording.warnings.isEmpty)
    }

    @Test func `evemu's oldest axes have no resolution, and its masks say what is a touchpad`() throws {
        let events = "E: 1.5 0003 0039 1\nE: 1.5 0 0 0"
        let axes = "A: 2f 0 3 0 0\nA: 35 0 999 0 0\nA: 36 0 499 0 0\nA: 39 0 9 0 0\n"
        #expect(try read("N: Old panel\n" + axes + events).log == "0.0: 1b 0.0,0.0")
        // BTN_TOOL_FINGER is code 325: bit 5 of the 41st byte, which is the first of the sixth line.
        let masks = (0..<5).map { _ in "B: 01 00 00 00 00 00 00 00 00\n" }.joined()
        let finger = masks + "B: 01 20 00 00 00 00 00 00 00\n"
        #expect(try read("N: Pad\n" + finger + axes + events).frames.isEmpty)
        #expect(try read("N: Panel\nP: 02 00 00 00 00 00 00 00\n" + finger + axes + events).frames.count == 1)
    }
}
