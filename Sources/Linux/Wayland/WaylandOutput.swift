// A screen as described by the compositor.

import CWayland
import Geometry

/// A wl_output: its size, its refresh rate, and its scale.
final class WaylandOutput {
    /// The compositor's id for it.
    let global: UInt32
    let proxy: OpaquePointer
    /// The name, such as `HDMI-A-1`; nil if the compositor does not report it.
    private(set) var name: String?
    /// Its size in pixels as the viewer sees it; nil before it is known.
    var pixels: PixelSize? { mode.map { isTurned ? PixelSize($0.height, $0.width) : $0 } }
    /// Its size in the compositor's coordinates, unless the scale is fractional.
    var size: PixelSize? { pixels.map { PixelSize($0.width / scale, $0.height / scale) } }
    /// Its size in millimetres as the viewer sees it; nil if unknown.
    var millimetres: Size? {
        // A compositor without a physical screen reports as many millimetres as pixels.
        guard let physical, physical != mode?.size else { return nil }
        return isTurned ? Size(physical.height, physical.width) : physical
    }
    /// Refreshes in 1000 seconds; 0 if unknown.
    private(set) var millihertz = 0
    /// The number of pixels per unit of the compositor's coordinates.
    private(set) var scale = 1
    /// Called when the description has changed.
    var onChange: (() -> Void)?

    private var mode: PixelSize?
    private var physical: Size?
    private var isTurned = false

    nonisolated(unsafe) private static let listener = permanent(
        wl_output_listener(
            geometry: { this, _, _, _, width, height, _, _, _, transform in
                let output: WaylandOutput = listening(this)
                output.physical = width > 0 && height > 0 ? Size(Double(width), Double(height)) : nil
                // Odd transforms are quarter turns, with or without mirroring.
                output.isTurned = transform & 1 == 1
            },
            mode: { this, _, flags, width, height, refresh in
                guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
                let output: WaylandOutput = listening(this)
                output.mode = width > 0 && height > 0 ? PixelSize(Int(width), Int(height)) : nil
                output.millihertz = Int(refresh)
            },
            done: { this, _ in (listening(this) as WaylandOutput).onChange?() },
            scale: { this, _, factor in (listening(this) as WaylandOutput).scale = min(max(1, Int(factor)), 100) },
            name: { this, _, name in (listening(this) as WaylandOutput).name = name.map { String(cString: $0) } },
            description: { _, _, _ in }))

    /// The highest supported version.
    static let version: UInt32 = 4

    init(global: UInt32, proxy: OpaquePointer) {
        self.global = global
        self.proxy = proxy
        wl_output_add_listener(proxy, WaylandOutput.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { if wl_output_get_version(proxy) >= 3 { wl_output_release(proxy) } else { wl_output_destroy(proxy) } }
}
