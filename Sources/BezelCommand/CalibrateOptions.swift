// The options of `bezel calibrate`, and of a replay on its pages.

import ArgumentParser
import Bezel
package import Run

/// The options of a calibration.
package struct CalibrateOptions: ParsableArguments {
    @Option(
        help: "What to measure: position, size, edges or noise; repeatable (default: everything that is needed).",
        completion: .list(["position", "size", "edges", "noise"]))
    var step: [String] = []
    @Option(help: "The edges to measure, such as left,right (default: those that bezel.toml uses).")
    var edges: StackArgument?

    package init() {}

    /// The command with these options, in `language`; nil lets the panel ask.
    package func command(in language: String?) -> CalibrateCommand {
        var command = CalibrateCommand()
        command.steps = step
        command.edges = edges?.names ?? []
        command.language = language
        return command
    }
}
