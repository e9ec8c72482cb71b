// The connected touch panels and connectors, as far as the current user can see them.

import CDRM
import CInput
import CLog
package import Geometry
import Glibc

/// The machine's touch panels and connectors as far as this process can see them. It opens what it has permission for, never
/// becomes DRM master, and reports for each device what it could not read.
package struct DeviceList: Sendable {
    /// A touch panel.
    package struct Panel: Sendable {
        /// Such as `/dev/input/event3`.
        package let path: String
        /// The kernel's name for it.
        package let name: String
        /// Such as `222a:0001`.
        package let vendorProduct: String
        /// The touch surface; nil if the panel does not report it or could not be opened.
        package let millimetres: Size?
        /// The number of contacts that the panel can track; nil if it does not report it or could not be opened.
        package let contacts: Int?
        /// The calibration matrix for its axes (0…1); nil if the panel could not be opened.
        package let calibration: AffineTransform?
        /// The six numbers of LIBINPUT_CALIBRATION_MATRIX from a udev rule; nil if no rule sets them.
        package var rule: String?
        /// Why some of this is unknown; nil if nothing went wrong.
        package let problem: String?
        /// Whether `problem` is a lack of permission.
        package var isRefused = false

        /// A panel with the given properties.
        package init(
            path: String, name: String, vendorProduct: String, millimetres: Size?, contacts: Int?,
            calibration: AffineTransform? = nil, rule: String? = nil, problem: String? = nil, isRefused: Bool = false
        ) {
            self.path = path
            self.name = name
            self.vendorProduct = vendorProduct
            self.millimetres = millimetres
            self.contacts = contacts
            self.calibration = calibration
            self.rule = rule
            self.problem = problem
            self.isRefused = isRefused
        }
    }

    /// An input device other than a touch panel, from udev and sysfs.
    package struct Other: Hashable, Sendable {
        /// Such as `/dev/input/event3`.
        package let path: String
        /// The kernel's name for it.
        package let name: String
        /// Such as `046d:c077`.
        package let vendorProduct: String
        /// Whether it moves a pointer.
        package let isMouse: Bool
        /// What udev takes it for, if it could be a touch panel; nil if it could not.
        package let mistaken: MistakenPanel?

        /// A device with the given properties.
        package init(
            path: String, name: String, vendorProduct: String, isMouse: Bool, mistaken: MistakenPanel? = nil
        ) {
            self.path = path
            self.name = name
            self.vendorProduct = vendorProduct
            self.isMouse = isMouse
            self.mistaken = mistaken
        }
    }

    /// A connector of a card.
    package struct Output: Sendable {
        /// Such as `/dev/dri/card0`.
        package let card: String
        /// The card's kernel driver.
        package let driver: String
        /// The connector's state. Rates and timings are missing if the card could not be opened.
        package let connector: Connector
        /// The planes that can show a picture on it; empty if the card could not be opened.
        package var planes: [PlaneSummary] = []
        /// How it scales modes that differ from the panel's native size; nil if it cannot scale or could not be queried.
        package var scaling: String?
        /// The processes that hold the card, such as `bezel (pid 311)`, as far as this process may see them; empty if there are
        /// none.
        package var holders: [String] = []
        /// Why some of this is unknown; nil if nothing went wrong.
        package let problem: String?
        /// Whether `problem` is a lack of permission.
        package var isRefused = false

        /// A connector with the given properties.
        package init(
            card: String, driver: String, connector: Connector, planes: [PlaneSummary] = [], scaling: String? = nil,
            holders: [String] = [], problem: String? = nil, isRefused: Bool = false
        ) {
            self.card = card
            self.driver = driver
            self.connector = connector
            self.planes = planes
            self.scaling = scaling
            self.holders = holders
            self.problem = problem
            self.isRefused = isRefused
        }
    }

    /// The touch panels, in the order of their nodes.
    package let panels: [Panel]
    /// The other input devices, in the order of their nodes.
    package let others: [Other]
    /// The connectors of all cards.
    package let outputs: [Output]
    /// Problems that affect the whole list, such as a missing udev or /dev/dri.
    package let problems: [String]

    /// Surveys the machine now.
    package init() {
        var problems: [String] = []
        (panels, others) = DeviceList.inputs(&problems)
        outputs = DeviceList.outputs(&problems)
        self.problems = problems
    }

    /// A list with the given contents.
    package init(panels: [Panel], others: [Other] = [], outputs: [Output], problems: [String] = []) {
        self.panels = panels
        self.others = others
        self.outputs = outputs
        self.problems = problems
    }

    private static func inputs(_ problems: inout [String]) -> ([Panel], [Other]) {
        guard let udev = udev_new() else { return ([], []) }
        defer { udev_unref(udev) }
        let nodes = InputNode.all(udev: udev)
        if nodes.isEmpty { problems.append("no input devices: /dev/input is empty") }
        let unseen = nodes.filter { !$0.isInitialized }
        if !unseen.isEmpty {
            let paths = unseen.map(\.path).joined(separator: ", ")
            problems.append("udev has not looked at \(paths); is systemd-udevd running?")
        }
        let panels = nodes.filter(\.isTouchscreen).map { node in
            let probe = PanelProbe(node.path)
            return Panel(
                path: node.path, name: node.name, vendorProduct: node.vendorProduct,
                millimetres: probe.device?.millimetres ?? node.millimetres, contacts: probe.device?.contacts,
                calibration: probe.device?.calibration, rule: node.calibrationRule, problem: probe.problem,
                isRefused: probe.isRefused)
        }
        let others = nodes.filter { !$0.isTouchscreen }.map {
            Other(
                path: $0.path, name: $0.name, vendorProduct: $0.vendorProduct, isMouse: $0.isMouse,
                mistaken: $0.mistaken)
        }
        return (panels, others)
    }

    private static func outputs(_ problems: inout [String]) -> [Output] {
        let paths: [String]
        do throws(SystemError) {
            paths = try Card.paths()
        } catch {
            problems.append(error.description)
            return []
        }
        if paths.isEmpty { problems.append("no graphics card: /dev/dri is empty") }
        return paths.flatMap { path in
            do throws(SystemError) {
                let (card, isHeld) = try Card.openToLook(path)
                defer { card.close() }
                let holders = isHeld ? MasterHolders.find(of: path) : []
                return card.connectors(probe: false).map {
                    Output(
                        card: path, driver: card.driver, connector: $0, planes: card.planes(for: $0),
                        scaling: card.scaling(of: $0), holders: holders)
                }
            } catch {
                let known = SysfsCard(path: path)
                if known.connectors.isEmpty { problems.append(error.description) }
                // Root in a sandboxed service may not be able to open the card, but can see which process holds it.
                let holders = MasterHolders.find(of: path)
                return known.connectors.map {
                    Output(
                        card: path, driver: known.driver, connector: $0, holders: holders, problem: error.description,
                        isRefused: error.isPermission)
                }
            }
        }
    }
}

/// Opens one panel without a seat, reads its properties, and closes it.
private struct PanelProbe {
    var device: TouchDevice?
    var problem: String?
    var isRefused = false

    /// Why libinput rejects the panel at `path`, or how to find out.
    private static func reason(_ path: String) -> String {
        let unknown = "`libinput list-devices --verbose` shows why"
        var device: OpaquePointer?
        guard let file = try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK),
            libevdev_new_from_fd(file.number, &device) == 0, let device
        else { return unknown }
        defer { libevdev_free(device) }
        let axes = [ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_X, ABS_Y].map(UInt32.init)
        let empty = axes.first {
            libevdev_has_event_code(device, UInt32(EV_ABS), $0) != 0
                && libevdev_get_abs_minimum(device, $0) == libevdev_get_abs_maximum(device, $0)
        }
        guard let empty else { return unknown }
        let name = libevdev_event_code_get_name(UInt32(EV_ABS), empty).map { String(cString: $0) } ?? "an axis"
        return "\(name) has no range: the driver, or the device tree (touchscreen-size-x and -y), must give it one"
    }

    init(_ path: String) {
        // libinput reports only that opening failed; open(2) gives the reason.
        do throws(SystemError) {
            _ = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
        } catch {
            (problem, isRefused) = (error.description, error.isPermission)
            return
        }
        var interface = libinput_interface(
            open_restricted: { path, flags, _ in
                let fd = path.map { open($0, flags) } ?? -1
                return fd == -1 ? -errno : fd
            },
            close_restricted: { fd, _ in close(fd) })
        withUnsafePointer(to: &interface) { interface in
            guard let context = libinput_path_create_context(interface, nil) else { return }
            defer { libinput_unref(context) }
            bezel_silence_libinput(context)
            if let handle = libinput_path_add_device(context, path) {
                device = TouchDevice(id: 0, handle)
            } else {
                problem = "\(path): libinput rejects it; \(PanelProbe.reason(path))"
            }
        }
    }
}
