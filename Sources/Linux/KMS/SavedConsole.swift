// What a CRTC showed before we came, and how it gets it back.

import CDRM

/// The state of one CRTC, taken before the first picture and put back after the last.
struct SavedConsole {
    private let fd: Int32
    private let crtc: drmModeCrtc
    private let connectors: [UInt32]

    /// What `crtc` of the card shows, on which of `connectors`; nil when the kernel does not say.
    init?(card: Card, crtc: UInt32, connectors: [Connector]) {
        guard let found = drmModeGetCrtc(card.fd, crtc) else { return nil }
        defer { drmModeFreeCrtc(found) }
        fd = card.fd
        self.crtc = found.pointee
        self.connectors = connectors.filter { $0.currentCRTC == crtc }.map(\.id)
    }

    /// Puts it back; a CRTC that was dark goes dark. What it showed may be gone by now: then the kernel's console draws
    /// itself when the card is closed.
    func restore() {
        guard crtc.mode_valid != 0, crtc.buffer_id != 0, !connectors.isEmpty else {
            _ = drmModeSetCrtc(fd, crtc.crtc_id, 0, 0, 0, nil, 0, nil)
            return
        }
        var (connectors, mode) = (connectors, crtc.mode)
        _ = drmModeSetCrtc(
            fd, crtc.crtc_id, crtc.buffer_id, crtc.x, crtc.y, &connectors, Int32(connectors.count), &mode)
    }
}
