// How the pixels of a buffer come to the glass: where they are, where possible, or else turned or stretched into a copy.

import CWaylandServer
import Geometry
import Layers

/// The part of a buffer that a surface shows, and the bitmap and the scale that show it.
struct BufferView {
    private let pixels: SharedPixels
    /// The part (px) of the buffer, or of its copy.
    private let crop: PixelRect
    private let way: Way
    /// The scale at which the bitmap is shown.
    let scale: Double

    private enum Way {
        /// The compositor reads the buffer itself.
        case direct
        /// A copy of `part` (px of the turned buffer), in the size of the glass.
        case copied(part: Rect, transform: wl_output_transform)
    }

    /// The `part` of `pixels` (after transform and scale) for a place of `glass` pixels. A copy has at most about as many pixels as `most`,
    /// which is the whole glass.
    init(of pixels: SharedPixels, part: Rect, state: SurfaceState, on glass: Size, _ most: PixelSize) {
        self.pixels = pixels
        let factor = Double(state.scale)
        let part = Rect(part.minX * factor, part.minY * factor, part.width * factor, part.height * factor)
        let whole = PixelRect(
            Int(part.minX.rounded()), Int(part.minY.rounded()), max(1, Int(part.width.rounded())),
            max(1, Int(part.height.rounded())))
        let isWhole =
            pixels.size.bounds.contains(whole) && abs(Double(whole.x) - part.minX) < 0.01
            && abs(Double(whole.y) - part.minY) < 0.01
        let (across, down) = (glass.width / Double(whole.width), glass.height / Double(whole.height))
        // The sizes in pixels were rounded, by the client and here, so they are the same within a pixel.
        let isAsLarge = abs(glass.width - Double(whole.width)) < 1 && abs(glass.height - Double(whole.height)) < 1
        let isEven = abs(across - down) * Double(max(whole.width, whole.height)) < 1
        if isWhole, isAsLarge || isEven, state.transform == WL_OUTPUT_TRANSFORM_NORMAL, pixels.isAligned {
            (way, crop, scale) = (.direct, whole, isAsLarge ? 1 : across)
        } else {
            let excess = max(1, max(glass.width / Double(most.width), glass.height / Double(most.height)))
            let size = PixelSize(
                max(1, Int((glass.width / excess).rounded())), max(1, Int((glass.height / excess).rounded())))
            (way, crop, scale) = (.copied(part: part, transform: state.transform), size.bounds, excess)
        }
    }

    /// The number of pixels that are copied for it.
    var copied: Int { if case .copied = way { size.width * size.height } else { 0 } }

    /// The extent of the bitmap.
    var size: PixelSize { PixelSize(crop.width, crop.height) }

    /// The bitmap, as version `revision`.
    func bitmap(isOpaque: Bool, revision: Bitmap.Revision) -> Bitmap {
        switch way {
        case .direct:
            let first = pixels.words + crop.y * pixels.pitch + crop.x
            return Bitmap(
                borrowing: first, of: pixels.memory, size: size, pitch: pixels.pitch, isOpaque: isOpaque,
                revision: revision)
        case .copied(let part, let transform): return copy(part, transform, isOpaque: isOpaque)
        }
    }

    /// Whether `other` shows the same part of a buffer of the same size in the same way.
    func showsSamePart(as other: BufferView) -> Bool {
        guard crop == other.crop, scale == other.scale, pixels.size == other.pixels.size else { return false }
        switch (way, other.way) {
        case (.direct, .direct): return true
        case (.copied(let part, let transform), .copied(let otherPart, let otherTransform)):
            return part == otherPart && transform == otherTransform
        case (.direct, .copied), (.copied, .direct): return false
        }
    }

    /// What has changed in the bitmap, if `changed` has in the surface, of `extent`, and `changedPixels` in the buffer.
    func damage(of changed: Region, _ changedPixels: Region, in extent: Size) -> Region {
        guard case .direct = way else { return Region(size.bounds) }
        var damage = Region()
        // Each is clipped first, so that no size is out of range.
        for rect in changedPixels {
            let moved = PixelRect(rect.x - crop.x, rect.y - crop.y, rect.width, rect.height)
            damage.insert(moved.intersection(size.bounds))
        }
        let (across, down) = (Double(crop.width) / extent.width, Double(crop.height) / extent.height)
        for rect in changed {
            damage.insert(
                Rect(
                    Double(rect.x) * across, Double(rect.y) * down, Double(rect.width) * across,
                    Double(rect.height) * down
                ).pixelCover.intersection(size.bounds))
        }
        return damage
    }

    /// A copy of `part`, in which each pixel is mixed from the four nearest ones of the buffer.
    private func copy(_ part: Rect, _ transform: wl_output_transform, isOpaque: Bool) -> Bitmap {
        let bitmap = Bitmap(size: size, isOpaque: isOpaque)
        let isTurned = transform.rawValue % 2 == 1
        let width = Double(isTurned ? pixels.size.height : pixels.size.width)
        let height = Double(isTurned ? pixels.size.width : pixels.size.height)
        for y in 0..<size.height {
            let v = part.minY + (Double(y) + 0.5) * part.height / Double(size.height)
            for x in 0..<size.width {
                let u = part.minX + (Double(x) + 0.5) * part.width / Double(size.width)
                // `u` and `v` are the surface's. A flipped picture is mirrored before it is turned.
                let across = transform.rawValue >= WL_OUTPUT_TRANSFORM_FLIPPED.rawValue ? width - u : u
                let place =
                    switch transform.rawValue % 4 {
                    case 0: Point(across, v)
                    case 1: Point(v, width - across)
                    case 2: Point(width - across, height - v)
                    default: Point(height - v, across)
                    }
                bitmap.pixels[y * bitmap.pitch + x] = pixels.mixed(at: place, isOpaque: isOpaque)
            }
        }
        return bitmap
    }
}

extension Color {
    /// The colour of a premultiplied pixel, 0xAARRGGBB.
    init(unpremultiplying pixel: UInt32) {
        let alpha = pixel >> 24
        func channel(_ shift: UInt32) -> UInt8 {
            alpha == 0 ? 0 : UInt8(min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha))
        }
        self.init(red: channel(16), green: channel(8), blue: channel(0), alpha: UInt8(alpha))
    }
}
