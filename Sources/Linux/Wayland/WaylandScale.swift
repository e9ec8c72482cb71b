// How many pixels a compositor's length is: whole numbers by wl_output, broken ones by wp_fractional_scale_v1.

import CWayland
import Geometry

/// The scale of a window. A broken one is the compositor's to say, and its buffers need a wp_viewport, which tells how large
/// they are in the compositor's lengths.
final class WaylandScale {
    /// Called when the compositor wants another broken scale.
    var onChange: (() -> Void)?
    /// 120 times the scale that the compositor wants; nil before it says so, and for ever where it only knows whole ones.
    private var preferred: Int?
    private let surface: OpaquePointer
    private let viewport: OpaquePointer?
    private let fraction: OpaquePointer?

    /// In these parts a scale is counted: as wp_fractional_scale_v1 does.
    static let one = 120

    nonisolated(unsafe) private static let listener = permanent(
        wp_fractional_scale_v1_listener(preferred_scale: { this, _, scale in
            let this: WaylandScale = listening(this)
            this.preferred = Int(scale)
            this.onChange?()
        }))

    /// The scale of the window with this `surface`; `viewporter` and `manager` (of wp_fractional_scale_v1) are what the
    /// compositor has of them.
    init(surface: OpaquePointer, viewporter: OpaquePointer?, manager: OpaquePointer?) {
        self.surface = surface
        guard let viewporter, let manager else {
            (viewport, fraction) = (nil, nil)
            return
        }
        viewport = wp_viewporter_get_viewport(viewporter, surface)
        fraction = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
        wp_fractional_scale_v1_add_listener(
            fraction, WaylandScale.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// 120 times the scale, on a screen of the whole scale `whole`.
    func value(on whole: Int) -> Int { preferred ?? whole * WaylandScale.one }

    /// What of a window of `size` in the compositor's lengths is in pixels: halves are rounded away from zero.
    static func pixels(_ size: PixelSize, _ value: Int) -> PixelSize {
        func pixels(_ length: Int) -> Int { max(1, (length * value + one / 2) / one) }
        return PixelSize(pixels(size.width), pixels(size.height))
    }

    /// Says that the next buffer is a window of `size` in the compositor's lengths, at the scale `value`.
    func attach(_ size: PixelSize, _ value: Int) {
        if preferred != nil, let viewport {
            wp_viewport_set_destination(viewport, Int32(size.width), Int32(size.height))
        } else {
            wl_surface_set_buffer_scale(surface, Int32(value / WaylandScale.one))
        }
    }

    /// Lets go of it; before the surface goes.
    func close() {
        onChange = nil
        if let fraction { wp_fractional_scale_v1_destroy(fraction) }
        if let viewport { wp_viewport_destroy(viewport) }
    }
}
