// `bezel run`: takes a seat, a display and the touch panels, and runs a kiosk or an app on them.

package import Frames
package import Geometry
import Calibration
import Glibc
import Logging
package import Machine

/// What `bezel run` is asked for.
package struct RunCommand: Sendable {
    /// The machine's file; nil for /etc/bezel/bezel.toml, if it is there.
    package var configuration: String?
    /// Where the picture goes; nil for what the machine's file says.
    package var backend: Configuration.Backend?
    /// The extent of a headless display, or of a window; nil: 1920 by 1080, or a whole screen.
    package var screen: PixelSize?
    /// The refreshes of a headless display in 1000 seconds.
    package var millihertz = 60_000
    /// The screen in millimetres, before the picture is turned; nil for what panel or display report.
    package var size: Size?
    /// How far the picture is turned clockwise on the screen; nil for what the machine's file says.
    package var rotation: PictureRotation?
    /// How much larger than usual everything is; nil for what the machine's file says.
    package var scale: Double?
    /// The screens already pushed, root first.
    package var stack: [String] = []
    /// Where touches and frames are recorded; nil for nowhere.
    package var record: String?
    /// Where the trace goes: a file, `-` for standard output, nil for nowhere.
    package var trace: String?
    /// The folder of what `bezel calibrate` measured; nil for what the machine's file says.
    package var panels: String?
    /// The folder of what has to outlive the run; nil for the ones that systemd gives, if it does.
    package var state: String?
    /// Touches that are played over and over; nil for none.
    package var play: String?
    /// What is said in more detail on standard error.
    package var debug: [DebugTopic] = []
    /// Whether a display and a touch panel that are not there at the beginning are waited for. A service does that unasked.
    package var waits = false
    /// The virtual terminal to take when devices are opened directly.
    package var tty: String?
    /// Whether to go on without a virtual terminal.
    package var allowNoVT = false
    /// Whether what fingers, recognizers and the frame clock do is drawn over the picture.
    package var showsHUD = false
    /// How many times as long everything takes that moves by itself.
    package var slowMotion = 1.0
    /// Ends the run after so many frames; for measurements.
    package var frameLimit: Int?
    /// Whether touch panels are opened at all.
    var takesTouches = true

    /// Nothing asked for yet.
    package init() {}

    /// Runs the kiosk in `folder`, or where that is nil the one that the machine's file names, until a signal ends it.
    package func run(kiosk folder: String?) throws(Failure) {
        try run { machine throws(Failure) in
            let log = Logger.ofCommand()
            var firsts: [StartScreens] = []
            for screen in machine.eachScreen {
                let own = machine.screens.isEmpty ? nil : screen.kiosk
                guard let folder = own ?? folder ?? screen.kiosk else {
                    throw Failure(
                        .usage, "no kiosk: give its folder, or write kiosk = \"…\" in \(Configuration.standardPath)")
                }
                firsts.append(try StartScreens(kiosk: folder, on: screen) { log.warning("\($0)") })
            }
            return firsts
        }
    }

    /// Runs `first` until a signal ends it.
    package func run(_ first: StartScreens, on machine: Configuration) throws(Failure) {
        let session = try RunSession(self)
        defer { session.close() }
        try session.run([first], on: machine)
    }

    /// Runs what `first` makes of the machine's file, and again with files that are read anew, as long as somebody asks
    /// for that on the glass.
    package func run(_ first: (Configuration) throws(Failure) -> [StartScreens]) throws(Failure) {
        LogThreshold.install()
        while true {
            let machine = try machineConfiguration()
            let session = try RunSession(self)
            do throws(Failure) { try session.run(try first(machine), on: machine) } catch {
                session.close()
                throw error
            }
            session.close()
            guard let ending = session.maintenance.ending else { return }
            if ending == .calibrate, !calibrate() { return }
        }
    }

    /// Measures the panel; whatever comes of that, the kiosk goes on. False when a signal says that all is to end.
    private func calibrate() -> Bool {
        var command = CalibrateCommand()
        command.run = self
        (command.run.stack, command.run.trace, command.run.record) = ([], nil, nil)
        let log = Logger.ofCommand()
        do throws(Failure) {
            switch try command.measure() {
            case .kept(let paths)?: for path in paths { log.notice("kept in \(path)") }
            case .left(let why)?: log.warning("calibrating: nothing is saved: \(why)")
            case nil: return false
            }
        } catch { log.warning("calibrating: \(error)") }
        return true
    }
}

extension RunCommand {
    /// What the machine's file says: the one that was named, the installed one if it is there, else the defaults; and
    /// over it, what was asked for here.
    package func machineConfiguration() throws(Failure) -> Configuration {
        var machine = try Configuration.ofThisMachine(configuration)
        machine.backend = backend ?? machine.backend
        machine.rotation = rotation ?? machine.rotation
        machine.scale = scale ?? machine.scale
        for index in machine.screens.indices {
            machine.screens[index].rotation = rotation ?? machine.screens[index].rotation
            machine.screens[index].scale = scale ?? machine.screens[index].scale
        }
        machine.panels = panels ?? machine.panels
        return machine
    }
}
