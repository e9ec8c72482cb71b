// A graphics card for machines that have none: it replaces the kernel's side of DRM, and everything above it is real.

import CDRM
import Geometry
import Glibc
import TestFolders

@testable import Linux

/// A display engine with the planes and connectors of a `Board`: by default of none in particular, with a connector (HDMI-A-1,
/// HDMI-A-2…) for each of its CRTCs, and for each CRTC a primary plane, an overlay and a cursor plane. It answers ioctls as
/// Linux 6.12 does. Its vblanks come when the test says so. Of the programs that have it open, one is the kiosk; the others are
/// `anotherSession`.
final class TestCard: TestDevice {
    /// What the kernel has been asked to show, with success.
    struct Commit {
        /// DRM_MODE_ATOMIC_… and DRM_MODE_PAGE_FLIP_EVENT; 0 for a legacy modeset.
        let flags: UInt32
        /// The properties that were set, such as `primary 0 FB_ID`.
        let values: [String: UInt64]
        /// The same in the order of the request, one line per object.
        var lines: [String] = []
    }

    /// A flip that was handed over and has not happened.
    struct Flip {
        var framebuffer: UInt32
        let userData: UInt64
        /// Whether the driver has forgotten it: no vblank completes it.
        var isLost = false
    }

    /// A plug.
    struct Plug {
        var isConnected = true
        var modes = [TestCard.mode(64, 48)]
        /// The size of the picture as the kernel reports it, in millimetres; 0 × 0 where nothing states it.
        var millimetres = PixelSize(530, 300)
        /// A connector whose driver cannot tell whether something is plugged in.
        var isUnknown = false
    }

    /// An object's properties by name, each with its value.
    struct Object {
        let name: String
        let type: UInt32
        var values: [String: UInt64]
    }

    /// The memory of a buffer, as places in that of the card.
    struct Memory {
        let offset: Int
        let length: Int
    }

    /// The folder with the card's file, in the place of /dev/dri.
    var devices: String { folder.path }
    /// Whether the driver has atomic commits.
    let isAtomic: Bool
    let board: Board
    var plugs: Int { board.connectors.count }

    // What tests look at.
    var objects: [UInt32: Object] = [:]
    var commits: [Commit] = []
    /// Flips under way, by CRTC.
    var flips: [UInt32: Flip] = [:]
    /// The framebuffer on the glass, by CRTC.
    var glass: [UInt32: UInt32] = [:]
    /// The legacy gamma ramp of each CRTC that is not linear.
    var ramps: [UInt32: [UInt16]] = [:]
    /// The CRTCs that show a cursor by the legacy calls.
    var cursors: Set<UInt32> = []
    /// How often a flip was submitted while another was under way, without waiting for it.
    var collisions = 0
    /// How often a program that is not DRM master tried to show something.
    var strays = 0
    /// Whether the kiosk has said that it makes atomic commits.
    var isAskedAtomically = false
    /// Framebuffers that exist, and buffers that do.
    var framebuffers: [UInt32: UInt32] = [:]
    var buffers: [UInt32: Memory] = [:]
    /// What the framebuffers contain, also those that are gone.
    var pictures: [UInt32: Picture] = [:]
    /// Why commits were refused that the board's driver refuses.
    var refusals: [String] = []
    /// What commits did that the driver does not refuse, and that corrupts the picture.
    var harms: [String] = []
    /// How many test commits there were.
    var tests = 0

    // What tests change.
    var sockets: [Plug]
    var isMaster = true
    var isHeldByOthers = false
    /// Why the next commits fail, in this order.
    var faults: [Int32] = []
    /// The properties that the driver refuses to change; for the legacy calls also `gamma`.
    var refused: Set<String> = []
    /// Whether no property blob can be made.
    var hasNoRoomForBlobs = false
    /// How many entries the legacy gamma ramp has.
    var gammaSize: UInt32 = 256

    var blobs: [UInt32: [UInt8]] = [:]
    var modes: [UInt32: [UInt8]] = [:]
    var nextID: UInt32 = 1000
    let memory: Int32
    var memoryLength = 0
    /// Whether the kernel has removed the card, as `aperture_remove_conflicting_devices` does: its node is gone, and what is asked of
    /// an open file fails.
    private(set) var isGone = false
    /// The number of ioctls so far, and the one before which the card goes.
    private(set) var calls = 0
    var lastCall = Int.max
    private let folder: TemporaryFolder
    private var file: DeviceFile?

    static let foreignFramebuffer: UInt32 = 9999

    convenience init(plugs: Int = 1, isAtomic: Bool = true) {
        self.init(.generic(plugs: plugs), isAtomic: isAtomic)
    }

    /// The card `number` in `folder`.
    init(_ board: Board, isAtomic: Bool = true, in folder: TemporaryFolder = TemporaryFolder(), number: Int = 0) {
        (self.isAtomic, self.board, self.folder) = (isAtomic, board, folder)
        let mode = TestCard.mode(UInt16(board.screen.width), UInt16(board.screen.height))
        sockets = Array(repeating: Plug(modes: [mode]), count: board.connectors.count)
        memory = open("\(folder.path)/memory\(number)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        for index in 0..<UInt32(board.connectors.count) {
            objects[60 + index] = Object(
                name: "connector \(index)", type: DRM_MODE_OBJECT_CONNECTOR,
                values: ["CRTC_ID": 0, "link-status": 0, "DPMS": 0])
            objects[40 + index] = Object(
                name: "CRTC \(index)", type: DRM_MODE_OBJECT_CRTC,
                values: ["MODE_ID": 0, "ACTIVE": 0])
            for name in board.colours { objects[40 + index]?.values[name] = 0 }
        }
        for (id, plane) in board.planes {
            objects[id] = Object(name: plane.name, type: DRM_MODE_OBJECT_PLANE, values: properties(of: plane))
        }
        file = DeviceFile("\(folder.path)/card\(number)", for: self)
    }

    deinit { close(memory) }

    /// The kernel removes the card.
    func vanish() {
        isGone = true
        unlink(file?.path ?? "")
    }

    /// The error number for a call that the kernel does not pass on to the driver; 0 for others.
    func absence() -> Int32 {
        calls += 1
        if calls > lastCall, !isGone { vanish() }
        return isGone ? ENODEV : 0
    }

    static func crtc(_ index: Int = 0) -> UInt32 { 40 + UInt32(index) }
    static func primary(_ index: Int = 0) -> UInt32 { 30 + UInt32(index) }
    static func overlay(_ index: Int = 0) -> UInt32 { 33 + UInt32(index) }
    static func cursor(_ index: Int = 0) -> UInt32 { 36 + UInt32(index) }

    /// The primary plane that is assigned to `crtc`, else the first that can be.
    func primary(of crtc: UInt32) -> UInt32 {
        let mask = UInt32(1) << (crtc - TestCard.crtc())
        let reaching = board.planes.filter { $1.kind == .primary && $1.crtcs & mask != 0 }.keys.sorted()
        return reaching.first { value($0, "CRTC_ID") == UInt64(crtc) } ?? reaching.first ?? 0
    }

    /// The value of the property `name` of `object`.
    func value(_ object: UInt32, _ name: String) -> UInt64? { objects[object]?.values[name] }

    /// A mode of 60 Hz.
    static func mode(_ width: UInt16, _ height: UInt16) -> drm_mode_modeinfo {
        var mode = drm_mode_modeinfo()
        (mode.hdisplay, mode.vdisplay, mode.htotal, mode.vtotal) = (width, height, width + 36, height + 52)
        mode.clock = UInt32(mode.htotal) * UInt32(mode.vtotal) * 60 / 1000
        mode.type = UInt32(DRM_MODE_TYPE_PREFERRED)
        return mode
    }

    /// The first pixel of what `crtc` shows; nil where the kiosk shows nothing on it.
    func pixel(on crtc: UInt32 = crtc()) -> UInt32? {
        let isDark = value(crtc + 20, "DPMS") == UInt64(DRM_MODE_DPMS_OFF)
        guard value(crtc, "ACTIVE") == 1, !isDark, let shown = glass[crtc] else { return nil }
        return pixel(of: shown)
    }

    /// The first pixel of what `crtc` shows at the next vblank.
    func nextPixel(on crtc: UInt32 = crtc()) -> UInt32? { flips[crtc].flatMap { pixel(of: $0.framebuffer) } }

    private func pixel(of framebuffer: UInt32) -> UInt32? {
        guard let buffer = framebuffers[framebuffer].flatMap({ buffers[$0] }) else { return nil }
        var pixel: UInt32 = 0
        return pread(memory, &pixel, 4, buffer.offset) == 4 ? pixel : nil
    }

    /// The next vblank of `crtc`: the flip that is under way happens, and its end is reported.
    func vblank(_ crtc: UInt32 = crtc()) {
        guard let flip = flips[crtc], !flip.isLost else { return }
        finish(flip, on: crtc)
    }

    /// The driver forgets the flip that is under way.
    func loseFlip(_ crtc: UInt32 = crtc()) { flips[crtc]?.isLost = true }

    /// It remembers a flip that it had forgotten.
    func findFlip(_ crtc: UInt32 = crtc()) { flips[crtc]?.isLost = false }

    /// Another session takes the display without notice, and leaves a cursor, an overlay and its colours on it.
    func anotherSession(_ crtc: UInt32 = crtc(), mode: UInt32? = nil) {
        (isMaster, isHeldByOthers) = (false, true)
        if let flip = flips[crtc] { finish(flip, on: crtc) }
        let index = Int(crtc - TestCard.crtc())
        for plane in [TestCard.primary(index), TestCard.overlay(index), TestCard.cursor(index)] {
            objects[plane]?.values["CRTC_ID"] = UInt64(crtc)
            objects[plane]?.values["FB_ID"] = UInt64(TestCard.foreignFramebuffer)
        }
        for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"] { objects[crtc]?.values[name] = 7 }
        objects[crtc]?.values["ACTIVE"] = 1
        objects[60 + UInt32(index)]?.values["CRTC_ID"] = UInt64(crtc)
        modes[crtc] = mode.flatMap { blobs[$0] } ?? [1]
        ramps[crtc] = [0, 0, 0]
        cursors.insert(crtc)
        glass[crtc] = TestCard.foreignFramebuffer
    }

    /// That session goes away again: the kiosk may become master.
    func otherSessionLeaves() { isHeldByOthers = false }

    /// What another session has left on the CRTC `index`.
    func leftovers(on index: Int = 0) -> [String] {
        let crtc = TestCard.crtc(index)
        let planes = [TestCard.overlay(index), TestCard.cursor(index)].filter { value($0, "CRTC_ID") == UInt64(crtc) }
        let colours = ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"].filter { value(crtc, $0) != 0 }
        return planes.map { objects[$0]?.name ?? "" } + colours
    }

    // MARK: What a commit does

    /// Shows `framebuffer` on `crtc`: at once if the caller waits for it, otherwise at the next vblank, which reports
    /// `userData`.
    func show(_ framebuffer: UInt32, on crtc: UInt32, waits: Bool, userData: UInt64?) {
        if waits { glass[crtc] = framebuffer }
        if let userData { flips[crtc] = Flip(framebuffer: framebuffer, userData: userData) }
    }

    /// The first step of a blocking commit: it waits for the flip under way, and gives up on one that is lost.
    func wait(for crtc: UInt32) {
        guard let flip = flips[crtc] else { return }
        if flip.isLost { flips[crtc] = nil } else { finish(flip, on: crtc) }
    }

    private func finish(_ flip: Flip, on crtc: UInt32) {
        flips[crtc] = nil
        glass[crtc] = flip.framebuffer
        let now = MonotonicClock.now().nanoseconds
        var event = drm_event_vblank()
        event.base = drm_event(
            type: UInt32(DRM_EVENT_FLIP_COMPLETE), length: UInt32(MemoryLayout<drm_event_vblank>.size))
        (event.user_data, event.crtc_id) = (flip.userData, crtc)
        (event.tv_sec, event.tv_usec) = (UInt32(now / 1_000_000_000), UInt32(now % 1_000_000_000 / 1000))
        _ = write(file?.end ?? -1, &event, MemoryLayout<drm_event_vblank>.size)
    }
}
