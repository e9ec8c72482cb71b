// Tells a hidden window from a compositor that is stuck.

import Geometry

/// A compositor takes no frames of a hidden window. Before version 6 of xdg-shell it does not say that the window is hidden.
/// It still answers wl_display.sync, unlike a compositor that is stuck. So a window is hidden if one of its frames has
/// waited for `patience` and the compositor has then answered.
final class WaylandVisibility {
    private enum State {
        /// No frame waits.
        case idle
        /// A frame waits, and the timer runs.
        case waiting
        /// The frame has waited for `patience`, and the compositor has been asked.
        case asking(WaylandAnswer)
        /// The compositor has answered, and the frame still waits.
        case hidden
    }

    private var state = State.idle
    private let connection: WaylandConnection
    private var timer: Timer?

    /// A frame of a visible window waits for a refresh or two.
    static let patience = Instant.Span.seconds(1)

    /// The visibility of the window on `connection`, of which no frame waits yet.
    init(connection: WaylandConnection, loop: EventLoop) {
        self.connection = connection
        timer = loop.timer { [unowned self] in ask() }
    }

    /// Whether the compositor takes no frames, although it answers.
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
