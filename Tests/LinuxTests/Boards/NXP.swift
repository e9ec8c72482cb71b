// The display engines of NXP's i.MX 6, 7 and 8.

import CDRM
import Geometry

@testable import Linux

extension Board {
    /// i.MX 6Q, 6DL: ipuv3-plane.c: ipu_plane_init (zpos; no alpha), ipu_plane_atomic_check (no scale; the primary plane covers the
    /// CRTC; addresses are multiples of 8 bytes; a plane that changes its visible size needs a modeset); ipuv3-crtc.c: an overlay
    /// for the CRTC with the display processor, ipu_crtc_atomic_check; imx-drm-core.c: imx_drm_bind (sizes), imx_drm_dumb_create
    /// (a width of a multiple of 8 pixels).
    static let imx6 = Board(
        name: "imx6", driver: "imx-drm", connectors: [UInt32(DRM_MODE_CONNECTOR_LVDS)], screen: PixelSize(1024, 768),
        planes: numbered([
            Plane(
                name: "primary", kind: .primary, formats: ipuFormats, zpos: .mutable(0, in: 0...1), coversScreen: true),
            Plane(name: "overlay", kind: .overlay, formats: ipuFormats, zpos: .mutable(1, in: 0...1)),
        ]), smallest: PixelSize(1, 1), pitch: 32, needsPrimary: true
    ) { commit in
        for shown in commit.shown {
            let name = shown.plane.name
            let source = shown.visibleSource
            if shown.visible.height < 2 { return "\(name) is \(shown.visible.height) rows high" }
            if shown.plane.kind == .primary, shown.visible.width < 13 { return "\(name) is too narrow" }
            if (source.y * shown.picture.pitch + source.x * 4) % 8 != 0 { return "\(name) begins in an odd column" }
            let old = commit.before[shown.id]
            if let old, !commit.allowsModeset,
                (old.visible.width, old.visible.height) != (shown.visible.width, shown.visible.height)
            {
                return "\(name) changes its visible size without a modeset"
            }
        }
        return nil
    }
    private static let ipuFormats = ["AR15", "XR15", "AR24", "XR24", "AB24", "XB24", "RG16"]

    /// i.MX 6SX: mxsfb_kms.c: mxsfb_kms_init, mxsfb_plane_atomic_check (every plane covers the CRTC), mxsfb_crtc_atomic_check;
    /// mxsfb_regs.h: MXSFB_MIN_XRES.
    static let imx6sx = Board(
        name: "imx6sx", driver: "mxsfb-drm", connectors: [UInt32(DRM_MODE_CONNECTOR_DPI)], screen: PixelSize(800, 480),
        planes: numbered([
            Plane(name: "primary", kind: .primary, formats: ["RG16", "XR24"], coversScreen: true),
            Plane(
                name: "overlay", kind: .overlay, formats: ["XR12", "AR12", "XR15", "AR15", "RG16", "XR24", "AR24"],
                coversScreen: true),
        ]), smallest: PixelSize(120, 120), largest: PixelSize(0xffff, 0xffff), needsPrimary: true)

    /// i.MX 7 and 8MM, 8MN (mxsfb without an overlay).
    static let imx7 = Board(
        name: "imx7", driver: "mxsfb-drm", connectors: [UInt32(DRM_MODE_CONNECTOR_DPI)], screen: PixelSize(800, 480),
        planes: numbered([Plane(name: "primary", kind: .primary, formats: ["RG16", "XR24"], coversScreen: true)]),
        smallest: PixelSize(120, 120), largest: PixelSize(0xffff, 0xffff), needsPrimary: true)

    /// i.MX 8MP, 93: lcdif_kms.c: lcdif_primary_plane_formats, lcdif_plane_atomic_check, lcdif_crtc_atomic_check;
    /// lcdif_regs.h: LCDIF_MIN_XRES.
    static let imx8mp = Board(
        name: "imx8mp", driver: "imx-lcdif", connectors: [UInt32(DRM_MODE_CONNECTOR_LVDS)],
        screen: PixelSize(1280, 800),
        planes: numbered([
            Plane(
                name: "primary", kind: .primary, formats: ["RG16", "RG24", "XB24", "XR15", "XR12", "XR24"],
                coversScreen: true)
        ]), smallest: PixelSize(120, 120), largest: PixelSize(0xffff, 0xffff), needsPrimary: true)

    /// i.MX 8MQ: dcss-crtc.c: dcss_crtc_init (one plane: the other two channels are not used), dcss-plane.c: dcss_plane_init (zpos
    /// fixed, no alpha), dcss_plane_atomic_check (at least 16 × 8 pixels; the primary plane covers the CRTC), dcss-scaler.c:
    /// dcss_scaler_factors; dcss-kms.c.
    static let imx8mq = Board(
        name: "imx8mq", driver: "imx-dcss", connectors: [UInt32(DRM_MODE_CONNECTOR_HDMIA)],
        screen: PixelSize(1920, 1080),
        planes: numbered([
            Plane(
                name: "primary", kind: .primary,
                formats: ["AR24", "XR24", "AB24", "XB24", "RA24", "RX24", "BA24", "BX24"],
                zpos: .fixed(0), turns: 0x3f, scaling: 0.125...3, coversScreen: true)
        ]), smallest: PixelSize(1, 1)
    ) { commit in
        commit.shown.first { $0.source.width < 16 || $0.source.height < 8 }.map { "\($0.plane.name) is too small" }
    }
}
