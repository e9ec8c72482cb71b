// The display engine of TI's Sitara AM62 and AM65.

import CDRM
import Geometry

@testable import Linux

extension Board {
    // tidss_dispc.c: dispc_am625_feats, dispc_am65x_feats (two planes; the first in vid_order cannot scale), dispc_color_formats,
    // dispc_plane_check, dispc_plane_setup and dispc_am65x_ovr_set_plane (what is programmed is not clipped); tidss_kms.c:
    // tidss_dispc_modeset_init (a primary plane for each port that is wired, the rest overlays, all for all CRTCs), sizes;
    // tidss_plane.c: tidss_plane_create (zpos, alpha, blend modes). The programmed scaler has more limits than `scaling`.
    private static func dss(_ name: String, _ connectors: [Int]) -> Board {
        func plane(_ index: Int) -> Plane {
            Plane(
                name: index == 0 ? "vidl1" : "vid", kind: index < connectors.count ? .primary : .overlay,
                crtcs: (1 << UInt32(connectors.count)) - 1,
                formats: [
                    "AR12", "AB12", "RG16", "BG16", "AR15", "AR24", "AB24", "RG24", "BG24", "XR12", "XR15", "XR24",
                    "XB24",
                ],
                hasAlpha: true, blends: [.premultiplied, .coverage], zpos: .mutable(index, in: 0...1),
                scaling: index == 0 ? 1...1 : 0.0625...4, isClipped: false)
        }
        return Board(
            name: name, driver: "tidss", connectors: connectors.map { UInt32($0) }, screen: PixelSize(1920, 1200),
            planes: numbered((0..<2).map(plane)), smallest: PixelSize(8, 8), largest: PixelSize(8096, 8096),
            colours: ["GAMMA_LUT", "CTM"])
    }
    /// An AM62 or AM65 with one panel.
    static let am62 = dss("am62", [Int(DRM_MODE_CONNECTOR_LVDS)])
    /// One whose two ports are wired: each port takes a plane.
    static let am62dual = dss("am62-two-ports", [Int(DRM_MODE_CONNECTOR_LVDS), Int(DRM_MODE_CONNECTOR_HDMIA)])
}
