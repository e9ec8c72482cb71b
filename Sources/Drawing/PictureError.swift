// The errors of reading and writing pictures, with messages.

public import Geometry

/// The reason why a picture cannot be read or written.
public enum PictureError: Error, Equatable, CustomStringConvertible {
    /// There is no file at `path`.
    case notThere(path: String)
    /// The system does not allow reading the file, or reading failed.
    case unreadable(path: String, reason: String)
    /// The bytes of the file are not a picture, or the picture is broken.
    case notAPicture(path: String, reason: String)
    /// The picture has more pixels than `Picture.mostPixels`.
    case tooLarge(path: String, size: PixelSize)
    /// The file cannot be written.
    case unwritable(path: String, reason: String)

    /// A message that names the file, the problem and its reason.
    public var description: String {
        switch self {
        case .notThere(let path): "there is no picture \(path)"
        case .unreadable(let path, let reason): "the picture \(path) cannot be read: \(reason)"
        case .notAPicture(let path, let reason): "\(path) is not a picture that can be shown: \(reason)"
        case .tooLarge(let path, let size):
            "the picture \(path) is \(size.width)×\(size.height) pixels large; make it smaller than "
                + "\(Picture.mostPixels / 1_000_000) million pixels"
        case .unwritable(let path, let reason): "the picture \(path) cannot be written: \(reason)"
        }
    }
}
