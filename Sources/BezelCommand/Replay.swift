// The arguments of `bezel replay`.

import ArgumentParser
import Bezel
import Machine
import Replay
import Run

struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play recorded touches on a kiosk, with no device and no waiting.",
        discussion: """
            Reads what libinput record, evemu and bezel record write.
            Example: bezel replay swipe.yml --kiosk config/museum --stack home,hours --trace - --film strip.png
            """)

    @Option(help: "The kiosk's folder.", completion: .directory)
    var kiosk: String?
    @Flag(help: "Play the recording on the pages of bezel calibrate instead of a kiosk.")
    var calibration = false
    @Option(
        help: "The machine's configuration file with the limits for pages (default: the usual limits).",
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Option(help: "The language, such as de (default: the recording's, else the kiosk's; the calibration asks).")
    var language: String?
    @OptionGroup var options: ReplayOptions
    @OptionGroup(title: "With --calibration") var measuring: CalibrateOptions

    func validate() throws {
        if (kiosk == nil) == !calibration { throw ValidationError("give either --kiosk or --calibration") }
        if calibration, config != nil {
            throw ValidationError("--config has the limits for a kiosk's pages; leave it out with --calibration")
        }
    }

    func run() throws {
        var command = options.command
        (command.kiosk, command.language) = (kiosk ?? "", kiosk == nil ? nil : language)
        try exiting(as: "bezel") { () throws(Failure) in
            if let config { command.content = try Configuration.ofThisMachine(config).content }
            if calibration {
                try command.run(measuring.command(in: language).screens(), say: say)
            } else {
                try command.run(say: say)
            }
        }
    }
}
