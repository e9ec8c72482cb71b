// Reloads pages and settings that change while the kiosk runs, page by page.

import Geometry
import Linux
import Logging
import Machine
import Pages
import Settings

/// Reads the kiosks' folders and the machine's file again when one of them changes, or on request. Another thread reads and parses
/// them, once for all screens that show the same kiosk. Where a page or a settings file has a new mistake, its last good version
/// stays, and everything else is taken.
@MainActor
package final class KioskReload {
    /// How long new pages wait for a finger that holds something.
    static let patience = Instant.Span.seconds(10)
    /// The most callers that can wait for one reload.
    static let mostWaiting = 64
    /// The most readings in a row that are discarded because something has changed meanwhile. Then the newest is shown, and the
    /// next reading begins, so that steady changes delay no reload for ever.
    static let mostOvertaken = 3

    /// A request for a reload.
    private struct Order {
        /// The kiosks to read; nil for all.
        var folders: Set<String>?
        /// The callbacks that wait for the outcome.
        var waiting: [(Result<[String], Failure>) -> Void] = []

        /// Whether the outcome is logged, as after a change of the files.
        var isLogged = false
        /// Is called when the outcome has been logged, also what was logged before, as after a signal. However many signals come, one
        /// waits.
        var afterLogging: (() -> Void)?

        /// Adds the folders and callbacks of `other`.
        mutating func add(_ other: Order) {
            folders = folders.flatMap { mine in other.folders.map { mine.union($0) } }
            waiting += other.waiting
            isLogged = isLogged || other.isLogged
            afterLogging = afterLogging ?? other.afterLogging
        }
    }

    private enum State {
        case idle
        /// A thread is reading for this order.
        case reading(Order, BackgroundCall<KioskReading>)
        /// A thread is reading, but something has changed since it began. Its result is discarded, and this order is next.
        case overtaken(Order, BackgroundCall<KioskReading>)
    }

    private let command: RunCommand
    private let log: Logger
    /// For mistakes in files, of which there may be a new one with each change.
    private let contentLog: ContentLog
    private let loop: EventLoop
    private let load: KioskReading.Load
    private var screens: [Screen]
    private var state = State.idle
    /// How many readings in a row were discarded.
    private var overtaken = 0
    /// When the pages that are shown, or those that are being read, began to be read; nil if that is not known.
    private var readSince: FileTime?
    /// Whether a thread is reading.
    var isReading: Bool { if case .idle = state { false } else { true } }
    /// Watches the machine's file.
    private var fileWatch: FolderWatch?
    /// The watched kiosks by folder, and whether links in them are followed.
    private var watches: [String: (followsLinks: Bool, watch: FolderWatch)] = [:]
    /// The folders that the machine's file named when it was last read, whether or not they could be shown, and whether links in
    /// them are followed.
    private var named: [String: Bool] = [:]
    /// The number of screens in the machine's file at the start.
    private let count: Int
    /// The keys of the machine's file that wait for a restart, such as `[display] rotation`.
    private(set) var waiting: [String] = []
    /// Files that changed while a thread was reading, and that did not matter before: what is being read may refer to them.
    private var uncertain = UncertainChanges()
    /// What is wrong with the machine's file, so that its last settings stay.
    private var machineFaults: [Fault] = []
    /// The mistakes in the pages and settings, with what is shown instead.
    var faults: [Fault] {
        var known: Set<Fault> = []
        return (machineFaults + screens.flatMap(\.faults)).filter { known.insert($0).inserted }
    }
    /// What was logged last: what has not changed is not logged again.
    private var said: Set<String>

    /// Begins to watch the files of `screens`, which show kiosks and no app, of the `count` screens of the machine's file. What has
    /// changed since `readSince`, when the files began to be read, is read again. `load` reads a kiosk, on any thread, of which the
    /// third argument is shown. Throws when the kernel has no more watches.
    init(
        _ screens: [Screen], of count: Int? = nil, readSince: FileTime? = nil, _ command: RunCommand, loop: EventLoop,
        log: Logger,
        load: @escaping KioskReading.Load = {
            Kiosk.load($0, machine: $1.tables, rules: $1.content, last: $2)
        }
    ) throws(SystemError) {
        (self.screens, self.command, self.loop, self.log, self.load) = (screens, command, loop, log, load)
        contentLog = ContentLog(log, loop: loop)
        (self.count, self.readSince) = (count ?? screens.count, readSince)
        // The start has logged these.
        said = Set(screens.flatMap(\.faults).map(\.description))
        let file = command.configuration ?? Configuration.standardPath
        fileWatch = try FolderWatch(folders: [], files: [file], loop: loop) { [unowned self] in
            order(Order(isLogged: true))
        }
        try watchFolders()
        if let readSince, fileWatch?.hasChanged(since: readSince) == true { order(Order(isLogged: true)) }
    }

    /// Watches the folders that are shown, and those that the machine's file names but that could not be shown yet. A folder that
    /// changed after it was read and before it was watched is read again.
    private func watchFolders() throws(SystemError) {
        var wanted = named
        for screen in screens {
            if let folder = screen.shown.folder { wanted[folder] = screen.machine.content.followsLinks }
        }
        for folder in watches.keys where wanted[folder] == nil { watches[folder] = nil }
        for (folder, followsLinks) in wanted.sorted(by: { $0.key < $1.key }) {
            if watches[folder]?.followsLinks == followsLinks { continue }
            let again = { [unowned self] in order(Order(folders: [folder], isLogged: true)) }
            let watch = try FolderWatch(
                folders: [folder], followsLinks: followsLinks, loop: loop,
                counts: { [unowned self] in counts($0, in: folder) }, onChange: again)
            watches[folder] = (followsLinks, watch)
            if let readSince, watch.hasChanged(since: readSince) { again() }
        }
    }

    /// Whether a change of the file at `path` in `folder` needs a reload: a kiosk there depends on it, or that is not known.
    private func counts(_ path: String, in folder: String) -> Bool {
        let rest = path.dropFirst(folder.count)
        guard path.hasPrefix(folder), folder.hasSuffix("/") || rest.hasPrefix("/") else { return true }
        let inner = String(rest.drop { $0 == "/" })
        if matters(inner, in: folder) { return true }
        return isReading && !uncertain.add(inner, in: folder)
    }

    private func matters(_ inner: String, in folder: String) -> Bool {
        let kiosks = screens.filter { $0.shows(folder) }.compactMap(\.shown.kiosk)
        return kiosks.isEmpty || kiosks.contains { $0.concerns(inner) }
    }

    /// Reloads everything on a signal, logs the outcome, and then calls `then`. A reload for many signals calls one of theirs.
    func readAnew(then: @escaping () -> Void = {}) { order(Order(afterLogging: then)) }

    /// Reloads everything and shows it. Calls `answer` with notes for the client, or, if anything is wrong then, with all mistakes,
    /// their places and what is shown instead. Who noticed them first makes no difference.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) { order(Order(waiting: [answer])) }

    /// Logs the outcome of a reload, without what was logged before; all of it if someone has asked.
    private func tell(_ outcome: Outcome, isAsked: Bool) {
        if isAsked { said = [] }
        let faults = faults.map(\.description)
        func admitted(_ lines: [String]) -> [String] { isAsked ? lines : contentLog.admitted(lines) }
        let new = admitted(faults.filter { !said.contains($0) })
        // However much is wrong, it is one line of the journal's rate.
        if !new.isEmpty {
            log.error("\(new.prefix(Self.mostTold).joined(separator: "\n"))\(Self.rest(of: new.count))")
        }
        for note in admitted(outcome.notes.filter { !said.contains($0) }) { log.warning("\(note)") }
        if outcome.hasChanged {
            log.notice(
                "\(faults.isEmpty ? "pages and settings are reloaded" : "everything else in the pages and settings is reloaded")"
            )
        }
        said = Set(faults + outcome.notes)
    }

    /// The most mistakes in a line of the log, or in an answer.
    private static let mostTold = 100

    private static func rest(of count: Int) -> String {
        count > mostTold ? "\nand \(count - mostTold) more: bezel check lists all of them" : ""
    }

    // MARK: Reading

    private func order(_ new: Order) {
        switch state {
        case .idle: begin(new)
        case .reading(var order, let call), .overtaken(var order, let call):
            guard order.waiting.count + new.waiting.count <= Self.mostWaiting else {
                for answer in new.waiting { answer(.failure(Failure(.failed, "too many reloads wait already"))) }
                return
            }
            order.add(new)
            state = .overtaken(order, call)
        }
    }

    private func begin(_ order: Order) {
        readSince = .now()
        fileWatch?.renew()
        for (_, watch) in watches.values { watch.renew() }
        let places = screens.map(\.place)
        do throws(SystemError) {
            let call = try BackgroundCall(
                on: loop,
                { [command, load, folders = order.folders] in KioskReading(command, places, folders, load) },
                onAnswer: { [unowned self] in finish($0) })
            state = .reading(order, call)
        } catch {
            // No thread could be started. The next change tries again.
            state = .idle
            for answer in order.waiting { answer(.failure(Failure(error))) }
            if order.waiting.isEmpty { log.error("pages and settings are not reloaded: \(error)") }
            order.afterLogging?()
        }
    }

    /// Calls everyone that waits for `order`.
    private func answer(_ order: Order, _ outcome: Outcome) {
        let faults = faults
        let lines = faults.prefix(Self.mostTold).map(\.description)
        let isRefused = screens.contains { !$0.refused.isEmpty }
        let result: Result<[String], Failure> =
            faults.isEmpty
            ? .success(outcome.notes)
            : .failure(
                Failure(
                    .wrongInput,
                    lines.joined(separator: "\n") + Self.rest(of: faults.count)
                        + (isRefused ? "" : "\neverything else is reloaded")))
        for answer in order.waiting { answer(result) }
        if order.isLogged || order.afterLogging != nil { tell(outcome, isAsked: order.afterLogging != nil) }
        order.afterLogging?()
    }

    private func finish(_ result: KioskReading) {
        switch state {
        case .idle: fatalError("a result came while no thread was reading")
        case .overtaken(let order, _) where overtaken < Self.mostOvertaken:
            overtaken += 1
            begin(order)
        case .overtaken(let order, _):
            finish(result, Order(folders: order.folders))
            self.order(order)
        case .reading(let order, _): finish(result, order)
        }
    }

    /// Shows `reading`, and answers those that wait for `order`.
    private func finish(_ reading: KioskReading, _ order: Order) {
        overtaken = 0
        state = .idle
        named = [:]
        for screen in screens {
            named[screen.place.folder(in: reading.machine)] =
                screen.place.machine(in: reading.machine).content.followsLinks
        }
        var outcome = show(reading)
        do throws(SystemError) { try watchFolders() } catch {
            outcome.notes.append("changes of these pages are not detected: \(error)")
        }
        answer(order, outcome)
        let folders = uncertain.settle { matters($0, in: $1) }
        if !folders.isEmpty { self.order(Order(folders: folders, isLogged: true)) }
    }

    /// What a reload has done.
    private struct Outcome {
        /// What the client should know, and is no mistake.
        var notes: [String] = []
        /// Whether a screen shows something else than before.
        var hasChanged = false
    }

    /// Shows what was read, except what has a new mistake.
    private func show(_ reading: KioskReading) -> Outcome {
        var outcome = Outcome()
        func addNote(_ text: String) { if !outcome.notes.contains(text) { outcome.notes.append(text) } }
        setMachineFaults(reading.machine)
        var next: [Int] = []
        for (index, screen) in screens.enumerated() {
            var screen = screen
            let place = screen.place
            let folderNow = place.folder(in: reading.machine)
            guard let kiosk = reading.kiosks[folderNow] else { continue }
            let machine = place.machine(in: reading.machine)
            do throws(Failure) {
                screen.refused = []
                screen.shown = try StartScreens(kiosk, in: folderNow, on: machine, say: addNote)
            } catch {
                let instead = folderNow == place.folder ? "all its pages stay as they were" : "\(place.folder) stays"
                screens[index].refused = error.diagnostics.filter { $0.severity == .error }.map {
                    Fault($0, .lastGood, instead)
                }
                continue
            }
            if !screen.isNamed, machine.kiosk == nil {
                addNote(
                    "the machine's file names no kiosk: \(folderNow) stays until it names one, and the next start needs one"
                )
            }
            // A visitor does not notice a change that is kept out.
            let isSame =
                (machineFaults + screen.faults).contains { $0.remedy == .lastGood } && machine == screen.machine
                && screen.shown.kiosk.flatMap { new in place.kiosk.map(new.looksLike) } == true
            // Its pictures are kept all the same.
            if !isSame || screen.shown.kiosk?.keptPictures != place.kiosk?.keptPictures { next.append(index) }
            // Values of files may change every few seconds, which is not worth a line of the log each time.
            let isOnlyData = screen.shown.differsOnlyInData(from: screens[index].shown)
            outcome.hasChanged = outcome.hasChanged || !isSame && !isOnlyData
            screen.machine = machine
            screens[index] = screen
        }
        if case .success(let machine) = reading.machine {
            setWaiting(machine)
            if let note = Self.note(on: waiting) { addNote(note) }
        }
        for index in next { screens[index].show(screens[index].shown) }
        return outcome
    }

    /// Finds the keys of `machine`, the whole file, that wait for a restart.
    private func setWaiting(_ machine: Configuration) {
        waiting = machine.eachScreen.count == count ? [] : ["[[screen]]"]
        for screen in screens {
            for key in screen.place.machine(in: .success(machine)).restartKeys(since: screen.started)
            where !waiting.contains(key) { waiting.append(key) }
        }
    }

    private func setMachineFaults(_ machine: Result<Configuration, Failure>) {
        machineFaults = []
        guard case .failure(let failure) = machine else { return }
        let file = command.configuration ?? Configuration.standardPath
        let errors = failure.diagnostics.filter { $0.severity == .error }
        let all = errors.isEmpty ? [Diagnostic(failure.description, file: file)] : errors
        machineFaults = all.map { Fault($0, .lastGood, "the last good settings of the machine stay") }
    }
}
