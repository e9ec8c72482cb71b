// The full-screen pictures of `bezel benchmark composite`: transitions as the stage makes them, and random pictures.

import Geometry
import Layers

/// Screens in ordinary memory, and the layers that show them.
struct BenchmarkPictures {
    /// A picture, and the most it should cost, in R. Goals are for one thread at 3840 × 2160.
    struct Scene {
        let name: String
        var goal: Double?
        let root: Layer
        var rotation = PictureRotation.none
        /// The same picture by pixman; nil when it is not compared.
        var pixman: PixmanPictures.Kind?
    }

    let size: PixelSize
    let screens: [Bitmap]
    let glass: Bitmap

    init(size: PixelSize) {
        self.size = size
        screens = (0..<3).map { index in
            let bitmap = Bitmap(size: size, isOpaque: true)
            for pixel in 0..<size.width * size.height {
                bitmap.pixels[pixel] = 0xFF00_0000 | UInt32(truncatingIfNeeded: (pixel &+ index) &* 0x9E37_79B1) >> 8
            }
            return bitmap
        }
        // Like a page: mostly transparent, some letters, some edges.
        glass = Bitmap(size: size, isOpaque: false)
        for pixel in 0..<size.width * size.height {
            let alpha = pixel / 37 % 10 < 7 ? 0 : pixel / 37 % 10 < 9 ? 255 : pixel & 255
            glass.pixels[pixel] = Color(0x204060).withAlpha(Double(alpha) / 255).premultiplied
        }
    }

    /// An offset that is not a multiple of a cache line or a memory page, and how far the screen below has moved by then.
    var offset: Int { Int(Double(size.width) * 0.37) }
    var parallax: Int { Int(Double(size.width) * 0.19) }

    func scenes() -> [Scene] {
        [
            Scene(name: "one screen", root: of([screen(0)])),
            Scene(name: "two screens side by side, whole pixels", goal: 1.1, root: slide(offset), pixman: .slide),
            Scene(name: "pop: parallax, dim, shadow", goal: 1.1, root: pop(), pixman: .pop),
            Scene(
                name: "the same at a fraction of a pixel", goal: 1.3, root: pop(fraction: 0.37),
                pixman: .popAtFraction),
            Scene(name: "a translucent layer over a screen", goal: 1.6, root: over(), pixman: .over),
            Scene(name: "cross-fade", goal: 1.5, root: fade(), pixman: .fade),
            Scene(name: "sheet: round corners, screen behind scaled and dimmed", goal: 2.5, root: sheet()),
            Scene(name: "whole screen scaled by 0.93", goal: 2, root: scaled()),
            Scene(name: "one colour", root: of([])),
            Scene(name: "pop, turned by 90°", goal: 1.4, root: pop(), rotation: .quarter, pixman: .popTurned),
        ]
    }

    private func of(_ layers: [Layer]) -> Layer {
        let root = Layer()
        for layer in layers { root.addSublayer(layer) }
        return root
    }

    private func screen(_ index: Int, x: Double = 0) -> Layer {
        let layer = Layer()
        layer.frame = Rect(origin: Point(x, 0), size: size.size)
        layer.contents = screens[index]
        return layer
    }

    /// Two screens side by side. The second begins at `offset`.
    func slide(_ offset: Int) -> Layer {
        of([screen(0, x: Double(offset - size.width)), screen(1, x: Double(offset))])
    }

    func pop(fraction: Double = 0) -> Layer {
        let below = screen(0, x: -Double(parallax) - fraction / 3)
        let above = screen(1, x: Double(offset) + fraction)
        below.dim = 0.1
        above.edgeShadow = EdgeShadow(edges: .left, width: 32, opacity: 0.3)
        return of([below, above])
    }

    private func over() -> Layer {
        let layer = screen(1)
        layer.contents = glass
        return of([screen(0), layer])
    }

    private func fade() -> Layer {
        let layer = screen(1)
        layer.opacity = 0.4
        return of([screen(0), layer])
    }

    private func sheet() -> Layer {
        let (behind, sheet) = (screen(0), screen(1))
        (behind.scale, behind.dim, behind.cornerRadius) = (0.93, 0.3, 24)
        sheet.position.y = (Double(size.height) * 0.3).rounded() + 0.5
        (sheet.cornerRadius, sheet.roundedCorners) = (24, .top)
        return of([behind, sheet])
    }

    private func scaled() -> Layer {
        let layer = screen(0)
        layer.scale = 0.93
        return of([layer])
    }

    /// One to six layers: screens, cards and translucent layers, anywhere. Half of them are moved to whole pixels.
    func random(_ numbers: inout some RandomNumberGenerator) -> Layer {
        let layers = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
            let layer = screen(Int.random(in: 0..<3, using: &numbers))
            if Int.random(in: 0..<6, using: &numbers) == 0 { layer.contents = glass }
            var (x, y) = (0.0, 0.0)
            if Bool.random(using: &numbers) { x = Double.random(in: -1...1, using: &numbers) * Double(size.width) }
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                y = Double.random(in: -1...1, using: &numbers) * Double(size.height)
            }
            if Bool.random(using: &numbers) { (x, y) = (x.rounded(), y.rounded()) }
            layer.frame = Rect(origin: Point(x, y), size: size.size)
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                // A card.
                layer.bounds.size = Size(
                    Double.random(in: 0.1...1, using: &numbers) * layer.bounds.width,
                    Double.random(in: 0.1...1, using: &numbers) * layer.bounds.height)
            }
            if Int.random(in: 0..<4, using: &numbers) == 0 { layer.dim = 0.2 }
            if Int.random(in: 0..<6, using: &numbers) == 0 { layer.opacity = 0.5 }
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                layer.edgeShadow = EdgeShadow(edges: .left, width: 32, opacity: 0.3)
            }
            return layer
        }
        return of(layers)
    }
}
