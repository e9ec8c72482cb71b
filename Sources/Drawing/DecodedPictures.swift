// Pictures read from their files, for views that are drawn in several strips.

import Geometry
import Layers

/// Pictures at the sizes at which they are shown. A view that is drawn in strips has a part of a picture in each, and
/// would have to read its file for each.
public final class DecodedPictures {
    private struct Key: Hashable {
        let picture: Picture
        let size: PixelSize
    }
    private var bitmaps: [Key: Bitmap] = [:]
    /// How many bytes they take.
    public private(set) var bytes = 0

    /// No pictures yet.
    public init() {}

    /// `picture` at `size` pixels, read if it is not there.
    func bitmap(_ picture: Picture, _ size: PixelSize) throws(PictureError) -> Bitmap {
        let key = Key(picture: picture, size: size)
        if let bitmap = bitmaps[key] { return bitmap }
        let bitmap = try picture.bitmap(size)
        bitmaps[key] = bitmap
        bytes += Bitmap.bytes(size)
        return bitmap
    }

    /// Gives all of them up.
    public func removeAll() {
        bitmaps = [:]
        bytes = 0
    }
}
