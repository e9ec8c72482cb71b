// How many pixels a compositor's length is: whole numbers by wl_output, broken ones by wp_fractional_scale_v1.

import CWayland
import Geometry

/// How large a window is, in the compositor's lengths and in pixels.
struct WaylandExtent: Equatable {
    /// In the compositor's lengths.
    let size: PixelSize
    /// 120 times as many pixels as a length of 1 has.
    let scale: Int
    /// In pixels: halves are rounded away from zero.
    var pixels: PixelSize {
        func pixels(_ length: Int) -> Int { max(1, (length * scale + WaylandScale.one / 2) / WaylandScale.one) }
        return PixelSize(pixels(size.width), pixels(size.height))
    }
}

/// The scale of a window. A broken one is the compositor's to say, and its buffers need a wp_viewport, which tells how large
/// they are in the compositor's lengths.
final class WaylandScale {
    /// Called when the compositor wants another broken scale.
    var onChange: (() -> Void)?
    /// 120 times the scale that the compositor wants; nil before it says so, and for ever where it only knows whole ones.
    private var preferred: Int?
    private let surface: OpaquePointer
    private var viewport: OpaquePointer?
    private var fraction: OpaquePointer?

    /// In these parts a scale is counted: as wp_fractional_scale_v1 does.
    static let one = 120

    nonisolated(unsafe) private static let listener = permanent(
        wp_fractional_scale_v1_listener(preferred_scale: { this, _, scale in
            // A scale of 0 or above 100 is a mistake of the compositor, and could overflow later.
            guard (1...UInt32(one * 100)).contains(scale) else { return }
            let this: WaylandScale = listening(this)
            this.preferred = Int(scale)
            this.onChange?()
        }))

    /// The scale of the window with this `surface`; `viewporter` and `manager` (of wp_fractional_scale_v1) are what the
    /// compositor has of them.
    init(surface: OpaquePointer, viewporter: OpaquePointer?, manager: OpaquePointer?) {
        self.surface = surface
        guard let viewporter, let manager else { return }
        viewport = wp_viewporter_get_viewport(viewporter, surface)
        fraction = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
        wp_fractional_scale_v1_add_listener(
            fraction, WaylandScale.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { close() }

    /// 120 times the scale, on a screen of the whole scale `whole`.
    func value(on whole: Int) -> Int { preferred ?? whole * WaylandScale.one }

    /// Sets the window's size and scale to those of `extent`, from the next commit on.
    func apply(_ extent: WaylandExtent) {
        guard preferred != nil, let viewport else {
            return wl_surface_set_buffer_scale(surface, Int32(extent.scale / WaylandScale.one))
        }
        // An earlier frame may have set a whole scale. The compositor would apply both.
        wl_surface_set_buffer_scale(surface, 1)
        wp_viewport_set_destination(viewport, Int32(extent.size.width), Int32(extent.size.height))
    }

    /// Lets go of it; before the surface goes.
    func close() {
        onChange = nil
        if let fraction { wp_fractional_scale_v1_destroy(fraction) }
        if let viewport { wp_viewport_destroy(viewport) }
        (fraction, viewport) = (nil, nil)
    }
}
