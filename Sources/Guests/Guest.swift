// One program with its compositor, its windows and its process.

import Geometry
import Linux
import Stage

/// A program that is the screen of pages, from its first page on. Its compositor exists while it runs.
final class Guest {
    let program: GuestProgram
    private(set) var life: GuestLife
    /// The place that shows its windows, on the glass or on its way there; nil for none.
    private(set) weak var place: GuestPlace?
    /// When its place was last on the glass, for whoever has to choose.
    private(set) var lastSeen = Instant.zero
    private unowned let house: GuestHouse

    /// What there is of it while it runs.
    private struct Running {
        let server: GuestServer
        let view: GuestView
        let process: GuestProcess
    }
    private var running: Running?

    init(_ program: GuestProgram, in house: GuestHouse) {
        (self.program, self.house) = (program, house)
        life = GuestLife(keep: program.start == .boot ? nil : program.keep)
    }

    /// Whether frames that are shown show its windows.
    var isSeen: Bool { place?.isSeen == true }
    /// Whether it waits to be told of a frame.
    var isWaiting: Bool { isSeen && running?.server.isWaiting == true }
    /// Whether it plays something that nobody has to touch.
    var isPlaying: Bool { isSeen && running?.server.isPlaying == true }

    // MARK: What happens

    func appeared(_ place: GuestPlace, at now: Instant) {
        if self.place !== place { self.place?.showWindows(nil) }
        (self.place, lastSeen) = (place, now)
        place.showWindows(running?.view)
        carryOut(life.appeared(at: now))
    }

    func disappeared(_ place: GuestPlace, at now: Instant) {
        // Another page with the same program may have taken it over.
        guard self.place === place else { return }
        lastSeen = now
        carryOut(life.disappeared(at: now))
    }

    func comesNear(at now: Instant) { carryOut(life.comesNear(at: now)) }
    func retry(at now: Instant) { carryOut(life.retry(at: now)) }
    func advance(to now: Instant) { carryOut(life.advance(to: now)) }
    func end() { carryOut(life.end()) }

    func presented(at instant: Instant) { if isSeen { running?.server.presented(at: instant) } }

    private func carryOut(_ orders: [GuestLife.Order]) {
        for order in orders {
            switch order {
            case .start: start()
            case .end: stop()
            case .ask: running?.server.ask()
            case .tell(let news): place?.report(news)
            }
        }
        house.changedDeadline()
    }

    // MARK: Running

    private func start() {
        stop()
        house.makeRoom(for: self)
        let words: [String]
        do { words = try house.command(program) } catch { return miss("\(error)") }
        let output = house.output
        let server = GuestServer(output: output)
        do throws(SystemError) {
            try server.start(in: house.loop)
            let process = try GuestProcess(
                words, by: house.launcher, loop: house.loop,
                onConnection: { [unowned server] in server.connect($0) },
                onEnd: { [unowned self] in ended($0) })
            running = Running(server: server, view: GuestView(server, refresh: output.refresh), process: process)
        } catch {
            server.close()
            return miss("\(error)")
        }
        server.onChange = { [unowned self] in changed() }
        server.onAnswer = { [unowned self] in carryOut(life.heard(at: house.now())) }
        house.log("\(program.name): started")
        place?.showWindows(running?.view)
    }

    private func stop() {
        guard let gone = running else { return }
        running = nil
        place?.showWindows(nil)
        gone.process.end()
        (gone.server.onChange, gone.server.onAnswer) = (nil, nil)
        gone.server.close()
    }

    private func changed() {
        guard let server = running?.server else { return }
        carryOut(server.isShowing ? life.heard(at: house.now()) : life.vanished(at: house.now()))
        if isSeen { house.onChange() }
    }

    private func ended(_ end: GuestEnd) {
        switch end {
        case .missing(let reason): miss(reason)
        case .status(let status):
            house.log("\(program.name): ended with status \(status)")
            carryOut(life.ended(status, at: house.now()))
        case .lost:
            house.log("\(program.name): the process that runs it has gone")
            carryOut(life.ended(-1, at: house.now()))
        }
    }

    private func miss(_ reason: String) {
        house.log("\(program.name) cannot be started: \(reason)")
        carryOut(life.isMissing())
    }
}
