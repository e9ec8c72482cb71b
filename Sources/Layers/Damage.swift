// Damage: the difference between two frames, and between a frame and an old buffer.

package import Geometry

extension Frame {
    /// The distance in the list within which a node is searched after other nodes came or went. A node farther away is redrawn.
    private static let reach = 64

    /// The pixels (screen space) that may differ from `previous`, or all pixels when `previous` is nil or has another size.
    /// Empty when nothing changed: no new frame is needed then.
    ///
    /// Nodes that are in both frames in the same order draw the same pixels in both. Every pixel that another node touches,
    /// in either frame, is damaged.
    package func damage(since previous: Frame?) -> Region {
        guard let previous, previous.size == size else { return Region(size.bounds) }
        var damage = Region()
        nodes.withUnsafeBufferPointer { new in
            previous.nodes.withUnsafeBufferPointer { old in
                var (start, oldEnd, newEnd) = (0, old.count, new.count)
                while start < min(oldEnd, newEnd), old[start].draws(sameAs: new[start]) { start += 1 }
                while min(oldEnd, newEnd) > start, old[oldEnd - 1].draws(sameAs: new[newEnd - 1]) {
                    (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
                }
                for index in start..<newEnd {
                    let node = new[index]
                    if start < oldEnd, let change = changes(in: node, since: old[start], of: previous) {
                        damage.formUnion(change)
                        start += 1
                        continue
                    }
                    let first = max(start, min(oldEnd, index - Frame.reach))
                    let end = max(start, min(oldEnd, index + Frame.reach))
                    if let match = (first..<end).first(where: { old[$0].draws(sameAs: node) }) {
                        for gone in start..<match { damage.insert(old[gone].extent) }
                        start = match + 1
                    } else {
                        damage.insert(node.extent)
                    }
                }
                for gone in start..<oldEnd { damage.insert(old[gone].extent) }
            }
        }
        return damage
    }

    /// The pixels that differ between `node` and `old`, a node of `previous`, if both show the same picture of another program in
    /// the same place, in two versions whose difference is known; else nil.
    private func changes(in node: Node, since old: Node, of previous: Frame) -> Region? {
        guard case .bitmap(let pixels, let keep) = node.content, case .bitmap(let before, let oldKeep) = old.content,
            node.rect == old.rect, node.extent == old.extent, keep == oldKeep, pixels.step == before.step,
            pixels.isOpaque == before.isOpaque, pixels.width == before.width, pixels.height == before.height,
            let revision = bitmaps[node.link].revision, let oldRevision = previous.bitmaps[old.link].revision,
            revision.picture == oldRevision.picture, let changes = revision.changes(since: oldRevision.number)
        else { return nil }
        var damage = Region()
        for rect in changes {
            // A pixel of the screen is mixed from two columns and two rows. The second extra one allows for rounding.
            func shown(_ first: Int, _ end: Int, from start: Int) -> (Int, Int) {
                let low = Blend.firstPixel(on: first - 2, from: start, step: pixels.step)
                return (low, Blend.firstPixel(on: end + 1, from: start, step: pixels.step) - low)
            }
            let (x, width) = shown(rect.x, rect.maxX, from: node.rect.left)
            let (y, height) = shown(rect.y, rect.maxY, from: node.rect.top)
            damage.insert(PixelRect(x, y, width, height).intersection(node.extent))
        }
        return damage
    }
}

/// The changes of the last few frames, for bringing a buffer with an older frame up to date.
package struct DamageHistory {
    /// The maximum age of a buffer that can be updated in part: three buffers in turn, and one to spare.
    package static let depth = 4

    /// The newest frame.
    package private(set) var newest: Frame?
    /// The changes of each frame, newest first.
    private var changes: [Region] = []

    /// A history without a frame.
    package init() {}

    /// Records the next frame and returns the pixels that changed since the last one (screen space). When nothing changed,
    /// no change is recorded, and the frame need not be shown.
    package mutating func record(_ frame: Frame) -> Region {
        let damage = frame.damage(since: newest)
        if damage.isEmpty { newest = frame } else { record(frame, changing: damage) }
        return damage
    }

    /// Records the next frame, whose changes are known to be `damage`.
    package mutating func record(_ frame: Frame, changing damage: Region) {
        newest = frame
        remember(damage)
    }

    private mutating func remember(_ change: Region) {
        if changes.count == DamageHistory.depth { changes.removeLast() }
        changes.insert(change, at: 0)
    }

    /// The pixels to draw if the next frame changed `change`, into a buffer that holds the frame shown `age` frames before
    /// that next frame. An age of 0 means a buffer without content.
    package func region(adding change: Region, forBufferOfAge age: Int) -> Region {
        guard let newest else { return change }
        guard age > 0 else { return Region(newest.size.bounds) }
        guard age > 1 else { return change }
        var region = region(forBufferOfAge: age - 1)
        region.formUnion(change)
        return region
    }

    /// The pixels of the newest frame to draw into a buffer that holds the frame shown `age` frames before it. An age of 1
    /// means the last frame. 0 means a buffer without content, as in EGL_EXT_buffer_age.
    package func region(forBufferOfAge age: Int) -> Region {
        guard let newest else { return Region() }
        guard age > 0, age <= changes.count else { return Region(newest.size.bounds) }
        var region = Region()
        for change in changes[..<age] { region.formUnion(change) }
        return region
    }

    /// Forgets all frames. The next frame is damaged completely.
    package mutating func reset() {
        newest = nil
        changes = []
    }
}
