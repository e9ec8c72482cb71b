// What a client says of a surface before a commit makes it count.

import CWaylandServer
import Geometry

/// The state of a surface that requests change and a commit applies. Values are in surface coordinates unless they say otherwise.
struct SurfaceState {
    enum Attachment {
        case unchanged
        /// The buffer to show; nil for nothing.
        case buffer(Buffer?)
    }

    var attachment = Attachment.unchanged
    /// How far the surface's origin moves from the corner of the old buffer.
    var offset = Vector.zero
    /// What has changed.
    var damage = Region()
    /// What has changed, in pixels of the buffer.
    var bufferDamage = Region()
    /// The callbacks to be called when it is time to draw the next frame.
    var callbacks: [FrameCallback] = []
    /// Those who want to know when this content came to the glass.
    var feedbacks: [PresentationFeedback] = []

    // The following values stay until they are set again.

    var opaque = PointSet()
    /// The points that take touches; nil for all.
    var input: PointSet?
    /// The pixels of the buffer for one unit of the surface.
    var scale = 1
    var transform = WL_OUTPUT_TRANSFORM_NORMAL
    /// The part of the buffer that is shown, after transform and scale; nil for all.
    var source: Rect?
    /// The extent that it is shown in; nil for its own.
    var destination: Size?

    /// Adds `next`, which was committed later. Nothing that waits for an answer is lost.
    mutating func merge(_ next: SurfaceState) {
        var merged = next
        if case .unchanged = next.attachment {
            merged.attachment = attachment
        } else if case .buffer(let replaced?) = attachment {
            // It was never shown.
            if case .buffer(let new) = next.attachment, new === replaced {} else { replaced.release() }
        }
        merged.offset = offset + next.offset
        merged.damage.formUnion(damage)
        merged.bufferDamage.formUnion(bufferDamage)
        merged.callbacks = callbacks + next.callbacks
        // What is too much is called before its time.
        while merged.callbacks.count > GuestServer.mostWaiting { merged.callbacks.removeFirst().call(at: .zero) }
        if case .unchanged = next.attachment {
            merged.feedbacks = feedbacks + next.feedbacks
            while merged.feedbacks.count > GuestServer.mostWaiting { merged.feedbacks.removeFirst().discard() }
        } else {
            for feedback in feedbacks { feedback.discard() }
        }
        self = merged
    }

    /// Drops the state, which will never count. Nothing that waits for an answer stays.
    func discard() {
        for callback in callbacks { callback.destroy() }
        for feedback in feedbacks { feedback.discard() }
        if case .buffer(let buffer?) = attachment { buffer.release() }
    }

    /// What a commit leaves to the next one.
    var kept: SurfaceState {
        var state = self
        state.attachment = .unchanged
        state.offset = .zero
        (state.damage, state.bufferDamage) = (Region(), Region())
        (state.callbacks, state.feedbacks) = ([], [])
        return state
    }
}

/// A `wl_callback` that tells a client when to draw the next frame.
final class FrameCallback: Resource {
    /// A surface waits for one. Twice `GuestServer.mostWaiting`.
    override class var most: Int { 2048 }

    init(_ client: OpaquePointer, id: UInt32) {
        super.init(client, bezel_wl_callback(), version: 1, id: id, requests: nil)
    }

    /// Calls it: a frame was shown at `instant`.
    func call(at instant: Instant) {
        guard let handle else { return }
        wl_callback_send_done(handle, instant.wireMilliseconds)
        destroy()
    }
}

extension Instant {
    /// The time as Wayland's events have it: the lowest 32 bits of the milliseconds.
    var wireMilliseconds: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 1_000_000) }
}
