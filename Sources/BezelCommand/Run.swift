// `bezel run`.

import ArgumentParser
import Bezel

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a kiosk on this machine's display and touch panels.",
        discussion: """
            Example: bezel run config/museum --size 527x296
            It ends with Ctrl-C or SIGTERM and leaves the console as it was.
            """)

    @Argument(help: "The kiosk's folder. Without it: what the machine's file says.")
    var folder: String?
    @Option(help: "The machine's file. Without it: /etc/bezel/bezel.toml, if it is there.")
    var config: String?
    @Option(help: "Where the picture goes: auto, drm or headless.")
    var display: Configuration.Backend?
    @Option(help: "The extent and rate of a headless display.")
    var screen = ScreenArgument(argument: "1920x1080@60")!
    @Option(help: "The picture in millimetres, such as 527x296, if panel and display do not know it.")
    var size: SizeArgument?
    @Option(help: "Pages already on the stack, root first; one that ends in ! is a sheet.")
    var stack: StackArgument?
    @Option(help: "Record touches and frames to this file; bezel replay plays it.")
    var record: String?
    @Option(help: "Write what is decided to this file, or to standard output (-).")
    var trace: String?
    @Option(help: "Say more on standard error: gestures, each step of each recognizer, and why.")
    var debug: [DebugTopic] = []
    @Option(help: "The virtual terminal to take, such as /dev/tty7.")
    var vt: String?
    @Flag(help: "Go on without a virtual terminal; what is typed then still reaches the console.")
    var noVt = false
    @Option(help: "End after so many frames.")
    var frames: Int?

    func run() throws {
        var command = RunCommand()
        command.kiosk = folder
        command.configuration = config
        command.backend = display
        command.screen = screen.size
        command.millihertz = screen.millihertz ?? command.millihertz
        command.size = size?.size
        command.stack = stack?.names ?? []
        command.record = record
        command.trace = trace
        command.debug = debug
        command.tty = vt
        command.allowNoVT = noVt
        command.frameLimit = frames
        try exiting { () throws(Failure) in try command.run() }
    }
}
