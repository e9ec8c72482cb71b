// The display engines of Rockchip: the VOP of the RK3288 and RK3399, and the VOP2 of the RK3568 and RK3588.

import CDRM
import Geometry

@testable import Linux

extension Board {
    private static let rockchipFormats = ["XR24", "AR24", "XB24", "AB24", "RG24", "BG24", "RG16", "BG16"]

    // rockchip_vop_reg.c: rk3288_vop_win_data, rk3399_vop_win_data and their phy data (win 2 and 3 do not scale);
    // rockchip_drm_vop.c: vop_create_crtc (primary, cursor, overlays; no zpos, no alpha), vop_plane_add_properties and
    // vop_plane_atomic_check (clipped; eightfold scale); rockchip_drm_fb.c: rockchip_drm_mode_config_init;
    // rockchip_drm_gem.c: rockchip_gem_dumb_create (pitch).
    private static func vop(_ name: String, turns: UInt64, colours: [String], _ connectors: [Int]) -> Board {
        func window(_ name: String, _ kind: Kind, scaling: ClosedRange<Double>) -> Plane {
            Plane(name: name, kind: kind, formats: rockchipFormats, turns: turns, scaling: scaling)
        }
        return Board(
            name: name, driver: "rockchip", connectors: connectors.map { UInt32($0) }, screen: PixelSize(1920, 1200),
            planes: numbered([
                window("win0", .primary, scaling: 0.125...8), window("win3", .cursor, scaling: 1...1),
                window("win1", .overlay, scaling: 0.125...8), window("win2", .overlay, scaling: 1...1),
            ]), pitch: 64, colours: colours)
    }

    static let rk3288 = vop("rk3288", turns: 0, colours: [], [Int(DRM_MODE_CONNECTOR_LVDS)])
    static let rk3399 = vop(
        "rk3399", turns: rotate0 | reflectX | reflectY, colours: ["GAMMA_LUT"], [Int(DRM_MODE_CONNECTOR_eDP)])

    // rockchip_vop2_reg.c: rk3568_vop_win_data, rk3588_vop_win_data; rockchip_drm_vop2.c: vop2_create_crtcs (which windows become
    // primary planes, and how many layers a port has), vop2_plane_init (alpha, blend modes, zpos), vop2_plane_atomic_check
    // (eightfold scale; clipped), vop2_crtc_atomic_check (layers), rockchip_vop2_mod_supported (a cluster of the RK3568 takes
    // only AFBC; one of the RK3588 accepts linear pictures, though its list of modifiers has none).
    private static func vop2(
        _ name: String, ports: Int, windows: [(name: String, isPrimary: Bool, layout: Layout)], _ connectors: [Int]
    ) -> Board {
        func plane(_ index: Int, _ kind: Kind, crtcs: UInt32) -> Plane {
            let (name, _, layout) = windows[index]
            return Plane(
                name: name, kind: kind, crtcs: crtcs, formats: rockchipFormats, layout: layout, hasAlpha: true,
                blends: [.none, .premultiplied, .coverage], zpos: .mutable(index, in: 0...(windows.count - 1)),
                turns: layout == .linear ? rotate0 | reflectY : rotate0 | rotate90 | rotate270 | reflectX | reflectY,
                scaling: 0.125...8)
        }
        let primaries = Array(windows.indices.filter { windows[$0].isPrimary }.prefix(ports))
        var planes: [Plane] = []
        for (port, index) in primaries.enumerated() { planes.append(plane(index, .primary, crtcs: 1 << UInt32(port))) }
        for index in windows.indices where !primaries.contains(index) {
            planes.append(plane(index, .overlay, crtcs: (1 << UInt32(ports)) - 1))
        }
        let layers = windows.count / ports
        return Board(
            name: name, driver: "rockchip", connectors: connectors.map { UInt32($0) }, screen: PixelSize(1920, 1080),
            planes: numbered(planes), pitch: 64
        ) { commit in
            if commit.shown.count > layers { return "\(commit.shown.count) planes on a port with \(layers) layers" }
            // Windows of less than 4 pixels are hidden, with a line in the kernel's log.
            let wide = commit.shown.first { $0.visible.width > 4096 || $0.visible.height > 2304 }
            return wide.map { "\($0.plane.name) is too large" }
        }
    }

    private static let rk3568Windows: [(String, Bool, Layout)] = [
        ("Smart0", true, .linear), ("Smart1", true, .linear), ("Esmart1", true, .linear), ("Esmart0", true, .linear),
        ("Cluster0", false, .compressed), ("Cluster1", false, .compressed),
    ]
    /// An RK3568 whose one port is used.
    static let rk3568 = vop2("rk3568", ports: 1, windows: rk3568Windows, [Int(DRM_MODE_CONNECTOR_DSI)])
    /// An RK3568 with a panel and a second, unused output: the layers are divided at the start.
    static let rk3568dual = vop2(
        "rk3568-two-ports", ports: 2, windows: rk3568Windows,
        [Int(DRM_MODE_CONNECTOR_DSI), Int(DRM_MODE_CONNECTOR_HDMIA)])
    private static let rk3588Windows: [(String, Bool, Layout)] = [
        ("Cluster0", true, .compressedByName), ("Cluster1", true, .compressedByName),
        ("Cluster2", true, .compressedByName), ("Cluster3", true, .compressedByName),
        ("Esmart0", false, .linear), ("Esmart1", false, .linear), ("Esmart2", false, .linear),
        ("Esmart3", false, .linear),
    ]
    /// An RK3588 whose one port is used.
    static let rk3588 = vop2(
        "rk3588", ports: 1,
        windows: rk3588Windows,
        [Int(DRM_MODE_CONNECTOR_HDMIA)])
}
