// The programs of a screen's pages in a run: what starts them, and the frames that they hear of.

package import Frames
package import Geometry
import Glibc
import Guests
package import Linux
package import Logging
package import Machine
package import Stage
import Web

/// Connects the programs of a stage's screens with its frame loop.
@MainActor
package final class GuestSession: FrameObserver {
    private let house: GuestHouse
    private let frameLoop: FrameLoop

    /// Programs for `stage`, which `frameLoop` draws, and which begins with the screens that `first` returns, also after a reload.
    package init(
        _ first: @escaping () -> StartScreens, on stage: Stage, _ frameLoop: FrameLoop, _ configuration: Configuration,
        loop: EventLoop,
        log: Logger
    ) {
        self.frameLoop = frameLoop
        let panel = stage.panel
        let web = configuration.web
        house = GuestHouse(
            loop: loop, launcher: Self.launcher,
            output: GuestOutput(
                pixels: panel.pixels, millimetres: panel.millimetres, scale: GuestView.scale(on: panel),
                refresh: frameLoop.display?.refreshInterval ?? .milliseconds(16)),
            atBoot: { first().programsAtBoot }, pages: { first().pages(showing: $0) },
            command: { [unowned stage] program in
                try Self.command(for: program, web, language: stage.language ?? first().language)
            },
            now: { MonotonicClock.now() }, isDark: { [unowned frameLoop] in frameLoop.isAway },
            log: { log.notice("\($0)") }, warn: { log.warning("\($0)") },
            onChange: { [unowned frameLoop] in frameLoop.showContents() })
        stage.typeIntoGuests()
        stage.guests = house
        house.start()
        frameLoop.add(self)
    }

    /// systemd's sockets where the unit names their folder, or else this program. The screens of a process share them.
    private static let launcher: GuestLauncher =
        if let folder = getenv("BEZEL_GUEST") {
            .service(GuestSockets(in: String(cString: folder), startingAt: Int(getpid())))
        } else { .child(program: WorkerProcess.thisProgram) }

    /// Whether programs run as root: those that systemd starts have users of their own.
    private static var isRoot: Bool {
        switch launcher {
        case .service: false
        case .child: geteuid() == 0
        }
    }

    /// The command for `program`, and where it may lead.
    private static func command(
        for program: GuestProgram, _ web: WebTable, language: String?
    ) throws -> GuestStart {
        let command = try web.command(for: program, language: language, asRoot: isRoot)
        return GuestStart(
            command.words, showing: command.page.map { WebHosts(home: $0, hosts: program.hosts ?? ["*"]) },
            touchCancellation: command.ignoresCancelledFingers ? .moveOutAndLift : .cancel)
    }

    /// Ends all programs.
    package func close() { house.close() }

    package func reads() { house.reads() }
    package func handedOver() { house.handedOver() }
    package func presented(at instant: Instant) { house.presented(at: instant) }
    package func sawNothingNew() { house.sawNothingNew() }
}
