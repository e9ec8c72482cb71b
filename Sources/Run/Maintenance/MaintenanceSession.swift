// Connects the maintenance pages of a running kiosk with the machine.

import Frames
import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

/// The host of the maintenance pages on all screens of a run.
final class MaintenanceSession: MaintenanceHost {
    private let loop: EventLoop
    private let log: Logger
    /// The last log lines of the run.
    private let lines: LogLines
    private let tries: PINTries
    /// The program that restarts and powers off the machine.
    private let systemctl: String
    /// The attempts to type the PIN, on all screens.
    private lazy var attempts = PINAttempts(
        tries, at: MonotonicClock.now(), log: log, wallClock: { time(nil) },
        compare: { [unowned self] in compare($0, with: $1, $2) })
    /// The ways out of the screens; none where the machine's file has none.
    private var ways: [Maintenance] = []
    /// The PIN that is being compared.
    private var passwordCheck: PasswordCheck?
    /// The program that restarts or powers off the machine.
    private var child: ChildProcess?
    /// The action for which this run ends and another one follows; nil if none follows.
    private(set) var ending: Maintenance.Action?

    /// A host without pages. `lines` keeps the lines of `log`, and `tries` the number of wrong PINs. `systemctl` is the program
    /// that restarts and powers off the machine.
    init(
        lines: LogLines, loop: EventLoop, log: Logger, tries: PINTries = PINTries(), systemctl: String = "systemctl"
    ) {
        (self.lines, self.loop, self.log, self.tries, self.systemctl) = (lines, loop, log, tries, systemctl)
    }

    /// Adds maintenance pages to `stage`, which `frameLoop` draws, as `table` describes them, in `language`.
    func add(_ table: MaintenanceTable, on stage: Stage, _ frameLoop: FrameLoop, language: String?) {
        ways.append(
            Maintenance(
                table, words: MaintenanceWords(language), on: stage, host: self, attempts: attempts,
                change: { [weak frameLoop] body in frameLoop?.change { _ in body() } }))
    }

    /// Releases the PIN comparison and the program that are under way, because they use the loop.
    func close() { (passwordCheck, child) = (nil, nil) }

    var deviceLines: [String] {
        var lines: [String] = []
        DevicesCommand().run { lines.append($0) }
        return lines
    }

    var logLines: [String] { lines.timed }

    func writeToLog(_ level: Logger.Level, _ text: String) { log.log(level: level, "\(text)") }

    private func compare(
        _ pin: String, with hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void
    ) {
        do throws(SystemError) {
            passwordCheck = try PasswordCheck(
                pin, hash, on: loop, first: { [tries] in tries.finish() }
            ) { [unowned self] result in
                passwordCheck = nil
                answer(result)
            }
        } catch { answer(.failure(error)) }
    }

    func act(_ action: Maintenance.Action, onRefusal: @escaping () -> Void) {
        switch action {
        case .calibrate, .restart:
            ending = action
            loop.stop()
        case .reboot: tell("reboot", onRefusal)
        case .powerOff: tell("poweroff", onRefusal)
        }
    }

    /// Runs systemctl with `verb`. systemd asks polkit whether this user may do that.
    private func tell(_ verb: String, _ onRefusal: @escaping () -> Void) {
        do throws(SystemError) {
            child = try ChildProcess([systemctl, "--no-ask-password", verb], on: loop) { [log] status in
                guard status != 0 else { return }
                log.error(
                    "\"systemctl \(verb)\" failed with \(status): the kiosk's user needs a polkit rule that allows it")
                onRefusal()
            }
        } catch {
            log.error("the machine cannot be told to \(verb): \(error)")
            onRefusal()
        }
    }
}
