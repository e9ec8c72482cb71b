// Turns a layer tree into pixels.

public import Geometry

/// Draws layer trees on a screen of a fixed size: `plan` takes the tree as it is now, `draw` makes pixels of it.
///
/// The picture is a function of the tree alone, the same on every machine: positions are rounded to 1/256 pixel, alphas
/// to 1/256, and all that follows is integer arithmetic. A pixel depends on nothing but the layers that touch it, so
/// drawing only `Frame.damage(since:)` over the last frame gives the same bits as drawing everything.
///
/// A layer at a fraction of a pixel is resampled: each pixel is the mean of those it lies on, weighted by area. Opaque
/// layers that meet inside a pixel share it, and nothing behind them comes through the seam. A scaled bitmap is resampled
/// bilinearly.
public final class Compositor {
    /// Extent of the screen in pixels.
    public let size: PixelSize
    /// What is seen where no layer is; its alpha is not used.
    public let background: Color

    private let painter: RowPainter
    private var band = BandPlan()
    private var rows: [Int] = []
    /// How many nodes the next frame is likely to have.
    private var capacity = 16

    /// A compositor for a screen of `size` pixels with `background` behind all layers.
    public init(size: PixelSize, background: Color = .black) {
        guard size.width > 0, size.height > 0 else { fatalError("a screen of \(size.width)×\(size.height) pixels") }
        self.size = size
        self.background = background
        painter = RowPainter(width: size.width)
    }

    /// The picture of `root` as it is now, by `Layer.presentation`. Nothing is drawn yet.
    public func plan(_ root: Layer) -> Frame {
        let frame = Frame(of: root, size: size, background: background, capacity: capacity)
        capacity = frame.nodes.count + 8
        return frame
    }

    /// Draws the pixels of `frame` that lie in `region` (screen space, pixels) to `surface`, which must have the size of
    /// the screen. Each is written once, rows from top to bottom; `surface` is never read, nor written outside `region`.
    /// The fourth byte of a pixel has no meaning.
    public func draw(_ frame: Frame, into surface: PixelSurface, region: Region) {
        guard surface.size == size, frame.size == size else {
            fatalError("a \(frame.size) frame for a \(surface.size) surface, by a compositor for \(size)")
        }
        guard surface.pitch >= size.width * 4, surface.pitch % 4 == 0 else {
            fatalError("a pitch of \(surface.pitch) bytes for rows of \(size.width) pixels")
        }
        frame.nodes.withUnsafeBufferPointer { nodes in
            frame.shadowAlphas.withUnsafeBufferPointer { shadowAlphas in
                let source = RowPainter.Source(nodes: nodes, shadowAlphas: shadowAlphas)
                for rect in region.rects { draw(source, rect.intersection(size.bounds), surface) }
            }
        }
    }

    private func draw(_ source: RowPainter.Source, _ area: PixelRect, _ surface: PixelSurface) {
        if area.isEmpty { return }
        BandPlan.rows(&rows, area: area, nodes: source.nodes)
        for index in 1..<rows.count where rows[index] > rows[index - 1] {
            band.plan(row: rows[index - 1], area: area, nodes: source.nodes)
            band.steps.withUnsafeBufferPointer { steps in
                for y in rows[index - 1]..<rows[index] {
                    let row = surface.base.advanced(by: y * surface.pitch)
                        .bindMemory(to: UInt32.self, capacity: size.width)
                    for run in band.runs {
                        painter.paint(run, steps: steps, row: y, of: source, to: row + run.start)
                    }
                }
            }
        }
    }
}
