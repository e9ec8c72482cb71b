// Mode settings and flips as atomic commits, which are tested first.

import CDRM
import Geometry
import Glibc

/// One primary plane on one CRTC on one connector. The first commit sets all properties; it allows a modeset, during which the
/// glass can go dark, only if the mode is not set already. Later commits change only the framebuffer.
final class AtomicPipe: Pipe {
    var isLit = false { didSet { hasBeenLit = hasBeenLit || isLit } }
    /// Whether this pipe has set the mode before. What it finds then is less certain than what another process has left.
    private var hasBeenLit = false
    private(set) var refusals: [String] = []
    /// The planes that show transitions, or why there are none.
    let planes: Result<PlaneSet, PlaneRefusal>
    private let target: PipeTarget
    private let connector: ObjectProperties
    private let crtc: ObjectProperties
    private let primary: Plane
    /// The other planes that the CRTC can use.
    private let others: [Plane]
    private let modeBlob: UInt32
    private var request = AtomicRequest()

    /// The planes that the card's other displays must not use.
    let takenPlanes: Set<UInt32>

    /// Nil if the driver, named `driver`, does not support atomic commits or has no primary plane that takes `format`. Planes in
    /// `taken` belong to other displays. This pipe takes its share of the remaining overlays if there are `sharers`.
    init?(
        _ target: PipeTarget, format: PixelFormat, driver: String, sharers: Int = 1, taken: Set<UInt32> = []
    ) {
        let fd = target.fd
        guard drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
            drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
        else { return nil }
        let reachable = Plane.all(fd: fd).filter { $0.reaches(target) }
        let planes = reachable.filter { !taken.contains($0.id) }
        let primaries = planes.filter { $0.isPrimary && $0.formats.contains(format.fourcc) }
        guard
            let primary = primaries.first(where: { $0.crtc == target.crtc }) ?? primaries.first(where: { $0.crtc == 0 })
        else {
            _ = drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_ATOMIC), 0)
            return nil
        }
        var timing = target.timing
        var blob: UInt32 = 0
        guard drmModeCreatePropertyBlob(fd, &timing, MemoryLayout<drmModeModeInfo>.size, &blob) == 0 else {
            _ = drmSetClientCap(fd, UInt64(DRM_CLIENT_CAP_ATOMIC), 0)
            return nil
        }
        self.target = target
        self.primary = primary
        others = reachable.filter { $0.id != primary.id }
        connector = ObjectProperties(fd: fd, object: target.connector, type: DRM_MODE_OBJECT_CONNECTOR)
        crtc = ObjectProperties(fd: fd, object: target.crtc, type: DRM_MODE_OBJECT_CRTC)
        modeBlob = blob
        let free = planes.filter {
            $0.kind == .overlay && ($0.crtc == 0 || $0.crtc == target.crtc)
                && $0.formats.contains(BEZEL_DRM_FORMAT_XRGB8888)
        }
        let overlays = Plane.share(of: free, among: sharers)
        takenPlanes = Set([primary.id] + overlays.map(\.id))
        self.planes = Result { () throws(PlaneRefusal) in
            guard format == .xrgb8888 else { throw PlaneRefusal("a picture of 16 bits a pixel") }
            return try PlaneSet(
                fd: fd, crtc: target.crtc, size: target.size, driver: driver, primary: primary, overlays: overlays)
        }
    }

    func show(_ framebuffer: UInt32, damage: Region?, userData: UnsafeMutableRawPointer) throws(SystemError) {
        if isLit { try flip(framebuffer, damage, userData) } else { try light(framebuffer, userData) }
        planeSet?.ended()
    }

    func turnOff() throws(SystemError) {
        request.begin()
        request.set(crtc, "ACTIVE", 0)
        try request.commit(fd: target.fd, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), userData: nil)
        isLit = false
    }

    func close(leavingPicture: Bool) {
        planeSet?.close(leavingPicture: leavingPicture)
        _ = drmModeDestroyPropertyBlob(target.fd, modeBlob)
    }

    private var planeSet: PlaneSet? { if case .success(let planes) = planes { planes } else { nil } }

    private func flip(
        _ framebuffer: UInt32, _ damage: Region?, _ userData: UnsafeMutableRawPointer
    ) throws(SystemError) {
        request.begin()
        var clips: UInt32 = 0
        defer { if clips != 0 { _ = drmModeDestroyPropertyBlob(target.fd, clips) } }
        if let planeSet, planeSet.isShown {
            request.show(framebuffer, on: primary, crtc: target.crtc, at: target.size.bounds)
            planeSet.addEnd(to: &request)
        } else {
            request.set(primary.id, primary.names.framebuffer, UInt64(framebuffer))
            if primary.names.damage != 0, let damage {
                clips = damage.makeBlob(fd: target.fd)
                // A blob number of 0 would mean no damage clips, which is full damage.
                request.set(primary.id, primary.names.damage, UInt64(clips))
            }
        }
        let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        do throws(SystemError) {
            try request.commit(fd: target.fd, flags: flags | UInt32(DRM_MODE_ATOMIC_NONBLOCK), userData: userData)
        } catch {
            // A modeset on another CRTC can keep this one busy until it ends.
            if error.errno != EBUSY { throw error }
            try request.commit(fd: target.fd, flags: flags, userData: userData)
        }
    }

    private func light(_ framebuffer: UInt32, _ userData: UnsafeMutableRawPointer) throws(SystemError) {
        let leftovers = leftovers()
        do throws(SystemError) {
            try setMode(framebuffer, without: leftovers, userData)
            refusals = []
        } catch {
            if leftovers.isEmpty || error.isPermission || error.isAbsence || error.errno == EBUSY { throw error }
            // A cursor or a tint on the screen is better than no picture. Test each leftover separately.
            try testMode(framebuffer, without: [])
            var (accepted, refused): ([Leftover], [String]) = ([], [])
            for leftover in leftovers {
                do throws(SystemError) {
                    try testMode(framebuffer, without: accepted + [leftover])
                    accepted.append(leftover)
                } catch { refused.append("the driver does not \(leftover): \(error.reason)") }
            }
            try setMode(framebuffer, without: accepted, userData)
            refusals = refused
        }
        isLit = true
    }

    private func setMode(
        _ framebuffer: UInt32, without leftovers: [Leftover], _ userData: UnsafeMutableRawPointer
    ) throws(SystemError) {
        requestMode(framebuffer, without: leftovers)
        let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        if !hasBeenLit, target.isShown {
            do throws(SystemError) { return try request.commit(fd: target.fd, flags: flags, userData: userData) } catch
            {
                // The driver cannot do it without.
                if error.errno != EINVAL { throw error }
            }
        }
        let modeset = UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET)
        try request.commit(fd: target.fd, flags: flags | modeset, userData: userData)
    }

    private func testMode(_ framebuffer: UInt32, without leftovers: [Leftover]) throws(SystemError) {
        requestMode(framebuffer, without: leftovers)
        let flags = DRM_MODE_ATOMIC_ALLOW_MODESET | DRM_MODE_ATOMIC_TEST_ONLY
        try request.commit(fd: target.fd, flags: UInt32(flags), userData: nil)
    }

    /// Adds the mode with `framebuffer` on the primary plane to the request, and removes `leftovers`.
    private func requestMode(_ framebuffer: UInt32, without leftovers: [Leftover]) {
        request.begin()
        request.set(connector, "CRTC_ID", UInt64(target.crtc))
        // After a link failure the driver sets this property to bad. Setting it to good retrains the link.
        request.set(connector, "link-status", UInt64(DRM_MODE_LINK_STATUS_GOOD))
        request.set(crtc, "MODE_ID", UInt64(modeBlob))
        request.set(crtc, "ACTIVE", 1)
        request.show(framebuffer, on: primary, crtc: target.crtc, at: target.size.bounds)
        for leftover in leftovers {
            switch leftover {
            case .colour(let name): request.set(crtc, name, 0)
            case .plane(let plane): request.turnOff(plane)
            }
        }
        planeSet?.addEnd(to: &request)
    }

    /// A leftover of another session on the screen.
    private enum Leftover: CustomStringConvertible {
        /// A CRTC property that changes colours; 0 resets it.
        case colour(String)
        /// A plane with a cursor or a part of the other session's picture.
        case plane(Plane)

        var description: String {
            switch self {
            case .colour(let name): "reset \(name)"
            case .plane(let plane): "turn off plane \(plane.id) (\(plane.kind))"
            }
        }
    }

    /// Everything that another session may have left. The planes are looked up at each modeset, because other sessions change
    /// them.
    private func leftovers() -> [Leftover] {
        let colours = ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"].filter { crtc.id($0) != 0 }
        let shown = others.filter { Plane.crtc(of: $0.id, fd: target.fd) == target.crtc }
        return colours.map { .colour($0) } + shown.map { .plane($0) }
    }
}

extension PipeTarget {
    /// The mode's picture in pixels.
    var size: PixelSize { PixelSize(Int(timing.hdisplay), Int(timing.vdisplay)) }
}

extension Region {
    /// A property blob with the rectangles, for FB_DAMAGE_CLIPS; 0 if the card behind `fd` fails to create one. The caller
    /// destroys it after the commit: the kernel keeps what it needs.
    fileprivate func makeBlob(fd: Int32) -> UInt32 {
        var blob: UInt32 = 0
        let result = withUnsafeTemporaryAllocation(of: drm_mode_rect.self, capacity: count) { clips in
            for (index, rect) in enumerated() {
                clips.initializeElement(
                    at: index,
                    to: drm_mode_rect(x1: Int32(rect.x), y1: Int32(rect.y), x2: Int32(rect.maxX), y2: Int32(rect.maxY)))
            }
            return drmModeCreatePropertyBlob(
                fd, clips.baseAddress, clips.count * MemoryLayout<drm_mode_rect>.stride, &blob)
        }
        return result == 0 ? blob : 0
    }
}
