// The compositor in its plainest form: pixel by pixel, in Double, with no optimization.

import Geometry
import Layers

/// The value that each pixel should have. A pixel is cut into 16 × 16 cells, which is exact when all sides lie on multiples
/// of 1/16. While the layers are taken from front to back, a bit for each cell says whether it is still visible. Groups have
/// a colour and an alpha of their own, and are put under what is in front when they are done.
struct Reference {
    let root: Layer
    let background: Color

    /// A premultiplied colour, 0 to 255 each, and how much it covers of what is behind, 0 to 1.
    private struct Sum {
        var red = 0.0
        var green = 0.0
        var blue = 0.0
        var alpha = 0.0

        mutating func putUnder(_ other: Sum, share: Double) {
            let room = (1 - alpha) * share
            red += other.red * room
            green += other.green * room
            blue += other.blue * room
            alpha += other.alpha * room
        }
    }

    /// Which of a pixel's cells are seen.
    private struct Cells {
        var rows: SIMD16<UInt16>
        static let all = Cells(rows: SIMD16(repeating: 0xFFFF))

        /// The cells of the pixel (`x`, `y`) that lie in `rect`.
        init(_ rect: Rect, x: Int, y: Int) {
            rows = SIMD16(repeating: 0)
            func cell(_ position: Double, _ pixel: Int) -> Int {
                Int(max(0, min(16, (position - Double(pixel)) * 16)).rounded())
            }
            let (left, right) = (cell(rect.minX, x), cell(rect.maxX, x))
            let (top, bottom) = (cell(rect.minY, y), cell(rect.maxY, y))
            guard left < right, top < bottom else { return }
            let bits = UInt16(truncatingIfNeeded: (1 << right) - (1 << left))
            for row in top..<bottom { rows[row] = bits }
        }
        init(rows: SIMD16<UInt16>) { self.rows = rows }

        var count: Int { (0..<16).reduce(0) { $0 + rows[$1].nonzeroBitCount } }
        func inside(_ other: Cells) -> Cells { Cells(rows: rows & other.rows) }
        func outside(_ other: Cells) -> Cells { Cells(rows: rows & ~other.rows) }
        func with(_ other: Cells) -> Cells { Cells(rows: rows | other.rows) }
        func share(in other: Cells) -> Double { count == 0 ? 0 : Double(inside(other).count) / Double(count) }
    }

    /// Red, green and blue of the pixel (`x`, `y`), 0 to 255.
    func pixel(_ x: Int, _ y: Int) -> [Double] {
        var seen = Cells.all
        var sum = Sum()
        add(root, at: .zero, scale: 1, keep: 1, x, y, &seen, &sum)
        sum.putUnder(Reference.sum(of: background.withAlpha(1).premultiplied, keep: 1), share: 1)
        return [sum.red, sum.green, sum.blue]
    }

    private static func sum(of pixel: UInt32, keep: Double) -> Sum {
        Sum(
            red: Double(pixel >> 16 & 255) * keep, green: Double(pixel >> 8 & 255) * keep,
            blue: Double(pixel & 255) * keep, alpha: Double(pixel >> 24) / 255)
    }

    private func add(
        _ layer: Layer, at origin: Point, scale: Double, keep: Double, _ x: Int, _ y: Int, _ seen: inout Cells,
        _ sum: inout Sum
    ) {
        let values = layer.presentation
        if layer.isHidden || values.opacity == 0 { return }
        let size = values.bounds.size
        let rect = Rect(
            origin.x + scale * (values.position.x + layer.scaleAnchor.x * size.width * (1 - values.scale)),
            origin.y + scale * (values.position.y + layer.scaleAnchor.y * size.height * (1 - values.scale)),
            scale * values.scale * size.width, scale * values.scale * size.height)
        let (scale, keep) = (scale * values.scale, keep * (1 - values.dim))
        if values.opacity < 1 {
            var (inner, innerSeen) = (Sum(), seen)
            addAll(layer, rect, scale, keep, x, y, &innerSeen, &inner)
            sum.putUnder(inner, share: values.opacity)
        } else {
            addAll(layer, rect, scale, keep, x, y, &seen, &sum)
        }
    }

    /// Adds the layer without its opacity: what lies in it, cut off, then its shadows.
    private func addAll(
        _ layer: Layer, _ rect: Rect, _ scale: Double, _ keep: Double, _ x: Int, _ y: Int, _ seen: inout Cells,
        _ sum: inout Sum
    ) {
        let radius = min(scale * layer.presentation.cornerRadius, rect.width / 2, rect.height / 2)
        let isRound = layer.presentation.cornerRadius > 0 && !layer.roundedCorners.isEmpty
        let cells = Cells(rect, x: x, y: y)
        let own: (inout Cells, inout Sum) -> Void = { seen, sum in
            if let bitmap = layer.contents { add(bitmap, rect, scale, keep, x, y, &seen, &sum) }
            if let color = layer.backgroundColor {
                let colors = Reference.sum(of: color.premultiplied, keep: keep)
                sum.putUnder(colors, share: seen.share(in: cells))
                if color.alpha == 255 { seen = seen.outside(cells) }
            }
        }
        let sublayers: (inout Cells, inout Sum) -> Void = { seen, sum in
            let corner = layer.presentation.bounds.origin
            let origin = Point(rect.minX - scale * corner.x, rect.minY - scale * corner.y)
            for sublayer in layer.sublayers.reversed() {
                add(sublayer, at: origin, scale: scale, keep: keep, x, y, &seen, &sum)
            }
        }
        let clipped: (inout Cells, inout Sum, (inout Cells, inout Sum) -> Void) -> Void = { seen, sum, body in
            let share = seen.share(in: cells)
            if share == 0 { return }
            var (inner, innerSeen) = (Sum(), seen.inside(cells))
            if isRound, touchesCorner(rect, radius, layer.roundedCorners, x, y) {
                body(&innerSeen, &inner)
                sum.putUnder(inner, share: coverage(rect, radius, layer.roundedCorners, x, y))
            } else {
                body(&innerSeen, &inner)
                sum.putUnder(inner, share: share)
                seen = seen.outside(cells).with(innerSeen)
            }
        }
        if isRound || layer.masksToBounds {
            clipped(&seen, &sum) { seen, sum in
                sublayers(&seen, &sum)
                own(&seen, &sum)
            }
        } else {
            sublayers(&seen, &sum)
            if layer.contents != nil, layer.backgroundColor != nil {
                clipped(&seen, &sum, own)
            } else {
                own(&seen, &sum)
            }
        }
        if var shadow = layer.edgeShadow {
            shadow.width *= scale
            add(shadow, rect, x, y, seen, &sum)
        }
    }

    private func add(
        _ bitmap: Bitmap, _ rect: Rect, _ scale: Double, _ keep: Double, _ x: Int, _ y: Int, _ seen: inout Cells,
        _ sum: inout Sum
    ) {
        let size = Size(scale * Double(bitmap.size.width), scale * Double(bitmap.size.height))
        let cells = Cells(rect.intersection(Rect(origin: rect.origin, size: size)), x: x, y: y)
        // The four pixels around this one's middle, by area. When nothing is scaled, they are the ones that it lies on. Past
        // its sides the bitmap goes on with its outermost pixels.
        let (u, v) = ((Double(x) + 0.5 - rect.minX) / scale - 0.5, (Double(y) + 0.5 - rect.minY) / scale - 0.5)
        let (across, down) = (u - u.rounded(.down), v - v.rounded(.down))
        var colors = Sum()
        for (dx, dy, weight) in [
            (0, 0, (1 - across) * (1 - down)), (1, 0, across * (1 - down)), (0, 1, (1 - across) * down),
            (1, 1, across * down),
        ] {
            let column = max(0, min(bitmap.size.width - 1, Int(u.rounded(.down)) + dx))
            let row = max(0, min(bitmap.size.height - 1, Int(v.rounded(.down)) + dy))
            let pixel = Reference.sum(of: bitmap[column, row], keep: keep)
            colors.red += pixel.red * weight
            colors.green += pixel.green * weight
            colors.blue += pixel.blue * weight
            colors.alpha += pixel.alpha * weight
        }
        sum.putUnder(colors, share: seen.share(in: cells))
        if bitmap.isOpaque { seen = seen.outside(cells) }
    }

    private func add(_ shadow: EdgeShadow, _ rect: Rect, _ x: Int, _ y: Int, _ seen: Cells, _ sum: inout Sum) {
        // The right one is in front of the left one.
        for isLeft in [false, true] where shadow.edges.contains(isLeft ? .left : .right) {
            let start = isLeft ? rect.minX - shadow.width : rect.maxX
            let cells = Cells(Rect(start, rect.minY, shadow.width, rect.height), x: x, y: y)
            let middle = Double(x) + 0.5
            let distance = max(0, min(shadow.width, isLeft ? rect.minX - middle : middle - rect.maxX))
            let share = 1 - distance / shadow.width
            sum.putUnder(Sum(alpha: shadow.opacity * share * share), share: seen.share(in: cells))
        }
    }

    private func touchesCorner(_ rect: Rect, _ radius: Double, _ corners: Corners, _ x: Int, _ y: Int) -> Bool {
        let pixel = Rect(Double(x), Double(y), 1, 1)
        let (left, top) = (rect.minX, rect.minY)
        let (right, bottom) = (rect.maxX - radius, rect.maxY - radius)
        let boxes: [(Corners, Double, Double)] = [
            (.topLeft, left, top), (.topRight, right, top), (.bottomLeft, left, bottom), (.bottomRight, right, bottom),
        ]
        return boxes.contains { corners.contains($0) && Rect($1, $2, radius, radius).intersects(pixel) }
    }

    /// How much of the pixel lies in the rectangle with round corners: the mean of 256 lines.
    private func coverage(_ rect: Rect, _ radius: Double, _ corners: Corners, _ x: Int, _ y: Int) -> Double {
        var total = 0.0
        for line in 0..<256 {
            let height = Double(y) + (Double(line) + 0.5) / 256
            guard height > rect.minY, height < rect.maxY else { continue }
            func inset(_ distance: Double) -> Double {
                distance > 0 ? radius - max(0, radius * radius - distance * distance).squareRoot() : 0
            }
            let fromTop = inset(rect.minY + radius - height)
            let fromBottom = inset(height - (rect.maxY - radius))
            let left = max(
                corners.contains(.topLeft) ? fromTop : 0, corners.contains(.bottomLeft) ? fromBottom : 0)
            let right = max(
                corners.contains(.topRight) ? fromTop : 0, corners.contains(.bottomRight) ? fromBottom : 0)
            total += max(0, min(Double(x + 1), rect.maxX - right) - max(Double(x), rect.minX + left))
        }
        return total / 256
    }
}
