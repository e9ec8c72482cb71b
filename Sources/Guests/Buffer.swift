// A picture that a client attaches to a surface: wl_buffer.

import CWaylandServer
import Geometry
import Linux

/// A `wl_buffer`. While a surface shows it, the client leaves it alone.
final class Buffer: Resource {
    /// A window has three or four, and a browser some for each of its tiles.
    override class var most: Int { 1024 }

    enum Content {
        case shared(SharedPixels)
        /// One pixel, premultiplied, 0xAARRGGBB.
        case pixel(UInt32)
    }

    let content: Content

    private static let requests = permanent(wl_buffer_interface(destroy: destroyResource))

    init(_ client: OpaquePointer, id: UInt32, content: Content) {
        self.content = content
        super.init(client, bezel_wl_buffer(), version: 1, id: id, requests: Self.requests)
    }

    /// The extent in pixels.
    var size: PixelSize {
        switch content {
        case .shared(let pixels): pixels.size
        case .pixel: PixelSize(1, 1)
        }
    }

    /// Whether all of its memory is there.
    var isComplete: Bool { if case .shared(let pixels) = content { pixels.isComplete } else { true } }

    /// Returns the buffer to the client, which may draw in it again.
    func release() { if let handle { wl_buffer_send_release(handle) } }
}
