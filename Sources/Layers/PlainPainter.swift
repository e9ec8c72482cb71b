// A reference painter, which draws the plan of a frame row by row and step by step, through rows of ordinary memory.

package import Geometry

extension Compositor {
    /// Draws `frame` without kernels. The kernels are compared with the result, bit for bit. `surface` is upright, with 32
    /// bits per pixel.
    package static func drawPlainly(_ frame: Frame, into surface: PixelSurface, region: Region) {
        let painter = RowPainter(width: frame.size.width)
        var (band, rows) = (BandPlan(), [Int]())
        frame.nodes.withUnsafeBufferPointer { nodes in
            frame.shadowAlphas.withUnsafeBufferPointer { shadowAlphas in
                let source = RowPainter.Source(nodes: nodes, shadowAlphas: shadowAlphas)
                for area in region.rects.map({ $0.intersection(frame.size.bounds) }) where !area.isEmpty {
                    BandPlan.rows(&rows, area: area, nodes: nodes)
                    for index in 1..<rows.count where rows[index] > rows[index - 1] {
                        band.plan(row: rows[index - 1], area: area, nodes: nodes)
                        for y in rows[index - 1]..<rows[index] {
                            let row = surface.base.advanced(by: y * surface.pitch)
                                .bindMemory(to: UInt32.self, capacity: frame.size.width)
                            band.steps.withUnsafeBufferPointer { steps in
                                for run in band.runs {
                                    painter.paint(run, steps: steps, row: y, of: source, to: row + run.start)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Executes the steps of runs, in rows of cached memory. A row of the target is written once, from left to right, and never
/// read. A single step writes directly to the target. Of several steps, all but the last go through the cached rows.
final class RowPainter {
    private let width: Int
    /// Two rows for each depth of groups, so that a step never writes to the row that it reads.
    private var rows: [UnsafeMutablePointer<UInt32>] = []
    /// The pixels that were there when each open group began.
    private var saved: [UnsafePointer<UInt32>] = []
    private let resampled: UnsafeMutablePointer<UInt32>
    private let betweenRows: UnsafeMutablePointer<UInt32>
    private let coverage: UnsafeMutablePointer<UInt32>
    private let pattern: UnsafeMutablePointer<UInt32>

    /// A painter of rows of `width` pixels.
    init(width: Int) {
        self.width = width
        resampled = .allocate(capacity: width)
        betweenRows = .allocate(capacity: width + 1)
        coverage = .allocate(capacity: width)
        pattern = .allocate(capacity: 64)
        for (index, step) in Shadow.pattern.enumerated() { pattern[index] = step }
    }

    deinit {
        for row in rows { row.deallocate() }
        resampled.deallocate()
        betweenRows.deallocate()
        coverage.deallocate()
        pattern.deallocate()
    }

    /// The data that does not change during a frame.
    struct Source {
        let nodes: UnsafeBufferPointer<Node>
        let shadowAlphas: UnsafeBufferPointer<UInt32>
    }

    /// Pixels of one row: `count` pixels from column `x` of row `y`.
    private struct Span {
        let x: Int
        let y: Int
        let count: Int
    }

    /// Draws the pixels of `run` in row `y` to `target`, the address of the first pixel.
    func paint(
        _ run: BandPlan.Run, steps: UnsafeBufferPointer<Step>, row y: Int, of source: Source,
        to target: UnsafeMutablePointer<UInt32>
    ) {
        let span = Span(x: run.start, y: y, count: run.end - run.start)
        var below: UnsafePointer<UInt32>?
        var index = run.steps.upperBound - 1
        while index >= run.steps.lowerBound {
            let step = steps[index]
            let isLast = index == run.steps.lowerBound
            switch step.kind {
            case .draw:
                let out = isLast ? target : free(besides: below)
                below = draw(source, step, span, over: below, to: out, isLast: isLast)
            case .save:
                guard let below else { fatalError("a group with nothing behind it") }
                saved.append(below)
            case .mix, .mask:
                guard let before = saved.popLast(), let after = below else { fatalError("a group that never began") }
                let out = isLast ? target : free(besides: before)
                if step.kind == .mix {
                    Blend.mix(out, before, after, weight: step.weight, count: span.count)
                } else {
                    cover(source.nodes[step.node], span)
                    Blend.mix(out, before, after, weights: coverage, count: span.count)
                }
                below = UnsafePointer(out)
            }
            index -= 1
        }
    }

    /// A row to write to at the current depth of groups that is not `used`.
    private func free(besides used: UnsafePointer<UInt32>?) -> UnsafeMutablePointer<UInt32> {
        let depth = saved.count
        while rows.count < 2 * depth + 2 { rows.append(.allocate(capacity: width)) }
        let row = rows[2 * depth]
        return UnsafePointer(row) == used ? rows[2 * depth + 1] : row
    }

    /// Draws a node over `below`. Returns the location of the result: `out`, or the bitmap itself when the bitmap is the
    /// result.
    private func draw(
        _ source: Source, _ step: Step, _ span: Span, over below: UnsafePointer<UInt32>?,
        to out: UnsafeMutablePointer<UInt32>, isLast: Bool
    ) -> UnsafePointer<UInt32> {
        let node = source.nodes[step.node]
        switch node.content {
        case .fill(let pixel):
            fill(pixel, step.weight, span, over: below, to: out)
        case .bitmap(let pixels, let keep):
            let isBase = pixels.isOpaque && step.weight == 256
            let row = sample(pixels, node.rect, span, into: isBase && keep == 256 ? out : resampled)
            if isBase {
                if keep < 256 {
                    Blend.dim(out, row, keep: keep, count: span.count)
                } else if row != UnsafePointer(out) {
                    if !isLast { return row }
                    Blend.copy(out, row, count: span.count)
                }
            } else if let below {
                blend(pixels.isOpaque, row, keep, step.weight, span, over: below, to: out)
            } else {
                fatalError("nothing lies behind \(node)")
            }
        case .shadow:
            guard let below, let alphas = source.shadowAlphas.baseAddress else {
                fatalError("a shadow with nothing behind it")
            }
            Blend.shade(
                out, below, alphas: alphas + node.link + span.x - node.extent.x, weight: step.weight,
                pattern: pattern + (span.y & 7) * 8, phase: span.x, count: span.count)
        case .open, .close:
            fatalError("the bracket of a group is not drawn")
        }
        return UnsafePointer(out)
    }

    private func fill(
        _ pixel: UInt32, _ weight: Int, _ span: Span, over below: UnsafePointer<UInt32>?,
        to out: UnsafeMutablePointer<UInt32>
    ) {
        if pixel >> 24 == 255, weight == 256 {
            Blend.fill(out, pixel, count: span.count)
            return
        }
        guard let below else { fatalError("nothing lies behind a translucent colour") }
        if pixel >> 24 == 255 {
            Blend.fill(resampled, pixel, count: span.count)
            Blend.mix(out, below, resampled, weight: weight, count: span.count)
        } else {
            Blend.over(out, below, pixel: Blend.scaled(pixel, weight: weight), count: span.count)
        }
    }

    private func blend(
        _ isOpaque: Bool, _ row: UnsafePointer<UInt32>, _ keep: Int, _ weight: Int, _ span: Span,
        over below: UnsafePointer<UInt32>, to out: UnsafeMutablePointer<UInt32>
    ) {
        if !isOpaque {
            if keep == 256, weight == 256 {
                Blend.over(out, below, row, count: span.count)
            } else {
                Blend.over(out, below, row, keep: keep, weight: weight, count: span.count)
            }
        } else if keep == 256 {
            Blend.mix(out, below, row, weight: weight, count: span.count)
        } else {
            Blend.dim(betweenRows, row, keep: keep, count: span.count)
            Blend.mix(out, below, betweenRows, weight: weight, count: span.count)
        }
    }

    /// The pixels of a bitmap that lies at `rect`. When its pixels coincide with the screen's, the result is the bitmap's
    /// own row. Otherwise it is `out`, where each pixel is the mean of the two or four pixels that it covers, weighted by
    /// area. Beyond its sides, a bitmap repeats its last pixel, so a partly visible side has its pure colour.
    private func sample(
        _ pixels: Node.Pixels, _ rect: SubpixelRect, _ span: Span, into out: UnsafeMutablePointer<UInt32>
    ) -> UnsafePointer<UInt32> {
        if pixels.step != Node.Pixels.unscaled {
            scale(pixels, rect, span, into: out)
            return UnsafePointer(out)
        }
        let column = span.x - (rect.left >> 8)
        let row = span.y - (rect.top >> 8)
        let (acrossWeight, downWeight) = (256 - (rect.left & 255), 256 - (rect.top & 255))
        let lower = pixels.base + min(row, pixels.height - 1) * pixels.pitch
        let upper = downWeight == 256 ? lower : pixels.base + max(row - 1, 0) * pixels.pitch
        if acrossWeight == 256 {
            if upper == lower { return lower + column }
            Blend.mix(out, upper + column, lower + column, weight: downWeight, count: span.count)
            return UnsafePointer(out)
        }
        // The required columns. The first pixel covers `column - 1` and `column`.
        let (first, end) = (max(0, column - 1), min(pixels.width, column + span.count))
        var source = lower + first
        if upper != lower {
            Blend.mix(betweenRows, upper + first, lower + first, weight: downWeight, count: end - first)
            source = UnsafePointer(betweenRows)
        }
        let before = column == 0 ? 1 : 0
        if before == 1 { out[0] = source[0] }
        Blend.mix(out + before, source, source + 1, weight: acrossWeight, count: end - first - 1)
        if column + span.count > pixels.width { out[span.count - 1] = source[end - first - 1] }
        return UnsafePointer(out)
    }

    /// The pixels of a bitmap that is scaled on the screen. Each pixel is the mean of the four pixels nearest to its
    /// middle, weighted by distance. `Blend.scale` defines the positions.
    private func scale(
        _ pixels: Node.Pixels, _ rect: SubpixelRect, _ span: Span, into out: UnsafeMutablePointer<UInt32>
    ) {
        let row = Blend.position(pixel: span.y, from: rect.top, step: pixels.step) >> 24
        let upper = max(0, min(pixels.height - 1, row >> 8))
        let lower = max(0, min(pixels.height - 1, (row >> 8) + 1))
        Blend.scale(
            out, pixels.base + upper * pixels.pitch, pixels.base + lower * pixels.pitch, width: pixels.width,
            downWeight: row & 255, position: Blend.position(pixel: span.x, from: rect.left, step: pixels.step),
            step: pixels.step << 8, count: span.count)
    }

    private func cover(_ node: Node, _ span: Span) {
        guard case .close(.clip(let radius, let corners)) = node.content else { fatalError("\(node) has no corners") }
        RoundedCorners(rect: node.rect, radius: radius, corners: corners)
            .coverage(coverage, x: span.x, y: span.y, count: span.count)
    }
}
