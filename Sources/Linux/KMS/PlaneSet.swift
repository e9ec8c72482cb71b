// Transitions without drawing: screens are drawn once, and then the display engine's planes move them.

import CDRM
package import Geometry

/// Shows transitions with the display engine: each of two screens is drawn into its own buffer, and a frame only sets their
/// positions. If the driver has overlay planes, each screen gets one. If it has a single plane that can pan, both screens are
/// side by side in one buffer of twice the width.
package final class PlaneSet {
    /// How the planes are used.
    package enum Way: Sendable {
        /// One plane per screen, with three buffers: two for the screens, and one to draw in when a screen changes.
        case planes
        /// One plane that pans, with two buffers of twice the width: one to show, and one to draw in.
        case panning
    }

    /// How the planes of this driver are used.
    package let way: Way
    /// Whether planes show a transition, or will at the next vblank.
    package private(set) var isShown = false

    private let fd: Int32
    private let crtc: UInt32
    private let size: PixelSize
    private let primary: Plane
    private let overlays: [Plane]
    /// Whether a dimmed screen and a shadow cannot be shown together.
    private let blendsOnePlane: Bool
    private var request = AtomicRequest()
    private var buffers: [DumbBuffer] = []
    private var black: DumbBuffer?
    private var strip: DumbBuffer?
    private var assignment: PlaneAssignment?
    private var glass = Glass()
    private var isClosed = false

    /// Drivers with a single plane that are known to honour SRC_X; virtio_gpu was verified. Others accept SRC_X but show the
    /// buffer's left side (bochs uses CRTC_X for it), which TEST_ONLY does not reveal.
    private static let panningDrivers: Set = ["virtio_gpu"]

    /// Selects how to show transitions on `crtc` with `planes`, the CRTC's planes that no other display uses. Throws if there is
    /// no way.
    init(
        fd: Int32, crtc: UInt32, size: PixelSize, driver: String, primary: Plane, overlays: [Plane]
    ) throws(PlaneRefusal) {
        let usable = overlays.filter { $0.formats.contains(BEZEL_DRM_FORMAT_XRGB8888) }
        if usable.isEmpty, !PlaneSet.panningDrivers.contains(driver) {
            throw PlaneRefusal("no overlay plane, and \(driver) is not known to pan")
        }
        way = usable.isEmpty ? .panning : .planes
        self.fd = fd
        self.crtc = crtc
        self.size = size
        self.primary = primary
        self.overlays = usable
        // sun4i-drm's first display engine (Allwinner A10 to A33) blends between two pipes. If two planes blend, it puts the second
        // into the wrong pipe, or refuses; TEST_ONLY does not reveal the former. The engines after it have the same driver, and take
        // XBGR8888.
        blendsOnePlane = driver == "sun4i-drm" && !primary.formats.contains(BEZEL_DRM_FORMAT_XBGR8888)
    }

    // MARK: Before a transition

    /// Allocates the memory for transitions, unless that is done. Call it some time before the first transition.
    package func prepare() throws(PlaneRefusal) {
        guard !isClosed else { throw PlaneRefusal("the display is closed") }
        guard buffers.isEmpty else { return }
        do throws(SystemError) {
            switch way {
            case .planes:
                if overlays.contains(where: \.hasAlpha) {
                    black = try DumbBuffer(fd: fd, size: size, format: .xrgb8888)
                }
                for _ in 0..<3 { buffers.append(try DumbBuffer(fd: fd, size: size, format: .xrgb8888)) }
            case .panning:
                for _ in 0..<2 {
                    buffers.append(
                        try DumbBuffer(fd: fd, size: PixelSize(2 * size.width, size.height), format: .xrgb8888))
                }
            }
        } catch {
            (buffers, black) = ([], nil)
            throw PlaneRefusal("no memory for the screens: \(error)")
        }
    }

    /// Selects how to show the next transition, with test commits. Returns a description. Throws if no assignment works.
    package func choose(_ wants: PlaneWants) throws(PlaneRefusal) -> String {
        try prepare()
        // The planes of the last assignment are on the screen until a frame has removed them.
        if isShown { throw PlaneRefusal("the planes show another transition") }
        guard way == .planes else { return try choosePanning(wants) }
        if blendsOnePlane, wants.dimsLower, wants.shadow != nil { throw PlaneRefusal("only one plane blends") }
        let candidates = try PlaneAssignment.candidates(for: wants, primary: primary, overlays: overlays)
        if let shadow = wants.shadow, strip?.surface.size != shadow {
            do throws(SystemError) {
                strip = try DumbBuffer(fd: fd, size: shadow, format: .xrgb8888, hasAlpha: true)
            } catch { throw PlaneRefusal("no buffer for the shadow: \(error)") }
        }
        var refusal: SystemError?
        for candidate in candidates {
            if candidate.primary == .black, black == nil { continue }
            assignment = candidate
            do throws(SystemError) {
                let extent = wants.isSideways ? size.height : size.width
                for way in [extent / 2, 1, extent - 1] { try test(sample(of: wants, way, extent)) }
                return candidate.description
            } catch {
                refusal = refusal ?? error
                assignment = nil
            }
        }
        throw PlaneRefusal(refusal.map { "the driver refuses: \($0.reason)" } ?? "no memory for black")
    }

    /// A sample picture of `wants` in which the upper screen has moved by `way` of `extent`.
    private func sample(of wants: PlaneWants, _ way: Int, _ extent: Int) -> PlanePicture {
        let lower = wants.movesAsOne ? way - extent : wants.lowerMoves ? (way - extent) / 3 : 0
        func screen(_ buffer: Int, _ way: Int) -> PlanePicture.Screen {
            wants.isSideways ? .init(buffer: buffer, x: 0, y: way) : .init(buffer: buffer, x: way, y: 0)
        }
        return .planes(
            .init(
                lower: screen(0, lower), upper: screen(1, way), lowerAlpha: wants.dimsLower ? 0xE000 : .max,
                shadowX: wants.isSideways ? 0 : way - (wants.shadow?.width ?? 0),
                shadowY: wants.isSideways ? way - (wants.shadow?.height ?? 0) : 0))
    }

    private func choosePanning(_ wants: PlaneWants) throws(PlaneRefusal) -> String {
        guard wants.movesAsOne, wants.shadow == nil, !wants.dimsLower, !wants.isSideways else {
            throw PlaneRefusal("no overlay plane, and panning needs screens that move together")
        }
        do throws(SystemError) {
            for x in [size.width / 2, 0, size.width] { try test(.panning(buffer: 0, x: x)) }
        } catch { throw PlaneRefusal("the driver refuses to pan: \(error.reason)") }
        return "panning over both screens in one buffer"
    }

    private func test(_ picture: PlanePicture) throws(SystemError) {
        request.begin()
        fill(glass(of: picture))
        try request.commit(fd: fd, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY), userData: nil)
    }

    /// The memory of a buffer. It may be written while no plane shows the buffer.
    package func surface(_ buffer: Int) -> PixelSurface { buffers[buffer].surface }

    /// The memory of the shadow, with the requested width: black with alpha.
    package var shadowSurface: PixelSurface? { strip?.surface }

    /// Frees the memory, before the card is closed, except for what the card keeps showing with `leavingPicture`. The planes cannot be
    /// used afterwards.
    func close(leavingPicture: Bool = false) {
        isClosed = true
        if leavingPicture { for buffer in buffers + [black, strip].compactMap(\.self) { buffer.isLeft = true } }
        (buffers, black, strip, assignment) = ([], nil, nil, nil)
    }

    // MARK: During a transition

    /// Shows `picture` from the next vblank on. The kernel reports the flip with `userData`.
    func show(_ picture: PlanePicture, userData: UnsafeMutableRawPointer) throws(SystemError) {
        let next = glass(of: picture)
        request.begin()
        fill(next)
        try request.commit(
            fd: fd, flags: UInt32(DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT), userData: userData)
        glass = next
        isShown = true
    }

    /// Adds the removal of the planes to a commit that shows a frame on the primary plane.
    func addEnd(to request: inout AtomicRequest) {
        guard isShown, let assignment else { return }
        for plane in assignment.overlays {
            request.turnOff(plane)
            // The next transition is assigned by the positions that the planes had at first.
            if !assignment.zpos.isEmpty, let place = plane.zpos {
                request.set(plane.id, plane.names.zpos, UInt64(place))
            }
        }
        if !assignment.zpos.isEmpty, let place = primary.zpos {
            request.set(primary.id, primary.names.zpos, UInt64(place))
        }
    }

    /// The planes are off the screen: that commit has succeeded, or another process has the screen.
    func ended() {
        isShown = false
        glass = Glass()
    }

    // MARK: What lies where

    /// The content of one plane; a framebuffer of 0 means none.
    private struct Placed: Equatable {
        var framebuffer: UInt32 = 0
        /// The corner of the visible part in the buffer.
        var sourceX = 0
        var sourceY = 0
        /// The visible part on the screen.
        var place = PixelRect(0, 0, 0, 0)
        var alpha = UInt16.max
    }

    private struct Glass: Equatable { var primary = Placed(), lower = Placed(), shadow = Placed(), upper = Placed() }

    private func glass(of picture: PlanePicture) -> Glass {
        var glass = Glass()
        switch picture {
        case .panning(let buffer, let x):
            glass.primary = Placed(framebuffer: buffers[buffer].framebuffer, sourceX: x, place: size.bounds)
        case .planes(let screens):
            let lower = placed(buffers[screens.lower.buffer], screens.lower.x, screens.lower.y, screens.lowerAlpha)
            switch assignment?.primary {
            case .black: glass.primary = black.map { placed($0, 0, 0) } ?? Placed()
            case .lower: glass.primary = lower
            case .unchanged, nil: break
            }
            if assignment?.lower != nil { glass.lower = lower }
            if assignment?.shadow != nil, let strip { glass.shadow = placed(strip, screens.shadowX, screens.shadowY) }
            glass.upper = placed(buffers[screens.upper.buffer], screens.upper.x, screens.upper.y)
        }
        return glass
    }

    /// Only what is visible of a buffer is shown: tidss, stm and sun4i-drm (DE1) program positions as they are set, and the picture
    /// is corrupted if a part lies beyond the screen, which TEST_ONLY does not reveal. Invisible planes are turned off, because
    /// some drivers crash if a plane is beside the screen.
    private func placed(_ buffer: DumbBuffer, _ x: Int, _ y: Int, _ alpha: UInt16 = .max) -> Placed {
        let visible = PixelRect(x, y, buffer.surface.size.width, buffer.surface.size.height).intersection(size.bounds)
        guard !visible.isEmpty else { return Placed() }
        return Placed(
            framebuffer: buffer.framebuffer, sourceX: visible.x - x, sourceY: visible.y - y, place: visible,
            alpha: alpha)
    }

    private func fill(_ next: Glass) {
        move(primary, from: glass.primary, to: next.primary)
        guard let assignment else { return }
        if let lower = assignment.lower { move(lower, from: glass.lower, to: next.lower) }
        if let shadow = assignment.shadow { move(shadow, from: glass.shadow, to: next.shadow) }
        move(assignment.upper, from: glass.upper, to: next.upper)
        if isShown || assignment.zpos.isEmpty { return }
        var places = assignment.zpos.makeIterator()
        if let place = places.next() { request.set(primary.id, primary.names.zpos, UInt64(place)) }
        for plane in assignment.overlays {
            if let place = places.next() { request.set(plane.id, plane.names.zpos, UInt64(place)) }
        }
    }

    /// Sets all properties of a plane that appears. For a plane that stays, sets only those that can change.
    private func move(_ plane: Plane, from old: Placed, to new: Placed) {
        switch (old.framebuffer, new.framebuffer) {
        case (0, 0): break
        case (_, 0): request.turnOff(plane)
        case (0, _):
            request.show(
                new.framebuffer, on: plane, crtc: crtc, sourceX: new.sourceX, sourceY: new.sourceY, at: new.place,
                alpha: new.alpha)
        default:
            let names = plane.names
            func set(_ name: UInt32, _ value: Int, was: Int) {
                if value != was { request.set(plane.id, name, UInt64(value)) }
            }
            set(names.framebuffer, Int(new.framebuffer), was: Int(old.framebuffer))
            set(names.sourceX, new.sourceX << 16, was: old.sourceX << 16)
            set(names.sourceY, new.sourceY << 16, was: old.sourceY << 16)
            set(names.sourceWidth, new.place.width << 16, was: old.place.width << 16)
            set(names.sourceHeight, new.place.height << 16, was: old.place.height << 16)
            // Always set one property, so that the commit includes the plane and thus a CRTC that reports the flip.
            request.set(plane.id, names.x, UInt64(new.place.x))
            set(names.y, new.place.y, was: old.place.y)
            set(names.width, new.place.width, was: old.place.width)
            set(names.height, new.place.height, was: old.place.height)
            if plane.hasAlpha { set(names.alpha, Int(new.alpha), was: Int(old.alpha)) }
        }
    }
}
