// The arguments of the process that reads what others wrote, which a run of this program starts.

package import ArgumentParser
import Geometry
import Glibc
import Machine

/// Decodes pictures and parses texts for the run that started it. It is not in the help.
package struct ReadContent: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: ContentWorker.command, shouldDisplay: false)

    @Option(help: "The time of the processor for a picture, in milliseconds.")
    var time: Int
    @Option(help: "The memory of the process, in bytes.")
    var memory: Int
    @Flag(help: "Whether SVGs may have filters.")
    var svgFilters = false

    package init() {}

    package func run() throws {
        try MainActor.assumeIsolated {
            guard var worker = ContentWorker(time: .milliseconds(time), memory: memory, allowsFilters: svgFilters)
            else {
                throw ValidationError("a run starts this command")
            }
            worker.run()
        }
    }
}
