// Those who wait to be told of the frame that shows what a client has committed.

import Geometry

/// The callbacks and the presentation feedbacks of a surface's commits. A frame shows what was committed before it was drawn, and comes to
/// the glass later; what was committed meanwhile waits for the next one.
struct FrameWaiters {
    /// Wait for a frame that is not drawn yet.
    private var waiting = Group()
    /// Wait for the frame that is on its way to the glass.
    private var underWay = Group()

    private struct Group {
        var callbacks: [FrameCallback] = []
        var feedbacks: [PresentationFeedback] = []

        var isEmpty: Bool { callbacks.isEmpty && feedbacks.isEmpty }
    }

    /// Whether a client waits to be told of a frame.
    var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

    /// `state` was committed. What no frame has shown is replaced by it.
    mutating func add(_ state: SurfaceState) {
        for feedback in waiting.feedbacks { feedback.discard() }
        waiting.feedbacks = state.feedbacks
        waiting.callbacks += state.callbacks
        callFirst()
    }

    /// A frame that shows all that was committed is on its way to the glass.
    mutating func handedOver() {
        // A frame that was lost shows nothing, and this one shows what came after it.
        for feedback in underWay.feedbacks where !waiting.feedbacks.isEmpty { feedback.discard() }
        let feedbacks = waiting.feedbacks.isEmpty ? underWay.feedbacks : waiting.feedbacks
        underWay = Group(callbacks: underWay.callbacks + waiting.callbacks, feedbacks: feedbacks)
        waiting = Group()
    }

    /// The frame on its way has been on the glass since `instant`, for `refresh`.
    mutating func presented(at instant: Instant, refresh: Instant.Span, isFlip: Bool) {
        let shown = underWay
        underWay = Group()
        for callback in shown.callbacks { callback.call(at: instant) }
        for feedback in shown.feedbacks { feedback.presented(at: instant, refresh: refresh, isFlip: isFlip) }
    }

    /// The surface is gone.
    mutating func end() {
        for group in [waiting, underWay] {
            for callback in group.callbacks { callback.destroy() }
            for feedback in group.feedbacks { feedback.discard() }
        }
        (waiting, underWay) = (Group(), Group())
    }

    /// Calls those that are too many, the oldest first, before their time.
    private mutating func callFirst() {
        let tooMany = underWay.callbacks.count + waiting.callbacks.count - GuestServer.mostWaiting
        guard tooMany > 0 else { return }
        let older = min(tooMany, underWay.callbacks.count)
        let called = underWay.callbacks.prefix(older) + waiting.callbacks.prefix(tooMany - older)
        underWay.callbacks.removeFirst(older)
        waiting.callbacks.removeFirst(tooMany - older)
        for callback in called { callback.call(at: .zero) }
    }
}
