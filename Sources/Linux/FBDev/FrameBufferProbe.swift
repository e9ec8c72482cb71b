// Surveys the frame buffer devices, which serve as displays on machines without KMS.

package import Geometry

/// A frame buffer device that was opened to inspect it, and closed again.
package struct FrameBufferProbe: Hashable, Sendable {
    /// Such as `/dev/fb0`.
    package var path: String
    /// The visible size in pixels; nil if the device could not be opened.
    package var size: PixelSize?
    /// Why the device cannot be used; nil if it can.
    package var problem: SystemError?

    /// A device with the given properties.
    package init(path: String, size: PixelSize?, problem: SystemError?) {
        self.path = path
        self.size = size
        self.problem = problem
    }

    /// The machine's frame buffer devices, in order of their number.
    package static func all() -> [FrameBufferProbe] {
        FrameBufferDevice.paths().map { path in
            do throws(SystemError) {
                let device = try FrameBufferDevice(path: path, mayPan: false)
                return FrameBufferProbe(path: path, size: device.size, problem: nil)
            } catch { return FrameBufferProbe(path: path, size: nil, problem: error) }
        }
    }
}
