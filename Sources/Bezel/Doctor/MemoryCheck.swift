// Whether memory is fast enough for frames of this screen.

import Linux

enum MemoryCheck {
    /// A frame is a copy or two, drawing comes on top, and the screen's own memory can be slower than what was measured: a
    /// copy that takes more of a refresh than this leaves too little room.
    static let share = 0.25

    static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let copy = facts.copy else { return [] }
        let mode = facts.mode
        let refresh = mode.refreshInterval.seconds
        let what =
            "copies \(copy.size.width)x\(copy.size.height) in \(milliseconds(copy.seconds)) ms, "
            + "of \(milliseconds(refresh)) ms a refresh"
        if copy.seconds <= share * refresh { return [.fine(.memory, what)] }
        let consequence = copy.seconds <= refresh ? "frames may come late" : "no frame of the whole screen is in time"
        return [
            .look(
                .memory, "\(what): \(consequence)",
                "in bezel.toml, [display]: format = \"rgb565\" (half the memory), or a mode with fewer pixels, "
                    + "such as mode = \"1280x720@60\"")
        ]
    }

    private static func milliseconds(_ seconds: Double) -> String { tenths(1000 * seconds) }
}
