// One program with its compositor, its windows and its process.

import Geometry
import Linux
import Stage
import Web

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
        /// What holds a browser to its page.
        let browser: Browser?
        /// What was started.
        let words: [String]
    }
    private var running: Running?
    /// Whether the program that runs has shown something.
    private var hasShown = false
    /// How the page of a browser comes.
    private var load = PageLoad()

    init(_ program: GuestProgram, in house: GuestHouse) {
        (self.program, self.house) = (program, house)
        life = GuestLife(keep: program.start == .boot ? nil : program.keep)
    }

    /// The most lines of the log about connections that the kiosk ends, in a program's life.
    private static let mostRefusals = 8

    /// What the log calls it.
    var label: String { house.label(of: program, at: place) }
    /// Whether frames that are shown show its windows.
    var isSeen: Bool { place?.isSeen == true }
    /// Whether it waits to be told of a frame.
    var isWaiting: Bool { isSeen && running?.server.isWaiting == true }

    // MARK: What happens

    func appeared(_ place: GuestPlace, at now: Instant) {
        if self.place !== place {
            running?.view.leaves()
            self.place?.showWindows(nil)
        }
        (self.place, lastSeen) = (place, now)
        if let running, let words = try? house.command(program).words, words != running.words {
            end(because: "its command is another one now, such as for another language")
        }
        place.showWindows(running?.view)
        carryOut(life.appeared(at: now))
        carryOut(load.appeared())
        if let browser = running?.browser { place.report(.history(browser.canGoBack)) }
        running?.view.appeared()
    }

    func disappeared(_ place: GuestPlace, at now: Instant) {
        // Another page with the same program may have taken it over.
        guard self.place === place else { return }
        lastSeen = now
        carryOut(life.disappeared(at: now))
    }

    func comesNear(at now: Instant) { carryOut(life.comesNear(at: now)) }
    func retry(at now: Instant) {
        guard let browser = running?.browser else { return carryOut(life.retry(at: now)) }
        if browser.canStay {
            // Also while the page that did not come is asked for again: the card with the button is still there.
            load.end()
            browser.stay()
        } else if case .failed = browser.state {
            load.end()
            browser.retry()
        } else {
            carryOut(life.retry(at: now))
        }
    }

    func goBack() { running?.browser?.goBack() }

    func advance(to now: Instant) {
        carryOut(load.advance(to: now))
        // While no frame is shown a program may wait for one, so its silence says nothing.
        let mayWait = house.isDark() && life.isSeen && running?.server.isShowing == true
        carryOut(mayWait ? life.heard(at: now) : life.advance(to: now))
    }

    /// When something is due next; nil for nothing.
    var nextDeadline: Instant? { [life.nextDeadline, load.nextDeadline].compactMap(\.self).min() }

    /// Ends it, and logs the `reason`.
    func end(because reason: String) {
        if life.isRunning { house.log("\(label): ended, because \(reason)") }
        carryOut(life.end())
    }

    /// What an operator is told of it at `now`.
    func status(at now: Instant) -> GuestStatus {
        var status = life.status(at: now)
        if life.isRunning, case .failed(let failure) = running?.browser?.state {
            (status.state, status.since) = (.unreachable, nil)
            status.reason = "\(Self.place(of: failure.address)) did not come: \(failure.reason.text)"
            status.next = load.nextDeadline.map { $0 - now }
        }
        return status
    }

    func reads() { if isSeen { running?.server.dispatchPending() } }
    func handedOver() { if isSeen { running?.server.handedOver() } }
    func presented(at instant: Instant, isFlip: Bool) {
        if isSeen { running?.server.presented(at: instant, isFlip: isFlip) }
    }

    private func carryOut(_ orders: [GuestLife.Order]) {
        for order in orders {
            switch order {
            case .start:
                if life.failures > 0 { house.countRestart(of: program) }
                start()
            case .end(let why):
                if let reason = Self.words(for: why) { house.log("\(label): ended, because \(reason)") }
                stop()
            case .ask: if let browser = running?.browser { browser.ping() } else { running?.server.ask() }
            case .tell(.shown): reportPage()
            case .tell(let news): place?.report(news)
            }
        }
        house.changedDeadline()
    }

    private static func words(for why: GuestLife.Ending) -> String? {
        switch why {
        case .left: "its page was left"
        case .showsNothing: "it has shown nothing for \(Int(GuestLife.longestStart.seconds)) s"
        case .silent: "it has not answered for \(Int(GuestLife.patience.seconds)) s"
        case .known: nil
        }
    }

    private func carryOut(_ order: PageLoad.Order?) {
        switch order {
        case .giveUp: running?.browser?.giveUp()
        case .loadAgain: running?.browser?.retry()
        case nil: break
        }
    }

    // MARK: Running

    private func start() {
        stop()
        house.makeRoom(for: self)
        let command: GuestStart
        do { command = try house.command(program) } catch { return miss("\(error)") }
        let output = house.output
        let server = GuestServer(
            output: output, touchCancellation: command.touchCancellation, hasOneWindow: command.pages != nil)
        do throws(SystemError) {
            try server.start(in: house.loop)
            func process(_ descriptors: [(number: Int32, file: Int32)]) throws(SystemError) -> GuestProcess {
                try GuestProcess(
                    command.words, called: label, descriptors: descriptors, by: house.launcher, loop: house.loop,
                    onConnection: { [unowned server] in server.connect($0) },
                    onEnd: { [unowned self] in ended($0) })
            }
            let view = GuestView(server, refresh: output.refresh)
            if let pages = command.pages {
                let pipes = try DevToolsPipes()
                let process = try process(pipes.theirs)
                let browser = try Browser(over: pipes, showing: pages, in: house.loop) { [unowned self] in heard($0) }
                view.onInput = { [unowned browser] in browser.take($0) }
                running = Running(server: server, view: view, process: process, browser: browser, words: command.words)
            } else {
                running = Running(
                    server: server, view: view, process: try process([]), browser: nil, words: command.words)
            }
        } catch {
            server.close()
            // systemd may be starting its socket again.
            house.log("\(label) was not started: \(error)")
            return carryOut(life.ended(-1, at: house.now()))
        }
        server.onChange = { [unowned self] in changed() }
        server.onAnswer = { [unowned self] in carryOut(life.heard(at: house.now())) }
        var left = Self.mostRefusals
        server.onRefusal = { [unowned self] reason in
            // A program can have itself refused as often as it likes.
            guard left > 0 else { return }
            left -= 1
            house.log("\(label): a connection of the program \(reason), so it was ended")
        }
        house.log("\(label): started")
        place?.showWindows(running?.view)
    }

    private func stop() {
        guard let gone = running else { return }
        (running, load, hasShown) = (nil, PageLoad(), false)
        gone.view.leaves()
        place?.showWindows(nil)
        gone.process.end()
        (gone.server.onChange, gone.server.onAnswer, gone.server.onRefusal) = (nil, nil, nil)
        gone.server.close()
    }

    private func changed() {
        guard let server = running?.server else { return }
        if server.isShowing {
            hasShown = true
            carryOut(life.heard(at: house.now()))
        } else if case .failed = running?.browser?.state {
            // A browser without a page may have no window.
        } else {
            carryOut(life.vanished(at: house.now()))
        }
        if isSeen { house.onChange() }
    }

    // MARK: The page of a browser

    /// What its window shows, once there is one.
    private var page: GuestNews {
        switch running?.browser?.state {
        case .showing, nil: .shown
        case .starting, .ended: load.news
        case .failed(let failure):
            running?.browser?.canStay == true ? .lost(failure.reason.trouble) : .unreachable(failure.reason.trouble)
        }
    }

    /// Tells its place what its window shows, and whether there is a page to go back to, which a place forgets while none is shown.
    private func reportPage() {
        place?.report(page)
        if let browser = running?.browser { place?.report(.history(browser.canGoBack)) }
    }

    private func heard(_ event: Browser.Event) {
        switch event {
        case .stateChanged:
            switch running?.browser?.state {
            case .starting: break
            case .failed(let failure): failed(failure)
            case .showing, .ended, nil: load.end()
            }
            house.changedDeadline()
            if case .showing = life.state { reportPage() }
        case .loads:
            load.begins(at: house.now())
            house.changedDeadline()
        case .replaced(let isKept): running?.view.pageChanged(isKept: isKept)
        case .historyChanged: place?.report(.history(running?.browser?.canGoBack == true))
        case .missing(let address, let status):
            house.warnOnce(
                "\(label): the server of \(Self.place(of: address, withPath: true)) answers with HTTP \(status)")
        case .refused(let address):
            house.logRefusal(of: address, by: label)
            place?.report(.refused)
        case .closed:
            house.log("\(label): its page has closed its window")
            carryOut(life.ended(-1, at: house.now()))
        case .answered: carryOut(life.heard(at: house.now()))
        }
    }

    private func failed(_ failure: Browser.Failure) {
        if !load.hasFailed {
            house.log("\(label): \(Self.place(of: failure.address)) did not come: \(failure.reason.text)")
        }
        // The browser is well, whether it has a window yet or not.
        carryOut(life.heard(at: house.now()))
        load.failed(page, asksAgain: running?.browser?.asksAgain != false, at: house.now())
    }

    private func ended(_ end: GuestEnd) {
        switch end {
        case .missing(let reason): miss(reason)
        case .status(let status):
            let early = hasShown ? "" : " before it showed anything; its own output may say why"
            house.log("\(label): ended with status \(status)\(early)")
            carryOut(life.ended(status, at: house.now()))
        case .lost:
            house.log("\(label): the process that runs it has gone")
            carryOut(life.ended(-1, at: house.now()))
        case .silent:
            house.log("\(label): what runs programs has not started it in \(Int(GuestProcess.patience.seconds)) s")
            carryOut(life.isUnanswered(at: house.now()))
        }
    }

    /// What the log says of `address`: not its query or its user, which may be secret.
    private static func place(of address: String, withPath: Bool = false) -> String {
        guard let place = WebAddress(address), place.isOfWeb else { return String(address.prefix(200)) }
        let path = withPath ? WebAddress.path(in: address).prefix(200) : ""
        return "\(place.scheme)://\(place.hostAndPort)\(path)"
    }

    private func miss(_ reason: String) {
        house.log("\(label) cannot be started: \(reason)")
        carryOut(life.isMissing())
    }
}

extension Browser.Reason {
    /// What a visitor is told of it.
    fileprivate var trouble: GuestNews.Trouble {
        switch self {
        case .unknownHost, .offline: .connection
        case .unreachable, .late, .server, .crashed, .refused, .tooLarge, .other: .other
        }
    }
}
