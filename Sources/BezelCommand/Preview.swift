// The arguments of `bezel preview`.

import ArgumentParser
import Bezel
import Geometry
import Machine
import Preview

struct Preview: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all pages of a kiosk in a browser, and follow changes.",
        discussion: """
            Example: bezel preview my-kiosk
            The browser shows each page in each look, orientation and language, with what "bezel check" finds. The page is drawn anew \
            when a file is saved.
            Example: bezel preview my-kiosk --once --output pictures --scale 1 --scale 1.6
            The folder "pictures" gets a picture of each page in each view, also with large text. Its index.html#all shows all of them.
            """)

    @Argument(help: "The kiosk's folder.", completion: .directory)
    var folder: String
    @Option(
        help: "The folder for the web page and its pictures (default: a temporary one, deleted at the end).",
        completion: .directory)
    var output: String?
    @Option(
        help: ArgumentHelp("The panel in pixels, as it lies (default: 1280x720).", valueName: "WxH"))
    var screen: ScreenArgument?
    @Option(
        help: ArgumentHelp("The panel in millimetres, as it lies (default: 527x296, 24 inches).", valueName: "WxH"))
    var size: SizeArgument?
    @Option(help: "The scale of everything on the screen, from 0.5 to 4; give it again to draw each page in several.")
    var scale: [ScaleArgument] = []
    @Option(
        help: ArgumentHelp(
            "What the clock on the pages shows, such as \"2026-12-24 18:00\" (default: Wednesday, 2026-06-17, 10:30).",
            valueName: "date"))
    var date: DateArgument?
    @Flag(help: "Draw everything once, and end.")
    var once = false
    @Flag(help: "Do not open a browser.")
    var noBrowser = false
    @Option(
        help:
            "The machine's configuration file with the limits for pages (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var config: String?

    func run() throws {
        var command = PreviewCommand()
        (command.kiosk, command.output, command.machine) = (folder, output, config)
        command.panel = Panel(
            pixels: screen?.size ?? command.panel.pixels, millimetres: size?.size ?? command.panel.millimetres)
        command.date = date?.moment
        (command.isOnce, command.opensBrowser) = (once, !once && !noBrowser)
        var scales: [Double] = []
        for scale in scale.map(\.scale) where !scales.contains(scale) { scales.append(scale) }
        if !scales.isEmpty { command.scales = scales }
        command.content = ContentProcess()
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
    }
}
