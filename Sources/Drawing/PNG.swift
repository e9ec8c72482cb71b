// Encodes bitmaps and surfaces as PNG, in memory and in files.

internal import CPango
package import Geometry
import Glibc
public import Layers

extension Bitmap {
    /// Returns the bitmap as the bytes of a PNG file.
    public func png() -> [UInt8] {
        encode(bytes: pixels, size: size, pitch: size.width * 4, isOpaque: isOpaque)
    }

    /// Writes the bitmap as a PNG file. Replaces an existing file.
    public func writePNG(to path: String) throws(PictureError) { try write(png(), to: path) }
}

extension PixelSurface {
    /// Returns the pixels, which must be readable memory, as the bytes of a PNG file. The alpha is left out.
    package func png() -> [UInt8] {
        encode(bytes: base.assumingMemoryBound(to: UInt32.self), size: size, pitch: pitch, isOpaque: true)
    }

    /// Writes the pixels, which must be readable memory, as a PNG file. Replaces an existing file.
    package func writePNG(to path: String) throws(PictureError) { try write(png(), to: path) }
}

private func encode(bytes: UnsafeMutablePointer<UInt32>, size: PixelSize, pitch: Int, isOpaque: Bool) -> [UInt8] {
    let surface = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt8.self),
        isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(pitch))
    defer { cairo_surface_destroy(surface) }
    var png: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &png) { sink in
        cairo_surface_write_to_png_stream(
            surface,
            { sink, data, count in
                sink?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                    contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, sink)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
        fatalError("\(size.width)×\(size.height) pixels as PNG: \(String(cString: cairo_status_to_string(status)))")
    }
    return png
}

private func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    // Opening a pipe that nothing reads would wait for ever.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
    var descriptor = open(path, flags, 0o644)
    while descriptor < 0, errno == EINTR { descriptor = open(path, flags, 0o644) }
    guard descriptor >= 0 else {
        let reason = errno == ENXIO ? "it is a pipe that nothing reads" : String(cString: strerror(errno))
        throw .unwritable(path: path, reason: reason)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .unwritable(path: path, reason: reason)
        }
        written += count
    }
    guard close(descriptor) == 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
}
