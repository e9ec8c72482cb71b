// What a machine is like, as far as a kiosk is concerned: gathered once, then judged.

import Geometry
import Glibc
import Linux
import Pages

/// What the checks of `bezel doctor` go by.
struct MachineFacts {
    /// The machine's name.
    var host = ""
    /// Who asks.
    var account = Account(name: "root", number: 0, groups: ["root"], listed: ["root"])
    /// The machine's file; nil when there is none.
    var file: String?
    /// What that says, or the defaults.
    var configuration = Configuration()
    /// What is wrong with it.
    var wrongConfiguration: Failure?
    /// The kiosk; nil when none is named.
    var kiosk: KioskFacts?
    /// The value of WAYLAND_DISPLAY; nil where it is not set.
    var window: WindowFacts?
    /// What KMS would show it on.
    var screen: Result<DisplayProbe, DisplayError> = .failure(.noDisplay("no graphics card: /dev/dri holds none"))
    /// The screens after the first one, where the machine's file describes several.
    var otherScreens: [ScreenFacts] = []
    /// The nodes of the graphics cards.
    var cards: [NodeAccess] = []
    /// What there is where there is no KMS.
    var frameBuffers: [FrameBufferProbe] = []
    /// The options that the kernel was started with.
    var kernelOptions: [String] = []
    /// Panels and connectors.
    var devices = DeviceList(panels: [], outputs: [])
    /// The panels' nodes.
    var panelNodes: [NodeAccess] = []
    /// What is kept of the panels, by `vid:pid`; nil where nothing is.
    var records: [String: Result<PanelRecord?, Failure>] = [:]
    /// Who would open devices.
    var seat = SeatSurvey(
        seatd: .absent, socket: "/run/seatd.sock", logind: .absent, terminal: .free("/dev/tty1"), foreground: "tty1")
    /// What text is drawn with.
    var fonts = FontFacts()
    /// How long memory takes to copy a picture of the screen.
    var copy: CopyTime?
    /// What schedules go by.
    var clock = ClockState(local: "", isSynchronized: true, zone: "Etc/UTC", isBeforeThisProgram: false)
    /// Whether the screen is to be lit at this hour; nil where there is no schedule.
    var isOpen: Bool?
    /// What systemd says of the units in `ServiceCheck.units`; nil where it does not run the machine.
    var units: [UnitState]?
    /// Processes that matter to a kiosk, by name: those of `bezel` but this one, and `plymouthd`.
    var processes: [String: [Int]] = [:]

    /// A kiosk's pages, and what is wrong with them.
    struct KioskFacts {
        var folder: String
        var kiosk: Kiosk?
        var diagnostics: [Diagnostic] = []
    }

    /// One of several screens: what the machine's file says of it, as if it were the only one, what it shows, and on what.
    struct ScreenFacts {
        var configuration: Configuration
        var kiosk: KioskFacts?
        var screen: Result<DisplayProbe, DisplayError>
    }

    /// The facts as each screen has them: the first one is `configuration`'s, `kiosk`'s and `screen`'s.
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
        /// Whether its socket is there and may be used.
        var isReachable: Bool
    }

    /// The size of the picture in pixels and how often it can change; 1920 by 1080 at 60 Hz where nobody knows.
    var mode: DisplayMode {
        if case .success(let screen) = screen { return screen.mode }
        let connected = devices.outputs.first { $0.connector.status == .connected }?.connector.modes.first
        let size = connected?.size ?? frameBuffers.lazy.compactMap(\.size).first ?? PixelSize(1920, 1080)
        return DisplayMode(size: size, millihertz: connected?.millihertz ?? 60_000)
    }

    /// The kind of display that would be taken if all that is asked for is there.
    var backend: Configuration.Backend {
        guard configuration.backend == .auto else { return configuration.backend }
        if window?.isReachable == true { return .wayland }
        if case .failure(.noDisplay) = screen, !frameBuffers.isEmpty { return .fbdev }
        return .drm
    }

    /// Whether it shows its picture, and reads its panels, by means of a seat.
    var needsSeat: Bool { backend == .drm || backend == .fbdev }

    /// The unit `name`; nil where systemd does not know it.
    func unit(_ name: String) -> UnitState? { units?.first { $0.name == name && $0.isThere } }

    /// `command` as something that only root may do.
    func asRoot(_ command: String) -> String { account.isRoot ? command : "as root: \(command)" }
}
