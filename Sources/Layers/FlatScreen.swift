// A screen drawn once, apart from where it lies, and drawn again where it changes.

public import Geometry

/// One screen of a `PlaneScene` as a picture of its own, for buffers that a display engine shows. It knows what each frame
/// changed, so a buffer that holds an older one is brought up to date.
public struct FlatScreen {
    /// The number of the newest picture; 0: there is none.
    public private(set) var number = 0
    private var history = DamageHistory()
    /// The layer as it is now; what was recorded is left as it is.
    private var scratch: Frame

    /// A screen of `size` pixels that has not been looked at.
    public init(size: PixelSize) { scratch = Frame(size: size) }

    /// Looks at `layer`; whether its picture is another than the last. Where it lies, its dim and its shadow do not count.
    /// From the second picture on a look takes no memory.
    public mutating func look(at layer: Layer) -> Bool {
        if !isKnownUniquelyReferenced(&scratch) { scratch = Frame(size: scratch.size) }
        scratch.retake(layer)
        let last = history.newest
        if let last, last.draws(sameAs: scratch) { return false }
        let isOther = !history.record(scratch).isEmpty
        if isOther { number += 1 }
        // The one before is needed no more: the next look takes its memory.
        if let last, history.newest === scratch { scratch = last }
        return isOther
    }

    /// The newest picture; nil before the first look.
    public var newest: Frame? { history.newest }

    /// What of the newest picture has to be drawn where the picture `held` is; 0 for a place that holds nothing of use.
    public func region(over held: Int) -> Region {
        if held != 0, held == number { return Region() }
        return history.region(forBufferOfAge: held == 0 ? 0 : number - held)
    }
}

extension Frame {
    /// Whether both draw the same, node by node.
    fileprivate func draws(sameAs other: Frame) -> Bool {
        nodes.count == other.nodes.count
            && nodes.indices.allSatisfy { nodes[$0].draws(sameAs: other.nodes[$0]) }
    }
}

extension EdgeShadow {
    /// Draws the shadow, which falls to one side of a screen, as black with an alpha to `surface`, whose picture is as wide
    /// as the shadow, or wider: what the compositor would put there, to within a level.
    public func draw(into surface: PixelSurface) {
        let (columns, reach) = (surface.pictureSize.width, SubpixelRect.snap(width))
        guard reach > 0 else { return }
        let fallsLeft = edges == .left
        let shadow = Shadow(
            side: fallsLeft ? columns << 8 : 0, fallsLeft: fallsLeft, width: reach,
            alpha: Int((max(0, min(1, opacity)) * 65536).rounded()))
        for x in 0..<columns {
            let pixel = ((shadow.alpha(column: x) * 255 + 32768) >> 16) << 24
            let line = surface.rotation.place(of: PixelRect(x, 0, 1, surface.pictureSize.height), in: surface.size)
            for y in line.y..<line.maxY {
                let row = (surface.base + y * surface.pitch).assumingMemoryBound(to: UInt32.self)
                for column in line.x..<line.maxX { row[column] = pixel }
            }
        }
    }
}
