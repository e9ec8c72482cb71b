// Reloads pages and settings that change while the kiosk runs, all or nothing.

import Geometry
import Linux
import Logging
import Machine
import Pages

/// Reads the kiosks' folders and the machine's file again when one of them changes, or on request. Another thread reads and parses
/// them, once for all screens that show the same kiosk. If there is a mistake, everything stays as it was, and the error says what
/// is wrong and where.
package final class KioskReload {
    /// How long new pages wait for a finger that holds something.
    static let patience = Instant.Span.seconds(10)
    /// The most callers that can wait for one reload.
    static let mostWaiting = 64
    /// The most readings in a row that are discarded because something has changed meanwhile. Then the newest is shown, and the
    /// next reading begins, so that steady changes delay no reload for ever.
    static let mostOvertaken = 3

    /// A screen whose pages and settings are reloaded.
    package struct Screen {
        /// The index of the screen among those of the machine's file.
        let number: Int
        /// The pages and settings that were last read without a mistake.
        var shown: StartScreens
        /// The screen's part of the machine's file.
        var machine: Configuration
        /// Whether the folder was given on the command line. Such a folder does not change.
        let isNamed: Bool
        /// Shows new pages and settings on the screen.
        let show: (StartScreens) -> Void

        /// The screen `number`, which shows `shown`, by its part `machine` of the machine's file.
        init(number: Int, shown: StartScreens, machine: Configuration, show: @escaping (StartScreens) -> Void) {
            (self.number, self.shown, self.machine, self.show) = (number, shown, machine, show)
            isNamed = shown.folder != machine.kiosk
        }

        /// What the thread that reads needs to know.
        var place: Place { Place(number: number, folder: shown.folder ?? "", isNamed: isNamed, machine: machine) }
    }

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
        case reading(Order, BackgroundCall<Result<Reading, Failure>>)
        /// A thread is reading, but something has changed since it began. Its result is discarded, and this order is next.
        case overtaken(Order, BackgroundCall<Result<Reading, Failure>>)
    }

    /// The result of the thread.
    private struct Reading: Sendable {
        let machine: Configuration
        /// The kiosks by folder, without those that were not requested.
        var kiosks: [String: LoadedKiosk] = [:]
    }

    /// The folder of a screen, and what the thread needs to know to find the next one.
    struct Place: Sendable {
        let number: Int
        let folder: String
        let isNamed: Bool
        /// The screen's part of the machine's file when it was last read.
        let machine: Configuration

        /// The screen's part of `file`. A screen that was removed from the file keeps its settings until the next start.
        func machine(in file: Configuration) -> Configuration {
            let screens = file.eachScreen
            return screens.indices.contains(number) ? screens[number] : machine
        }

        /// The folder that the screen shows according to `file`.
        func folder(in file: Configuration) -> String { isNamed ? folder : machine(in: file).kiosk ?? folder }
    }

    private let command: RunCommand
    private let log: Logger
    private let loop: EventLoop
    private let load: @Sendable (String, ContentRules) -> LoadedKiosk
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
    /// Why the last reload has changed nothing; nil when it was a success.
    private(set) var problem: String?
    /// The last error and the last notes that were logged: what has not changed is not logged again.
    private var said: (problem: String?, notes: [String]) = (nil, [])

    /// Begins to watch the files of `screens`, which show kiosks and no app, of the `count` screens of the machine's file. What has
    /// changed since `readSince`, when the files began to be read, is read again. `load` reads a kiosk, on any thread. Throws when the
    /// kernel has no more watches.
    init(
        _ screens: [Screen], of count: Int? = nil, readSince: FileTime? = nil, _ command: RunCommand, loop: EventLoop,
        log: Logger,
        load: @escaping @Sendable (String, ContentRules) -> LoadedKiosk = { Kiosk.load($0, rules: $1) }
    ) throws(SystemError) {
        (self.screens, self.command, self.loop, self.log, self.load) = (screens, command, loop, log, load)
        (self.count, self.readSince) = (count ?? screens.count, readSince)
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
            let watch = try FolderWatch(folders: [folder], followsLinks: followsLinks, loop: loop, onChange: again)
            watches[folder] = (followsLinks, watch)
            if let readSince, watch.hasChanged(since: readSince) { again() }
        }
    }

    /// Reloads everything on a signal, logs the outcome, and then calls `then`. A reload for many signals calls one of theirs.
    func readAnew(then: @escaping () -> Void = {}) { order(Order(afterLogging: then)) }

    /// Reloads everything and shows it. Calls `answer` with notes for the client, or with all mistakes and their places; then
    /// nothing has changed.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) { order(Order(waiting: [answer])) }

    /// Logs the outcome of a reload, without what was logged before.
    private func tell(_ result: Result<[String], Failure>) {
        switch result {
        case .success(let notes):
            for note in notes where !said.notes.contains(note) { log.warning("\(note)") }
            log.notice("pages and settings are reloaded")
            said = (nil, notes)
        case .failure(let failure):
            let text = "\(failure)"
            if text == said.problem { return }
            said.problem = text
            log.error("\(text)\nthe pages and settings that are shown stay as they were")
        }
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
                { [command, load, folders = order.folders] in
                    do throws(Failure) {
                        return .success(try Self.read(command, places, folders, load))
                    } catch { return .failure(error) }
                }, onAnswer: { [unowned self] in finish($0) })
            state = .reading(order, call)
        } catch {
            // No thread could be started. The next change tries again.
            state = .idle
            answer(order, .failure(Failure(error)))
        }
    }

    /// Calls everyone that waits for `order`.
    private func answer(_ order: Order, _ outcome: Result<[String], Failure>) {
        for answer in order.waiting { answer(outcome) }
        if order.afterLogging != nil { said = (nil, []) }
        if order.isLogged || order.afterLogging != nil { tell(outcome) }
        order.afterLogging?()
    }

    /// The thread's part: reads the machine's file, the kiosks in `folders`, and the kiosks whose folder is new.
    private static func read(
        _ command: RunCommand, _ places: [Place], _ folders: Set<String>?,
        _ load: (String, ContentRules) -> LoadedKiosk
    ) throws(Failure) -> Reading {
        var reading = Reading(machine: try command.machineConfiguration())
        for place in places {
            let folder = place.folder(in: reading.machine)
            let isWanted = folders?.contains(place.folder) ?? true || folder != place.folder
            if isWanted, reading.kiosks[folder] == nil {
                reading.kiosks[folder] = load(folder, reading.machine.content)
            }
        }
        return reading
    }

    private func finish(_ result: Result<Reading, Failure>) {
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

    /// Shows `result`, and answers those that wait for `order`.
    private func finish(_ result: Result<Reading, Failure>, _ order: Order) {
        overtaken = 0
        state = .idle
        var outcome: Result<[String], Failure>
        do throws(Failure) {
            let reading = try result.get()
            named = [:]
            for screen in screens {
                named[screen.place.folder(in: reading.machine)] =
                    screen.place.machine(in: reading.machine).content.followsLinks
            }
            outcome = .success(try show(reading))
            problem = nil
        } catch {
            problem = "\(error)"
            outcome = .failure(error)
        }
        do throws(SystemError) { try watchFolders() } catch {
            outcome = outcome.map { $0 + ["changes of these pages are not detected: \(error)"] }
        }
        answer(order, outcome)
    }

    /// Shows what was read, on all screens or on none.
    private func show(_ reading: Reading) throws(Failure) -> [String] {
        var notes: [String] = []
        func addNote(_ text: String) { if !notes.contains(text) { notes.append(text) } }
        var next: [(index: Int, screen: Screen)] = []
        for (index, screen) in screens.enumerated() {
            var screen = screen
            let place = screen.place
            let folderNow = place.folder(in: reading.machine)
            guard let kiosk = reading.kiosks[folderNow] else { continue }
            let machine = place.machine(in: reading.machine)
            screen.shown = try StartScreens(kiosk, in: folderNow, on: machine, isStrict: true, say: addNote)
            if machine.needsRestart(after: screen.machine) {
                addNote(
                    "what is new in [display], [input], [control], [record] and [maintenance] counts from the next start on"
                )
            }
            if !screen.isNamed, machine.kiosk == nil {
                addNote(
                    "the machine's file names no kiosk: \(folderNow) stays until it names one, and the next start needs one"
                )
            }
            screen.machine = machine
            next.append((index, screen))
        }
        if reading.machine.eachScreen.count != count {
            addNote("a [[screen]] that was added or removed counts from the next start on")
        }
        for (index, screen) in next {
            screens[index] = screen
            screen.show(screen.shown)
        }
        return notes
    }
}

extension Configuration {
    /// Whether a setting that is read only at the start differs from `running`.
    fileprivate func needsRestart(after running: Configuration) -> Bool {
        backend != running.backend || output != running.output || mode != running.mode || rotation != running.rotation
            || scale != running.scale || buffers != running.buffers || format != running.format
            || planes != running.planes || light != running.light || inputRotation != running.inputRotation
            || devices != running.devices || buttons != running.buttons || panel != running.panel
            || panels != running.panels
            || control != running.control || maintenance != running.maintenance
    }
}
