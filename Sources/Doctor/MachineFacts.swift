// The facts about a machine that matter to a kiosk: gathered once, then judged by the checks.

import Geometry
import Glibc
import Linux
import Machine
import Pages
import Settings

/// The facts that the checks of `bezel doctor` judge.
struct MachineFacts {
    /// The machine's name.
    var host = ""
    /// The user who runs the check.
    var account = Account(name: "root", number: 0, groups: ["root"], listed: ["root"])
    /// The path of the machine's file; nil when there is none.
    var file: String?
    /// The settings of the machine's file, or the defaults.
    var configuration = Configuration()
    /// What is wrong with the machine's file; nil when nothing is.
    var wrongConfiguration: Failure?
    /// The kiosk of the first screen; nil when no kiosk is named.
    var kiosk: KioskFacts?
    /// The compositor that WAYLAND_DISPLAY names; nil when the variable is unset or empty.
    var window: WindowFacts?
    /// The display that KMS would use for the first screen, or the reason why there is none.
    var screen: Result<DisplayProbe, DisplayError> = .failure(.noDisplay("no graphics card: /dev/dri is empty"))
    /// The screens after the first one, when the machine's file describes several.
    var otherScreens: [ScreenFacts] = []
    /// The device nodes of the graphics cards.
    var cards: [NodeAccess] = []
    /// The frame buffer devices. They are looked up only when KMS finds no display, or when the machine's file asks for them.
    var frameBuffers: [FrameBufferProbe] = []
    /// The options on the kernel's command line.
    var kernelOptions: [String] = []
    /// The touch panels and the connectors.
    var devices = DeviceList(panels: [], outputs: [])
    /// The device nodes of the panels that the machine's file accepts.
    var panelNodes: [NodeAccess] = []
    /// The stored calibration of each panel, by `vid:pid`; nil for a panel without one.
    var records: [String: Result<PanelRecord?, Failure>] = [:]
    /// The programs that could open the devices.
    var seat = SeatSurvey(
        seatd: .absent, socket: "/run/seatd.sock", logind: .absent, terminal: .free("/dev/tty1"), foreground: "tty1")
    /// The installed fonts.
    var fonts = FontFacts()
    /// The programs of the kiosk's pages.
    var programs: [ProgramFacts] = []
    /// What the service needs to start them.
    var fence = ProgramFence()
    /// The time in which memory copies one picture of the screen.
    var copy: CopyTime?
    /// The machine as a place of measured drawing values, and their record for this screen; nil for none.
    var processor: TuningRecord.Place?
    var tuning: Result<TuningRecord?, Failure> = .success(nil)
    /// The clock and the time zone that schedules depend on.
    var clock = ClockState(local: "", isSynchronized: true, zone: "Etc/UTC", isBeforeThisProgram: false)
    /// Whether the screen is to be lit at this hour; nil when there is no schedule.
    var isOpen: Bool?
    /// What the light sensor of the machine's file reads (lux), or why it cannot be read; nil without one.
    var light: Result<Double, LightSensor.Failure>?
    /// The state of the units in `ServiceCheck.units`; nil when systemd does not run the machine or does not answer.
    var units: [UnitState]?
    /// The processes that matter to a kiosk, by name: `bezel` without this process, and `plymouthd`.
    var processes: [String: [Int]] = [:]

    /// The pages of a kiosk, and what is wrong with them.
    struct KioskFacts {
        var folder: String
        var kiosk: Kiosk?
        var diagnostics: [Diagnostic] = []
    }

    /// The facts about one of several screens: its part of the machine's file, as if it were the only screen, its kiosk and its
    /// display.
    struct ScreenFacts {
        var configuration: Configuration
        var kiosk: KioskFacts?
        var screen: Result<DisplayProbe, DisplayError>
    }

    /// The facts from the point of view of each screen. The first element is for the screen of `configuration`, `kiosk` and
    /// `screen`.
    var eachScreen: [MachineFacts] {
        [self]
            + otherScreens.map { other in
                var facts = self
                (facts.configuration, facts.kiosk, facts.screen) = (other.configuration, other.kiosk, other.screen)
                return facts
            }
    }

    /// A compositor that the environment names.
    struct WindowFacts {
        var name: String
        /// Whether the compositor's socket exists and this user may use it.
        var isReachable: Bool
    }

    /// The size of the picture in pixels and the refresh rate; 1920 × 1080 at 60 Hz where they are unknown.
    var mode: DisplayMode {
        if case .success(let screen) = screen { return screen.mode }
        let connected = devices.outputs.first { $0.connector.status == .connected }?.connector.modes.first
        let size = connected?.size ?? frameBuffers.lazy.compactMap(\.size).first ?? PixelSize(1920, 1080)
        return DisplayMode(size: size, millihertz: connected?.millihertz ?? 60_000)
    }

    /// The display backend that a run would use if everything it asks for is there.
    var backend: Configuration.Backend {
        guard configuration.backend == .auto else { return configuration.backend }
        if window?.isReachable == true { return .wayland }
        if case .failure(.noDisplay) = screen, !frameBuffers.isEmpty { return .fbdev }
        return .drm
    }

    /// Whether the kiosk opens its display and its panels through a seat.
    var needsSeat: Bool { backend == .drm || backend == .fbdev }

    /// The unit `name`; nil when systemd does not know it.
    func unit(_ name: String) -> UnitState? { units?.first { $0.name == name && $0.isThere } }

    /// `command`, marked as a command for root unless this process runs as root.
    func asRoot(_ command: String) -> String { account.isRoot ? command : "as root: \(command)" }
}
