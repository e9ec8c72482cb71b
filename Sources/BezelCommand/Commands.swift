// The arguments of `bezel new`, `check`, `devices`, `record`, `pin` and `benchmark`.

import ArgumentParser
import Benchmark
import Bezel
import Machine
import Run

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a kiosk to start from, or an app in Swift.",
        discussion: """
            Example: bezel new my-kiosk --from museum
            Example: bezel new my-kiosk --web https://example.org
            Example: bezel new --swift my-hall
            """)

    @Argument(help: "The folder to create.", completion: .directory)
    var folder: String
    @Option(help: "What to start from.", completion: .list(Starter.allCases.map(\.rawValue)))
    var from = Starter.small
    @Option(help: "Make a kiosk that shows this page of the web, which begins with https:// or http://.")
    var web: String?
    @Flag(help: "Make a package in Swift with screens of its own, in place of pages.")
    var swift = false
    @Option(
        help: "The folder with Bezel's source code, for --swift (default: the one that this program was built in).",
        completion: .directory)
    var bezel: String?

    func validate() throws {
        if swift, from != .small { throw ValidationError("--from makes pages, and --swift makes an app: choose one.") }
        if web != nil, swift || from != .small {
            throw ValidationError("--web makes a kiosk of its own: leave --from and --swift out.")
        }
        if !swift, bezel != nil { throw ValidationError("--bezel says with what --swift builds: add --swift.") }
    }

    func run() throws {
        if swift {
            var command = NewAppCommand()
            (command.folder, command.bezel) = (folder, bezel)
            return try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
        }
        var command = NewCommand()
        command.folder = folder
        (command.starter, command.web) = (from, web)
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
    }
}

extension Starter: ExpressibleByArgument {}

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a kiosk or a machine's configuration file and report all errors.",
        discussion: "Example: bezel check config/museum")

    @Argument(
        help: "A kiosk's folder, or a machine's file such as /etc/bezel/bezel.toml, which is checked with its kiosks.",
        completion: .file())
    var path: String
    @Option(
        help:
            "The machine's configuration file with the limits for pages (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        var command = CheckCommand()
        command.path = path
        command.isJSON = json
        command.machine = config
        command.content = ContentProcess()
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
    }
}

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List touch panels and screens.", discussion: "Example: bezel devices --json")

    @Flag(help: "Print JSON.")
    var json = false
    @Option(
        help: "The machine's configuration file (default: /etc/bezel/bezel.toml, if it exists).",
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Option(help: "The folder with the calibrations (default: /var/lib/bezel/panels).", completion: .directory)
    var panels: String?

    func run() {
        var command = DevicesCommand()
        command.configuration = config
        command.panels = panels
        command.isJSON = json
        command.run(say: answer)
    }
}

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record the touch panels' events until Ctrl-C.",
        discussion: "Example: bezel record visit.jsonl")

    @Argument(help: "The file to write.", completion: .file())
    var file: String
    @Option(help: "A device's name or vid:pid; repeatable (default: every touchscreen).")
    var device: [String] = []
    @Option(help: "The picture size in millimetres, such as 527x296, if the panel does not report it.")
    var size: SizeArgument?

    func run() throws {
        var command = RecordCommand()
        command.file = file
        command.devices = device.isEmpty ? ["auto"] : device
        command.size = size?.size
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: say) }
    }
}

struct PIN: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Ask for a PIN, and print the line for [maintenance] in bezel.toml by which the kiosk checks it.",
        discussion: """
            Example: bezel pin
            The kiosk then asks for the PIN after a finger is held in the upper left corner for 3 s and drawn inwards.
            """)

    func run() throws {
        try exiting(as: "bezel") { () throws(Failure) in try PINCommand().run(answer: answer, say: say) }
    }
}

struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure speed, size and exactness, and compare them with the goals.",
        discussion: "Example: bezel benchmark velocity --json")

    @Argument(help: "What to measure (default: everything).")
    var topic: BenchmarkCommand.Topic?
    @Option(help: "Parts of `composite`, separated by commas: pictures, offsets, scenes, damage, steady.")
    var only: String?
    @Flag(help: "Instead of `composite`: find the values with which this processor draws fastest.")
    var tune = false
    @Option(help: ArgumentHelp("The size of the pictures for --tune, such as 1920x1080.", valueName: "WxH"))
    var screen: ScreenArgument?
    @Option(help: "The kiosk to measure.", completion: .directory)
    var kiosk = "config/museum"
    @Option(help: "Ten seconds of recorded use.", completion: .file())
    var recording = "config/museum-visit.jsonl"
    @Option(help: "How many frames `frames` counts.")
    var frames = 10_000
    @Option(help: "How many days `soak` lasts after its first hour.")
    var days = 30
    @Option(help: "How many hours it lasts instead.")
    var hours: Int?
    @Option(help: "The seed for the visitors of `soak`.")
    var seed: UInt64 = 1
    @Flag(help: "Write a page of the kiosk anew every 30 seconds of `soak`.")
    var departures = false
    @Option(help: "Draw the results of `finish` to this SVG file.", completion: .file())
    var report: String?
    @Flag(help: "Print JSON, one object per row.")
    var json = false
    @Option(help: .hidden)
    var window: String?
    @Option(help: .hidden)
    var pace = BenchmarkWindow.Pace.answering

    func run() throws {
        var command = BenchmarkCommand()
        command.window = window.map { ($0, pace) }
        command.topic = topic
        command.only = only.map { $0.split(separator: ",").map(String.init) } ?? []
        if tune { command.tunedSize = screen?.size ?? PixelSize(1920, 1080) }
        command.kiosk = kiosk
        command.recording = recording
        command.report = report
        command.frames = max(1000, frames)
        (command.hours, command.seed, command.hasDepartures) = (hours ?? 24 * days, seed, departures)
        command.isJSON = json
        try exiting(as: "bezel") { () throws(Failure) in try command.run(say: answer) }
    }
}

extension BenchmarkCommand.Topic: ExpressibleByArgument {}
extension BenchmarkWindow.Pace: ExpressibleByArgument {}
