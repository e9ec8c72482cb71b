// Saves the state of a card before the first picture, and restores it.

import CDRM

/// The state of a card's CRTCs, taken before the first picture and put back after the last.
struct SavedConsole {
    private let fd: Int32
    private let crtcs: [(state: drmModeCrtc, connectors: [UInt32])]

    /// Saves what `card` shows on `connectors`.
    init(_ card: Card, _ connectors: [Connector]) {
        fd = card.fd
        crtcs = card.crtcs.compactMap { crtc in
            guard let found = drmModeGetCrtc(card.fd, crtc) else { return nil }
            defer { drmModeFreeCrtc(found) }
            return (found.pointee, connectors.filter { $0.currentCRTC == crtc }.map(\.id))
        }
    }

    /// Turns off outputs other than those in `used`.
    func turnOffOthers(_ used: Set<UInt32>) {
        for crtc in crtcs where isLit(crtc) && !used.contains(crtc.state.crtc_id) { turnOff(crtc.state.crtc_id) }
    }

    /// Restores the state. A CRTC that was off is turned off. If the earlier framebuffer no longer exists, the kernel redraws its
    /// console when the card is closed.
    func restore() {
        for crtc in crtcs where !isLit(crtc) { turnOff(crtc.state.crtc_id) }
        for crtc in crtcs where isLit(crtc) {
            var (connectors, mode) = (crtc.connectors, crtc.state.mode)
            _ = drmModeSetCrtc(
                fd, crtc.state.crtc_id, crtc.state.buffer_id, crtc.state.x, crtc.state.y, &connectors,
                Int32(connectors.count), &mode)
        }
    }

    private func isLit(_ crtc: (state: drmModeCrtc, connectors: [UInt32])) -> Bool {
        crtc.state.mode_valid != 0 && crtc.state.buffer_id != 0 && !crtc.connectors.isEmpty
    }

    private func turnOff(_ crtc: UInt32) { _ = drmModeSetCrtc(fd, crtc, 0, 0, 0, nil, 0, nil) }
}
