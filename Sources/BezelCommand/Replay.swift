// `bezel replay`.

import ArgumentParser
import Bezel

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play recorded touches on a kiosk, with no device and no waiting.",
        discussion: """
            Reads what libinput record, evemu and bezel record write.
            Example: bezel replay swipe.yml --kiosk config/museum --stack home,hours --trace - --film strip.png
            """)

    @Argument(help: "The recording.")
    var recording: String
    @Option(help: "The kiosk's folder.")
    var kiosk: String
    @Option(help: "Pages already on the stack, root first; one that ends in ! is a sheet.")
    var stack: StackArgument?
    @Option(help: "The screen, such as 1920x1080 or 1920x1080@60. Without it: the recording's, else 1920x1080@60.")
    var screen: ScreenArgument?
    @Option(help: "The picture in millimetres. Without it: what the recording says.")
    var size: SizeArgument?
    @Option(help: "Write what is decided to this file, or to standard output (-).")
    var trace: String?
    @Flag(help: "The trace has a line for each touch.")
    var touches = false
    @Flag(help: "The trace has a line with a hash for each frame.")
    var hash = false
    @Option(help: "Say more on standard error: gestures, each step of each recognizer, and why.")
    var debug: [DebugTopic] = []
    @Option(help: "Draw a film strip to this PNG file.")
    var film: String?
    @Option(help: "Write a PNG of each frame that differs from the one before to this folder.")
    var frames: String?

    func run() throws {
        var command = ReplayCommand()
        command.recording = recording
        command.kiosk = kiosk
        command.stack = stack?.names ?? []
        command.screen = screen?.size
        command.millihertz = screen?.millihertz
        command.size = size?.size
        command.trace = trace
        command.debug = debug
        command.tracesTouches = touches
        command.tracesHashes = hash
        command.film = film
        command.frames = frames
        try exiting { () throws(Failure) in try command.run(say: say) }
    }
}
