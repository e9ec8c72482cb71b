// What of one pixel can still be seen while its items are taken from front to back.

/// The part of one pixel that nothing opaque has covered yet, as rectangles in 1/256 px that do not overlap.
///
/// An item's share of its pixel is what of *this* it covers. Two opaque screens that meet inside a pixel so fill it
/// together: the front one has its area, and the other all of the rest. With each one's area alone the background would
/// come through with a·(1 − a).
struct VisiblePart {
    private var pieces: [SubpixelRect] = []
    /// Where the pieces of the innermost group begin.
    private var base = 0

    /// Starts again with a whole pixel.
    mutating func reset() {
        pieces.removeAll(keepingCapacity: true)
        pieces.append(.pixel)
        base = 0
    }

    /// Whether all of the pixel is covered, or of what the innermost group shows of it.
    var isEmpty: Bool { pieces.count == base }

    /// How much of what can be seen lies in `rect`: 0 nothing, 256 all.
    func share(of rect: SubpixelRect) -> Int {
        var (inside, all) = (0, 0)
        for index in base..<pieces.count {
            inside += pieces[index].intersection(rect).area
            all += pieces[index].area
        }
        return inside == all ? 256 : (inside * 256 + all / 2) / all
    }

    /// Whether `rect` holds all that can be seen.
    func isInside(_ rect: SubpixelRect) -> Bool {
        for index in base..<pieces.count where pieces[index].intersection(rect) != pieces[index] { return false }
        return true
    }

    /// Takes away what `rect` covers.
    mutating func cover(_ rect: SubpixelRect) {
        var index = base
        while index < pieces.count {
            let piece = pieces[index]
            if piece.intersection(rect).isEmpty {
                index += 1
            } else {
                pieces.swapAt(index, pieces.count - 1)
                pieces.removeLast()
                appendParts(of: piece, outside: rect)
            }
        }
    }

    /// Begins a group that can only be seen in `rect`. What is covered inside it is covered for good when `covers`, else
    /// the group leaves all as it was. Gives back what `leave` needs.
    mutating func enter(_ rect: SubpixelRect, covers: Bool) -> Int {
        let (outer, end) = (base, pieces.count)
        if covers {
            for index in outer..<end { appendParts(of: pieces[index], outside: rect) }
        }
        base = pieces.count
        for index in outer..<end {
            let inside = pieces[index].intersection(rect)
            if !inside.isEmpty { pieces.append(inside) }
        }
        if covers {
            // What lies outside takes the place of the whole.
            pieces.removeSubrange(outer..<end)
            base -= end - outer
        }
        return outer
    }

    /// Ends the group whose `enter` gave back `outer`.
    mutating func leave(_ outer: Int, covers: Bool) {
        if !covers { pieces.removeSubrange(base...) }
        base = outer
    }

    /// What of `piece` lies above, below, left and right of `rect`.
    private mutating func appendParts(of piece: SubpixelRect, outside rect: SubpixelRect) {
        let inside = piece.intersection(rect)
        if inside.isEmpty {
            pieces.append(piece)
            return
        }
        var (above, below, left, right) = (piece, piece, inside, inside)
        above.bottom = inside.top
        below.top = inside.bottom
        (left.left, left.right) = (piece.left, inside.left)
        (right.left, right.right) = (inside.right, piece.right)
        if !above.isEmpty { pieces.append(above) }
        if !below.isEmpty { pieces.append(below) }
        if !left.isEmpty { pieces.append(left) }
        if !right.isEmpty { pieces.append(right) }
    }
}
