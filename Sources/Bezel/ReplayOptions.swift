// The options of `bezel replay` and of an app's replay.

import ArgumentParser
import Frames
package import Replay

/// The options of a replay that do not depend on what is shown.
package struct ReplayOptions: ParsableArguments {
    @Argument(help: "The recording.", completion: .file())
    var recording: String
    @Option(help: "Screens already on the stack, root first, such as home,hours,rules! with rules as a sheet.")
    var stack: StackArgument?
    @Option(help: "The screen size, such as 1920x1080@60 (default: from the recording, else 1920x1080@60).")
    var screen: ScreenArgument?
    @Option(help: "The screen size in millimetres (default: from the recording).")
    var size: SizeArgument?
    @Option(help: "The clockwise rotation of the picture on the screen that was touched: 0, 90, 180 or 270.")
    var rotation: RotationArgument?
    @Option(help: "The scale of everything on the screen, from 0.5 to 4 (default: from the recording).")
    var scale: ScaleArgument?
    @Option(
        help:
            "The distance from which the screen is read, such as 60cm (default: from the recording, else by the screen's size)."
    )
    var readingDistance: DistanceArgument?
    @Option(help: "Write the trace of decisions to this file, or to standard output (-).", completion: .file())
    var trace: String?
    @Flag(help: "Write a line to the trace for each touch.")
    var touches = false
    @Flag(help: "Write a line with a hash to the trace for each frame.")
    var hash = false
    @Option(help: "Log more to standard error: gestures (each step of each recognizer, and why).")
    var debug: [WordArgument<DebugTopic>] = []
    @Flag(help: "Overlay fingers, recognizers and drawing times on the film strip and frames.")
    var hud = false
    @Option(help: "Slow down everything that moves by itself by this factor, 1 to 100.")
    var slow: SlownessArgument?
    @Option(
        help: ArgumentHelp(
            "What the clock shows at the start (UTC), such as \"2026-12-24 18:00\".",
            discussion: "Otherwise the recording's clock counts, or else Wednesday, 2026-06-17, 10:30."))
    var date: DateArgument?
    @Option(help: "Draw a film strip to this PNG file.", completion: .file(extensions: ["png"]))
    var film: String?
    @Option(
        help: "Write a PNG of each frame that differs from the previous one to this folder.", completion: .directory)
    var frames: String?

    package init() {}

    /// The command with these options.
    package var command: ReplayCommand {
        var command = ReplayCommand()
        command.recording = recording
        command.stack = stack?.names ?? []
        command.screen = screen?.size
        command.millihertz = screen?.millihertz
        command.size = size?.size
        command.rotation = rotation?.rotation ?? .none
        command.scale = scale?.scale
        command.readingDistance = readingDistance?.distance
        command.trace = trace
        command.debug = debug.map(\.word)
        command.tracesTouches = touches
        command.tracesHashes = hash
        command.showsHUD = hud
        command.slowMotion = slow?.factor ?? 1
        command.date = date?.moment
        command.film = film
        command.frames = frames
        return command
    }
}
