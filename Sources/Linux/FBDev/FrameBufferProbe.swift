// What the frame buffer devices are, for a display where there is no KMS.

public import Geometry

/// A frame buffer device, opened to look at it and closed again.
public struct FrameBufferProbe: Hashable, Sendable {
    /// Such as `/dev/fb0`.
    public var path: String
    /// What is seen of it, in pixels; nil when it could not be opened.
    public var size: PixelSize?
    /// Why it cannot be used; nil when it can.
    public var problem: SystemError?

    /// A device as it is thought to be.
    public init(path: String, size: PixelSize?, problem: SystemError?) {
        self.path = path
        self.size = size
        self.problem = problem
    }

    /// The machine's, in order of their number.
    public static func look() -> [FrameBufferProbe] {
        FrameBufferDevice.paths().map { path in
            do throws(SystemError) {
                let device = try FrameBufferDevice(path: path, mayPan: false)
                return FrameBufferProbe(path: path, size: device.size, problem: nil)
            } catch { return FrameBufferProbe(path: path, size: nil, problem: error) }
        }
    }
}
