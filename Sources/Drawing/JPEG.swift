// Writes bitmaps as JPEG files.

internal import CPango
internal import CPixbuf
import Geometry
public import Layers

extension Bitmap {
    /// Writes the bitmap as a JPEG file with the default quality of gdk-pixbuf. Replaces an existing file. The alpha is
    /// left out.
    public func writeJPEG(to path: String) throws(PictureError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * size.width * size.height)
        for index in 0..<size.width * size.height {
            let pixel = pixels[index]
            bytes += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)]
        }
        var problem: UnsafeMutablePointer<GError>?
        let isWritten = bytes.withUnsafeBufferPointer { bytes in
            let pixbuf = gdk_pixbuf_new_from_data(
                bytes.baseAddress, GDK_COLORSPACE_RGB, 0, 8, Int32(size.width), Int32(size.height),
                Int32(3 * size.width), nil, nil)
            defer { pixbuf.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
            return gdk_pixbuf_savev(pixbuf, path, "jpeg", nil, nil, &problem) != 0
        }
        defer { problem.map { g_error_free($0) } }
        guard isWritten else {
            throw .unwritable(
                path: path,
                reason: problem?.pointee.message.map { String(cString: $0) } ?? "gdk-pixbuf gives no reason")
        }
    }
}
