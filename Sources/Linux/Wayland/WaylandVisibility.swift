// Distinguishes a hidden window from a compositor that hangs.

import Geometry

/// A compositor takes no frames of a hidden window. Before version 6 of xdg-shell it does not report that the window is hidden.
/// It still answers wl_display.sync, unlike a compositor that hangs. So a window counts as hidden if one of its frames has waited
/// for `patience` and the compositor has then answered.
final class WaylandVisibility {
    private enum State {
        /// No frame is pending.
        case idle
        /// A frame is pending, and the timer is running.
        case waiting
        /// A frame has been pending for `patience`, and a sync request was sent.
        case asking(WaylandAnswer)
        /// The compositor has answered, and the frame is still pending.
        case hidden
    }

    private var state = State.idle
    private let connection: WaylandConnection
    private var timer: Timer?

    /// A frame of a visible window is pending for only a refresh or two.
    static let patience = Instant.Span.seconds(1)

    /// The visibility of the window on `connection`, which has no pending frame yet.
    init(connection: WaylandConnection, loop: EventLoop) {
        self.connection = connection
        timer = loop.timer { [unowned self] in ask() }
    }

    /// Whether the compositor answers but takes no frames.
    var isHidden: Bool { if case .hidden = state { true } else { false } }

    /// A frame was committed.
    func presented() {
        guard case .idle = state else { return }
        state = .waiting
        timer?.setDeadline(MonotonicClock.now() + WaylandVisibility.patience)
    }

    /// The compositor has taken a frame.
    func taken() {
        state = .idle
        timer?.setDeadline(nil)
    }

    /// Stops the timer. Must be called before the connection ends.
    func close() {
        state = .idle
        timer?.cancel()
        timer = nil
    }

    private func ask() {
        guard connection.isOpen else { return }
        state = .asking(connection.ask { [unowned self] in state = .hidden })
        connection.flush()
    }
}
