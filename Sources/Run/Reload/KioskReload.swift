// Pages and settings that change while they are shown: read anew, whole or not at all.

import Geometry
import Linux
import Logging
import Machine
import Pages

/// Reads the kiosks' folders and the machine's file again when one of them changes, or when somebody asks for it. A thread of its
/// own reads and parses, once for all screens that show the same kiosk. A mistake leaves everything as it was, and says what is
/// wrong and where.
package final class KioskReload {
    /// For so long a finger that holds something is waited for.
    static let patience = Instant.Span.seconds(10)
    /// The most callers that wait for a reading.
    static let mostWaiting = 64

    /// A screen that is read anew.
    package struct Screen {
        /// The screen, among those of the machine's file.
        let number: Int
        /// What was read last without a mistake.
        var shown: StartScreens
        /// What the machine's file says of it.
        var machine: Configuration
        /// Shows what comes instead.
        let show: (StartScreens) -> Void
    }

    /// A request for a reading.
    private struct Order {
        /// The kiosks to read; nil for all.
        var folders: Set<String>?
        /// Who waits for the outcome.
        var waiting: [(Result<[String], Failure>) -> Void] = []

        /// Adds what `other` asks for.
        mutating func add(_ other: Order) {
            folders = folders.flatMap { mine in other.folders.map { mine.union($0) } }
            waiting += other.waiting
        }
    }

    private enum State {
        case idle
        /// A thread reads for this order.
        case reading(Order, BackgroundCall<Result<Reading, Failure>>)
        /// A thread reads, and something has changed since it began: what it reads is dropped, and this is read then.
        case overtaken(Order, BackgroundCall<Result<Reading, Failure>>)
    }

    /// What the thread has read.
    private struct Reading: Sendable {
        let machine: Configuration
        /// The kiosks by their folders; those that were not asked for are missing.
        var kiosks: [String: LoadedKiosk] = [:]
    }

    /// The folder of a screen, as the thread needs to know it.
    private struct Place: Sendable {
        let number: Int
        let folder: String
        /// Whether the folder was given with the command. It stays then.
        let isNamed: Bool
        /// What the machine's file said of the screen.
        let machine: Configuration

        /// What the file says of the screen now. One that was taken out of the file is there until the next start.
        func machine(in file: Configuration) -> Configuration {
            let screens = file.eachScreen
            return screens.indices.contains(number) ? screens[number] : machine
        }

        /// The folder that the screen shows from now on.
        func folder(in file: Configuration) -> String { isNamed ? folder : machine(in: file).kiosk ?? folder }
    }

    private let command: RunCommand
    private let log: Logger
    private let loop: EventLoop
    private let load: @Sendable (String) -> LoadedKiosk
    private var screens: [Screen]
    private var state = State.idle
    /// Whether a thread reads.
    var isReading: Bool { if case .idle = state { false } else { true } }
    private var watches: [FolderWatch] = []
    /// What was wrong the last time, so that one mistake is said once.
    private var complaint: String?

    /// Begins to watch what `screens` were read from; they are screens of kiosks, not of an app. `load` reads a kiosk, on any
    /// thread. Throws when the kernel has no more watches.
    init(
        _ screens: [Screen], _ command: RunCommand, loop: EventLoop, log: Logger,
        load: @escaping @Sendable (String) -> LoadedKiosk = { Kiosk.load($0) }
    ) throws(SystemError) {
        (self.screens, self.command, self.loop, self.log, self.load) = (screens, command, loop, log, load)
        try watchFiles()
    }

    private var folders: Set<String> { Set(screens.compactMap(\.shown.folder)) }

    private func watchFiles() throws(SystemError) {
        let file = command.configuration ?? Configuration.standardPath
        var watches = [try FolderWatch(folders: [], files: [file], loop: loop) { [unowned self] in readAnew() }]
        for folder in folders.sorted() {
            watches.append(
                try FolderWatch(folders: [folder], loop: loop) { [unowned self] in
                    order(Order(folders: [folder], waiting: [{ [unowned self] in said($0) }]))
                })
        }
        self.watches = watches
    }

    /// Reads everything anew, logs what came of it, and then calls `then`.
    func readAnew(then: @escaping () -> Void = {}) {
        order(
            Order(waiting: [
                { [unowned self] result in
                    said(result)
                    then()
                }
            ]))
    }

    /// Reads everything anew and shows it. Calls `answer` with all that is wrong, each with its place, and then nothing has
    /// changed; with what is to be said of it otherwise.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void) { order(Order(waiting: [answer])) }

    private func said(_ result: Result<[String], Failure>) {
        switch result {
        case .success(let notes):
            for note in notes { log.warning("\(note)") }
            log.notice("pages and settings were read anew")
            complaint = nil
        case .failure(let failure):
            let text = "\(failure)"
            if text == complaint { return }
            complaint = text
            log.error("\(text)\nthe pages and settings that are shown stay as they were")
        }
    }

    // MARK: Reading

    private func order(_ new: Order) {
        switch state {
        case .idle: begin(new)
        case .reading(var order, let call), .overtaken(var order, let call):
            guard order.waiting.count < Self.mostWaiting else {
                for answer in new.waiting { answer(.failure(Failure(.failed, "too many wait for the pages already"))) }
                return
            }
            order.add(new)
            state = .overtaken(order, call)
        }
    }

    private func begin(_ order: Order) {
        let places = screens.map { screen in
            let folder = screen.shown.folder ?? ""
            return Place(
                number: screen.number, folder: folder, isNamed: folder != screen.machine.kiosk, machine: screen.machine)
        }
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
            for answer in order.waiting { answer(.failure(Failure(error))) }
        }
    }

    /// The thread's part: the machine's file, and of the kiosks those in `folders`, and those that are new.
    private static func read(
        _ command: RunCommand, _ places: [Place], _ folders: Set<String>?, _ load: (String) -> LoadedKiosk
    ) throws(Failure) -> Reading {
        var reading = Reading(machine: try command.machineConfiguration())
        for place in places {
            let folder = place.folder(in: reading.machine)
            let isWanted = folders?.contains(place.folder) ?? true || folder != place.folder
            if isWanted, reading.kiosks[folder] == nil { reading.kiosks[folder] = load(folder) }
        }
        return reading
    }

    private func finish(_ result: Result<Reading, Failure>) {
        switch state {
        case .idle: fatalError("pages came that nobody reads")
        case .overtaken(let order, _): begin(order)
        case .reading(let order, _):
            state = .idle
            let outcome: Result<[String], Failure>
            do throws(Failure) { outcome = .success(try show(try result.get())) } catch { outcome = .failure(error) }
            for answer in order.waiting { answer(outcome) }
        }
    }

    /// Shows what was read, on all screens or on none.
    private func show(_ reading: Reading) throws(Failure) -> [String] {
        var notes: [String] = []
        func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }
        var next: [(index: Int, screen: Screen)] = []
        for (index, screen) in screens.enumerated() {
            var screen = screen
            let folder = screen.shown.folder ?? ""
            let place = Place(
                number: screen.number, folder: folder, isNamed: folder != screen.machine.kiosk, machine: screen.machine)
            let folderNow = place.folder(in: reading.machine)
            guard let kiosk = reading.kiosks[folderNow] else { continue }
            let machine = place.machine(in: reading.machine)
            screen.shown = try StartScreens(kiosk, in: folderNow, on: machine, isStrict: true, say: note)
            if machine.needsRestart(after: screen.machine) {
                note(
                    "what is new in [display], [input], [control], [record] and [maintenance] counts from the next start on"
                )
            }
            screen.machine = machine
            next.append((index, screen))
        }
        let before = folders
        for (index, screen) in next {
            screens[index] = screen
            screen.show(screen.shown)
        }
        if folders != before {
            do throws(SystemError) { try watchFiles() } catch {
                note("changes of these pages are not noticed: \(error)")
            }
        }
        return notes
    }
}

extension Configuration {
    /// Whether something differs from `running` that is looked at only at the start.
    fileprivate func needsRestart(after running: Configuration) -> Bool {
        backend != running.backend || output != running.output || mode != running.mode || rotation != running.rotation
            || scale != running.scale || buffers != running.buffers || format != running.format
            || planes != running.planes || light != running.light || inputRotation != running.inputRotation
            || devices != running.devices || buttons != running.buttons || panel != running.panel
            || panels != running.panels
            || control != running.control || maintenance != running.maintenance
    }
}
