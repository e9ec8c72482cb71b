// The command `bezel` with its subcommands.

import ArgumentParser
import Bezel
import Machine

@main
struct BezelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bezel",
        abstract: "A kiosk runtime for touch panels.",
        discussion: """
            A kiosk is a folder of Markdown pages. Begin with one:
              bezel new my-kiosk
              bezel run my-kiosk
            """,
        version: BezelVersion.text,
        subcommands: [
            Run.self, New.self, Check.self, Preview.self, Doctor.self, Devices.self, Calibrate.self, Record.self,
            Replay.self,
            Control.self, Statistics.self, PIN.self, Benchmark.self, Rescue.self, Seat.self,
            ReadContent.self, RunGuest.self,
        ])
}
