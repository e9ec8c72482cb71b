// The pixel format of an output.

import CDRM
import Geometry

extension PixelFormat {
    /// DRM's four-letter code.
    var fourcc: UInt32 {
        switch self {
        case .xrgb8888: BEZEL_DRM_FORMAT_XRGB8888
        case .rgb565: BEZEL_DRM_FORMAT_RGB565
        }
    }

    /// The format for `target` on `card`: `wanted`, or else the one that its planes support. If they support both, 16 bits are
    /// used only if the driver prefers them, which means that it lacks memory or bandwidth.
    static func scanout(_ wanted: PixelFormat?, on card: Card, for target: PipeTarget) throws(DisplayError)
        -> PixelFormat
    {
        let preferred = card.capability(DRM_CAP_DUMB_PREFERRED_DEPTH) == 16 ? PixelFormat.rgb565 : .xrgb8888
        // Very old drivers have no planes to query; they support the format that they prefer.
        _ = drmSetClientCap(card.fd, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
        let planes = Plane.all(fd: card.fd).filter { $0.kind == .primary && $0.reaches(target) }
        guard !planes.isEmpty else { return wanted ?? preferred }
        let taken = PixelFormat.choice(wanted, preferred: preferred, of: planes.map(\.formats))
        if let taken { return taken }
        let what = wanted.map { "\($0)" } ?? "xrgb8888 nor rgb565"
        throw .failed(
            "\(card.path) (\(card.driver)) takes no \(what)"
                + (wanted == nil ? "" : "; set \"format\" in bezel.toml to \"auto\""))
    }

    /// The format for planes with these `formats` (a list of DRM codes per plane); nil if none is suitable.
    static func choice(_ wanted: PixelFormat?, preferred: PixelFormat, of formats: [[UInt32]]) -> PixelFormat? {
        let candidates = wanted.map { [$0] } ?? [preferred, .xrgb8888, .rgb565]
        return candidates.first { candidate in formats.contains { $0.contains(candidate.fourcc) } }
    }
}
