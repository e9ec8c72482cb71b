// The command `bezel`: arguments and nothing else.

import ArgumentParser

@main
struct BezelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bezel", abstract: "A kiosk runtime for touch panels.")
}
