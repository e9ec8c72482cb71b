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
    private unowned let host: any MaintenanceHost
    private weak var sheet: Sheet?
    private var isChecking = false
    private lazy var patience = Countdown { [unowned self] in sheet?.dismiss() }

    /// How long the sheet stays without a touch. After that, the next person is taken for a visitor.
    static let longestPause = Instant.Span.seconds(60)

    /// Waits on `stage` for the hold that `table` describes. `host` keeps this alive.
    init(_ table: MaintenanceTable, words: MaintenanceWords, on stage: Stage, host: any MaintenanceHost) {
        (self.table, self.words, self.stage, self.host) = (table, words, stage, host)
        limit = PINLimit(failures: host.failures, at: stage.now)
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
        host.keep(failures: limit.failures)
        host.compare(pin, with: table.pin) { [weak self] result in
            guard let self else { return }
            isChecking = false
            switch result {
            case .success(true):
                limit.succeeded()
                host.keep(failures: 0)
                host.note(.notice, "maintenance: the PIN was right")
                onAnswer(true)
            case .success(false):
                host.note(.warning, "maintenance: a wrong PIN, \(limit.failures) in a row")
                onAnswer(false)
            case .failure(let error):
                host.note(.error, "maintenance: the PIN cannot be compared: \(error)")
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
        case .devices: host.deviceLines
        case .log: host.logLines
        }
    }

    /// Carries out `action`. The sheet is dismissed, unless the machine can still refuse: then the technician must be able to
    /// read the refusal.
    func act(_ action: Action) {
        host.note(.notice, "maintenance: \(action.rawValue)")
        switch action {
        case .calibrate, .restart: sheet?.dismiss()
        case .reboot, .powerOff: (sheet?.navigator.top as? MaintenanceScreen)?.say(words.title(of: action) + " …")
        }
        host.act(action) { [weak self] in
            guard let self else { return }
            touched()
            (sheet?.navigator.top as? MaintenanceScreen)?.say(words.refused)
        }
    }
}
