// The display engine of Amlogic's S905 and its successors.

import CDRM
import Geometry

@testable import Linux

extension Board {
    /// meson_plane.c: meson_plane_create (zpos 1, always in front), meson_plane_atomic_check (covers the CRTC; five times larger);
    /// meson_overlay.c: meson_overlay_create (only video formats, always at the back); meson_drv.c: meson_drv_bind_master (sizes),
    /// meson_dumb_create (pitch).
    static let s905 = Board(
        name: "s905", driver: "meson", connectors: [UInt32(DRM_MODE_CONNECTOR_HDMIA)], screen: PixelSize(1920, 1080),
        planes: numbered([
            Plane(
                name: "primary", kind: .primary, crtcs: 0xff,
                formats: ["AR24", "AB24", "XR24", "XB24", "RG24", "RG16"],
                zpos: .fixed(1), scaling: 0.2...1, coversScreen: true),
            Plane(
                name: "overlay", kind: .overlay, crtcs: 0xff,
                formats: ["YUYV", "NV12", "NV21", "YU24", "YU16", "YU12"],
                zpos: .fixed(0), scaling: 0.2...5),
        ]), largest: PixelSize(3840, 2160), pitch: 64)
}
