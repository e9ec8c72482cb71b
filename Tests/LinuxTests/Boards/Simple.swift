// The display engine that the firmware has set up: simpledrm.

import CDRM
import Geometry

@testable import Linux

extension Board {
    /// tiny/simpledrm.c: simpledrm_device_create (framebuffers no narrower than the screen; a connector of unknown type), and
    /// simpledrm_primary_plane_helper_atomic_check (covers the CRTC). The driver of the real display engine removes it.
    static let simple = Board(
        name: "simpledrm", driver: "simpledrm", connectors: [UInt32(DRM_MODE_CONNECTOR_Unknown)],
        screen: PixelSize(640, 480),
        planes: numbered([Plane(name: "primary", kind: .primary, formats: ["XR24"], coversScreen: true)]),
        smallest: PixelSize(640, 480))
}
