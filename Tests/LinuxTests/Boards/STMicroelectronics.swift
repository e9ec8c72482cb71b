// The display engine of STMicroelectronics' STM32MP1.

import CDRM
import Geometry

@testable import Linux

extension Board {
    /// STM32MP15: ltdc.c: ltdc_get_caps (HWVER_20101: fixed order, all formats on both layers), ltdc_drm_fmt_a1,
    /// ltdc_plane_create (alpha), ltdc_crtc_init (zpos), ltdc_plane_atomic_check (no scale), ltdc_plane_atomic_update (what is
    /// programmed is not clipped); drv.c: drv_load (sizes), stm_gem_dma_dumb_create (pitch). The number of layers is read from the
    /// hardware; an STM32MP15 has two.
    static let stm32mp1 = Board(
        name: "stm32mp1", driver: "stm", connectors: [UInt32(DRM_MODE_CONNECTOR_DSI)], screen: PixelSize(480, 800),
        planes: numbered([layer(0), layer(1)]), largest: PixelSize(2048, 2048), pitch: 128, colours: ["GAMMA_LUT"])

    private static func layer(_ index: Int) -> Plane {
        Plane(
            name: "layer \(index + 1)", kind: index == 0 ? .primary : .overlay,
            formats: ["AR24", "XR24", "RG24", "RG16", "RA24", "RX24", "AR15", "XR15", "AR12", "XR12"], hasAlpha: true,
            zpos: .fixed(index), isClipped: false)
    }
}
