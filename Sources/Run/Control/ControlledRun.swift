// What the control socket needs from a run.

import Machine
import Pages

/// A run whose kiosk clients can query and control.
@MainActor
protocol ControlledRun: AnyObject {
    /// The touch panels.
    var panels: [PanelStatus] { get }
    /// The number of restarts after crashes since the kiosk was last started on purpose; nil if it is not kept.
    var restarts: Int? { get }
    /// The mistakes in the pages and settings, with what is shown instead.
    var faults: [Fault] { get }
    /// The keys of the machine's file that count from the next start on, such as `[display] rotation`.
    var waitingKeys: [String] { get }
    /// Reloads pages and configuration. Calls `answer` with notes for the client, or with the mistakes that there are, now or later.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void)
}
