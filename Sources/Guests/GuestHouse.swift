// The programs whose windows are screens of one stage.

package import Geometry
package import Linux
package import Stage

/// Starts and ends the programs of a stage's screens, and tells them of frames. All of it happens on the deciding thread. While no screen has
/// a program it holds nothing.
package final class GuestHouse: GuestHost {
    let loop: EventLoop
    let launcher: GuestLauncher
    /// The command for a program. Throws when it is not installed.
    let command: (GuestProgram) throws -> GuestStart
    /// The glass, for a program that starts before its place has a size.
    let output: GuestOutput
    /// The present instant.
    let now: () -> Instant
    /// Whether no frame is shown, because the screen is dark or away.
    let isDark: () -> Bool
    /// Writes a line to the log.
    let log: (String) -> Void
    /// Called when what a guest shows on the glass is different. It is no decision of the kiosk.
    let onChange: () -> Void
    /// The names of the pages that a program shows.
    private let pages: (GuestProgram) -> [String]
    /// The hosts to which pages would have led, each with its page, which the log has named.
    private var refusals: Set<String> = []
    /// The most of them: a page can think of any number of hosts.
    static let mostRefusals = 128
    /// Writes a line to the log that needs attention.
    private let warn: (String) -> Void
    /// The warnings that the log has, and the most of them.
    private var warnings: Set<String> = []
    private static let mostWarnings = 64
    /// The programs that begin with the kiosk, and with each visit.
    private let atBoot: () -> [GuestProgram]

    private(set) var guests: [Guest] = []
    /// How often programs were started again by themselves since the kiosk began.
    private(set) var restarts: [GuestProgram: Int] = [:]
    /// The most programs whose restarts are counted: an app can think of any number.
    private static let mostCounted = 256
    private let due: Timer
    /// Tells guests of a frame that changed nothing. They wait for it, and would draw no more.
    private let idleFrame: Timer

    /// The most programs that run at once: three Chromiums take 1 GB. The one that was not seen for longest is ended for one more.
    package static let mostAtOnce = 4

    /// A house without guests, on a stage whose glass is like `output`.
    package init(
        loop: EventLoop, launcher: GuestLauncher, output: GuestOutput,
        atBoot: @escaping () -> [GuestProgram] = { [] }, pages: @escaping (GuestProgram) -> [String] = { _ in [] },
        command: @escaping (GuestProgram) throws -> GuestStart, now: @escaping () -> Instant,
        isDark: @escaping () -> Bool = { false },
        log: @escaping (String) -> Void, warn: ((String) -> Void)? = nil, onChange: @escaping () -> Void
    ) {
        (self.loop, self.launcher, self.output, self.atBoot, self.pages) = (loop, launcher, output, atBoot, pages)
        (self.command, self.now, self.isDark, self.log, self.onChange) = (command, now, isDark, log, onChange)
        self.warn = warn ?? log
        var (isDue, isIdle): (() -> Void, () -> Void) = ({}, {})
        (due, idleFrame) = (loop.timer { isDue() }, loop.timer { isIdle() })
        isDue = { [unowned self] in for guest in guests { guest.advance(to: now()) } }
        isIdle = { [unowned self] in for guest in guests { guest.presented(at: now(), isFlip: false) } }
    }

    /// Starts what begins with the kiosk.
    package func start() { comesNear(atBoot()) }

    /// Ends all programs.
    package func close() {
        for guest in guests { guest.end(because: "the kiosk ends") }
        guests = []
        for timer in [due, idleFrame] { timer.cancel() }
    }

    // MARK: Screens

    package func appeared(_ place: GuestPlace) { guest(for: place.program).appeared(place, at: now()) }

    package func disappeared(_ place: GuestPlace) {
        guests.first { $0.program == place.program }?.disappeared(place, at: now())
    }

    package func retry(_ place: GuestPlace) { guest(for: place.program).retry(at: now()) }

    package func goBack(_ place: GuestPlace) { guests.first { $0.program == place.program }?.goBack() }

    package func comesNear(_ programs: [GuestProgram]) {
        // One more would end the first of them.
        for program in programs.prefix(Self.mostAtOnce) { guest(for: program).comesNear(at: now()) }
    }

    /// Ends all programs, whose folders go with them, and starts those that begin with each visit.
    package func endVisit() {
        for guest in guests { guest.end(because: "the visit is over") }
        guests = []
        start()
    }

    private func guest(for program: GuestProgram) -> Guest {
        if let guest = guests.first(where: { $0.program == program }) { return guest }
        guests.removeAll { $0.life.state == .off && $0.place == nil }
        let guest = Guest(program, in: self)
        guests.append(guest)
        return guest
    }

    /// Ends programs until `guest` may start.
    func makeRoom(for guest: Guest) {
        while true {
            let others = guests.filter { $0 !== guest && $0.life.isRunning }
            guard others.count >= Self.mostAtOnce,
                let oldest = others.min(by: { ($0.isSeen ? 1 : 0, $0.lastSeen) < ($1.isSeen ? 1 : 0, $1.lastSeen) })
            else { return }
            oldest.end(because: "\(Self.mostAtOnce) programs run")
        }
    }

    /// `program` is started again because it has failed.
    func countRestart(of program: GuestProgram) {
        guard restarts[program] != nil || restarts.count < Self.mostCounted else { return }
        restarts[program, default: 0] += 1
    }

    // MARK: The log

    /// What the log calls `program`, which is at `place`: the page that it shows, or the pages, and its name.
    func label(of program: GuestProgram, at place: GuestPlace?) -> String {
        let names = pages(program)
        let all = names.isEmpty ? [place?.screenName ?? ""].filter { !$0.isEmpty } : names
        let shown = all.prefix(3).joined(separator: ", ") + (all.count > 3 ? " and \(all.count - 3) more" : "")
        return shown.isEmpty ? program.name : "\(shown) (\(program.name))"
    }

    /// Logs that the page `label` would have led to `address`, once for each host.
    func logRefusal(of address: String, by label: String) {
        let what: String
        if let place = WebAddress(address), place.isOfWeb {
            what = "\(place.hostAndPort) is refused; name it in hosts to allow it"
        } else {
            // The browser's own pages, and files elsewhere.
            what = "an address of \(address.prefix { $0 != ":" }.prefix(32)): is refused"
        }
        guard refusals.count < Self.mostRefusals, refusals.insert("\(label): \(what)").inserted else { return }
        log("\(label): \(what)")
        if refusals.count == Self.mostRefusals { log("what pages are refused from now on is not logged") }
    }

    /// Logs `line` as a warning, once: the same page is asked for again and again.
    func warnOnce(_ line: String) {
        guard warnings.count < Self.mostWarnings, warnings.insert(line).inserted else { return }
        warn(line)
    }

    func changedDeadline() { due.setDeadline(guests.compactMap(\.nextDeadline).min()) }

    // MARK: Frames

    /// The number of programs that run.
    package var running: Int { guests.count { $0.life.isRunning } }

    /// A frame is about to be planned: what guests have sent by now is in it.
    package func reads() { for guest in guests { guest.reads() } }

    /// The frame is on its way to the glass.
    package func handedOver() {
        idleFrame.setDeadline(nil)
        for guest in guests { guest.handedOver() }
    }

    /// It has been on the glass since `instant`.
    package func presented(at instant: Instant) {
        for guest in guests { guest.presented(at: instant, isFlip: true) }
    }

    /// The stage looks the same as in the last frame, so none is shown.
    package func sawNothingNew() {
        guard guests.contains(where: \.isWaiting) else { return }
        for guest in guests { guest.handedOver() }
        if idleFrame.deadline == nil { idleFrame.setDeadline(now() + output.refresh) }
    }
}
