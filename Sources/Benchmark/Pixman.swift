// Calls pixman, which Weston, wlroots and Cairo use for drawing without a GPU, to compare the compositor with it.

import Geometry
import Glibc
import Layers

/// The functions of libpixman-1 that the benchmark calls. The library is loaded when the benchmark needs it. Bezel needs it for
/// nothing else.
final class Pixman {
    typealias Image = OpaquePointer

    /// How an image is combined with the target.
    enum Operator: Int32 {
        case source = 1
        case over = 3
    }

    /// PIXMAN_x8r8g8b8 and PIXMAN_a8r8g8b8: bits per pixel, type, and bits per channel, packed as in pixman.h.
    private static let (opaque, translucent): (UInt32, UInt32) = (0x2002_0888, 0x2002_8888)

    private typealias CreateBits = @convention(c) (UInt32, Int32, Int32, UnsafeMutablePointer<UInt32>, Int32) -> Image?
    private typealias CreateSolid = @convention(c) (UnsafePointer<UInt16>) -> Image?
    private typealias Composite =
        @convention(c) (
            Int32, Image, Image?, Image, Int16, Int16, Int16, Int16, Int16, Int16, UInt16, UInt16
        ) -> Void
    private typealias SetTransform = @convention(c) (Image, UnsafePointer<Int32>) -> Int32
    private typealias SetFilter = @convention(c) (Image, Int32, UnsafePointer<Int32>?, Int32) -> Int32

    private let createBits: CreateBits
    private let createSolid: CreateSolid
    private let compositeImages: Composite
    private let setTransform: SetTransform
    private let setFilter: SetFilter

    /// Nil when the library is not installed.
    init?() {
        guard let library = dlopen("libpixman-1.so.0", RTLD_NOW) else { return nil }
        func function<Function>(_ name: String, as _: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let createBits = function("pixman_image_create_bits", as: CreateBits.self),
            let createSolid = function("pixman_image_create_solid_fill", as: CreateSolid.self),
            let composite = function("pixman_image_composite", as: Composite.self),
            let setTransform = function("pixman_image_set_transform", as: SetTransform.self),
            let setFilter = function("pixman_image_set_filter", as: SetFilter.self)
        else { return nil }
        self.createBits = createBits
        self.createSolid = createSolid
        compositeImages = composite
        self.setTransform = setTransform
        self.setFilter = setFilter
    }

    /// The memory of a bitmap as an image. Both live as long as the process.
    func image(_ bitmap: Bitmap) -> Image {
        image(
            bitmap.pixels, width: bitmap.size.width, height: bitmap.size.height, pitch: bitmap.size.width * 4,
            isOpaque: bitmap.isOpaque)
    }

    func image(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, pitch: Int, isOpaque: Bool) -> Image {
        let format = isOpaque ? Pixman.opaque : Pixman.translucent
        guard let image = createBits(format, Int32(width), Int32(height), pixels, Int32(pitch)) else {
            fatalError("pixman has no memory for an image")
        }
        return image
    }

    /// Black with an alpha of n/255 everywhere.
    func black(alpha: Int) -> Image {
        let color: [UInt16] = [0, 0, 0, UInt16(alpha * 257)]
        guard let image = createSolid(color) else { fatalError("pixman has no memory for a colour") }
        return image
    }

    /// Makes pixman read `image` at (xx·x + xy·y + x0, yx·x + yy·y + y0), and interpolate between pixels when `isSmooth`.
    func transform(
        _ image: Image, _ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double,
        isSmooth: Bool
    ) {
        let matrix = [xx, xy, x0, yx, yy, y0, 0, 0, 1].map { Int32(($0 * 65536).rounded()) }
        guard setTransform(image, matrix) != 0, setFilter(image, isSmooth ? 4 : 3, nil, 0) != 0 else {
            fatalError("pixman has no memory for a transformation")
        }
    }

    /// Draws `image`, from its pixel (`x`, `y`) on, through `mask`, into a rectangle of `target`.
    func composite(
        _ operation: Operator, _ image: Image, mask: Image? = nil, x: Int = 0, y: Int = 0, on target: Image,
        at column: Int, width: Int, height: Int
    ) {
        compositeImages(
            operation.rawValue, image, mask, target, Int16(x), Int16(y), 0, 0, Int16(column), 0, UInt16(width),
            UInt16(height))
    }
}
