// Finds where the elements of an SVG lie in its picture.

// The types of GLib belong to the module that includes them first.
internal import CPango
internal import CPixbuf
package import Geometry
import Glibc

/// The elements of one SVG, by their ids. librsvg measures them, which also draws SVGs for gdk-pixbuf; it is loaded when it is first
/// needed, because a machine without SVGs need not have it.
package struct SVGElements: ~Copyable {
    /// Where an element lies.
    package enum Place: Hashable, Sendable {
        /// There is no such element; `near` is the id of one that is spelled nearly so, if there is any.
        case missing(near: String? = nil)
        /// Nothing of it lies in the picture.
        case outside
        /// The part of its bounding box that lies in the picture, in shares of the picture's width and height: 0 to 1.
        case area(Rect)
    }

    /// The functions of librsvg that are needed. A rectangle is its left side, top, width and height.
    private struct Library: Sendable {
        typealias Read =
            @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
        typealias Find = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32
        typealias Measure =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<Double>, UnsafeMutablePointer<Double>,
                UnsafeMutablePointer<Double>, UnsafeMutableRawPointer?
            ) -> Int32

        let read: Read
        let find: Find
        let measure: Measure

        /// Nil where the library is not installed.
        static let loaded: Library? = {
            guard let library = dlopen("librsvg-2.so.2", RTLD_NOW),
                let read = dlsym(library, "rsvg_handle_new_from_data"),
                let find = dlsym(library, "rsvg_handle_has_sub"),
                let measure = dlsym(library, "rsvg_handle_get_geometry_for_layer")
            else { return nil }
            return Library(
                read: unsafeBitCast(read, to: Read.self), find: unsafeBitCast(find, to: Find.self),
                measure: unsafeBitCast(measure, to: Measure.self))
        }()
    }

    private let library: Library
    private let handle: UnsafeMutableRawPointer
    private let size: PixelSize

    /// Reads the SVG `text`, whose picture has `size`. Nil when it cannot be read.
    package init?(_ text: ArraySlice<UInt8>, size: PixelSize) {
        guard size.width > 0, size.height > 0, let library = Library.loaded,
            let handle = text.withUnsafeBufferPointer({ library.read($0.baseAddress, $0.count, nil) })
        else { return nil }
        (self.library, self.handle, self.size) = (library, handle, size)
    }

    deinit { g_object_unref(handle) }

    /// Where the element with `id` lies. Of one that is not painted, such as a shape without fill and line, the outline counts.
    package func place(of id: String) -> Place {
        let name = "#" + id
        guard library.find(handle, name) != 0 else { return .missing() }
        var (painted, outline) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0])
        let whole = [0, 0, Double(size.width), Double(size.height)]
        guard library.measure(handle, name, whole, &painted, &outline, nil) != 0 else { return .outside }
        let box = painted[2] > 0 && painted[3] > 0 ? painted : outline
        guard box.allSatisfy(\.isFinite) else { return .outside }
        let area = Rect(box[0] / whole[2], box[1] / whole[3], box[2] / whole[2], box[3] / whole[3])
            .intersection(Rect(0, 0, 1, 1))
        return area.isEmpty ? .outside : .area(area)
    }
}
