// What the control socket needs from a run.

import Machine

/// A run whose kiosk clients can query and control.
protocol ControlledRun: AnyObject {
    /// The touch panels.
    var panels: [PanelStatus] { get }
    /// The number of restarts after crashes since the kiosk was last started on purpose; nil if it is not kept.
    var restarts: Int? { get }
    /// Why the last reload has changed nothing; nil when it was a success.
    var reloadProblem: String? { get }
    /// Reloads pages and configuration, all or nothing. Calls `answer` with notes for the client, or with the errors, now or later.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void)
}
