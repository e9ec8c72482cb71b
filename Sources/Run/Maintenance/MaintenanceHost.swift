// What the way out of a kiosk needs from whoever runs it.

import Linux
import Logging

/// The machine and the run around a way out.
protocol MaintenanceHost: AnyObject {
    /// How many PINs in a row were wrong.
    var failures: Int { get }
    /// The touch panels and screens, one per line.
    var deviceLines: [String] { get }
    /// The last lines of the log.
    var logLines: [String] { get }
    /// Compares `pin` with `hash` asynchronously, and calls `answer` with whether it is right.
    func compare(_ pin: String, with hash: PasswordHash, _ answer: @escaping (Result<Bool, SystemError>) -> Void)
    /// Stores the number of wrong PINs in a row.
    func keep(failures: Int)
    /// Carries out `action`, and calls `onRefusal` when the machine refuses it.
    func act(_ action: Maintenance.Action, onRefusal: @escaping () -> Void)
    /// Writes a line to the log.
    func note(_ level: Logger.Level, _ text: String)
}
