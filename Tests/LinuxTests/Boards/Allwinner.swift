// The display engines of Allwinner: DE1 (sun4i-backend), and DE2 and DE3 (sun8i-mixer).

import CDRM
import Geometry

@testable import Linux

extension Board {
    // sun4i_framebuffer.c: sun4i_framebuffer_init (sizes); sun4i_drv.c: drm_sun4i_gem_dumb_create (pitch).
    private static let allwinnerLargest = PixelSize(8192, 8192)

    /// sun4i_layer.c: sun4i_layer_init_one (alpha, zpos 0 to 3), sun4i_backend_layer_formats; sun4i_backend.c:
    /// sun4i_backend_atomic_check (how many planes blend, and which; the pipes), sun4i_backend_plane_is_supported (no scale without
    /// the frontend), sun4i_backend_update_layer_coord (what is programmed is not clipped).
    private static func de1(_ name: String, blendsLowest: Bool) -> Board {
        func layer(_ index: Int) -> Plane {
            Plane(
                name: "layer \(index)", kind: index == 0 ? .primary : .overlay,
                formats: ["AR24", "AR12", "AR15", "RA15", "RA12", "RG24", "RG16", "XR24"], hasAlpha: true,
                zpos: .mutable(index, in: 0...3), isClipped: false)
        }
        return Board(
            name: name, driver: "sun4i-drm", connectors: [UInt32(DRM_MODE_CONNECTOR_LVDS)],
            screen: PixelSize(1024, 600), planes: numbered((0..<4).map(layer)), largest: allwinnerLargest, pitch: 2,
            refusal: { commit in
                let translucent = commit.shown.count { $0.isTranslucent }
                if translucent > (blendsLowest ? 2 : 1) { return "\(translucent) planes blend" }
                let lowest = commit.shown.first
                return !blendsLowest && lowest?.alpha != 0xffff ? "the lowest plane blends" : nil
            },
            harm: { commit in
                // Each plane that blends goes to the next of two pipes, and one after the second back to the first.
                commit.shown.dropFirst().count { $0.isTranslucent } > 1 ? "a plane in the wrong pipe" : nil
            })
    }
    /// sun4i_backend_quirks and sun7i_backend_quirks.
    static let a20 = de1("a20", blendsLowest: false)
    /// sun8i_a33_backend_quirks.
    static let a33 = de1("a33", blendsLowest: true)

    /// sun8i_mixer.c: the mixers' vi_num and ui_num, sun8i_layers_init; sun8i_vi_layer.c: sun8i_vi_layer_init_one (alpha only if
    /// there is one video layer, or on DE3); sun8i_ui_layer.c: sun8i_ui_layer_init_one (the first is the primary plane, and
    /// lies in front of the video layers); both: atomic_check (clipped, scaled as the mask says).
    private static func mixer(_ name: String, video: Int, ui: Int, isDE3: Bool = false, scalers: Int) -> Board {
        let blended = ["AB15", "AB12", "AB24", "AR15", "AR12", "AR24", "BG16", "BG24", "RG16", "RG24", "XB24", "XR24"]
        let opaque = ["BG16", "BG24", "BX24", "RG16", "RG24", "RX24", "XB15", "XB12", "XB24", "XR15", "XR12", "XR24"]
        func layer(_ channel: Int) -> Plane {
            let isVideo = channel < video
            return Plane(
                name: isVideo ? "video \(channel)" : "UI \(channel - video)",
                kind: channel == video ? .primary : .overlay, formats: isVideo && !isDE3 ? opaque : blended,
                hasAlpha: !isVideo || video == 1 || isDE3, zpos: .mutable(channel, in: 0...(video + ui - 1)),
                scaling: scalers & 1 << channel != 0 ? 0...16 : 1...1)
        }
        return Board(
            name: name, driver: "sun4i-drm", connectors: [UInt32(DRM_MODE_CONNECTOR_HDMIA)],
            screen: PixelSize(1280, 720), planes: numbered((0..<(video + ui)).map(layer)), largest: allwinnerLargest,
            pitch: 2)
    }
    /// sun8i_h3_mixer0_cfg; the same layers as sun50i_a64_mixer0_cfg.
    static let h3 = mixer("h3", video: 1, ui: 3, scalers: 0xf)
    /// sun8i_v3s_mixer_cfg.
    static let v3s = mixer("v3s", video: 2, ui: 1, scalers: 0x3)
    /// sun50i_h6_mixer0_cfg.
    static let h6 = mixer("h6", video: 1, ui: 3, isDE3: true, scalers: 0xf)
}
