// What the frame buffer devices are, for a display where there is no KMS.

package import Geometry

/// A frame buffer device, opened to look at it and closed again.
package struct FrameBufferProbe: Hashable, Sendable {
    /// Such as `/dev/fb0`.
    package var path: String
    /// What is seen of it, in pixels; nil when it could not be opened.
    package var size: PixelSize?
    /// Why it cannot be used; nil when it can.
    package var problem: SystemError?

    /// A device as it is thought to be.
    package init(path: String, size: PixelSize?, problem: SystemError?) {
        self.path = path
        self.size = size
        self.problem = problem
    }

    /// The machine's, in order of their number.
    package static func look() -> [FrameBufferProbe] {
        FrameBufferDevice.paths().map { path in
            do throws(SystemError) {
                let device = try FrameBufferDevice(path: path, mayPan: false)
                return FrameBufferProbe(path: path, size: device.size, problem: nil)
            } catch { return FrameBufferProbe(path: path, size: nil, problem: error) }
        }
    }
}
