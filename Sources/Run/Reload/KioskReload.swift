// Pages and settings that change while they are shown: read anew, whole or not at all.

import Geometry
import Linux
import Logging
import Machine

/// Reads the kiosk's folder and the machine's file again when one of them changes, or when somebody asks for it. A mistake
/// leaves everything as it was, and says what is wrong and where.
package final class KioskReload {
    /// For so long a finger that holds something is waited for.
    static let patience = Instant.Span.seconds(10)

    private let command: RunCommand
    /// The screen, among those of the machine's file.
    private let number: Int
    private let log: Logger
    private let loop: EventLoop
    private let show: (StartScreens) -> Void
    /// What was read last without a mistake.
    private var shown: StartScreens
    private var machine: Configuration
    private var watch: FolderWatch?
    /// What was wrong the last time, so that one mistake is said once.
    private var complaint: String?

    /// Begins to watch what `first` and `machine` were read from. `show` is called with what comes instead. Throws when the
    /// kernel has no more watches. `machine` is what the file says of screen `number`.
    init(
        _ first: StartScreens, onScreen number: Int = 0, _ command: RunCommand, _ machine: Configuration,
        loop: EventLoop, log: Logger,
        show: @escaping (StartScreens) -> Void
    ) throws(SystemError) {
        (shown, self.number, self.command, self.machine, self.show) = (first, number, command, machine, show)
        (self.loop, self.log) = (loop, log)
        try watchFiles()
    }

    private func watchFiles() throws(SystemError) {
        let file = command.configuration ?? Configuration.standardPath
        watch = try FolderWatch(folders: [shown.folder].compactMap(\.self), files: [file], loop: loop) {
            [unowned self] in readAnew()
        }
    }

    /// Reads everything anew, and logs what came of it.
    func readAnew() {
        do throws(Failure) {
            for note in try reload() { log.warning("\(note)") }
            log.notice("pages and settings were read anew")
            complaint = nil
        } catch {
            let text = "\(error)"
            if text == complaint { return }
            complaint = text
            log.error("\(text)\nthe pages and settings that are shown stay as they were")
        }
    }

    /// Reads everything anew and shows it. Throws with all that is wrong, each with its place, and then nothing has changed;
    /// gives back what is to be said of it otherwise.
    func reload() throws(Failure) -> [String] {
        guard let folder = shown.folder else {
            throw Failure(.failed, "an app's screens are part of its program: restart it")
        }
        let screens = try command.machineConfiguration().eachScreen
        // One that was taken out of the file is there until the next start.
        let new = screens.indices.contains(number) ? screens[number] : machine
        // A folder that was given with the command stays.
        let isNamed = folder != machine.kiosk
        var notes: [String] = []
        let next = try StartScreens(
            kiosk: isNamed ? folder : new.kiosk ?? folder, on: new, isStrict: true
        ) { notes.append($0) }
        if new.needsRestart(after: machine) {
            notes.append(
                "what is new in [display], [input], [control], [record] and [maintenance] counts from the next start on"
            )
        }
        (shown, machine) = (next, new)
        if next.folder != folder {
            do throws(SystemError) { try watchFiles() } catch { throw Failure(error) }
        }
        show(next)
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
