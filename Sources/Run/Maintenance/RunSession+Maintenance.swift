// Connects the way out of a running kiosk with the machine.

import Geometry
import Glibc
import Linux
import Logging
import Machine
import Stage

extension RunSession {
    /// Adds the way out of `screen` that `table` describes.
    func addMaintenance(_ table: MaintenanceTable, to screen: RunScreen) {
        guard let stage = screen.stage else { return }
        let tries = PINTries()
        let way = Maintenance(
            table, words: MaintenanceWords(screen.first.language), on: stage,
            Maintenance.Doors(
                check: { [unowned self] pin, hash, answer in check(pin, hash, answer) }, failures: tries.failures,
                keep: { [log] failures in
                    tries.keep(failures) { log.warning("wrong PINs are not counted beyond this run: \($0)") }
                },
                devices: {
                    var lines: [String] = []
                    DevicesCommand().run { lines.append($0) }
                    return lines
                }, log: { [lines] in lines.all }, act: { [unowned self] action, onRefusal in act(action, onRefusal) },
                note: { [log] level, text in log.log(level: level, "\(text)") }))
        maintenance.append(way)
    }

    private func check(
        _ pin: String, _ hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void
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

    private func act(_ action: Maintenance.Action, _ onRefusal: @escaping () -> Void) {
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

/// The file with the number of wrong PINs in a row. The number in memory counts at once. The thread that compares a PIN waits until
/// the file has the try, so that nobody who cuts the power after the answer has a try for free.
struct PINTries {
    /// For so long a comparison waits for a disk that stands still.
    static let patience = Instant.Span.seconds(2)

    private let path: String
    private let files: WholeFileWriter

    /// Uses the file `pin-tries` in `folder`, which by default is the service's own.
    init(folder: String = StateFolder.lasting(nil) ?? "/var/lib/bezel", files: WholeFileWriter = .shared) {
        path = folder + "/pin-tries"
        self.files = files
    }

    /// The number in the file: 0 without a file, and `Int.max` if the file does not hold a number.
    var failures: Int {
        guard let file = fopen(path, "r") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return Int(text.split(separator: "\n").first ?? "") ?? .max
    }

    /// Has the number written to the file. The first of several failures in a row is passed to `complaint`, on any thread.
    func keep(_ failures: Int, complaint: @escaping @Sendable (SystemError) -> Void) {
        files.write("\(failures)\n", to: path, mode: 0o600, complaint: complaint)
    }
}
