// The report of a script that fails: how to play it again, what is wrong, and what was done, as short as possible.

import Geometry
import Glibc

/// The report of one failure.
struct HandReport {
    let text: String
    /// All that is wrong, each kind once.
    let kinds: Set<String>

    /// The report of script `number` of `seed`, or nil when nothing is wrong with it. Shrinking takes time, so a script whose
    /// kinds of faults are all known is not shrunk.
    init?(_ number: Int, seed: UInt64, on pages: HandPages, isKnown: (String) -> Bool = { _ in false }) async {
        let script = HandPeople.script(number, seed: seed, pages: pages)
        let player = HandPlayer(script, on: pages)
        await player.play()
        guard !player.faults.isEmpty else { return nil }
        let kinds = player.faults.map(HandShrink.kind)
        self.kinds = Set(kinds)
        let name = "script \(number) of seed \(seed) (BEZEL_HANDS_ONLY=\(number) BEZEL_SEED=\(seed))"
        guard let kind = kinds.first(where: { !isKnown($0) }),
            let fault = player.faults.first(where: { HandShrink.kind($0) == kind })
        else {
            text = "\(name): \(player.faults[0])"
            return
        }
        let small = await HandShrink.shrunk(script, kind: kind, on: pages)
        let again = HandPlayer(small, on: pages, keepsTrace: true)
        await again.play()
        text = """
            \(name): \(fault)
            made smaller: \(again.faults.joined(separator: "\n  "))
            \(small)
            \(Self.recording(again, number))
            \(Self.decisions(again))
            """
    }

    /// The touches as a file that can be played again, or nothing when the script had more than touches.
    private static func recording(_ player: HandPlayer, _ number: Int) -> String {
        let text = Played.recording(player.frames)
        guard player.script.isReplayable else { return "(code, a test's screen or other settings: no recording)" }
        let setting = player.script.setting
        let path = "/tmp/bezel-hands-\(number).jsonl"
        if let file = fopen(path, "w") {
            fputs(text, file)
            fclose(file)
        }
        let program =
            setting.kiosk == .app
            ? "bezel-gallery replay \(path)" : "bezel replay \(path) --kiosk config/\(setting.kiosk.rawValue)"
        let (pixels, size) = (setting.panel.pixels, setting.panel.millimetres)
        return
            "\(program) --stack '\(setting.stack.joined(separator: ","))' --screen \(pixels.width)x\(pixels.height)@60 --size \(Int(size.width))x\(Int(size.height)) --trace -"
    }

    /// The last transitions and steps of recognizers.
    private static func decisions(_ player: HandPlayer) -> String {
        player.trace.filter { $0.contains("\"transition\"") || $0.contains("\"began\"") }.suffix(24)
            .joined(separator: "\n")
    }
}
