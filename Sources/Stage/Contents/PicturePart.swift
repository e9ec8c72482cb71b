// A part of a picture in a size of its own, over the whole picture in a coarser one.

import Drawing
import Geometry

/// Shows one part of a picture, sharper than the whole picture behind it. Until it has been read, nothing of it is seen.
@MainActor
final class PicturePart: PictureView {
    /// The size in which the whole picture would be shown, in pixels.
    let whole: PixelSize
    /// The part of `whole`.
    let part: PixelRect

    /// The part `part` of `picture` in `whole` pixels.
    init(_ picture: Picture, _ whole: PixelSize, part: PixelRect, theme: Theme) {
        (self.whole, self.part) = (whole, part)
        super.init(picture, description: "", theme: theme)
        (isBare, standsStill) = (true, true)
        isUserInteractionEnabled = false
        let size = Size(Double(part.width), Double(part.height))
        frame = Rect(origin: .zero, size: size)
        wait(for: PictureOrder(picture, whole, part: part), in: Rect(origin: .zero, size: size))
    }

    /// The order does not follow from the size of the view.
    override func layout() {}
}
