// `bezel run`: opens a seat, the displays and the touch panels, and runs a kiosk or an app on them.

import Drawing
package import Frames
package import Geometry
import Calibration
import Glibc
import Linux
import Logging
package import Machine
import Pages

/// The options of `bezel run`.
package struct RunCommand: Sendable {
    /// The path of the machine's file; nil for /etc/bezel/bezel.toml, if that exists.
    package var configuration: String?
    /// The display backend; nil for the one in the machine's file.
    package var backend: Configuration.Backend?
    /// The size of a headless display or of a window; nil for 1920 × 1080, or for a window as large as its screen.
    package var screen: PixelSize?
    /// The refreshes of a headless display per 1000 seconds.
    package var millihertz = 60_000
    /// The size of the screen in millimetres, before the picture is rotated; nil for the size that the panel or the display
    /// reports.
    package var size: Size?
    /// The clockwise rotation of the picture on the screen; nil for the one in the machine's file.
    package var rotation: PictureRotation?
    /// The scale of everything on the screen; nil for the one in the machine's file.
    package var scale: Double?
    /// The names of the screens already on the stack, root first; empty for the start.
    package var stack: [String] = []
    /// The file to which touches and frames are recorded; nil for none.
    package var record: String?
    /// The target of the trace: a path, `-` for standard output, or nil for none.
    package var trace: String?
    /// The folder of the calibrations; nil for the one in the machine's file.
    package var panels: String?
    /// The folder for state that outlives the run; nil for the folders that systemd gives to a service, if any.
    package var state: String?
    /// The recording whose touches are played over and over; nil for none.
    package var play: String?
    /// The topics to report in more detail on standard error.
    package var debug: [DebugTopic] = []
    /// Whether to wait for a display and a touch panel that are missing at the start. A service always waits.
    package var waits = false
    /// The virtual terminal to take when devices are opened directly.
    package var tty: String?
    /// Whether the kiosk may run without a virtual terminal.
    package var allowNoVT = false
    /// Whether the HUD is drawn over the picture: fingers, recognizers and the frame clock.
    package var showsHUD = false
    /// The factor by which everything that moves by itself takes longer.
    package var slowMotion = 1.0
    /// The number of frames after which the run ends, for measurements; nil for no limit.
    package var frameLimit: Int?
    /// Reads the kiosks' texts and pictures in other processes; nil reads them in this one.
    package var content: ContentProcess?
    /// Whether touch panels are opened.
    var takesTouches = true

    /// Creates the command with default options.
    package init() {}

    /// Runs the kiosk in `folder` until a signal ends it. If `folder` is nil, runs the kiosk that the machine's file names.
    @MainActor
    package func run(kiosk folder: String?) throws(Failure) {
        try run { machine throws(Failure) in
            let log = Logger.ofCommand()
            var firsts: [StartScreens] = []
            let reader = reader(machine.content)
            var limit = LineLimit()
            defer { for line in limit.end() { log.warning("\(line)") } }
            for (index, screen) in machine.eachScreen.enumerated() {
                let own = machine.screens.isEmpty ? nil : screen.kiosk
                guard let folder = own ?? folder ?? screen.kiosk else {
                    let file = configuration ?? Configuration.standardPath
                    let table = machine.screens.isEmpty ? "" : ", at its top or in the [[screen]] number \(index + 1)"
                    throw Failure(.usage, "no kiosk: give its folder, or write kiosk = \"…\" in \(file)\(table)")
                }
                firsts.append(
                    try StartScreens(kiosk: folder, on: screen, reader: reader) {
                        if limit.admits($0, at: MonotonicClock.now()) { log.warning("\($0)") }
                    })
            }
            return firsts
        }
    }

    /// Runs `first` until a signal ends it.
    @MainActor
    package func run(_ first: StartScreens, on machine: Configuration) throws(Failure) {
        let session = try RunSession(self)
        defer { session.close() }
        try session.run([first], on: machine)
    }

    /// Runs the screens that `first` makes from the machine's file. When a technician restarts or calibrates the kiosk on the
    /// maintenance page, reads the files again and starts again.
    @MainActor
    package func run(_ first: @MainActor (Configuration) throws(Failure) -> [StartScreens]) throws(Failure) {
        LogThreshold.install()
        // The log has a thread of its own, which must not read the environment meanwhile.
        var ignored: [String] = []
        BlockingVariables.remove { ignored.append($0) }
        for line in ignored { Logger.ofCommand().warning("\(line)") }
        while true {
            let readSince = FileTime.now()
            let machine = try machineConfiguration()
            let session = try RunSession(self)
            do throws(Failure) {
                // Reading pages can take long, and nothing is open yet that has to be closed.
                session.letsSignalsEndProcess(true)
                let first = try first(machine)
                if let screens = first.first, !stack.isEmpty { try screens.check(stack) }
                session.letsSignalsEndProcess(false)
                try session.run(first, on: machine, readSince: readSince)
            } catch {
                session.close(after: error)
                throw error
            }
            session.close()
            guard let ending = session.maintenance.ending else { return }
            if ending == .calibrate, !calibrate() { return }
        }
    }

    /// Calibrates the panel. Returns false if a signal ended the calibration, which also ends the run. After any other outcome,
    /// even an error, the kiosk continues.
    @MainActor
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
    /// Reads texts and pictures with the limits in `rules`, for one load of all kiosks.
    func reader(_ rules: ContentRules) -> ContentReader { content?.reader(rules) ?? .here(rules) }

    /// The settings of the named file, or else of the installed one if it exists, or else the defaults. The options of this
    /// command take precedence over them.
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
