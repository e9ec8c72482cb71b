// What has to be drawn again: the difference between two frames, and between a frame and an old buffer.

public import Geometry

extension Frame {
    /// How far away in the list a node is looked for that other nodes came or went before. One further away is drawn again.
    private static let reach = 64

    /// The pixels (screen space) that may differ from `previous`; all of them when there is none. Empty when nothing
    /// changed: then no frame is needed.
    ///
    /// Nodes that are in both frames, in the same order, draw the same in both. Every pixel that another node touches, in
    /// one frame or the other, is damaged.
    public func damage(since previous: Frame?) -> Region {
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
}

/// Remembers what changed in the last few frames, so that a buffer that holds an older one can be brought up to date.
public struct DamageHistory {
    /// How many frames back a buffer can be and still be drawn in part: three buffers in turn, and one to spare.
    public static let depth = 4

    /// The newest frame.
    public private(set) var newest: Frame?
    /// What each frame changed, newest first.
    private var changes: [Region] = []

    /// Of no frame yet.
    public init() {}

    /// Takes in the next frame and gives back what changed since the last one (screen space, pixels). When nothing did,
    /// nothing is remembered, and no frame need be shown.
    public mutating func record(_ frame: Frame) -> Region {
        let damage = frame.damage(since: newest)
        if damage.isEmpty { newest = frame } else { record(frame, changing: damage) }
        return damage
    }

    /// Takes in the next frame, of which it is known that it changes `damage`.
    public mutating func record(_ frame: Frame, changing damage: Region) {
        newest = frame
        remember(damage)
    }

    private mutating func remember(_ change: Region) {
        if changes.count == DamageHistory.depth { changes.removeLast() }
        changes.insert(change, at: 0)
    }

    /// What would have to be drawn if the next frame changed `change`: into a buffer that holds the frame shown `age` frames
    /// before it, 0 for nothing.
    public func region(adding change: Region, forBufferOfAge age: Int) -> Region {
        guard let newest else { return change }
        guard age > 0 else { return Region(newest.size.bounds) }
        guard age > 1 else { return change }
        var region = region(forBufferOfAge: age - 1)
        region.formUnion(change)
        return region
    }

    /// What of the newest frame has to be drawn into a buffer that holds the frame shown `age` frames before it: 1 is the
    /// last one. 0 is a buffer that holds nothing, as in EGL_EXT_buffer_age.
    public func region(forBufferOfAge age: Int) -> Region {
        guard let newest else { return Region() }
        guard age > 0, age <= changes.count else { return Region(newest.size.bounds) }
        var region = Region()
        for change in changes[..<age] { region.formUnion(change) }
        return region
    }

    /// Forgets everything: the next frame is new from edge to edge.
    public mutating func reset() {
        newest = nil
        changes = []
    }
}
