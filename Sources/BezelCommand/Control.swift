// The arguments of `bezel control` and its subcommands.

import ArgumentParser
import Bezel
import Machine
import Run

struct Control: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Query or control a running kiosk.",
        discussion: """
            The kiosk listens where its machine's file says: socket = "/run/bezel/control" in [control].
            Example: bezel control status
            Example: bezel control screenshot glass.png
            Example: bezel control record --last 2min visit.jsonl
            """,
        subcommands: [
            Status.self, Screenshot.self, Tree.self, Open.self, Back.self, Home.self, Language.self, Reload.self,
            RecordRunning.self,
            LogLevel.self, Blank.self, Wake.self, Metrics.self,
        ])
}

/// The options that all subcommands take.
struct ControlOptions: ParsableArguments {
    @Option(
        help: "The kiosk's socket (default: from /etc/bezel/bezel.toml, else /run/bezel/control).", completion: .file())
    var socket: String?
    @Option(help: "The number of the screen, from 1 (default: the first).")
    var screen: Int?

    func run(_ verb: ControlVerb, _ adjust: (inout ControlCommand) -> Void = { _ in }) throws {
        var command = ControlCommand(verb)
        (command.socket, command.request.screen) = (socket, screen)
        adjust(&command)
        try exiting(as: "bezel") { () throws(Failure) in try command.run() }
    }
}

private struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the state of the kiosk.", discussion: "Example: bezel control status --json")
    @OptionGroup var options: ControlOptions
    @Flag(help: "Print JSON.")
    var json = false

    func run() throws { try options.run(.status) { $0.request.isJSON = json } }
}

private struct Screenshot: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save a screenshot as a PNG.", discussion: "Example: bezel control screenshot glass.png")
    @OptionGroup var options: ControlOptions
    @Argument(help: "The file, or - for standard output.", completion: .file())
    var file: String

    func run() throws { try options.run(.screenshot) { $0.file = file } }
}

private struct Tree: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what is on the glass in words: roles, names, values, places in mm.",
        discussion: "Example: bezel control tree")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.tree) }
}

private struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go to a page, as a link would.", discussion: "Example: bezel control open hours")
    @OptionGroup var options: ControlOptions
    @Argument(help: "The page's name.")
    var page: String

    func run() throws { try options.run(.open) { $0.request.page = page } }
}

private struct Back: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go back, as the arrow in the bar would.", discussion: "Example: bezel control back")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.back) }
}

private struct Home: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go to the start page.", discussion: "Example: bezel control home")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.home) }
}

private struct Language: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the pages in a language until the visit ends.", discussion: "Example: bezel control language de"
    )
    @OptionGroup var options: ControlOptions
    @Argument(help: "The language's tag, one of those of the kiosk.")
    var language: String

    func run() throws { try options.run(.language) { $0.request.language = language } }
}

private struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reload pages and settings; what has a new mistake is kept out.",
        discussion: "Example: bezel control reload")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.reload) }
}

private struct RecordRunning: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record touches and decisions for \"bezel replay\".",
        discussion: """
            Without --last the recording begins with the next touch on a page at rest, and ends with Ctrl-C.
            Example: bezel control record --last 2min visit.jsonl
            """)
    @OptionGroup var options: ControlOptions
    @Option(help: "The touches and decisions in this time before the last touch, such as 90s, 2min or 2m.")
    var last: SpanArgument?
    @Argument(help: "The file, or - for standard output.", completion: .file())
    var file: String

    func run() throws {
        try options.run(.record) {
            $0.request.last = last?.span
            $0.file = file
        }
    }
}

private struct LogLevel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-level", abstract: "Set the log level.",
        discussion: "Example: bezel control log-level debug")
    @OptionGroup var options: ControlOptions
    @Argument(
        help: "trace, debug, info, notice, warning, error or critical.",
        completion: .list(["trace", "debug", "info", "notice", "warning", "error", "critical"]))
    var level: String

    func run() throws { try options.run(.logLevel) { $0.request.level = level } }
}

private struct Blank: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn the screen off; the next touch only turns it on again.",
        discussion: "Example: bezel control blank")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.blank) }
}

private struct Wake: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turn the screen on again.", discussion: "Example: bezel control wake")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.wake) }
}

private struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the kiosk's counters as OpenMetrics text.",
        discussion: "Example: bezel control metrics > /var/lib/node_exporter/bezel.prom")
    @OptionGroup var options: ControlOptions

    func run() throws { try options.run(.metrics) }
}
