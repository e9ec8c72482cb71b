// Draws the pictures of `bezel benchmark composite` as a compositor with pixman does.

import Geometry
import Layers

/// Draws with pixman what the compositor draws, over and over into the same memory.
struct PixmanPictures {
    enum Kind {
        case slide, pop, popAtFraction, over, fade, popTurned

        /// The largest difference of a channel from the compositor's; nil when the two do not draw the same picture. pixman
        /// counts in 255ths and the compositor in 256ths, and the compositor dithers the steps of a shadow, so the
        /// difference can be a few.
        var difference: Double? {
            switch self {
            case .slide, .over: 0
            case .pop: 2
            case .fade: 1
            case .popAtFraction, .popTurned: nil
            }
        }
    }

    private let pixman: Pixman
    private let pictures: BenchmarkPictures
    private let target: Pixman.Image
    private let turned: Pixman.Image
    private let upright: Pixman.Image
    private let screens: [Pixman.Image]
    private let smooth: [Pixman.Image]
    private let glass: Pixman.Image
    private let dim: Pixman.Image
    private let half: Pixman.Image
    private let shadow: Pixman.Image

    /// Pictures that are drawn into `target`; nil when pixman is not installed.
    init?(_ pictures: BenchmarkPictures, target: Bitmap) {
        guard let pixman = Pixman() else { return nil }
        self.pixman = pixman
        self.pictures = pictures
        let size = pictures.size
        self.target = pixman.image(
            target.pixels, width: size.width, height: size.height, pitch: (size.width + 15) / 16 * 64, isOpaque: true)
        turned = pixman.image(
            target.pixels, width: size.height, height: size.width, pitch: (size.height + 15) / 16 * 64, isOpaque: true)
        let between = Bitmap(size: size, isOpaque: true)
        upright = pixman.image(between)
        // Read from right to left and from bottom to top: (x, y) of the turned picture is (y, height - 1 - x).
        let above = Double(size.height)
        pixman.transform(upright, 0, 1, 0, -1, 0, above, isSmooth: false)
        screens = pictures.screens.map(pixman.image)
        smooth = pictures.screens.map(pixman.image)
        pixman.transform(smooth[0], 1, 0, 0.37 / 3, 0, 1, 0, isSmooth: true)
        pixman.transform(smooth[1], 1, 0, -0.37, 0, 1, 0, isSmooth: true)
        glass = pixman.image(pictures.glass)
        dim = pixman.black(alpha: 26)
        half = pixman.black(alpha: 102)
        // The shadow as the compositor draws it over white, the same in each row.
        let strip = Bitmap(size: PixelSize(32, size.height), isOpaque: false)
        let layer = Layer()
        (layer.frame, layer.backgroundColor) = (Rect(32, 0, 8, 8), .white)
        layer.edgeShadow = EdgeShadow(edges: .left, width: 32, opacity: 0.3)
        let root = Layer()
        root.addSublayer(layer)
        let sample = Bitmap(size: PixelSize(40, 8), isOpaque: true)
        let compositor = Compositor(size: sample.size, background: .white, threads: 1)
        compositor.draw(compositor.plan(root), into: sample.surface, region: Region(sample.size.bounds))
        for x in 0..<32 {
            let light = (0..<8).reduce(0) { $0 + Int(sample[x, $1] & 255) }
            let alpha = UInt32(255 - (light + 4) / 8)
            for y in 0..<size.height { strip.pixels[y * 32 + x] = alpha << 24 }
        }
        shadow = pixman.image(strip)
        kept = [between, strip]
    }

    /// The memory of the images above.
    private let kept: [Bitmap]

    func draw(_ kind: Kind) {
        switch kind {
        case .slide: slide()
        case .pop: pop(on: target, screens)
        case .popAtFraction: pop(on: target, smooth)
        case .over:
            put(.source, screens[0], on: target)
            put(.over, glass, on: target)
        case .fade:
            put(.source, screens[0], on: target)
            put(.over, screens[1], mask: half, on: target)
        case .popTurned:
            // Composed upright and then turned, as compositors with pixman do it.
            pop(on: upright, screens)
            pixman.composite(
                .source, upright, on: turned, at: 0, width: pictures.size.height, height: pictures.size.width)
        }
    }

    private func put(_ operation: Pixman.Operator, _ image: Pixman.Image, mask: Pixman.Image? = nil, on: Pixman.Image) {
        pixman.composite(
            operation, image, mask: mask, on: on, at: 0, width: pictures.size.width, height: pictures.size.height)
    }

    private func slide() {
        let (size, offset) = (pictures.size, pictures.offset)
        pixman.composite(
            .source, screens[0], x: size.width - offset, on: target, at: 0, width: offset, height: size.height)
        pixman.composite(
            .source, screens[1], on: target, at: offset, width: size.width - offset, height: size.height)
    }

    private func pop(on target: Pixman.Image, _ screens: [Pixman.Image]) {
        let (size, offset) = (pictures.size, pictures.offset)
        pixman.composite(
            .source, screens[0], x: pictures.parallax, on: target, at: 0, width: offset, height: size.height)
        pixman.composite(.over, dim, on: target, at: 0, width: offset, height: size.height)
        pixman.composite(.over, shadow, on: target, at: offset - 32, width: 32, height: size.height)
        pixman.composite(
            .source, screens[1], on: target, at: offset, width: size.width - offset, height: size.height)
    }
}
