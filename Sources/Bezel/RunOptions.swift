// The options of `bezel run` and of an app's run.

import ArgumentParser
import Frames
import Machine
package import Run

/// The options of a run that do not depend on what is shown.
package struct RunOptions: ParsableArguments {
    @Option(
        help: "The machine's configuration file (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Option(help: "Where the picture is shown: auto, wayland, drm, fbdev or headless.")
    var display: WordArgument<Configuration.Backend>?
    @Option(help: "The size and rate of a headless display (1920x1080@60), or the size of a window (a screen).")
    var screen: ScreenArgument?
    @Option(help: "The screen size in millimetres, such as 527x296, if panel and display do not report it.")
    var size: SizeArgument?
    @Option(help: "The clockwise rotation of the picture: 0, 90, 180 or 270. Touches rotate with it.")
    var rotation: RotationArgument?
    @Option(help: "The scale of everything on the screen, from 0.5 to 4.")
    var scale: ScaleArgument?
    @Option(help: "Screens already on the stack, root first, such as home,hours,rules! with rules as a sheet.")
    var stack: StackArgument?
    @Option(help: "Record touches and frames to this file, for replay.", completion: .file())
    var record: String?
    @Option(help: "Write the trace of decisions to this file, or to standard output (-).", completion: .file())
    var trace: String?
    @Option(help: "The folder with the calibrations (default: /var/lib/bezel/panels).", completion: .directory)
    var panels: String?
    @Option(
        help:
            "The folder for the state that survives a crash, such as /run/bezel (default: the service's folder from systemd).",
        completion: .directory)
    var state: String?
    @Option(help: "Play the touches of this recording over and over, as if a panel sent them.", completion: .file())
    var play: String?
    @Option(
        help:
            "Log more to standard error: gestures (each step of each recognizer, and why) or frames (how transitions are shown)."
    )
    var debug: [WordArgument<DebugTopic>] = []
    @Flag(help: "Wait for a display and a touch panel if they are missing. A service (NOTIFY_SOCKET) always does.")
    var wait = false
    @Option(help: "The virtual terminal to take, such as /dev/tty7.", completion: .file())
    var vt: String?
    @Flag(help: "Run without a virtual terminal; typed keys then still reach the console.")
    var noVt = false
    @Flag(help: "Overlay fingers, recognizers and the frame clock on the picture.")
    var hud = false
    @Option(
        help: "Slow down everything that moves by itself by this factor, 1 to 100; fingers are followed as usual.")
    var slow: SlownessArgument?
    @Option(help: "Exit after this many frames. A page that stands still draws none.")
    var frames: Int?

    package init() {}

    /// The command with these options.
    package var command: RunCommand {
        var command = RunCommand()
        command.configuration = config
        command.backend = display?.word
        command.screen = screen?.size
        command.millihertz = screen?.millihertz ?? command.millihertz
        command.size = size?.size
        command.rotation = rotation?.rotation
        command.scale = scale?.scale
        command.stack = stack?.names ?? []
        command.record = record
        command.trace = trace
        command.panels = panels
        command.state = state
        command.play = play
        command.debug = debug.map(\.word)
        command.waits = wait
        command.tty = vt
        command.allowNoVT = noVt
        command.showsHUD = hud
        command.slowMotion = slow?.factor ?? 1
        command.frameLimit = frames
        command.content = ContentProcess()
        return command
    }
}
