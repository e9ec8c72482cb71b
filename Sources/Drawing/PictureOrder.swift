// A request to read a picture from its file, and the result. Both cross between threads.

package import Geometry
package import Layers

/// A request to read a picture at the size in which it is shown, or the visible part of it. Any thread may read it.
package struct PictureOrder: Hashable, Sendable {
    /// The picture.
    package let picture: Picture
    /// The size in which the whole picture would be shown, in pixels.
    package let whole: PixelSize
    /// The visible part of `whole`.
    package let part: PixelRect

    /// An order for `picture` in `whole` pixels, with both sides positive. `part` is the visible part, which is not empty
    /// and lies inside. Nil means the whole picture.
    package init(_ picture: Picture, _ whole: PixelSize, part: PixelRect? = nil) {
        (self.picture, self.whole, self.part) = (picture, whole, part ?? whole.bounds)
    }

    /// The size of the visible part, in pixels.
    package var size: PixelSize { PixelSize(part.width, part.height) }

    /// The picture as recordings identify it.
    package var record: ArrivalRecord.Picture { .init(name: picture.name, size: size) }

    /// The number of bytes that the read picture takes.
    package var bytes: Int { Bitmap.bytes(size) }

    /// Opens the file and has `decoder` decode and scale the picture. This takes milliseconds or seconds.
    package func read(decodedBy decoder: PictureDecoder = PictureTask.here) -> ReadPicture {
        let result = Result { () throws(PictureError) in try picture.bitmap(whole, part: part, decodedBy: decoder) }
        var film: Film?
        // An animation whose frames cannot be read stands still.
        if case .success = result, picture.isAnimated {
            film = try? picture.film(whole, part: part, decodedBy: decoder)
        }
        return ReadPicture(self, result, film: film)
    }
}

/// The result of an order. Its bitmaps do not change any more, since the thread that made them keeps no reference to them.
package struct ReadPicture: @unchecked Sendable {
    /// The order.
    package let order: PictureOrder
    /// The picture in the requested size, or the reason why there is none.
    package let result: Result<Bitmap, PictureError>
    /// The frames of an animation that moves; nil for a picture that stands still.
    package let film: Film?

    /// The result of `order`. A bitmap must have the requested size, and the caller must keep no reference to it.
    package init(_ order: PictureOrder, _ result: Result<Bitmap, PictureError>, film: Film? = nil) {
        if case .success(let bitmap) = result, bitmap.size != order.size {
            fatalError("a picture of \(bitmap.size) where one of \(order.size) was requested")
        }
        (self.order, self.result, self.film) = (order, result, film)
    }
}
