// Finds the drawing steps for one cell of the screen, from front to back.

import Geometry

/// One step of drawing a run of pixels. The steps of a run are stored frontmost first and executed from the end.
struct Step: Equatable {
    enum Kind: UInt8 {
        /// Draws the node over the current pixels.
        case draw
        /// Begins a group: saves the current pixels.
        case save
        /// Ends a group: mixes from the saved pixels to the current ones by `weight`.
        case mix
        /// Ends a group with round corners: mixes by the coverage of each pixel.
        case mask
    }

    var kind: Kind
    /// The index of the node in the frame.
    var node: Int
    /// The weight in 1/256.
    var weight: Int
    /// Whether the pixels are the first or last column of a bitmap that lies between pixels. This column has no neighbour
    /// to mix with.
    var isEdge = false
}

/// Finds the steps for a cell. A cell is a rectangle of pixels that no side of a node crosses, unless the cell is a single
/// row or column. The steps for its first pixel therefore apply to all of its pixels.
///
/// The result depends only on the nodes that touch the cell. Redrawing a part of the screen therefore gives the same bits
/// as drawing the whole picture.
struct CellStack {
    private struct Group {
        let open: Int
        let kind: Step.Kind
        let weight: Int
        let covers: Bool
        let outer: Int
        /// The index of the step that ends the group.
        let end: Int
    }

    private var visible = VisiblePart()
    private var groups: [Group] = []

    /// Appends to `steps` the steps for the pixels that begin at (`x`, `y`), frontmost first. `candidates` are the indices
    /// of the nodes that may touch these pixels, back to front. The rearmost candidate is opaque and covers the screen.
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
                    // Nothing behind the node is visible. Continue behind the group, if there is one.
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

    /// Adds an item. Returns true when nothing behind the item is visible.
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

    /// Enters a group from its front. Returns false when nothing of the group is visible here.
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

    /// Leaves a group at its back. A single item takes over the weight of the group, so the group needs no saved pixels.
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
    /// Whether the rectangle contains the pixel (`x`, `y`).
    func contains(_ x: Int, _ y: Int) -> Bool { x >= self.x && x < maxX && y >= self.y && y < maxY }
}
