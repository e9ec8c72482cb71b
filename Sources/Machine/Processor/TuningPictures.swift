// The pictures with which the compositor is fitted to a processor.

import Geometry
package import Layers

/// Draws strips of pictures like those of a running kiosk. The bitmaps are as wide as the panel's picture, and so high that the
/// caches have lost a strip when its turn comes again.
package final class TuningPictures {
    /// What is drawn.
    package enum Picture: CaseIterable {
        /// A pop on its way: two screens beside each other, one dimmed, with a shadow. Memory limits it.
        case pop
        /// A screen fades in over another one. Memory limits it, and it reads twice as much.
        case fade
        /// Two screens between pixels, one of them translucent. Calculation limits it.
        case betweenPixels
        /// The pop for a panel that is mounted upright.
        case turned
        /// The pop in memory that a program then reads.
        case readAgain
    }

    /// The least and the most bytes of one bitmap. There are four.
    private static let bytes = 2 << 20...32 << 20

    /// The most rows, so that very narrow pictures take no more memory than others.
    private static let mostRows = 1 << 14

    private let size: PixelSize
    private let screens: [Bitmap]
    private let target: Bitmap
    /// A compositor for each number of threads, so that their threads stay.
    private var compositors: [Int: Compositor] = [:]
    private var frames: [Picture: Frame] = [:]
    private var row = 0
    /// What was read last, so that reading is not left out.
    private var seen: UInt32 = 0

    /// Pictures that are `width` pixels wide, for a processor whose largest cache has `cache` bytes.
    package init(width: Int, cache: Int) {
        let bytes = min(max(cache + cache / 4, Self.bytes.lowerBound), Self.bytes.upperBound)
        let rows = max(16, min(Self.mostRows, bytes / (4 * width)) / 16 * 16)
        size = PixelSize(width, rows)
        screens = (0..<3).map { _ in Bitmap(size: PixelSize(width, rows), isOpaque: true) }
        target = Bitmap(size: PixelSize((width + 31) / 16 * 16, rows + 16), isOpaque: true)
        // Memory that was never written is one page of zeros.
        for screen in screens { screen.pixels.update(repeating: 0xFF33_6699, count: width * rows) }
        target.pixels.update(repeating: 0, count: target.size.width * target.size.height)
        let planner = compositor(threads: 1)
        for picture in Picture.allCases { frames[picture] = planner.plan(root(of: picture)) }
    }

    /// The number of rows that one picture has.
    package var rows: Int { size.height }

    /// Draws the next `rows` rows of `picture`, which is the beginning again after the end.
    package func draw(_ picture: Picture, rows: Int, with tuning: Tuning) {
        guard let frame = frames[picture] else { return }
        let rows = min(max(16, rows / 16 * 16), size.height)
        if row + rows > size.height { row = 0 }
        let compositor = compositor(threads: tuning.threads)
        compositor.tuning = tuning
        let isTurned = picture == .turned
        let turned = isTurned ? PixelSize(size.height, size.width) : size
        let surface = PixelSurface(
            base: UnsafeMutableRawPointer(target.pixels), size: turned, pitch: (turned.width + 15) / 16 * 64,
            format: .xrgb8888, rotation: isTurned ? .quarter : .none, isReadAgain: picture == .readAgain)
        let strip = PixelRect(0, row, size.width, rows)
        compositor.draw(frame, into: surface, region: Region(strip))
        if picture == .readAgain { read(strip, surface.pitch / 4) }
        row += rows
    }

    private func compositor(threads: Int) -> Compositor {
        if let known = compositors[threads] { return known }
        let new = Compositor(size: size, threads: threads)
        compositors[threads] = new
        return new
    }

    /// Reads what was drawn, as a program does that copies it to a display.
    private func read(_ strip: PixelRect, _ pitch: Int) {
        var sum: UInt32 = 0
        for y in strip.y..<strip.maxY {
            for x in stride(from: strip.x, to: strip.maxX, by: 16) { sum &+= target.pixels[y * pitch + x] }
        }
        seen = sum
    }

    private func root(of picture: Picture) -> Layer {
        let root = Layer()
        func add(_ index: Int, _ x: Double) -> Layer {
            let layer = Layer()
            layer.frame = Rect(origin: Point(x, 0), size: size.size)
            layer.contents = screens[index]
            root.addSublayer(layer)
            return layer
        }
        // Offsets that are no multiples of a cache line or of a memory page.
        let (below, above) = ((Double(size.width) * -0.19).rounded() + 0.5, (Double(size.width) * 0.37).rounded() + 0.5)
        switch picture {
        case .pop, .turned, .readAgain:
            add(0, below - 0.5).dim = 0.1
            add(1, above - 0.5).edgeShadow = EdgeShadow(edges: .left, width: 32, opacity: 0.3)
        case .fade:
            _ = add(0, 0)
            add(1, 0).opacity = 0.4
        case .betweenPixels:
            _ = add(2, 0)
            let (first, second) = (add(0, below), add(1, above))
            (first.position.y, second.position.y) = (first.position.y + 0.25, second.position.y - 0.25)
            second.opacity = 0.7
        }
        return root
    }
}
