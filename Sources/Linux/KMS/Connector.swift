// A connector of a card, and the display plugged into it.

import CDRM
package import Geometry

/// A connector as the kernel last saw it.
package struct Connector: Sendable {
    /// Whether something is plugged in.
    package enum Status: String, Sendable {
        case connected, disconnected
        /// The driver cannot detect it.
        case unknown
    }

    /// The KMS id; 0 if the connector is known only from sysfs.
    package let id: UInt32
    /// Such as `HDMI-A-1`, unique on its card.
    package let name: String
    /// Whether something is plugged in.
    package let status: Status
    /// The picture's size according to the display's EDID; nil if it is not stated (0 × 0).
    package let millimetres: Size?
    /// The modes that it supports, best first.
    package let modes: [DisplayMode]
    /// The timings of the same modes, in the kernel's format.
    let timings: [drmModeModeInfo]
    /// How far pictures must be turned to be upright on the panel; nil if the panel's mounting is unknown.
    package let panelRotation: PictureRotation?
    /// The CRTC that drives it now; 0 if none does.
    let currentCRTC: UInt32
    /// Whether the link works according to the driver; otherwise the mode must be set again.
    let isLinkGood: Bool
    /// The CRTCs that can drive it, as a bit mask over the card's list.
    let possibleCRTCs: UInt32

    /// A connector known from sysfs, or with given properties.
    package init(
        name: String, status: Status, millimetres: Size?, modes: [DisplayMode], id: UInt32 = 0,
        currentCRTC: UInt32 = 0, possibleCRTCs: UInt32 = 0
    ) {
        self.name = name
        self.status = status
        self.millimetres = millimetres
        self.modes = modes
        (timings, panelRotation, isLinkGood) = ([], nil, true)
        (self.id, self.currentCRTC, self.possibleCRTCs) = (id, currentCRTC, possibleCRTCs)
    }

    /// The connector `id` of the card behind `fd`; nil if it no longer exists. With `probe` the kernel probes the connector,
    /// which can take tens of milliseconds and needs DRM master. Otherwise the kernel reports its last known state.
    init?(fd: Int32, id: UInt32, probe: Bool) {
        guard let found = probe ? drmModeGetConnector(fd, id) : drmModeGetConnectorCurrent(fd, id) else { return nil }
        defer { drmModeFreeConnector(found) }
        let connector = found.pointee
        self.id = id
        let type = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
        name = "\(type)-\(connector.connector_type_id)"
        status =
            switch connector.connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .disconnected
            default: .unknown
            }
        let properties = ObjectProperties(fd: fd, object: id, type: DRM_MODE_OBJECT_CONNECTOR)
        isLinkGood = properties.value("link-status") != UInt64(DRM_MODE_LINK_STATUS_BAD)
        panelRotation = properties.value("panel orientation").flatMap { PictureRotation(panelOrientation: $0) }
        let hasSize = connector.mmWidth > 0 && connector.mmHeight > 0
        // The kernel's own values are in whole centimetres.
        millimetres =
            Connector.edid(fd: fd, properties).flatMap { EDID.millimetres($0) }
            ?? (hasSize ? Panel.believable(Size(Double(connector.mmWidth), Double(connector.mmHeight))) : nil)
        timings = Array(UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes)))
        modes = timings.map { DisplayMode($0) }
        var (current, possible) = (UInt32(0), UInt32(0))
        for encoderID in UnsafeBufferPointer(start: connector.encoders, count: Int(connector.count_encoders)) {
            guard let encoder = drmModeGetEncoder(fd, encoderID) else { continue }
            defer { drmModeFreeEncoder(encoder) }
            possible |= encoder.pointee.possible_crtcs
            if encoderID == connector.encoder_id { current = encoder.pointee.crtc_id }
        }
        (currentCRTC, possibleCRTCs) = (current, possible)
    }

    /// Its name and status, for a message that lists connectors: `DSI-1 connected without a mode`. A panel's driver can be loaded
    /// before it knows the panel.
    var state: String {
        "\(name) \(status.rawValue)" + (status == .connected && modes.isEmpty ? " without a mode" : "")
    }

    private static func edid(fd: Int32, _ properties: ObjectProperties) -> [UInt8]? {
        guard let blobID = properties.value("EDID"), blobID != 0,
            let blob = drmModeGetPropertyBlob(fd, UInt32(blobID))
        else { return nil }
        defer { drmModeFreePropertyBlob(blob) }
        return blob.pointee.data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(blob.pointee.length))) }
    }
}

extension PictureRotation {
    /// The rotation that makes a picture upright on a panel whose connector has the property "panel orientation". The property's
    /// value names the side of the panel that is at the top. Nil for an unknown value.
    init?(panelOrientation: UInt64) {
        switch panelOrientation {
        case 0: self = .none
        case 1: self = .half
        // The panel's left side is at the top.
        case 2: self = .threeQuarters
        case 3: self = .quarter
        default: return nil
        }
    }
}
