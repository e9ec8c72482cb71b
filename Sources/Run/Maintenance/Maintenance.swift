// The maintenance pages of a kiosk: opened by a finger in a corner and a PIN, with actions for a technician.

import Geometry
import Gestures
import Linux
import Logging
import Machine
import Stage

/// Waits for a finger held in the corner, asks for the PIN in a sheet, and shows the actions.
@MainActor
package final class Maintenance {
    /// An action that the technician chooses.
    enum Action: String, CaseIterable, Sendable {
        case calibrate, restart, reboot
        case powerOff = "power off"
    }

    /// The words in the language of the visit, or else in the kiosk's.
    var words: MaintenanceWords { stage.language.map { MaintenanceWords($0) } ?? usualWords }
    private let usualWords: MaintenanceWords
    private unowned let stage: Stage
    private let table: MaintenanceTable
    private unowned let host: any MaintenanceHost
    private let attempts: PINAttempts
    /// Carries out a change of the stage that neither a touch nor time makes, and has it shown.
    private let change: (() -> Void) -> Void
    private weak var sheet: Sheet?
    private lazy var patience = Countdown(of: self) { $0.sheet?.dismiss() }

    /// How long the sheet stays without a touch. After that, the next person may be a visitor.
    static let longestPause = Instant.Span.seconds(60)

    /// Waits on `stage` for the hold that `table` describes. `host` keeps this alive. `attempts` are those of all screens.
    /// `change` carries out changes of the stage that neither a touch nor time makes.
    init(
        _ table: MaintenanceTable, words: MaintenanceWords, on stage: Stage, host: any MaintenanceHost,
        attempts: PINAttempts, change: @escaping (() -> Void) -> Void = { $0() }
    ) {
        (self.table, usualWords, self.stage, self.host, self.attempts) = (table, words, stage, host, attempts)
        self.change = change
        CornerHold(table.corner, for: table.hold, on: stage) { [unowned self] in ask() }
    }

    /// Asks for the PIN, over whatever is shown.
    private func ask() {
        guard sheet == nil else { return }
        // The PIN page is private, so recordings cancel the touches that are down. The stage must do the same.
        stage.cancelAllTouches()
        stage.present(PINScreen(self))
        sheet = stage.sheets.last
        touched()
    }

    /// Starts the longest pause again, because somebody is there.
    func touched() { patience.start(on: stage, until: stage.now + Self.longestPause) }

    /// How long no PIN may be tried at present; nil when one may.
    var waiting: Instant.Span? { attempts.waiting(at: stage.now) }

    /// Compares `pin`, and calls `onAnswer` with whether it was right. Returns false without a comparison while another one is
    /// under way, on any screen, or while no try is allowed.
    func check(_ pin: String, onAnswer: @escaping (Bool) -> Void) -> Bool {
        // An answer that comes at once comes while the stage takes the touch.
        var isLater = false
        defer { isLater = true }
        return attempts.check(pin, with: table.pin, at: stage.now) { [change] isRight in
            if isLater { change { onAnswer(isRight) } } else { onAnswer(isRight) }
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
        case .devices: host.deviceLines
        case .log: host.logLines
        }
    }

    /// Carries out `action`. The sheet is dismissed, unless the machine can still refuse: then the technician must be able to
    /// read the refusal.
    func act(_ action: Action) {
        host.writeToLog(.notice, "maintenance: \(action.rawValue)")
        switch action {
        case .calibrate, .restart: sheet?.dismiss()
        case .reboot, .powerOff: (sheet?.navigator.top as? MaintenanceScreen)?.say(words.title(of: action) + " …")
        }
        var isLater = false
        defer { isLater = true }
        host.act(action) { [weak self] in
            guard let self else { return }
            if isLater { change(tellRefusal) } else { tellRefusal() }
        }
    }

    private func tellRefusal() {
        touched()
        (sheet?.navigator.top as? MaintenanceScreen)?.say(words.refused)
    }
}
