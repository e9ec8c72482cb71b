// libinput on seat0: opens panels and buttons as they are plugged in, and turns their events into frames.

import CContacts
import CInput
import CLog
package import Geometry
import Glibc

/// An event of the input devices.
package enum InputEvent {
    /// A panel was opened.
    case deviceAdded(TouchDevice)
    /// A panel was removed. An earlier frame has cancelled its contacts.
    case deviceRemoved(TouchDevice)
    /// A panel could not be opened.
    case deviceFailed(path: String, name: String, error: SystemError)
    /// Input has failed for good: no panel is read any more.
    case failed(SystemError)
    /// Contacts changed on the panel `device`.
    case touches(TouchFrame, device: TouchDevice.ID)
    /// Buttons changed on `device`, which can also be a panel.
    case presses(PressFrame, device: TouchDevice.ID)
}

/// The touch panels and buttons of a seat: udev finds them, the seat opens them, and libinput reads them.
package final class InputContext {
    /// Called for each event, on the loop's thread.
    package var onEvent: ((InputEvent) -> Void)?
    /// The open panels.
    package private(set) var devices: [TouchDevice] = []
    /// The size in millimetres of the picture under every panel for which `setPicture` has not set another.
    package var panelSize: Size {
        get { contacts.panelSize }
        set { contacts.panelSize = newValue }
    }

    private let seat: Seat
    private let loop: EventLoop
    private let filter: DeviceFilter
    private let buttons: Buttons
    private let log: LogClosure
    private let udev: OpaquePointer
    private var libinput: OpaquePointer?
    private let interface: UnsafeMutablePointer<libinput_interface>
    private var watch: EventLoop.Watch?
    private var contacts: ContactTable
    private var held = HeldButtons()
    /// The purpose of each configured key, per device.
    private var kinds: [TouchDevice.ID: [KeyCode: PressFrame.Kind]] = [:]
    private var lastID = 0
    private var handles: [TouchDevice.ID: OpaquePointer] = [:]
    /// The open node of each panel.
    private var nodes: [TouchDevice.ID: Int32] = [:]
    /// Nodes that the filter skipped. libinput's log lines about failing to open them are suppressed.
    private var leftAlone: Set<String> = []
    private var failures: [InputEvent] = []
    /// A watch for each open node. If one read of a device fails, libinput stops reading the device without a report.
    private var nodeWatches: [Int32: EventLoop.Watch] = [:]
    /// The number of libinput events so far.
    private var eventCount = 0
    /// Nodes that are open but that libinput has not yet reported as added.
    private var opening: [Int32: String] = [:]
    /// Nodes of panels that the seat or libinput failed to open.
    private var refused: Set<String> = []
    /// Nodes of panels that `suspend()` closed.
    private var closed: Set<String> = []
    /// Reopens all devices when panels are missing.
    private var retry: Retry?

    /// A context that reads nothing before `start()`. `log` receives libinput's log lines and this context's warnings.
    package init(
        seat: Seat, loop: EventLoop, filter: DeviceFilter, buttons: Buttons = Buttons(), panelSize: Size,
        log: @escaping LogClosure
    ) throws(SystemError) {
        (self.seat, self.loop, self.filter, self.buttons, self.log) = (seat, loop, filter, buttons, log)
        contacts = ContactTable(panelSize: panelSize)
        guard let udev = udev_new() else { throw SystemError(call: "udev_new", errno: errno) }
        self.udev = udev
        interface = .allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, _, context in InputContext.from(context).open(path) },
                close_restricted: { fd, context in InputContext.from(context).closeNode(fd) }))
    }

    deinit {
        interface.deallocate()
        udev_unref(udev)
    }

    /// Opens the connected panels and watches for others. The events for the connected panels come before this returns.
    package func start() throws(SystemError) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        guard let context = libinput_udev_create_context(interface, this, udev) else {
            throw SystemError(call: "libinput_udev_create_context", errno: ENOMEM)
        }
        libinput = context
        libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
        bezel_log_libinput(context) { libinput, priority, line in
            guard let line else { return }
            InputContext.from(libinput_get_user_data(libinput)).heard(priority, logLine(line))
        }
        retry = Retry(loop: loop) { [unowned self] in openRefused() }
        guard libinput_udev_assign_seat(context, "seat0") == 0 else {
            throw SystemError(
                call: "libinput_udev_assign_seat", errno: ENODEV, subject: "seat0", hint: "is systemd-udevd running?")
        }
        watch = try loop.watch(libinput_get_fd(context)) { [unowned self] _ in drain() }
        drain()
        if devices.isEmpty { retry?.again() }
    }

    /// Reads pending events without waiting. The loop also does this in its next turn. Must not be called from `onEvent`.
    package func read() { drain() }

    /// Sets the calibration matrix for a panel's axes (0…1). Contacts that are down do not move.
    package func setCalibration(_ matrix: AffineTransform, for id: TouchDevice.ID) {
        guard let handle = handles[id], let index = devices.firstIndex(where: { $0.id == id }) else { return }
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map(Float.init)
        if libinput_device_config_calibration_set_matrix(handle, numbers) == LIBINPUT_CONFIG_STATUS_SUCCESS {
            devices[index].calibration = matrix
        } else {
            log(.warning, "\(devices[index].name): libinput does not take a calibration for this device")
        }
    }

    /// Sets the size (mm) and rotation of the picture under the panel `id`.
    package func setPicture(_ size: Size, _ rotation: PictureRotation, under id: TouchDevice.ID) {
        contacts.setPicture(size, rotation, under: id)
    }

    /// Closes all devices, for another session. Cancels every contact and removes every device.
    package func suspend() {
        guard let libinput else { return }
        retry?.stop()
        refused = []
        opening = [:]
        closed.formUnion(devices.map(\.devnode))
        libinput_suspend(libinput)
        drain()
    }

    /// Reopens the devices after `suspend()`.
    package func resume() throws(SystemError) {
        guard let libinput else { return }
        retry?.reset()
        guard libinput_resume(libinput) == 0 else {
            throw SystemError(
                call: "libinput_resume", errno: ENODEV, subject: "seat0", hint: "is systemd-udevd running?")
        }
        drain()
        // If udev cannot read its list of devices, the list is incomplete and no error is reported.
        for path in closed.subtracting(devices.map(\.devnode)) where access(path, F_OK) == 0 { refuse(path) }
        closed = []
        if devices.isEmpty { retry?.again() }
    }

    /// Closes everything. No events follow, so contacts that are down are not cancelled unless `suspend()` was called first.
    package func close() {
        watch?.cancel()
        watch = nil
        retry?.cancel()
        retry = nil
        onEvent = nil
        guard let libinput else { return }
        for watch in nodeWatches.values { watch.cancel() }
        nodeWatches = [:]
        self.libinput = nil
        for handle in handles.values { libinput_device_unref(handle) }
        handles = [:]
        libinput_unref(libinput)
    }

    private func open(_ path: UnsafePointer<CChar>?) -> Int32 {
        guard let path = path.map({ String(cString: $0) }) else { return -ENODEV }
        retry?.reset()
        guard let node = InputNode(path: path, udev: udev) else {
            refuse(path)
            return -ENODEV
        }
        let isPanel = filter.accepts(
            name: node.name, vendorProduct: node.vendorProduct, isTouchscreen: node.isTouchscreen)
        guard isPanel || !node.isTouchscreen && !buttons.kinds(of: node).isEmpty else {
            if leftAlone.insert(path).inserted { node.sayLeftAlone(by: filter, log) }
            return -ENODEV
        }
        // The filter may have skipped an earlier device at this node.
        leftAlone.remove(path)
        do throws(SystemError) {
            let fd = try seat.openDevice(path)
            do throws(SystemError) {
                nodeWatches[fd] = try loop.watch(fd, for: [.readable, .once]) { [unowned self] _ in
                    checkReading(fd, path)
                }
            } catch { log(.warning, "\(path): \(error); it is not seen when libinput stops reading it") }
            // If libinput rejects a device that has only buttons, this is not worth a retry, which would close all panels.
            if isPanel { opening[fd] = path }
            return fd
        } catch {
            refuse(path)
            failures.append(.deviceFailed(path: path, name: node.name, error: error))
            return -error.errno
        }
    }

    private func heard(_ priority: Int32, _ line: String) {
        let isOld = leftAlone.contains { line.contains("'\($0)'") || line.contains($0 + " ") }
        let level: LogLevel =
            switch libinput_log_priority(UInt32(priority)) {
            case LIBINPUT_LOG_PRIORITY_ERROR: .error
            case LIBINPUT_LOG_PRIORITY_INFO: .info
            default: .debug
            }
        log(isOld ? .debug : level, "libinput: \(line)")
    }

    private func drain() {
        guard let libinput else { return }
        let failure = libinput_dispatch(libinput)
        if failure != 0 { log(.error, "libinput_dispatch: \(String(cString: strerror(-failure)))") }
        while let context = self.libinput, let event = libinput_get_event(context) {
            eventCount += 1
            handle(event)
            libinput_event_destroy(event)
        }
        for (device, frame) in held.takeFrames() { onEvent?(.presses(frame, device: device)) }
        let failed = failures
        failures = []
        for failure in failed { onEvent?(failure) }
    }

    private func handle(_ event: OpaquePointer) {
        guard let handle = libinput_event_get_device(event) else { return }
        let type = libinput_event_get_type(event)
        switch type {
        case LIBINPUT_EVENT_DEVICE_ADDED: added(handle)
        case LIBINPUT_EVENT_DEVICE_REMOVED: removed(handle)
        case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
            LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
            guard let touch = libinput_event_get_touch_event(event) else { return }
            touched(type, touch, device: InputContext.id(of: handle))
        case LIBINPUT_EVENT_KEYBOARD_KEY:
            guard let key = libinput_event_get_keyboard_event(event) else { return }
            pressed(
                libinput_event_keyboard_get_key(key),
                libinput_event_keyboard_get_key_state(key)
                    == LIBINPUT_KEY_STATE_PRESSED, libinput_event_keyboard_get_time_usec(key), handle)
        case LIBINPUT_EVENT_POINTER_BUTTON:
            guard let button = libinput_event_get_pointer_event(event) else { return }
            pressed(
                libinput_event_pointer_get_button(button),
                libinput_event_pointer_get_button_state(button)
                    == LIBINPUT_BUTTON_STATE_PRESSED, libinput_event_pointer_get_time_usec(button), handle)
        default:
            // A device that is configured by name can also have a pointer; the kiosk ignores it.
            break
        }
    }

    /// A key changed. Keys that are not configured are ignored.
    private func pressed(_ code: UInt32, _ isDown: Bool, _ microseconds: UInt64, _ handle: OpaquePointer) {
        let (id, key) = (InputContext.id(of: handle), KeyCode(Int(code)))
        guard let kind = kinds[id]?[key] else { return }
        held.handle(key, kind, isDown: isDown, device: id, at: Self.instant(microseconds))
    }

    /// The kernel's timestamp of an event. If libinput could not set a device's clock, its timestamps are wall-clock time,
    /// decades ahead.
    private static func instant(_ microseconds: UInt64) -> Instant {
        min(Instant(nanoseconds: Int64(microseconds) * 1000), MonotonicClock.now())
    }

    private func closeNode(_ fd: Int32) {
        nodeWatches.removeValue(forKey: fd)?.cancel()
        seat.closeDevice(fd)
        if let path = opening.removeValue(forKey: fd) { refuse(path) }
    }

    private func refuse(_ path: String) {
        refused.insert(path)
        retry?.again()
    }

    /// Closes and reopens all devices, because libinput cannot reopen one. Returns false while fingers are down or buttons are
    /// held.
    private func openRefused() -> Bool {
        refused = refused.filter { access($0, F_OK) == 0 }
        guard !refused.isEmpty || devices.isEmpty else { return true }
        guard contacts.count == 0, held.count == 0 else { return false }
        if !refused.isEmpty { log(.info, "trying again to open \(refused.sorted().joined(separator: ", "))") }
        openAgain()
        return true
    }

    private func openAgain() {
        suspend()
        do throws(SystemError) { try resume() } catch { onEvent?(.failed(error)) }
    }

    /// A node has become readable. If repeated dispatches take no event from it, libinput has stopped reading the device. Then
    /// all devices are closed, which cancels their contacts, and reopened.
    private func checkReading(_ fd: Int32, _ path: String) {
        // A report may contain nothing that becomes a libinput event, and another report may arrive during the read.
        for _ in 0..<8 {
            guard nodeWatches[fd] != nil, Self.isReadable(fd) else { return }
            let before = eventCount
            drain()
            if eventCount != before { return }
        }
        log(.error, "libinput has stopped reading \(path); the panels are opened again")
        openAgain()
    }

    private static func isReadable(_ fd: Int32) -> Bool {
        var state = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents == Int16(POLLIN)
    }

    private func added(_ handle: OpaquePointer) {
        lastID += 1
        let device = TouchDevice(id: lastID, handle)
        nodes[device.id] = opening.first { $0.value == device.devnode }?.key
        opening = opening.filter { $0.value != device.devnode }
        let kinds = InputNode(path: device.devnode, udev: udev).map { buttons.kinds(of: $0) } ?? [:]
        guard libinput_device_has_capability(handle, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else {
            if !kinds.isEmpty { return added(buttons: kinds, device, handle) }
            let silent = UInt32(LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
            _ = libinput_device_config_send_events_set_mode(handle, silent)
            log(.warning, "\(device.devnode) (\(device.name)) is configured, but is not a touch panel: ignored")
            return
        }
        libinput_device_set_user_data(handle, UnsafeMutableRawPointer(bitPattern: device.id))
        handles[device.id] = libinput_device_ref(handle)
        self.kinds[device.id] = kinds
        devices.append(device)
        onEvent?(.deviceAdded(device))
    }

    private func added(buttons kinds: [KeyCode: PressFrame.Kind], _ device: TouchDevice, _ handle: OpaquePointer) {
        libinput_device_set_user_data(handle, UnsafeMutableRawPointer(bitPattern: device.id))
        self.kinds[device.id] = kinds
        let words = Buttons.words(for: kinds)
        log(.info, "buttons: \(device.name) \(device.devnode): \(words.joined(separator: ", "))")
    }

    private func removed(_ handle: OpaquePointer) {
        let id = InputContext.id(of: handle)
        held.remove(device: id, at: MonotonicClock.now())
        kinds[id] = nil
        nodes[id] = nil
        if let frame = contacts.remove(device: id, at: MonotonicClock.now()) {
            onEvent?(.touches(frame, device: id))
        }
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        if let kept = handles.removeValue(forKey: id) { libinput_device_unref(kept) }
        onEvent?(.deviceRemoved(devices.remove(at: index)))
    }

    private func touched(_ type: libinput_event_type, _ touch: OpaquePointer, device: TouchDevice.ID) {
        if type == LIBINPUT_EVENT_TOUCH_FRAME {
            let frame = contacts.frame(
                device: device, at: Self.instant(libinput_event_touch_get_time_usec(touch)))
            logWarnings(of: device)
            if let frame { onEvent?(.touches(frame, device: device)) }
            return
        }
        let slot = Int(libinput_event_touch_get_slot(touch))
        let change: ContactTable.Event =
            switch type {
            case LIBINPUT_EVENT_TOUCH_DOWN where nodes[device].map { bezel_is_palm($0, Int32(slot)) } == true: .palm
            case LIBINPUT_EVENT_TOUCH_DOWN: .down(InputContext.place(touch))
            case LIBINPUT_EVENT_TOUCH_MOTION: .motion(InputContext.place(touch))
            case LIBINPUT_EVENT_TOUCH_UP: .up
            default: .cancel
            }
        contacts.handle(change, device: device, slot: slot)
        logWarnings(of: device)
    }

    private func logWarnings(of device: TouchDevice.ID) {
        for warning in contacts.takeWarnings() {
            log(.warning, "\(devices.first { $0.id == device }?.name ?? "a panel"): \(warning)")
        }
    }

    /// The position of a touch, as fractions of the panel's width and height.
    private static func place(_ touch: OpaquePointer) -> Point {
        Point(libinput_event_touch_get_x_transformed(touch, 1), libinput_event_touch_get_y_transformed(touch, 1))
    }

    /// The number that `added(_:)` gave the device; 0 for a skipped device.
    private static func id(of device: OpaquePointer) -> TouchDevice.ID {
        Int(bitPattern: libinput_device_get_user_data(device))
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> InputContext {
        guard let pointer else { fatalError("libinput called back without its user data") }
        return Unmanaged<InputContext>.fromOpaque(pointer).takeUnretainedValue()
    }
}
