// The way out of a kiosk on its own screen: a corner, a PIN, and what a technician does there.

import Geometry
import Gestures
import Linux
import Logging
import Machine
import Stage

/// Waits for a finger held in the corner, asks for the PIN in a sheet, and shows the actions.
package final class Maintenance {
    /// An action that the technician chooses.
    enum Action: String, CaseIterable, Sendable {
        case calibrate, restart, reboot
        case powerOff = "power off"
    }

    let words: MaintenanceWords
    private(set) var limit: PINLimit
    private unowned let stage: Stage
    private let table: MaintenanceTable
    private let doors: Doors
    private weak var sheet: Sheet?
    private var isChecking = false
    private lazy var patience = Countdown { [unowned self] in sheet?.dismiss() }

    /// How long the sheet stays without a touch. After that, the next person is taken for a visitor.
    static let longestPause = Instant.Span.seconds(60)

    /// The functions that maintenance needs from outside.
    struct Doors {
        /// Compares a PIN with a hash asynchronously, and calls with the answer.
        var check: (String, PasswordHash, @escaping (Result<Bool, SystemError>) -> Void) -> Void
        /// How many tries in a row were wrong before.
        var failures: Int
        /// Stores the number of wrong tries.
        var keep: (Int) -> Void
        /// The touch panels and screens, one per line.
        var devices: () -> [String]
        /// The last lines of the log.
        var log: () -> [String]
        /// Carries out an action, and calls `onRefusal` when the machine refuses it.
        var act: (Action, _ onRefusal: @escaping () -> Void) -> Void
        /// Writes a line to the log.
        var note: (Logger.Level, String) -> Void
    }

    /// Waits on `stage` for the hold that `table` describes.
    init(_ table: MaintenanceTable, words: MaintenanceWords, on stage: Stage, _ doors: Doors) {
        (self.table, self.words, self.stage, self.doors) = (table, words, stage, doors)
        limit = PINLimit(failures: doors.failures, at: stage.now)
        CornerHold(table.corner, for: table.hold, on: stage) { [unowned self] in ask() }
    }

    /// Asks for the PIN, over whatever is shown.
    private func ask() {
        guard sheet == nil else { return }
        // The page for the PIN is private, so recordings end the fingers that are down as cancelled. The stage cancels them
        // too.
        stage.cancelAllTouches()
        stage.present(PINScreen(self))
        sheet = stage.sheets.last
        touched()
    }

    /// Starts the longest pause again, because somebody is there.
    func touched() { patience.start(on: stage, until: stage.now + Self.longestPause) }

    /// Compares `pin`, and calls `onAnswer` with whether it was right. It does nothing while a comparison is under way or while
    /// no try is allowed.
    func check(_ pin: String, onAnswer: @escaping (Bool) -> Void) {
        guard !isChecking, limit.waiting(at: stage.now) == nil else { return }
        isChecking = true
        limit.began(at: stage.now)
        doors.keep(limit.failures)
        doors.check(pin, table.pin) { [weak self] result in
            guard let self else { return }
            isChecking = false
            switch result {
            case .success(true):
                limit.succeeded()
                doors.keep(0)
                doors.note(.notice, "maintenance: the PIN was right")
                onAnswer(true)
            case .success(false):
                doors.note(.warning, "maintenance: a wrong PIN, \(limit.failures) in a row")
                onAnswer(false)
            case .failure(let error):
                doors.note(.error, "maintenance: the PIN cannot be compared: \(error)")
                onAnswer(false)
            }
        }
    }

    /// Shows the actions, after the right PIN.
    func open() {
        guard let sheet else { return }
        sheet.navigator.replaceAll(with: [MaintenanceScreen(self)])
    }

    /// The lines of the page `kind`.
    func lines(of kind: ReportScreen.Kind) -> [String] {
        switch kind {
        case .devices: doors.devices()
        case .log: doors.log()
        }
    }

    /// Carries out `action`. The sheet is dismissed, unless the machine can still refuse: then the technician must be able to
    /// read the refusal.
    func act(_ action: Action) {
        doors.note(.notice, "maintenance: \(action.rawValue)")
        switch action {
        case .calibrate, .restart: sheet?.dismiss()
        case .reboot, .powerOff: (sheet?.navigator.top as? MaintenanceScreen)?.say(words.title(of: action) + " …")
        }
        doors.act(action) { [weak self] in
            guard let self else { return }
            touched()
            (sheet?.navigator.top as? MaintenanceScreen)?.say(words.refused)
        }
    }
}
