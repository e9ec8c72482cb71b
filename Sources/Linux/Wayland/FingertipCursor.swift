// The pointer's image over a window that is made for fingers.

import CWayland
import Geometry
import Glibc

/// A dot the size of a small fingertip. Without its own image, the pointer would keep the image of the window that it came from.
final class FingertipCursor {
    private let surface: OpaquePointer
    private let buffer: SharedBuffer
    /// The diameter, in the compositor's coordinates.
    private static let extent = 24

    /// A dot that is not shown yet.
    init(compositor: OpaquePointer, shm: OpaquePointer) throws(SystemError) {
        let extent = FingertipCursor.extent
        let buffer = try SharedBuffer(shm: shm, size: PixelSize(extent, extent), format: WL_SHM_FORMAT_ARGB8888)
        guard let surface = wl_compositor_create_surface(compositor) else {
            fatalError("libwayland has no memory for a cursor")
        }
        self.surface = surface
        self.buffer = buffer
        for y in 0..<extent {
            let row = (buffer.surface.base + y * buffer.surface.pitch).assumingMemoryBound(to: UInt32.self)
            for x in 0..<extent { row[x] = FingertipCursor.pixel(x, y) }
        }
        wl_surface_attach(surface, buffer.proxy, 0, 0)
        wl_surface_damage_buffer(surface, 0, 0, Int32(extent), Int32(extent))
        wl_surface_commit(surface)
    }

    /// Uses this image for the pointer that entered with `serial`.
    func show(on pointer: OpaquePointer?, _ serial: UInt32) {
        let centre = Int32(FingertipCursor.extent / 2)
        wl_pointer_set_cursor(pointer, serial, surface, centre, centre)
    }

    deinit { wl_surface_destroy(surface) }

    /// White with a dark rim, both translucent, so that it is visible on any page. Premultiplied, as Wayland requires.
    private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let middle = Double(extent) / 2
        let distance = hypot(Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
        let inside = min(max(0, middle - distance), 1)
        let white = min(max(0, middle - 2 - distance), 1)
        let alpha = UInt32((inside * 160).rounded())
        let grey = UInt32((white * inside * 160).rounded())
        return alpha << 24 | grey << 16 | grey << 8 | grey
    }
}
