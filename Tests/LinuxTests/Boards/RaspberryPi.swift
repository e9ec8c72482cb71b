// The display engine of a Raspberry Pi 3 and 4: vc4's hardware video scaler.

import CDRM
import Geometry

@testable import Linux

extension Board {
    // vc4_plane.c: hvs_formats, vc4_plane_init (alpha, blend modes, rotation; zpos 0 for primary planes), and
    // vc4_plane_create_additional_planes (16 overlays for all CRTCs, zpos 1 to 17); vc4_plane_setup_clipping_and_scaling (any
    // scale, clipped). A Raspberry Pi 5 (generation 6) has no driver in Linux 6.12.

    private static func videoScaler(crtcs: UInt32) -> [UInt32: Plane] {
        func plane(_ name: String, _ kind: Kind, _ crtcs: UInt32, _ zpos: ZPos) -> Plane {
            Plane(
                name: name, kind: kind, crtcs: crtcs,
                formats: ["XR24", "AR24", "AB24", "XB24", "RG16", "BG16", "AR15", "XR15", "RG24", "BG24"],
                hasAlpha: true,
                blends: [.none, .premultiplied, .coverage], zpos: zpos,
                turns: rotate0 | rotate180 | reflectX | reflectY, scaling: 0...100_000)
        }
        var planes: [Plane] = []
        for crtc in 0..<crtcs { planes.append(plane("primary \(crtc)", .primary, 1 << crtc, .fixed(0))) }
        for index in 0..<16 {
            planes.append(plane("overlay \(index)", .overlay, (1 << crtcs) - 1, .mutable(index + 1, in: 1...17)))
        }
        for crtc in 0..<crtcs { planes.append(plane("cursor \(crtc)", .cursor, 1 << crtc, .mutable(17, in: 1...17))) }
        return numbered(planes)
    }

    /// A Raspberry Pi 4 (generation 5): vc4_kms_load allows framebuffers of 7680 pixels.
    static let pi4 = Board(
        name: "raspberry-pi-4", driver: "vc4",
        connectors: [DRM_MODE_CONNECTOR_HDMIA, DRM_MODE_CONNECTOR_HDMIA, DRM_MODE_CONNECTOR_DSI].map(UInt32.init),
        screen: PixelSize(1920, 1080), planes: videoScaler(crtcs: 3), largest: PixelSize(7680, 7680))

    /// A Raspberry Pi 3 (generation 4): vc4_kms_load allows framebuffers of 2048 pixels, and vc4_load_tracker_atomic_check limits
    /// what all planes read in a second (vc4_plane_calc_load).
    static let pi3 = Board(
        name: "raspberry-pi-3", driver: "vc4",
        connectors: [DRM_MODE_CONNECTOR_DSI, DRM_MODE_CONNECTOR_HDMIA].map(UInt32.init),
        screen: PixelSize(1920, 1080), planes: videoScaler(crtcs: 2), largest: PixelSize(2048, 2048),
        colours: ["GAMMA_LUT", "CTM"]
    ) { commit in
        let pixels = commit.shown.reduce(0) { $0 + $1.visible.width * $1.visible.height } * commit.refresh
        if pixels * 4 > 1536 << 20 { return "the planes read \((pixels * 4) >> 20) MB/s" }
        // Four pixels at a time.
        return pixels / 4 > 240_000_000 ? "the planes take \(pixels / 4) cycles a second" : nil
    }
}
