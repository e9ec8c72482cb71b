// A frame in the compositor, and the clock of its presentation timestamp.

import CLinux
import CWayland
import Geometry
import Glibc

/// A frame from its commit until the compositor has reported when it was taken and when it became visible. Releasing it cancels
/// the reports.
final class WaylandFrame {
    /// When it was committed.
    let committed = MonotonicClock.now()
    /// When the compositor said that the next frame may be drawn.
    private(set) var taken: Instant?
    /// When the frame became visible; nil until that is known, and for frames that never did.
    private(set) var seen: Instant?
    private let presentation: WaylandPresentation?
    private let onTaken: (Instant) -> Void
    private let onDone: (WaylandFrame) -> Void
    private var callback: OpaquePointer?
    private var feedback: OpaquePointer?

    nonisolated(unsafe) private static let callbackListener = permanent(
        wl_callback_listener(done: { this, _, _ in (listening(this) as WaylandFrame).wasTaken() }))

    nonisolated(unsafe) private static let feedbackListener = permanent(
        wp_presentation_feedback_listener(
            sync_output: { _, _, _ in },
            presented: { this, _, high, low, nanoseconds, _, _, _, _ in
                let frame: WaylandFrame = listening(this)
                // More than 136 years in seconds: not a real clock, and the nanoseconds would overflow.
                guard high == 0 else { return frame.ended(at: nil) }
                frame.ended(at: Instant(nanoseconds: Int64(low) * 1_000_000_000 + Int64(nanoseconds)))
            },
            discarded: { this, _ in (listening(this) as WaylandFrame).ended(at: nil) }))

    /// Tracks the frame in the next commit of `surface`.
    init(
        surface: OpaquePointer, presentation: WaylandPresentation?, onTaken: @escaping (Instant) -> Void,
        onDone: @escaping (WaylandFrame) -> Void
    ) {
        (self.presentation, self.onTaken, self.onDone) = (presentation, onTaken, onDone)
        let this = Unmanaged.passUnretained(self).toOpaque()
        callback = wl_surface_frame(surface)
        wl_callback_add_listener(callback, WaylandFrame.callbackListener, this)
        guard let presentation else { return }
        feedback = wp_presentation_feedback(presentation.proxy, surface)
        wp_presentation_feedback_add_listener(feedback, WaylandFrame.feedbackListener, this)
    }

    deinit {
        if let callback { wl_callback_destroy(callback) }
        if let feedback { wp_presentation_feedback_destroy(feedback) }
    }

    private func wasTaken() {
        let now = MonotonicClock.now()
        taken = now
        wl_callback_destroy(callback)
        callback = nil
        withExtendedLifetime(self) {
            onTaken(now)
            if feedback == nil { onDone(self) }
        }
    }

    private func ended(at stamp: Instant?) {
        seen = stamp.flatMap { presentation?.instant($0) }
        wp_presentation_feedback_destroy(feedback)
        feedback = nil
        if callback == nil { withExtendedLifetime(self) { onDone(self) } }
    }
}

/// wp_presentation and the clock of its timestamps.
final class WaylandPresentation {
    let proxy: OpaquePointer
    private var clock = CLOCK_MONOTONIC

    nonisolated(unsafe) private static let listener = permanent(
        wp_presentation_listener(clock_id: { this, _, clock in
            (listening(this) as WaylandPresentation).clock = clockid_t(bitPattern: clock)
        }))

    init(proxy: OpaquePointer) {
        self.proxy = proxy
        wp_presentation_add_listener(
            proxy, WaylandPresentation.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The instant of CLOCK_MONOTONIC for `stamp` of the compositor's clock; nil if that clock cannot be read here.
    func instant(_ stamp: Instant) -> Instant? {
        if clock == CLOCK_MONOTONIC { return stamp }
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        let now = Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        let age = now - stamp
        return MonotonicClock.now() - age
    }
}
