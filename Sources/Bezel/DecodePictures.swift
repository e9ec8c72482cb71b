// The arguments of the process that decodes pictures, which a run of this program starts.

package import ArgumentParser
import Geometry
import Glibc
import Machine

/// Decodes pictures for the run that started it. It is not in the help.
package struct DecodePictures: ParsableCommand {
    package static let configuration = CommandConfiguration(commandName: PictureWorker.command, shouldDisplay: false)

    @Option(help: "The time of the processor for a picture, in milliseconds.")
    var time: Int
    @Option(help: "The memory of the process, in bytes.")
    var memory: Int

    package init() {}

    package func run() throws {
        guard let worker = PictureWorker(time: .milliseconds(time), memory: memory) else {
            throw ValidationError("a run starts this command")
        }
        worker.run()
    }
}
