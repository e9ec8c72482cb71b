// What the control socket asks of a run.

import Machine

/// A run whose kiosk clients can query and control.
protocol ControlledRun: AnyObject {
    /// The touch panels.
    var panels: [PanelStatus] { get }
    /// How often the kiosk has come back since it was started on purpose; nil where that is not kept.
    var restarts: Int? { get }
    /// Reads pages and configuration again, all or nothing. Calls `answer` with notes for the client, now or later.
    func reload(_ answer: @escaping (Result<[String], Failure>) -> Void)
}
