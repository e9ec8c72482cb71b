// What the maintenance pages of a kiosk need from its run.

import Linux
import Logging

/// The run and the machine, as the maintenance pages use them.
@MainActor
protocol MaintenanceHost: AnyObject {
    /// The touch panels and screens, one per line.
    var deviceLines: [String] { get }
    /// The last lines of the log.
    var logLines: [String] { get }
    /// Carries out `action`, and calls `onRefusal` when the machine refuses it.
    func act(_ action: Maintenance.Action, onRefusal: @escaping () -> Void)
    /// Writes a line to the log.
    func writeToLog(_ level: Logger.Level, _ text: String)
}
