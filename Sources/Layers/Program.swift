// The program of a frame for the kernels: bands, runs and steps as plain data, with all addresses and tables computed.

import CPixels
import Geometry

/// Converts the plan of a rectangle of the screen into the data that the kernels in CPixels draw. A program is kept from
/// frame to frame, so it reuses its memory.
struct Program {
    private var bands: [px_band] = []
    private var runs: [px_run] = []
    private var steps: [px_step] = []
    private var tables: [UInt32] = []
    private let pattern: [UInt32]
    private var depth = 0
    private var rowsAhead = 1
    /// How the kernels use the processor.
    var tuning = Tuning()

    private var plan = BandPlan()
    private var rows: [Int] = []
    /// The index in `tables` where the columns of each scaled bitmap begin. -1 until they are computed.
    private var zooms: [Int] = []

    init() {
        pattern = (0..<8).flatMap { y in (0..<24).map { x in Program.doubled(Shadow.pattern[y * 8 + (x & 7)]) } }
    }

    /// Returns the value in both halves of the word, one for each of the two channels that a kernel calculates at a time.
    private static func doubled(_ value: UInt32) -> UInt32 { value | value << 16 }

    /// Plans `area` of `frame`. `area` must not be empty.
    mutating func plan(_ frame: Frame, area: PixelRect) {
        bands.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        tables.removeAll(keepingCapacity: true)
        // Padding: a kernel reads whole lines of a table, before and after the part that it needs.
        for _ in 0..<16 { tables.append(0) }
        zooms.removeAll(keepingCapacity: true)
        for _ in frame.nodes { zooms.append(-1) }
        depth = 0
        rowsAhead = (tuning.distance / 4 + area.width - 1) / area.width
        frame.nodes.withUnsafeBufferPointer { nodes in
            BandPlan.rows(&rows, area: area, nodes: nodes)
            for index in 1..<rows.count where rows[index] > rows[index - 1] {
                let band = PixelRect(area.x, rows[index - 1], area.width, rows[index] - rows[index - 1])
                plan.plan(row: band.y, area: area, nodes: nodes)
                bands.append(
                    px_band(
                        y: Int32(band.y), end: Int32(band.maxY), runs: UInt32(runs.count),
                        count: UInt32(plan.runs.count)))
                for run in plan.runs {
                    append(run, of: PixelRect(run.start, band.y, run.end - run.start, band.height), frame, nodes)
                }
            }
        }
        for _ in 0..<16 { tables.append(0) }
    }

    /// Calls `body` with the program. The program reads the bitmaps of the planned frame, which must still exist.
    func withProgram(_ body: (UnsafePointer<px_program>) -> Void) {
        bands.withUnsafeBufferPointer { bands in
            runs.withUnsafeBufferPointer { runs in
                steps.withUnsafeBufferPointer { steps in
                    tables.withUnsafeBufferPointer { tables in
                        pattern.withUnsafeBufferPointer { pattern in
                            var program = px_program(
                                bands: bands.baseAddress, bandCount: bands.count, runs: runs.baseAddress,
                                steps: steps.baseAddress, tables: tables.baseAddress, pattern: pattern.baseAddress,
                                rowsAhead: rowsAhead, tuning: tuning.values, depth: depth)
                            body(&program)
                        }
                    }
                }
            }
        }
    }

    /// The number of bytes that the program reads from bitmaps.
    var bytesRead: Int {
        var count = 0
        for band in bands {
            for run in runs[Int(band.runs)..<Int(band.runs + band.count)] {
                let read = steps[Int(run.steps)..<Int(run.steps + run.count)].count { $0.pitch != 0 }
                count += 4 * read * Int(run.end - run.start) * Int(band.end - band.y)
            }
        }
        return count
    }

    /// Adds a run, with its steps from back to front. `area` contains its pixels.
    private mutating func append(
        _ run: BandPlan.Run, of area: PixelRect, _ frame: Frame, _ nodes: UnsafeBufferPointer<Node>
    ) {
        let first = steps.count
        var streams: (Int32, Int32) = (-1, -1)
        var open = 0
        var isHeavy = false
        for index in run.steps.reversed() {
            let step = plan.steps[index]
            switch step.kind {
            case .draw:
                var drawn = self.drawn(step, in: area, frame, nodes)
                if steps.count - first == 1, drawn.isAlone(over: steps[first]) {
                    steps.removeLast()
                    drawn.becomeFirst()
                }
                if drawn.kind != UInt8(PX_SHADE), drawn.fetch != UInt8(PX_SOLID) {
                    let number = Int32(steps.count - first)
                    if streams.0 < 0 { streams.0 = number } else if streams.1 < 0 { streams.1 = number }
                }
                if drawn.fetch >= UInt8(PX_ACROSS) { isHeavy = true }
                steps.append(drawn)
            case .save:
                open += 1
                depth = max(depth, open)
                steps.append(Program.step(PX_SAVE))
            case .mix:
                open -= 1
                steps.append(Program.step(PX_BLEND, weight: step.weight))
            case .mask:
                open -= 1
                steps.append(mask(nodes[step.node], in: area))
            }
        }
        // A run of three or more steps is limited by calculation rather than by memory. So is a run of two steps of which
        // only one reads: there is time between the reads.
        if steps.count - first > 2 || (steps.count - first == 2 && steps[first].fetch == UInt8(PX_SOLID)) {
            isHeavy = true
        }
        runs.append(
            px_run(
                start: Int32(area.x), end: Int32(area.maxX), steps: UInt32(first), count: UInt32(steps.count - first),
                streams: streams, isHeavy: isHeavy ? 1 : 0))
    }

    private static func step(_ kind: Int, weight: Int = 256) -> px_step {
        var step = px_step()
        step.kind = UInt8(kind)
        step.weight = UInt16(weight)
        step.keep = 256
        return step
    }

    private mutating func drawn(
        _ step: Step, in area: PixelRect, _ frame: Frame, _ nodes: UnsafeBufferPointer<Node>
    ) -> px_step {
        let node = nodes[step.node]
        switch node.content {
        case .fill(let color):
            if color >> 24 == 255 {
                var drawn = Program.step(step.weight == 256 ? PX_SET : PX_MIX, weight: step.weight)
                drawn.color = color
                return drawn
            }
            var drawn = Program.step(PX_OVER)
            drawn.color = Blend.scaled(color, weight: step.weight)
            return drawn
        case .bitmap(let pixels, let keep):
            let kind = !pixels.isOpaque ? PX_OVER : step.weight == 256 ? PX_SET : PX_MIX
            var drawn = Program.step(kind, weight: step.weight)
            drawn.keep = UInt16(keep)
            drawn.keepsAlpha = pixels.isOpaque ? 0 : 1
            drawn.pitch = pixels.pitch
            if pixels.step == Node.Pixels.unscaled {
                place(&drawn, pixels, node.rect, area, isEdge: step.isEdge)
            } else {
                zoom(&drawn, pixels, node, number: step.node, area)
            }
            return drawn
        case .shadow:
            var drawn = Program.step(PX_SHADE)
            drawn.table = tables.count
            let alphas = frame.shadowAlphas[(node.link + area.x - node.extent.x)...].prefix(area.width)
            // 65536 does not fit into 16 bits. The kernels get one less, with the same result.
            for alpha in alphas {
                tables.append(Program.doubled(UInt32(min(65535, (UInt64(alpha) * UInt64(step.weight)) >> 8))))
            }
            return drawn
        case .open, .close:
            fatalError("the bracket of a group is not drawn")
        }
    }

    /// Sets the addresses from which the bitmap at `rect` is read. When its pixels coincide with the screen's, they are
    /// read as they are. Otherwise each pixel of the screen is mixed from the two or four that it covers. Beyond its sides,
    /// a bitmap repeats its last pixel, so a partly visible side has its pure colour.
    private func place(
        _ drawn: inout px_step, _ pixels: Node.Pixels, _ rect: SubpixelRect, _ area: PixelRect, isEdge: Bool
    ) {
        let (x, y) = (area.x - (rect.left >> 8), area.y - (rect.top >> 8))
        let (across, down) = (rect.left & 255, rect.top & 255)
        let column = min(x, pixels.width - 1)
        let lower = min(y, pixels.height - 1)
        let upper = down == 0 ? lower : max(y - 1, 0)
        drawn.lower = UnsafePointer(pixels.base + lower * pixels.pitch + column)
        drawn.upper = UnsafePointer(pixels.base + upper * pixels.pitch + column)
        drawn.across = UInt16(256 - across)
        drawn.down = UInt16(256 - down)
        let fetch =
            switch (across != 0 && !isEdge, upper != lower) {
            case (false, false): PX_DIRECT
            case (true, false): PX_ACROSS
            case (false, true): PX_DOWN
            case (true, true): PX_BOTH
            }
        drawn.fetch = UInt8(fetch)
    }

    /// Sets the table and the positions from which a scaled bitmap is read, as defined by `Blend.position`.
    private mutating func zoom(
        _ drawn: inout px_step, _ pixels: Node.Pixels, _ node: Node, number: Int, _ area: PixelRect
    ) {
        drawn.fetch = UInt8(PX_ZOOM)
        drawn.lower = UnsafePointer(pixels.base)
        drawn.lastRow = Int64(pixels.height - 1)
        drawn.position = Int64(Blend.position(pixel: area.y, from: node.rect.top, step: pixels.step))
        drawn.step = Int64(pixels.step << 8)
        if zooms[number] < 0 {
            // The pixels that a kernel reads before and after the visible part also need columns.
            zooms[number] = tables.count + 16
            for x in node.extent.x - 16..<node.extent.maxX + 16 {
                let inside = max(node.extent.x, min(node.extent.maxX - 1, x))
                let position = Blend.position(pixel: inside, from: node.rect.left, step: pixels.step)
                // The last pair of pixels has the end of the bitmap at its right.
                let column = position >> 32
                let first = max(0, min(pixels.width - 2, column))
                let isBefore = column < first || pixels.width == 1
                let weight = isBefore ? 0 : column > first ? 256 : position >> 24 & 255
                tables.append(UInt32(first << 9 | weight))
            }
        }
        drawn.table = zooms[number] + area.x - node.extent.x
    }

    private mutating func mask(_ node: Node, in area: PixelRect) -> px_step {
        guard case .close(.clip(let radius, let corners)) = node.content else { fatalError("\(node) has no corners") }
        let shape = RoundedCorners(rect: node.rect, radius: radius, corners: corners)
        var step = Program.step(PX_MASK)
        step.table = tables.count
        step.tablePitch = area.width
        for _ in 0..<area.area { tables.append(0) }
        tables.withUnsafeMutableBufferPointer { tables in
            guard let base = tables.baseAddress else { return }
            for row in 0..<area.height {
                let out = base + step.table + row * area.width
                shape.coverage(out, x: area.x, y: area.y + row, count: area.width)
                for index in 0..<area.width { out[index] = Program.doubled(out[index]) }
            }
        }
        return step
    }
}

extension px_step {
    /// Whether `base` is plain black and this step, drawn over it, equals the step dimmed. The step can then replace the black.
    fileprivate func isAlone(over base: px_step) -> Bool {
        let isBlack = base.kind == UInt8(PX_SET) && base.fetch == UInt8(PX_SOLID) && base.color & 0xFF_FFFF == 0
        guard isBlack, kind == UInt8(PX_OVER) || kind == UInt8(PX_MIX) else { return false }
        return weight == 256 || (keep == 256 && fetch != UInt8(PX_SOLID))
    }

    /// Replaces the black below this step. Mixing with black and dimming both turn x into x·n/256.
    fileprivate mutating func becomeFirst() {
        kind = UInt8(PX_SET)
        if weight < 256 { (keep, keepsAlpha, weight) = (weight, 0, 256) }
    }
}
