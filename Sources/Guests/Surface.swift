// A rectangle of pixels of a client: wl_surface.

import CWaylandServer
import Geometry
import Layers
import Linux

/// A `wl_surface`: a client's picture and its subsurfaces, as layers. Coordinates of the surface begin at its top left corner, and their
/// unit is `GuestServer.scale` pixels of the glass. Coordinates of layers are pixels of the glass.
final class Surface: Resource {
    unowned let server: GuestServer
    /// Shows the surface and its subsurfaces.
    let layer = Layer()
    private let picture = Layer()
    private let number: Int

    /// What the surface is for. It never becomes something else.
    enum Role {
        case none
        case window(any WindowRole)
        case subsurface(Subsurface)
        /// A pointer's picture, or one that is dragged along: never shown.
        case unseen
    }
    private(set) var role = Role.none
    /// What the client calls the role, for its errors.
    private var roleName: String?

    private(set) var pending = SurfaceState()
    private var current = SurfaceState()
    private(set) var buffer: Buffer?
    /// The extent (surface coordinates); zero while there is no buffer.
    private(set) var size = Size(0, 0)
    private var revision = 0
    /// Whether the client was told that the surface is on the screen.
    var hasEntered = false
    /// What the picture costs the kiosk.
    private var cost = PictureCost()
    private var changes: [Region] = []
    /// The part of the buffer (after transform and scale) that is shown.
    private var part = Rect.zero
    /// How the buffer is shown; nil while there is none in shared memory.
    private var view: BufferView?
    /// Whether something was committed that is not shown yet, and what that changes: in surface coordinates, and in pixels of the buffer.
    private var isStale = false
    /// Whether that waits for the next frame, since too much is copied for this one.
    private(set) var isLate = false
    private var changed = Region()
    private var changedPixels = Region()
    /// Those who wait for a frame that shows the surface.
    private var waiters = FrameWaiters()
    /// The subsurfaces, back to front; nil stands for the surface itself.
    private var stack: [Subsurface?] = [nil]
    /// The stack from the next commit on.
    var pendingStack: [Subsurface?] = [nil]
    var viewport: Viewport?
    var fractionalScale: FractionalScale?

    private static let requests = permanent(
        wl_surface_interface(
            destroy: destroyResource,
            attach: { _, surface, buffer, x, y in Surface.of(surface).attach(Buffer.optional(buffer), x, y) },
            damage: { _, surface, x, y, width, height in
                Surface.of(surface).pending.damage.insert(PixelRect(clamping: x, y, width, height))
            },
            frame: { client, surface, id in
                guard let client else { return }
                Surface.of(surface).addCallback(FrameCallback(client, id: id))
            },
            set_opaque_region: { _, surface, region in
                Surface.of(surface).pending.opaque = ClientRegion.optional(region)?.points ?? PointSet()
            },
            set_input_region: { _, surface, region in
                Surface.of(surface).pending.input = ClientRegion.optional(region)?.points
            },
            commit: { _, surface in Surface.of(surface).commit() },
            set_buffer_transform: { _, surface, transform in Surface.of(surface).turn(transform) },
            set_buffer_scale: { _, surface, scale in Surface.of(surface).setScale(scale) },
            damage_buffer: { _, surface, x, y, width, height in
                Surface.of(surface).pending.bufferDamage.insert(PixelRect(clamping: x, y, width, height))
            },
            offset: { _, surface, x, y in Surface.of(surface).pending.offset = Vector(Double(x), Double(y)) }))

    init(_ server: GuestServer, _ client: OpaquePointer, version: Int32, id: UInt32) {
        self.server = server
        number = server.nextPicture()
        super.init(client, bezel_wl_surface(), version: version, id: id, requests: Self.requests)
        layer.addSublayer(picture)
        server.add(self)
        tellScale()
    }

    override func destroyed() {
        server.endFingers(on: self)
        switch role {
        case .window(let window): window.surfaceIsGone()
        case .subsurface(let subsurface): subsurface.leave()
        case .none, .unseen: break
        }
        for subsurface in stack + pendingStack { subsurface?.parentIsGone() }
        // A buffer that was attached and not committed was never the kiosk's.
        pending.attachment = .unchanged
        pending.discard()
        waiters.end()
        layer.removeFromSuperlayer()
        buffer?.release()
        buffer = nil
        account()
        server.remove(self)
    }

    // MARK: Roles

    /// Gives the surface a role called `name`. Returns false if it has another one: a surface keeps its role.
    func take(_ role: Role, called name: String) -> Bool {
        guard roleName == nil || roleName == name else { return false }
        switch self.role {
        case .none, .unseen: break
        case .window, .subsurface: return false
        }
        (self.role, roleName) = (role, name)
        return true
    }

    /// The object of the role is gone. The surface can get one of the same kind again.
    func loseRole() { role = .none }

    /// Whether a buffer is attached, or will be with the next commit.
    var hasBuffer: Bool {
        if case .buffer(let next) = pending.attachment, next != nil { return true }
        return buffer != nil
    }

    // MARK: Requests

    private func attach(_ buffer: Buffer?, _ x: Int32, _ y: Int32) {
        if version >= WL_SURFACE_OFFSET_SINCE_VERSION, x != 0 || y != 0 {
            return fail(WL_SURFACE_ERROR_INVALID_OFFSET, "since version 5 a buffer is attached at 0, 0")
        }
        if case .window(let window) = role, buffer != nil, !window.mayAttach() { return }
        if version < WL_SURFACE_OFFSET_SINCE_VERSION { pending.offset = Vector(Double(x), Double(y)) }
        pending.attachment = .buffer(buffer)
    }

    private func addCallback(_ callback: FrameCallback) {
        guard pending.callbacks.count < GuestServer.mostWaiting else {
            return endClient("waits for \(GuestServer.mostWaiting) frames of one commit")
        }
        pending.callbacks.append(callback)
    }

    func add(_ feedback: PresentationFeedback) {
        guard pending.feedbacks.count < GuestServer.mostWaiting else {
            return endClient("waits for \(GuestServer.mostWaiting) presentations of one commit")
        }
        pending.feedbacks.append(feedback)
    }

    private func turn(_ transform: Int32) {
        guard let known = UInt32(exactly: transform), known <= WL_OUTPUT_TRANSFORM_FLIPPED_270.rawValue else {
            return fail(WL_SURFACE_ERROR_INVALID_TRANSFORM, "there is no transform \(transform)")
        }
        pending.transform = wl_output_transform(rawValue: known)
    }

    private func setScale(_ scale: Int32) {
        guard scale > 0 else { return fail(WL_SURFACE_ERROR_INVALID_SCALE, "a scale of \(scale); it is at least 1") }
        pending.scale = Int(scale)
    }

    /// Changes the pending state.
    func change(_ body: (inout SurfaceState) -> Void) { body(&pending) }

    // MARK: Commits

    private func commit() {
        if case .window(let window) = role, !window.mayCommit() { return }
        if case .buffer(let next?) = pending.attachment, !next.isComplete {
            return next.fail(WL_SHM_ERROR_INVALID_FD, "the file is shorter than the buffer")
        }
        let state = pending
        pending = state.kept
        if case .subsurface(let subsurface) = role { subsurface.committed(state) } else { apply(state) }
    }

    /// Makes `state` count, and with it what subsurfaces have committed for this moment.
    func apply(_ state: SurfaceState) {
        var next = state
        if case .buffer(let attached) = state.attachment {
            if attached != nil, buffer == nil, !server.mayShowMore {
                endClient("shows more than \(GuestServer.mostPictures) surfaces")
            }
            show(attached)
        }
        next.attachment = .unchanged
        current = next
        guard let content = content(of: next) else { return state.discard() }
        (size, part) = (content.size, content.crop)
        account()
        layer.isHidden = buffer == nil
        // What several commits change before the next frame is drawn once.
        isStale = true
        changed.formUnion(state.damage)
        changedPixels.formUnion(state.bufferDamage)
        waiters.add(state)
        current = current.kept
        arrange()
        if case .window(let window) = role { window.committed() }
        followOutputs()
        server.changed()
    }

    private func account() {
        let before = cost
        cost =
            buffer.map { PictureCost($0.size, on: size.times(server.scale), server.output.pixels) } ?? PictureCost()
        server.account(cost - before, of: self)
    }

    private func show(_ next: Buffer?) {
        // No frame is being drawn while requests are carried out, so nothing reads the old buffer any more.
        if buffer !== next { buffer?.release() }
        buffer = next
    }

    /// The part of the buffer that is shown, in pixels, and the extent of the surface; nil if the client has broken a rule.
    private func content(of state: SurfaceState) -> (crop: Rect, size: Size)? {
        guard let buffer else { return (.zero, Size(0, 0)) }
        let (pixels, scale) = (buffer.size, state.scale)
        if pixels.width % scale != 0 || pixels.height % scale != 0 {
            if version >= 6 || state.destination == nil && state.source == nil {
                fail(
                    WL_SURFACE_ERROR_INVALID_SIZE,
                    "\(pixels.width)×\(pixels.height) pixels are no multiple of the scale \(scale)")
                return nil
            }
        }
        let isTurned = state.transform.rawValue % 2 == 1
        let (width, height) = (Double(pixels.width) / Double(scale), Double(pixels.height) / Double(scale))
        let whole = isTurned ? Size(height, width) : Size(width, height)
        guard let source = state.source else { return (Rect(origin: .zero, size: whole), state.destination ?? whole) }
        guard source.maxX <= whole.width, source.maxY <= whole.height else {
            breakRule(WP_VIEWPORT_ERROR_OUT_OF_BUFFER, "the source lies outside of the buffer")
            return nil
        }
        if let destination = state.destination { return (source, destination) }
        guard source.width == source.width.rounded(), source.height == source.height.rounded() else {
            breakRule(WP_VIEWPORT_ERROR_BAD_SIZE, "without a destination the source has a size in whole numbers")
            return nil
        }
        return (source, source.size)
    }

    /// A state that was committed with a viewport can come to count when that is destroyed.
    private func breakRule(_ code: wp_viewport_error, _ text: String) {
        if let viewport { viewport.fail(code, text) } else { endClient("has committed a viewport in which \(text)") }
    }

    /// Whether a client waits to be told of a frame that shows the surface.
    var isWaiting: Bool { !waiters.isEmpty }

    /// A frame that shows what was committed, unless that is late, is on its way to the glass.
    func handedOver() { if !isLate { waiters.handedOver() } }

    /// That frame has been on the glass since `instant`.
    func presented(at instant: Instant, refresh: Instant.Span, isFlip: Bool) {
        waiters.presented(at: instant, refresh: refresh, isFlip: isFlip)
    }

    // MARK: The picture

    /// Shows what was committed since the last call. Returns whether that was late, so that nobody has been told of a change.
    func refresh() -> Bool {
        guard isStale else { return false }
        var isShown = true
        switch buffer?.content {
        case nil:
            picture.contents = nil
            picture.backgroundColor = nil
            (view, changes) = (nil, [])
        case .pixel(let pixel)?:
            picture.contents = nil
            picture.backgroundColor = Color(unpremultiplying: pixel)
            picture.scale = 1
            picture.frame = Rect(origin: .zero, size: size.times(server.scale))
            (view, changes) = (nil, [])
        case .shared(let pixels)?: isShown = show(pixels)
        }
        let wasLate = isLate
        isLate = !isShown
        guard isShown else { return false }
        isStale = false
        (changed, changedPixels) = (Region(), Region())
        return wasLate
    }

    /// Returns false if that has to wait for the next frame.
    private func show(_ pixels: SharedPixels) -> Bool {
        let next = BufferView(
            of: pixels, part: part, state: current, on: size.times(server.scale), server.output.pixels)
        guard next.copied == 0 || server.mayCopy(next.copied) else { return false }
        revision += 1
        // Another part of the buffer, or another size, changes everything.
        let damage =
            view?.showsSamePart(as: next) == true
            ? next.damage(of: changed, changedPixels, in: size) : Region(next.size.bounds)
        changes.insert(damage, at: 0)
        if changes.count > Surface.keptChanges { changes.removeLast() }
        let isOpaque = pixels.isOpaque || current.opaque.surelyContains(Rect(origin: .zero, size: size).pixelCover)
        picture.backgroundColor = nil
        picture.contents = next.bitmap(
            isOpaque: isOpaque, revision: Bitmap.Revision(picture: number, number: revision, changes: changes))
        picture.scaleAnchor = .zero
        picture.scale = next.scale
        picture.frame = Rect(origin: .zero, size: next.size.size)
        view = next
        return true
    }

    /// The number of versions whose changes are remembered. A buffer of the display is at most three frames old.
    private static let keptChanges = 8

    // MARK: Subsurfaces

    /// Puts the subsurfaces into the order of the last commit, and applies what they have committed with this surface.
    private func arrange() {
        if !stack.elementsEqual(pendingStack, by: ===) {
            stack = pendingStack
            layer.setSublayers(stack.compactMap { $0 == nil ? picture : $0?.surface?.layer })
        }
        for subsurface in stack { subsurface?.parentCommitted() }
    }

    func forEachSubsurface(_ body: (Subsurface) -> Void) {
        for case let subsurface? in pendingStack { body(subsurface) }
    }

    /// Takes `subsurface` out at once.
    func remove(_ subsurface: Subsurface) {
        stack.removeAll { $0 === subsurface }
        pendingStack.removeAll { $0 === subsurface }
    }

    /// The surface at `point` (pixels of the glass, in this surface's layer) that takes touches, and the point in its own coordinates;
    /// nil if none is there.
    func surface(at point: Point) -> (surface: Surface, point: Point)? {
        // Without a picture of its own a surface shows no subsurfaces either.
        guard buffer != nil else { return nil }
        for subsurface in stack.reversed() {
            if let surface = subsurface?.surface {
                if let hit = surface.surface(at: surface.layer.fromSuperlayer(point)) { return hit }
            } else if subsurface == nil {
                let own = Point(point.x / server.scale, point.y / server.scale)
                if takesTouch(at: own) { return (self, own) }
            }
        }
        return nil
    }

    private func takesTouch(at point: Point) -> Bool {
        guard Rect(origin: .zero, size: size).contains(point) else { return false }
        return current.input?.contains(point) ?? true
    }

    /// The smallest rectangle around the surface and its subsurfaces, in surface coordinates.
    var extent: Rect {
        var (left, top, right, bottom) = (0.0, 0.0, size.width, size.height)
        for case let subsurface? in stack {
            guard let surface = subsurface.surface, surface.buffer != nil else { continue }
            let extent = surface.extent.offset(by: subsurface.place)
            (left, top) = (min(left, extent.minX), min(top, extent.minY))
            (right, bottom) = (max(right, extent.maxX), max(bottom, extent.maxY))
        }
        return Rect(left, top, right - left, bottom - top)
    }
}

extension Size {
    /// The extent, `factor` times as wide and as high.
    func times(_ factor: Double) -> Size { Size(width * factor, height * factor) }
}
