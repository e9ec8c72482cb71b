// How much memory a stage uses for what it has drawn, and what it draws before that is seen.

public import Geometry

extension Stage {
    /// How many bytes are kept of the pictures of a glass of `size` when nobody says how many: eight screens. In a
    /// transition two are seen, each with some of what lies around; the rest is for what has been left and is come back to.
    public static func standardMemory(_ size: PixelSize) -> Int { 8 * 4 * size.width * size.height }

    /// How many bytes of what has been drawn are in memory.
    public var memoryInUse: Int { backings.bytes }

    /// Whether `drawAhead` would draw something.
    public var hasMoreAhead: Bool { backings.hasMoreAhead }

    /// Draws a piece of what lies near what was seen in the last plan, at most as much as fits on the glass, if there is
    /// memory for it. It changes no picture: what is seen and not drawn by then is drawn by `plan`. For moments when there
    /// is nothing else to do.
    public func drawAhead() { backings.drawAhead() }

    func updateMemory() {
        backings.wholeHeight = Double(panel.pixels.height)
        backings.budget = memory ?? Stage.standardMemory(panel.pixels)
    }

    func warn(ofExcess bytes: Int) {
        func megabytes(_ count: Int) -> Int { (count + 999_999) / 1_000_000 }
        let all = megabytes(bytes)
        onWarning?(
            "what is on the screen takes \(all) MB of memory, more than the \(megabytes(backings.budget)) MB it may: it is "
                + "shown all the same, and nothing else is kept; set memory in [display] to \"\(3 * all) MB\" or more")
    }
}
