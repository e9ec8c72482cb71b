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

    @Option(help: "The kiosk's folder.")
    var kiosk: String
    @OptionGroup var options: ReplayOptions

    func run() throws {
        var command = options.command
        command.kiosk = kiosk
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: say) }
    }
}
