// Which devices are read, what sysfs tells of a card, and the errors where there is none.

import Geometry
import Glibc
import Testing

@testable import Linux

@Suite(.serialized) struct DeviceTests {
    @Test func `without a name only touchscreens are opened`() {
        for filter in [DeviceFilter([]), DeviceFilter(["auto"])] {
            #expect(filter.accepts(name: "ILITEK", vendorProduct: "222a:0001", isTouchscreen: true))
            #expect(!filter.accepts(name: "A keyboard", vendorProduct: "046d:c31c", isTouchscreen: false))
        }
    }

    @Test func `with names only those are opened, by name or by number`() {
        let filter = DeviceFilter(["ILITEK ILITEK-TP", "04F3:0A10"])
        #expect(filter.accepts(name: "ILITEK ILITEK-TP", vendorProduct: "222a:0001", isTouchscreen: false))
        #expect(filter.accepts(name: "ELAN", vendorProduct: "04f3:0a10", isTouchscreen: true))
        #expect(!filter.accepts(name: "ILITEK", vendorProduct: "222a:0001", isTouchscreen: true))
    }

    @Test(arguments: [(0x222a, "222a"), (1, "0001"), (0, "0000"), (0x1_2345, "12345")])
    func `ids are written as lsusb writes them`(id: Int, text: String) {
        #expect(hexadecimal(id) == text)
    }

    @Test func `sysfs lists a size once, whatever its rates`() {
        let modes = SysfsCard.modes(["1920x1080", "1920x1080", "1920x1080i", "800x600", "nonsense"])
        #expect(modes.map(\.description) == ["1920x1080", "1920x1080i", "800x600"])
    }

    @Test func `an EDID gives millimetres by its timing when that agrees with its whole centimetres`() {
        var edid = [UInt8](repeating: 0, count: 128)
        #expect(EDID.millimetres(edid) == nil)
        edid.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        #expect(EDID.millimetres(edid) == nil)
        (edid[21], edid[22]) = (53, 30)
        #expect(EDID.millimetres(edid) == Size(530, 300))
        // 527 = 0x20f, 296 = 0x128
        (edid[54], edid[66], edid[67], edid[68]) = (1, 0x0f, 0x28, 0x21)
        #expect(EDID.millimetres(edid) == Size(527, 296))
        (edid[66], edid[67], edid[68]) = (16, 9, 0)
        #expect(EDID.millimetres(edid) == Size(530, 300))
        // Near one centimetre the timing can say 0 and agree.
        (edid[21], edid[22], edid[66], edid[67]) = (1, 1, 0, 0)
        #expect(EDID.millimetres(edid) == nil)
        edid[22] = 0
        #expect(EDID.millimetres(edid) == nil)
    }

    @Test func `a direct seat without a virtual terminal works only when that is allowed`() throws {
        var options = Seat.Options()
        options.providers = [.direct]
        options.tty = "/nonexistent/tty7"
        let loop = try EventLoop()
        let error = #expect(throws: SeatError.self) { try Seat(loop: loop, options: options) }
        #expect(
            error?.description.hasPrefix("no seat: direct: open /nonexistent/tty7: No such file or directory; ") == true
        )
        #expect(error?.isPermission == false)
        options.allowNoVT = true
        let seat = try Seat(loop: loop, options: options)
        #expect(seat.provider == .direct)
        #expect(seat.tty == nil)
        #expect(seat.isEnabled)
        seat.close()
    }

    @Test func `a provider that is not there is refused with a reason, and the next one is taken`() throws {
        setenv("SEATD_SOCK", "/nonexistent/seatd.sock", 1)
        defer { unsetenv("SEATD_SOCK") }
        var options = Seat.Options()
        options.providers = [.seatd, .direct]
        options.tty = "/nonexistent/tty7"
        options.allowNoVT = true
        let seat = try Seat(loop: EventLoop(), options: options)
        defer { seat.close() }
        #expect(seat.provider == .direct)
        #expect(seat.refusals.count == 1)
        #expect(seat.refusals.first?.hasPrefix("seatd: libseat_open_seat seatd: No such file or directory") == true)
        #expect(getenv("LIBSEAT_BACKEND") == nil)
    }

    @Test func `a file that is no virtual terminal is not taken for one`() throws {
        var options = Seat.Options()
        options.providers = [.direct]
        options.tty = "/dev/null"
        let error = #expect(throws: SeatError.self) { try Seat(loop: EventLoop(), options: options) }
        #expect(error?.description.contains("ioctl(KDGKBMODE) /dev/null: Inappropriate ioctl for device") == true)
    }

    @Test func `a seat opens devices and closes them again`() throws {
        var options = Seat.Options()
        options.providers = [.direct]
        options.tty = "/nonexistent/tty7"
        options.allowNoVT = true
        let seat = try Seat(loop: EventLoop(), options: options)
        let fd = try seat.openDevice("/dev/full")
        #expect(SystemFiles.target("/proc/self/fd/\(fd)") == "/dev/full")
        #expect(fcntl(fd, F_GETFL) & O_NONBLOCK != 0)
        seat.closeDevice(fd)
        #expect(SystemFiles.target("/proc/self/fd/\(fd)") != "/dev/full")
        #expect(throws: SystemError.self) { try seat.openDevice("/nonexistent/card0") }
        seat.close()
    }

    @Test(.enabled(if: access("/dev/dri", F_OK) != 0)) func `without a card there is no display, and it says why`()
        throws
    {
        var options = Seat.Options()
        options.providers = [.direct]
        options.tty = "/nonexistent/tty7"
        options.allowNoVT = true
        let loop = try EventLoop()
        let seat = try Seat(loop: loop, options: options)
        defer { seat.close() }
        let outputs = KMSOutputs(seat: seat, loop: loop, options: [.init()])
        defer { outputs.close() }
        let error = #expect(throws: DisplayError.self) { try outputs.probe() }
        guard case .noDisplay(let text) = error else {
            Issue.record("\(String(describing: error)) is not noDisplay")
            return
        }
        #expect(text == "no graphics card: /dev/dri is empty; is the kernel's driver loaded?")
        #expect(DeviceList().outputs.isEmpty)
        #expect(DeviceList().problems.contains("no graphics card: /dev/dri is empty"))
    }

    @Test func `permission, absence and being busy are different errors of a display`() {
        #expect(DisplayError(SystemError(call: "open", errno: EACCES)) == .noPermission("open: Permission denied"))
        #expect(DisplayError(SystemError(call: "open", errno: ENOENT)) == .noDisplay("open: No such file or directory"))
        #expect(DisplayError(SystemError(call: "x", errno: EBUSY)) == .busy("x: Device or resource busy"))
        #expect(DisplayError(SystemError(call: "x", errno: EINVAL)) == .failed("x: Invalid argument"))
    }

    @Test func `a device with contacts and a place that udev calls no touchscreen could be a touch panel`() {
        let (touch, left, pen) = (0x14A, 0x110, 0x140)
        func kind(_ keys: Set<Int>, _ axes: Set<Int>, _ properties: String...) -> MistakenPanel? {
            MistakenPanel(keys: keys, axes: axes) { properties.contains($0) }
        }
        #expect(kind([touch, pen], [0, 1, 24], "ID_INPUT", "ID_INPUT_TABLET") == .tablet)
        #expect(kind([touch, left], [0, 1, 0x35, 0x36], "ID_INPUT_TOUCHPAD") == .touchpad)
        #expect(kind([touch, left], [0x35, 0x36], "ID_INPUT_MOUSE") == .mouse)
        // A touchscreen, also with buttons; a mouse; a pen that says where it is but not when it touches.
        #expect(kind([touch, left], [0, 1], "ID_INPUT_MOUSE", "ID_INPUT_TOUCHSCREEN") == nil)
        #expect(kind([left], [0, 1], "ID_INPUT_MOUSE") == nil)
        #expect(kind([touch], [0], "ID_INPUT_MOUSE") == nil)
        #expect(kind([touch, pen], [0, 1]) == nil)
        #expect(
            MistakenPanel.mouse.rule(name: "A \"B\" [1]\n") == """
                KERNEL=="event*", ATTRS{name}=="A ?B? ?1??", ENV{ID_INPUT_MOUSE}="0", ENV{ID_INPUT_TOUCHSCREEN}="1"
                """)
    }

    @Test func `libinput starts without a device, and does not complain`() throws {
        var options = Seat.Options()
        options.providers = [.direct]
        options.tty = "/nonexistent/tty7"
        options.allowNoVT = true
        let loop = try EventLoop()
        let seat = try Seat(loop: loop, options: options)
        var events = 0
        let input = try InputContext(
            seat: seat, loop: loop, filter: .named(["no such panel"]), panelSize: Size(100, 100)
        ) { _, _ in }
        input.onEvent = { _ in events += 1 }
        try input.start()
        input.suspend()
        try input.resume()
        #expect(events == 0)
        #expect(input.devices.isEmpty)
        input.close()
        seat.close()
    }
}
