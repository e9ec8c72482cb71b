// What is drawn in one cell of the screen, found from front to back.

import Geometry

/// One step of drawing a run of pixels. The steps of a run are kept from the frontmost on, and taken from the end.
struct Step: Equatable {
    enum Kind: UInt8 {
        /// Put the node over what is there.
        case draw
        /// Begin a group: remember what is there.
        case save
        /// End a group: from what was remembered to what is there now, by `weight`.
        case mix
        /// End a group with round corners: by the coverage of each pixel.
        case mask
    }

    var kind: Kind
    /// Which node of the frame.
    var node: Int
    /// In 1/256.
    var weight: Int
    /// Whether this is the first or last column of a bitmap that lies between pixels: it has no neighbour to mix with.
    var isEdge = false
}

/// Finds the steps for a cell: a rectangle of pixels into which no side of any node reaches, except when the cell is a
/// single row or column. So what holds for its first pixel holds for all of it.
///
/// Everything it decides depends on nothing but the nodes that touch the cell. This is what lets a part of the screen be
/// drawn again and be the same, bit for bit, as in a picture drawn whole.
struct CellStack {
    private struct Group {
        let open: Int
        let kind: Step.Kind
        let weight: Int
        let covers: Bool
        let outer: Int
        /// Where the step that ends the group is.
        let end: Int
    }

    private var visible = VisiblePart()
    private var groups: [Group] = []

    /// Appends to `steps` what has to be drawn in the pixels that begin at (`x`, `y`), frontmost first. `candidates` are
    /// the indices of the nodes that may touch them, back to front; the rearmost is opaque and covers the screen.
    mutating func append(
        to steps: inout [Step], x: Int, y: Int, candidates: [Int], nodes: UnsafeBufferPointer<Node>
    ) {
        visible.reset()
        groups.removeAll(keepingCapacity: true)
        var index = candidates.count - 1
        while index >= 0 {
            let number = candidates[index]
            var next = number - 1
            switch nodes[number].content {
            case .fill, .bitmap, .shadow:
                if add(number, nodes, to: &steps, x: x, y: y) {
                    // Nothing behind is seen: on with what lies behind the group, if this is one.
                    guard let group = groups.last else { return }
                    next = group.open
                }
            case .close(let group):
                if !nodes[number].extent.contains(x, y) || !enter(group, number, nodes, &steps, x: x, y: y) {
                    next = number - nodes[number].link - 1
                }
            case .open:
                if let group = groups.last, group.open == number { leave(group, &steps) }
            }
            while index >= 0, candidates[index] > next { index -= 1 }
        }
    }

    /// Adds an item; true when nothing behind it can be seen.
    private mutating func add(
        _ number: Int, _ nodes: UnsafeBufferPointer<Node>, to steps: inout [Step], x: Int, y: Int
    ) -> Bool {
        guard nodes[number].extent.contains(x, y) else { return false }
        let part = nodes[number].rect.part(inPixel: x, y)
        let weight = visible.share(of: part)
        if weight == 0 { return false }
        steps.append(Step(kind: .draw, node: number, weight: weight, isEdge: nodes[number].isEdge(column: x)))
        guard nodes[number].isOpaque else { return false }
        visible.cover(part)
        return visible.isEmpty
    }

    /// Begins with a group from its front; false when nothing of it is seen here.
    private mutating func enter(
        _ group: Node.Group, _ number: Int, _ nodes: UnsafeBufferPointer<Node>, _ steps: inout [Step], x: Int, y: Int
    ) -> Bool {
        let open = number - nodes[number].link
        var kind = Step.Kind.mix
        var part = SubpixelRect.pixel
        var weight = 256
        var covers = false
        switch group {
        case .opacity(let opacity):
            weight = opacity
        case .clip(let radius, let corners):
            part = nodes[number].rect.part(inPixel: x, y)
            weight = visible.share(of: part)
            if weight == 0 { return false }
            let shape = RoundedCorners(rect: nodes[number].rect, radius: radius, corners: corners)
            if shape.reach(intoPixel: x, y) {
                kind = .mask
            } else if visible.isInside(part) {
                return true
            } else {
                covers = true
            }
        }
        let outer = visible.enter(part, covers: covers)
        groups.append(
            Group(open: open, kind: kind, weight: weight, covers: covers, outer: outer, end: steps.count))
        steps.append(Step(kind: kind, node: number, weight: weight))
        return true
    }

    /// Ends a group at its back. A single item takes the group's weight on itself, so nothing need be remembered.
    private mutating func leave(_ group: Group, _ steps: inout [Step]) {
        groups.removeLast()
        visible.leave(group.outer, covers: group.covers)
        let first = group.end + 1
        if steps.count == first {
            steps.removeLast()
        } else if steps.count == first + 1, steps[first].kind == .draw, group.kind == .mix {
            steps[group.end] = steps[first]
            steps[group.end].weight = (steps[first].weight * group.weight + 128) >> 8
            steps.removeLast()
        } else {
            steps.append(Step(kind: .save, node: group.open, weight: 0))
        }
    }
}

extension PixelRect {
    /// Whether the pixel (`x`, `y`) is one of its.
    func contains(_ x: Int, _ y: Int) -> Bool { x >= self.x && x < maxX && y >= self.y && y < maxY }
}
