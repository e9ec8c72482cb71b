// When a client's frame came to the glass: wp_presentation, wp_presentation_feedback.

import CWaylandServer
import Geometry
import Glibc
import Linux

/// The global `wp_presentation`. Its clock is CLOCK_MONOTONIC, that of page flips.
final class Presentation: Resource {
    private static let requests = permanent(
        wp_presentation_interface(
            destroy: destroyResource,
            feedback: { client, presentation, surface, id in
                guard let client else { return }
                Surface.of(surface).add(
                    PresentationFeedback(client, version: Presentation.of(presentation).version, id: id))
            }))

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_presentation(), version: version, id: id, requests: Self.requests)
        if let handle { wp_presentation_send_clock_id(handle, UInt32(CLOCK_MONOTONIC)) }
    }
}

/// A `wp_presentation_feedback`: tells its client once when a commit came to the glass, or that it never did.
final class PresentationFeedback: Resource {
    /// As many as callbacks of frames.
    override class var most: Int { 2048 }

    init(_ client: OpaquePointer, version: Int32, id: UInt32) {
        super.init(client, bezel_wp_presentation_feedback(), version: version, id: id, requests: nil)
    }

    /// The commit has been on the glass since `instant`, on a display that shows a frame each `refresh`. One that changed nothing needed no flip
    /// (`isFlip`), so its time is no vblank's.
    func presented(at instant: Instant, refresh: Instant.Span, isFlip: Bool) {
        guard let handle else { return }
        let seconds = UInt64(instant.nanoseconds / 1_000_000_000)
        wp_presentation_feedback_send_presented(
            handle, UInt32(seconds >> 32), UInt32(truncatingIfNeeded: seconds),
            UInt32(instant.nanoseconds % 1_000_000_000), UInt32(clamping: refresh.nanoseconds), 0, 0,
            isFlip ? WP_PRESENTATION_FEEDBACK_KIND_VSYNC.rawValue : 0)
        destroy()
    }

    /// The commit was replaced before it came to the glass, or its surface is gone.
    func discard() {
        guard let handle else { return }
        wp_presentation_feedback_send_discarded(handle)
        destroy()
    }
}
