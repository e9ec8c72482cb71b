// Connects the ways out of a running kiosk with the machine.

import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

/// What the ways out of all screens of a run need from the machine.
final class MaintenanceSession: MaintenanceHost {
    private let loop: EventLoop
    private let log: Logger
    /// What the run logged last.
    private let lines: LogLines
    private let tries = PINTries()
    /// The ways out of the screens; none where the machine's file has none.
    private var ways: [Maintenance] = []
    /// The PIN that is being compared.
    private var passwordCheck: PasswordCheck?
    /// The program that was told to stop the machine.
    private var child: ChildProcess?
    /// What the kiosk ends for; nil when it is not to go on.
    private(set) var ending: Maintenance.Action?

    /// No ways out yet. `lines` keeps what `log` is told.
    init(lines: LogLines, loop: EventLoop, log: Logger) { (self.lines, self.loop, self.log) = (lines, loop, log) }

    /// Adds the way out of `stage` that `table` describes, in `language`.
    func add(_ table: MaintenanceTable, on stage: Stage, language: String?) {
        ways.append(Maintenance(table, words: MaintenanceWords(language), on: stage, host: self))
    }

    /// Forgets the comparison and the program under way, which use the loop.
    func close() { (passwordCheck, child) = (nil, nil) }

    var failures: Int { tries.failures }

    func keep(failures: Int) {
        tries.keep(failures) { [log] in log.warning("wrong PINs are not counted beyond this run: \($0)") }
    }

    var deviceLines: [String] {
        var lines: [String] = []
        DevicesCommand().run { lines.append($0) }
        return lines
    }

    var logLines: [String] { lines.all }

    func note(_ level: Logger.Level, _ text: String) { log.log(level: level, "\(text)") }

    func compare(
        _ pin: String, with hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void
    ) {
        do throws(SystemError) {
            passwordCheck = try PasswordCheck(
                pin, hash, on: loop, first: { WholeFileWriter.shared.finish(within: PINTries.patience) }
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
        case .reboot: systemctl("reboot", onRefusal)
        case .powerOff: systemctl("poweroff", onRefusal)
        }
    }

    /// Runs `systemctl` with `verb`. systemd asks polkit whether this user may do that.
    private func systemctl(_ verb: String, _ onRefusal: @escaping () -> Void) {
        do throws(SystemError) {
            child = try ChildProcess(["systemctl", "--no-ask-password", verb], on: loop) { [log] status in
                guard status != 0 else { return }
                log.error(
                    "\"systemctl \(verb)\" failed with \(status): the kiosk's user may not; a rule of polkit lets it")
                onRefusal()
            }
        } catch {
            log.error("the machine cannot be told to \(verb): \(error)")
            onRefusal()
        }
    }
}
