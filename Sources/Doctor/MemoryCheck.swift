// Checks whether memory is fast enough for frames of this screen.

import Geometry
import Linux
import Machine

enum MemoryCheck {
    /// The largest share of the refresh interval that one copy may take. A frame is one or two copies, drawing comes on top,
    /// and the screen's own memory can be slower than the memory that was measured. A longer copy leaves too little room.
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
            .warn(
                .memory, "\(what): \(consequence)",
                "in bezel.toml, [display]: format = \"rgb565\" (half the memory), or a mode with fewer pixels, "
                    + "such as mode = \"1280x720@60\"")
        ]
    }

    private static func milliseconds(_ seconds: Double) -> String { tenths(1000 * seconds) }
}
