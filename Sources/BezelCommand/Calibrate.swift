// The arguments of `bezel calibrate`.

import ArgumentParser
import Bezel
import Machine
import Run

struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Calibrate a touch panel in place: its orientation, size, edges and noise.",
        discussion: """
            The panel shows what to do. The results are kept in /var/lib/bezel/panels, and "bezel run" uses them.
            Example: bezel calibrate --edges left,right
            Example: bezel calibrate --from swipes.yml --drags reading.yml --edges left --report left.svg
            """)

    @OptionGroup var options: CalibrateOptions
    @OptionGroup var running: RunOptions
    @Option(help: "The language, such as de (default: the panel asks).")
    var language: String?
    @Option(help: "The panel's name or vid:pid, if there are several.")
    var panel: String?
    @Option(help: "Also write a rule for udev (LIBINPUT_CALIBRATION_MATRIX) to this file.", completion: .file())
    var udevRule: String?
    @Option(
        parsing: .upToNextOption, help: "Measure recordings of swipes over the edges instead of a panel.",
        completion: .file())
    var from: [String] = []
    @Option(
        parsing: .upToNextOption, help: "Recordings of drags on a page that begin near an edge.", completion: .file())
    var drags: [String] = []
    @Option(help: "Draw the distributions of the recordings to this SVG file.", completion: .file())
    var report: String?
    @Option(help: "Write the results from recordings to this file.", completion: .file())
    var output: String?
    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        var command = options.command(in: language)
        command.run = running.command
        command.panel = panel
        command.rule = udevRule
        command.recordings = from
        command.drags = drags
        command.report = report
        command.output = output
        command.isJSON = json
        try exiting(as: "bezel") { () throws(Failure) in try command.run(answer: answer, say: say) }
    }
}
