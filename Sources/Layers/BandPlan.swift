// The plan of a band of rows: runs of pixels, each with its drawing steps.

import Geometry

/// A band is a set of adjacent rows in which every node covers the same columns, so one plan applies to all of its rows.
/// The sides of the nodes divide the columns into cells. Adjacent cells with the same steps become one run.
struct BandPlan {
    /// Adjacent pixels that are drawn with the same steps.
    struct Run {
        let start: Int
        var end: Int
        let steps: Range<Int>
    }

    private(set) var runs: [Run] = []
    private(set) var steps: [Step] = []

    private var candidates: [Int] = []
    private var columns: [Int] = []
    private var stack = CellStack()

    /// Plans the rows from `top` on, within the columns of `area`.
    mutating func plan(row top: Int, area: PixelRect, nodes: UnsafeBufferPointer<Node>) {
        candidates.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
        let row = PixelRect(area.x, top, area.width, 1)
        columns.append(area.x)
        for index in nodes.indices where nodes[index].extent.intersects(row) {
            candidates.append(index)
            BandPlan.forEachSide(of: nodes[index], .horizontal) { side in
                if side > area.x, side < area.maxX { columns.append(side) }
            }
        }
        columns.append(area.maxX)
        columns.sortInPlace()
        for index in 1..<columns.count where columns[index] > columns[index - 1] {
            let (start, end) = (columns[index - 1], columns[index])
            let first = steps.count
            stack.append(to: &steps, x: start, y: top, candidates: candidates, nodes: nodes)
            if let last = runs.last, steps[last.steps] == steps[first...] {
                runs[runs.count - 1].end = end
                steps.removeSubrange(first...)
            } else {
                runs.append(Run(start: start, end: end, steps: first..<steps.count))
            }
        }
    }

    /// Fills `rows` with the rows, from `area.y` to `area.maxY`, at which bands begin and end. The rows are sorted and may
    /// repeat.
    static func rows(_ rows: inout [Int], area: PixelRect, nodes: UnsafeBufferPointer<Node>) {
        rows.removeAll(keepingCapacity: true)
        rows.append(area.y)
        for node in nodes where node.extent.intersects(area) {
            forEachSide(of: node, .vertical) { side in
                if side > area.y, side < area.maxY { rows.append(side) }
            }
        }
        rows.append(area.maxY)
        rows.sortInPlace()
    }

    /// Calls `body` with every pixel boundary along `axis` at which the effect of `node` on a pixel may change.
    @inline(__always)
    private static func forEachSide(of node: Node, _ axis: Axis, _ body: (Int) -> Void) {
        let isHorizontal = axis == .horizontal
        let low = isHorizontal ? node.extent.x : node.extent.y
        let high = isHorizontal ? node.extent.maxX : node.extent.maxY
        let start = isHorizontal ? node.rect.left : node.rect.top
        let end = isHorizontal ? node.rect.right : node.rect.bottom
        func side(_ position: Int) {
            let (before, after) = (position >> 8, (position + 255) >> 8)
            if before > low, before < high { body(before) }
            if after != before, after > low, after < high { body(after) }
        }
        switch node.content {
        case .fill, .bitmap, .shadow: break
        case .open, .close(.opacity): return
        case .close(.clip(let radius, _)):
            if radius > 0 {
                side(start + radius)
                side(end - radius)
            }
        }
        body(low)
        body(high)
        side(start)
        side(end)
    }
}

extension [Int] {
    /// Sorts without memory of its own, which `sort()` asks for beyond 32 elements: a frame asks for none. Shell's method, with the
    /// gaps that M. Ciura found best (Best Increments for the Average Case of Shellsort, 2001).
    mutating func sortInPlace() {
        let gaps: InlineArray = [701, 301, 132, 57, 23, 10, 4, 1]
        for index in gaps.indices {
            let gap = gaps[index]
            guard gap < count else { continue }
            for next in gap..<count {
                let value = self[next]
                var place = next
                while place >= gap, self[place - gap] > value {
                    self[place] = self[place - gap]
                    place -= gap
                }
                self[place] = value
            }
        }
    }
}

extension PixelRect {
    /// Whether the rectangles share a pixel.
    func intersects(_ other: PixelRect) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY && !isEmpty && !other.isEmpty
    }
}
