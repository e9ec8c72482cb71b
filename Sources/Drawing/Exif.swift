// The orientation in what a camera recorded (Exif), which gdk-pixbuf reads in JPEGs alone.

// The types of GLib belong to the module that includes them first.
internal import CPango
internal import CPixbuf

/// What a camera recorded with a picture.
enum Exif {
    /// The orientation in `bytes`, 1 to 8; 1, upright, where there is none. The bytes are put into a JPEG of one pixel, whose loader
    /// looks for it.
    static func orientation(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let pixel = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 1, 1) else { return 1 }
        defer { g_object_unref(UnsafeMutableRawPointer(pixel)) }
        gdk_pixbuf_fill(pixel, 0)
        var (file, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
        guard gdk_pixbuf_save_to_bufferv(pixel, &file, &count, "jpeg", nil, nil, nil) != 0, let file else { return 1 }
        defer { g_free(file) }
        let plain = UnsafeRawBufferPointer(start: file, count: Int(count))
        let mark = Array("Exif\0\0".utf8)
        // A header has at most 65,533 bytes. The orientation stands at the beginning.
        let header = (bytes.starts(with: mark) ? [] : mark) + bytes.prefix(65_000)
        let length = header.count + 2
        let jpeg =
            plain.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + header + plain.dropFirst(2)
        guard let loader = gdk_pixbuf_loader_new() else { return 1 }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let isTaken = gdk_pixbuf_loader_write(loader, Array(jpeg), gsize(jpeg.count), nil) != 0
        guard gdk_pixbuf_loader_close(loader, nil) != 0, isTaken, let read = gdk_pixbuf_loader_get_pixbuf(loader),
            let text = gdk_pixbuf_get_option(read, "orientation"), let orientation = Int(String(cString: text)),
            (1...8).contains(orientation)
        else { return 1 }
        return orientation
    }
}
