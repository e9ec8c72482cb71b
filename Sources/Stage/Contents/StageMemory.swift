// The memory of a stage's drawn contents, and the drawing ahead of contents that are not visible yet.

package import Geometry

extension Stage {
    /// The default memory budget for a glass of `size`, in bytes: eight screens. A transition shows two screens, each
    /// with some of its surroundings; the rest keeps pages that a visitor left and may return to.
    package static func standardMemory(_ size: PixelSize) -> Int { 8 * 4 * size.width * size.height }

    /// The memory of the drawn contents, in bytes.
    package var memoryInUse: Int { backings.bytes }

    /// Whether `drawAhead` has something left to draw.
    package var hasMoreAhead: Bool { backings.hasMoreAhead }

    /// Draws a piece of the contents near the visible part of the last plan, if there is memory for it. The piece is at
    /// most as large as the glass. This changes no picture, since `plan` draws visible contents that are still missing.
    /// Call it when there is nothing else to do.
    package func drawAhead() { backings.drawAhead() }

    /// Lets animations stand still, for pictures that are put together from several moments.
    package func keepAnimationsStill() { backings.pictures.mostFilmBytes = 0 }

    func updateMemory() {
        backings.whole = panel.pixels.size
        backings.budget = memory ?? Stage.standardMemory(panel.pixels)
    }

    /// Warns of the animation `name`, whose frames would take `bytes`.
    func warn(ofStill name: String, _ bytes: Int) {
        func megabytes(_ count: Int) -> Int { (count + 999_999) / 1_000_000 }
        onWarning?(
            "the animation \(name) stands still: with its frames, which take \(megabytes(bytes)) MB, all animations would take more "
                + "than half of the budget of \(megabytes(backings.budget)) MB; set memory in [display] to more")
    }

    func warn(ofExcess bytes: Int) {
        func megabytes(_ count: Int) -> Int { (count + 999_999) / 1_000_000 }
        let all = megabytes(bytes)
        onWarning?(
            "the visible content takes \(all) MB of memory, more than the budget of \(megabytes(backings.budget)) MB: it is "
                + "shown all the same, but nothing else is kept; set memory in [display] to \"\(3 * all) MB\" or more")
    }
}
