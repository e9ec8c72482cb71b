// A screen that is drawn once, independently of its position, and redrawn only where it changes.

package import Geometry

/// One screen of a `PlaneScene` as a separate picture, for buffers that a display engine shows. The flat screen records
/// what each frame changed, so a buffer with an older frame can be updated in part.
package struct FlatScreen {
    /// The number of the newest picture. 0 when there is none.
    package private(set) var number = 0
    private var history = DamageHistory()
    /// The frame for the next look at the layer. Recorded frames are not modified.
    private var scratch: Frame

    /// A screen of `size` pixels without a picture.
    package init(size: PixelSize) { scratch = Frame(size: size) }

    /// Records the current picture of `layer`. Returns whether it differs from the last picture. The position, the dim and
    /// the shadow of the layer do not count. From the second picture on, this allocates no memory.
    package mutating func look(at layer: Layer) -> Bool {
        if !isKnownUniquelyReferenced(&scratch) { scratch = Frame(size: scratch.size) }
        scratch.retake(layer)
        let last = history.newest
        if let last, last.draws(sameAs: scratch) { return false }
        let isOther = !history.record(scratch).isEmpty
        if isOther { number += 1 }
        // The previous frame is no longer needed. The next look reuses its memory.
        if let last, history.newest === scratch { scratch = last }
        return isOther
    }

    /// The newest picture, or nil before the first look.
    package var newest: Frame? { history.newest }

    /// The pixels of the newest picture to draw over picture number `held`. 0 means a buffer without usable content.
    package func region(over held: Int) -> Region {
        if held != 0, held == number { return Region() }
        return history.region(forBufferOfAge: held == 0 ? 0 : number - held)
    }
}

extension Frame {
    /// Whether both frames draw the same, node by node.
    fileprivate func draws(sameAs other: Frame) -> Bool {
        nodes.count == other.nodes.count
            && nodes.indices.allSatisfy { nodes[$0].draws(sameAs: other.nodes[$0]) }
    }
}

extension EdgeShadow {
    /// Draws the shadow, which falls to one side of a screen, to `surface` as black with an alpha. The picture of `surface`
    /// is at least as wide as the shadow. The result equals that of the compositor to within one level.
    package func draw(into surface: PixelSurface) {
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
