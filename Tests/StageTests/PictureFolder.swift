// A folder with small pictures, for tests that show them.

import Drawing
import Geometry
import Layers
import TestFolders

/// A temporary folder with pictures in it.
nonisolated final class PictureFolder: TemporaryFolder {
    /// The path of a new picture `name` of `size`, half of it white.
    func write(_ name: String, _ size: PixelSize) -> String {
        let bitmap = Bitmap(size: size, isOpaque: true, filledWith: .white)
        Canvas(bitmap).fill(Rect(0, 0, Double(size.width) / 2, Double(size.height)), Color(0x336699))
        do { try bitmap.writePNG(to: "\(path)/\(name)") } catch { fatalError("\(error)") }
        return "\(path)/\(name)"
    }
}

extension Glass {
    /// A photo, for tests in which nobody reads its pixels: its file is gone.
    static let photo: Picture = {
        let folder = PictureFolder()
        do { return try Picture(folder.write("photo.png", PixelSize(1200, 800))) } catch { fatalError("\(error)") }
    }()
}
