// The part of one pixel that is still visible while its items are processed from front to back.

/// The part of one pixel that no opaque item has covered yet, as rectangles in 1/256 px that do not overlap.
///
/// The share of an item in its pixel is the part of this visible area that the item covers. Two opaque screens that meet
/// inside a pixel therefore fill it together: the front screen gets its own area, and the other screen gets the rest. If
/// each screen only had its own area, the background would show through with a·(1 − a).
struct VisiblePart {
    private var pieces: [SubpixelRect] = []
    /// The index of the first piece of the innermost group.
    private var base = 0

    /// Starts again with a whole pixel.
    mutating func reset() {
        pieces.removeAll(keepingCapacity: true)
        pieces.append(.pixel)
        base = 0
    }

    /// Whether the pixel, or the part of it that the innermost group shows, is covered completely.
    var isEmpty: Bool { pieces.count == base }

    /// The share of the visible part that lies in `rect`: 0 for nothing, 256 for all.
    func share(of rect: SubpixelRect) -> Int {
        var (inside, all) = (0, 0)
        for index in base..<pieces.count {
            inside += pieces[index].intersection(rect).area
            all += pieces[index].area
        }
        return inside == all ? 256 : (inside * 256 + all / 2) / all
    }

    /// Whether `rect` contains the whole visible part.
    func isInside(_ rect: SubpixelRect) -> Bool {
        for index in base..<pieces.count where pieces[index].intersection(rect) != pieces[index] { return false }
        return true
    }

    /// Removes the part that `rect` covers.
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

    /// Begins a group that is visible only in `rect`. When `covers` is true, the parts that are covered inside the group
    /// stay covered. Otherwise the group leaves the visible part as it was. Returns the value that `leave` needs.
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
            // The part outside of `rect` replaces the whole.
            pieces.removeSubrange(outer..<end)
            base -= end - outer
        }
        return outer
    }

    /// Ends the group whose `enter` returned `outer`.
    mutating func leave(_ outer: Int, covers: Bool) {
        if !covers { pieces.removeSubrange(base...) }
        base = outer
    }

    /// Appends the parts of `piece` above, below, left and right of `rect`.
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
