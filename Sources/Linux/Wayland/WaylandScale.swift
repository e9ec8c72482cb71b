// The number of pixels per unit of the compositor: integers from wl_output, fractions from wp_fractional_scale_v1.

import CWayland
import Geometry

/// The size of a window in the compositor's coordinates and in pixels.
struct WaylandExtent: Equatable {
    /// In the compositor's coordinates.
    let size: PixelSize
    /// The scale, times 120.
    let scale: Int
    /// In pixels. Halves are rounded away from zero.
    var pixels: PixelSize {
        func pixels(_ length: Int) -> Int { max(1, (length * scale + WaylandScale.one / 2) / WaylandScale.one) }
        return PixelSize(pixels(size.width), pixels(size.height))
    }
}

/// The scale of a window. Only the compositor can choose a fractional scale. Its buffers need a wp_viewport, which states their
/// size in the compositor's coordinates.
final class WaylandScale {
    /// Called when the compositor prefers another fractional scale.
    var onChange: (() -> Void)?
    /// The scale that the compositor prefers, times 120; nil until it is reported, and always if only integers are supported.
    private var preferred: Int?
    private let surface: OpaquePointer
    private var viewport: OpaquePointer?
    private var fraction: OpaquePointer?

    /// The unit of scales: 120ths, as in wp_fractional_scale_v1.
    static let one = 120

    nonisolated(unsafe) private static let listener = permanent(
        wp_fractional_scale_v1_listener(preferred_scale: { this, _, scale in
            // A scale of 0 or above 100 is an error of the compositor and could overflow later.
            guard (1...UInt32(one * 100)).contains(scale) else { return }
            let this: WaylandScale = listening(this)
            this.preferred = Int(scale)
            this.onChange?()
        }))

    /// The scale of the window with this `surface`. `viewporter` and `manager` (wp_fractional_scale_v1) are nil if the compositor
    /// does not have them.
    init(surface: OpaquePointer, viewporter: OpaquePointer?, manager: OpaquePointer?) {
        self.surface = surface
        guard let viewporter, let manager else { return }
        viewport = wp_viewporter_get_viewport(viewporter, surface)
        fraction = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
        wp_fractional_scale_v1_add_listener(
            fraction, WaylandScale.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { close() }

    /// The scale times 120, on a screen with the integer scale `whole`.
    func value(on whole: Int) -> Int { preferred ?? whole * WaylandScale.one }

    /// Sets the window's size and scale to those of `extent`, from the next commit on.
    func apply(_ extent: WaylandExtent) {
        guard preferred != nil, let viewport else {
            return wl_surface_set_buffer_scale(surface, Int32(extent.scale / WaylandScale.one))
        }
        // An earlier frame may have set an integer scale, and the compositor would apply both.
        wl_surface_set_buffer_scale(surface, 1)
        wp_viewport_set_destination(viewport, Int32(extent.size.width), Int32(extent.size.height))
    }

    /// Destroys the protocol objects. Must be called before the surface is destroyed.
    func close() {
        onChange = nil
        if let fraction { wp_fractional_scale_v1_destroy(fraction) }
        if let viewport { wp_viewport_destroy(viewport) }
        (fraction, viewport) = (nil, nil)
    }
}
