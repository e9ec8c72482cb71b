// A small kiosk that runs headless in its real loop, with its real control socket.

import Geometry
import Logging
import Pages
import TestFolders

@testable import Bezel
@testable import Frames
@testable import Linux
@testable import Machine
@testable import Run
@testable import Stage

/// Two pages on a headless display, with a control socket. Its loop runs only when it is told to.
@MainActor
final class FuzzedKiosk: ControlledRun {
    /// Where it listens.
    var socket: String { server.path }
    let server: ControlServer
    private let folder = TemporaryFolder()
    private let loop: EventLoop
    private let stage: Stage
    private let frameLoop: FrameLoop
    private let screen: ScreenMonitor
    private let control: ControlHandler
    private let idle: IdleSession
    private let display: HeadlessDisplay
    let panels: [PanelStatus] = []
    let restarts: Int? = nil
    let faults: [Fault] = []
    let waitingKeys: [String] = []

    init() throws {
        folder.write(Array("# Home\n\n- [More](more.md)\n".utf8), to: "kiosk/home.md")
        folder.write(Array("# More\n".utf8), to: "kiosk/more.md")
        let size = PixelSize(96, 64)
        let log = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        loop = try EventLoop()
        display = HeadlessDisplay(size: size, millihertz: 60_000, millimetres: Size(96, 64), loop: loop)
        let first = try StartScreens(kiosk: "\(folder.path)/kiosk", on: Configuration()) { _ in }
        stage = try first.stage(
            on: Panel(pixels: size, millimetres: Size(96, 64)), scale: 1, stack: [], measured: nil,
            at: MonotonicClock.now())
        frameLoop = try FrameLoop(stage: stage, display: display, loop: loop, log: log)
        idle = try IdleSession(
            first, on: stage, frameLoop, display, PageChange(of: stage, frameLoop, loop: loop), Configuration(),
            last: nil,
            loop: loop, log: log)
        screen = ScreenMonitor(
            number: 1, stage: stage, frameLoop: frameLoop, idle: idle, scale: 1, kept: .seconds(120), pages: { first },
            display: { [display] in display })
        control = ControlHandler(log: log, start: MonotonicClock.now())
        control.add(screen)
        server = try ControlServer(
            try ListeningSocket(path: "\(folder.path)/control", mode: 0o600), loop: loop, policy: ControlPolicy(),
            log: log)
        server.onRequest = { [control] in control.handle($0, $1) }
        control.run = self
        frameLoop.add(admitting: idle)
        frameLoop.start()
    }

    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) {
        let path = "\(folder.path)/kiosk"
        do throws(Failure) {
            _ = try StartScreens(Kiosk.load(path), in: path, on: Configuration()) { _ in }
            answer(.success([]))
        } catch { answer(.failure(error)) }
    }

    /// Handles the events that are due.
    func goOn() throws {
        for _ in 0..<32 { if try !loop.runOnce(until: MonotonicClock.now()) { return } }
    }

    /// Runs the loop until `isDone`, which is asked after each turn, for at most two seconds.
    func goOn(until isDone: () -> Bool) throws {
        let limit = MonotonicClock.now() + .seconds(2)
        while !isDone(), MonotonicClock.now() < limit {
            try goOn()
            if isDone() { return }
            try loop.runOnce(until: MonotonicClock.now() + .milliseconds(1))
        }
    }

    /// A finger taps on the row that leads to the other page.
    func tap() {
        let now = MonotonicClock.now()
        for (phase, after) in [(TouchFrame.Phase.began, 0), (.ended, 20)] {
            let change = TouchFrame.Change(contact: 1, phase: phase, position: Point(40, 50))
            frameLoop.handle(TouchFrame(time: now + .milliseconds(after), changes: [change]))
        }
    }

    /// Brings back the state of the beginning.
    func reset() {
        idle.setLight(to: true)
        LogThreshold.level = .info
        screen.change { stage in
            for sheet in stage.sheets.reversed() { sheet.dismiss(animated: false) }
            stage.navigator.popToRoot(animated: false)
        }
    }
}
