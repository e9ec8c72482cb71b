// What of a page is on the glass, so that it stays there when the page's file changes.

/// The parts of a page that can be seen. A reload that adds or removes lines above them moves nothing that is on the glass: browsers
/// anchor a scrolled page in the same way. Lengths are in pixels.
package struct ShownParts {
    /// A part on the glass.
    struct Part {
        /// The place in the page's file where the part begins.
        var place: SourcePlace
        /// How many pieces of a long page come between its first one and this one.
        var piece = 0
        /// The distance of its top from that of the glass; negative if a piece of it is cut off.
        var top: Double
        var height: Double
        /// Whether what it says has changed.
        var isEdited = false
    }

    /// The page as it was.
    let blocks: [Block]
    /// The parts from top to bottom, of a page that is not at its top.
    let parts: [Part]

    /// The parts of a page with `blocks` that can be seen among `parts`, on a glass that is `height` high. Without one, the part that
    /// began last. Nil if there is none either.
    init?(of blocks: [Block], among parts: [Part], onGlass height: Double) {
        let sorted = parts.sorted {
            ($0.top, $0.place.line, $0.place.column) < ($1.top, $1.place.line, $1.place.column)
        }
        let seen = sorted.filter { $0.top + $0.height > 0 && $0.top < height }
        self.blocks = blocks
        self.parts = seen.isEmpty ? sorted.last { $0.top <= 0 }.map { [$0] } ?? [] : seen
        if self.parts.isEmpty { return nil }
    }

    /// The part of the new version `other` of the page that belongs where it says: the first of those on the glass that is there still,
    /// or else what has taken the place of the first one. Nil if nothing of the page is there still.
    func anchor(in other: [Block]) -> Part? {
        let (old, new) = (blocks.flatMap(\.parts), other.flatMap(\.parts))
        let match = PartMatch(old.map(\.text), new.map(\.text))
        let indices = Dictionary(old.enumerated().map { ($1.place, $0) }) { first, _ in first }
        for part in parts {
            guard let index = indices[part.place].flatMap({ match.indices[$0] }) else { continue }
            return Part(place: new[index].place, piece: part.piece, top: part.top, height: part.height)
        }
        guard let part = parts.first, let index = indices[part.place], let likely = match.likely(index),
            new.indices.contains(likely)
        else { return nil }
        let isGone = match.indices.contains(likely)
        return Part(
            place: new[likely].place, piece: isGone ? 0 : part.piece, top: isGone ? max(0, part.top) : part.top,
            height: part.height, isEdited: true)
    }
}

extension ShownParts.Part {
    /// How far below the top of the part, which is now `height` high, the top of the glass belongs. Of a part that says the same in
    /// another size, the same share is cut off.
    func distance(in height: Double) -> Double {
        if top >= 0 || self.height <= 0 { return -top }
        return isEdited ? min(-top, height) : min(1, -top / self.height) * height
    }
}
