// The way out of a kiosk on its own glass: a corner, a PIN, and what a technician does there.

import Geometry
import Gestures
import Linux
import Logging
import Stage

/// Waits for the finger in the corner, asks for the PIN in a sheet, and shows what can be done.
final class Maintenance {
    /// What somebody chose.
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

    /// The sheet goes when nobody has touched it for so long: whoever comes next is a visitor.
    static let longestPause = Instant.Span.seconds(60)

    /// What it needs of the world.
    struct Doors {
        /// Compares a PIN with a hash, in its own time, and calls with the answer.
        var check: (String, PasswordHash, @escaping (Result<Bool, SystemError>) -> Void) -> Void
        /// How many tries in a row were wrong before.
        var failures: Int
        /// Keeps that number.
        var keep: (Int) -> Void
        /// The touch panels and screens, a line each.
        var devices: () -> [String]
        /// What was logged last, a line each.
        var log: () -> [String]
        /// Does what was chosen, and calls when the machine refuses it.
        var act: (Action, _ onRefusal: @escaping () -> Void) -> Void
        /// Notes what happened, for the log.
        var note: (Logger.Level, String) -> Void
    }

    /// Waits on `stage` for what `table` says.
    init(_ table: MaintenanceTable, words: MaintenanceWords, on stage: Stage, _ doors: Doors) {
        (self.table, self.words, self.stage, self.doors) = (table, words, stage, doors)
        limit = PINLimit(failures: doors.failures, at: stage.now)
        CornerHold(table.corner, for: table.hold, on: stage) { [unowned self] in ask() }
    }

    /// Asks for the PIN, over whatever is shown.
    private func ask() {
        guard sheet == nil else { return }
        // Fingers that are down were not recorded as what they do from here on.
        stage.cancelAllTouches()
        stage.present(PINScreen(self))
        sheet = stage.sheets.last
        touched()
    }

    /// Somebody is there.
    func touched() { patience.start(on: stage, until: stage.now + Self.longestPause) }

    /// Compares `pin`; `onAnswer` gets whether it was right.
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

    /// The PIN was right.
    func open() {
        guard let sheet else { return }
        sheet.navigator.replaceAll(with: [MaintenanceScreen(self)])
    }

    /// What the page called `kind` shows.
    func lines(of kind: ReportScreen.Kind) -> [String] {
        switch kind {
        case .devices: doors.devices()
        case .log: doors.log()
        }
    }

    /// Does what was chosen. The sheet goes, unless the machine can still refuse: then whoever asked is there to read that.
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
