// What a Swift developer writes: an app with screens of its own, in one binary.

import ArgumentParser
public import Stage

/// A kiosk written in Swift. It gives the first screen; screens push and present others.
///
///     @main
///     struct Hall: App {
///         func root() -> Screen { Greeting() }
///     }
///
/// Its binary takes `run`, which can be left out, and `replay`, with the options and exit codes of `bezel run` and
/// `bezel replay`.
public protocol App: SendableMetatype {
    /// An app of which nothing is shown yet.
    init()
    /// A new first screen.
    func root() -> Screen
    /// A new screen that `--stack` asks for by its name; nil when there is none. The root need not be here.
    func screen(named name: String) -> Screen?
    /// The colours.
    var theme: Theme.Name { get }
    /// Changes what the machine's file, or else the defaults, say of gestures.
    func adjust(_ gestures: inout GestureSettings)
}

extension App {
    /// None.
    public func screen(named name: String) -> Screen? { nil }
    /// Dark on light.
    public var theme: Theme.Name { .paper }
    /// Changes nothing.
    public func adjust(_ gestures: inout GestureSettings) {}

    /// Does what the arguments of this process ask for, until it is done or a signal ends it.
    public static func main() { AppCommand<Self>.main() }
}

/// The command that an app is.
private struct AppCommand<Running: App>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: AppName.ofThisProcess, abstract: "A kiosk for touch panels.",
            subcommands: [RunApp<Running>.self, ReplayApp<Running>.self], defaultSubcommand: RunApp<Running>.self)
    }
}

private struct RunApp<Running: App>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run", abstract: "Run on this machine's display and touch panels.",
            discussion: """
                Example: \(AppName.ofThisProcess) --size 527x296
                It ends with Ctrl-C or SIGTERM and leaves the console as it was.
                """)
    }

    @OptionGroup var options: RunOptions

    func run() throws {
        try exiting(as: AppName.ofThisProcess) { () throws(Failure) in try options.command.run(Running()) }
    }
}

private struct ReplayApp<Running: App>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "replay", abstract: "Play recorded touches, with no device and no waiting.",
            discussion: """
                Reads what --record, libinput record, evemu and bezel record write.
                Example: \(AppName.ofThisProcess) replay visit.jsonl --trace - --film strip.png
                """)
    }

    @OptionGroup var options: ReplayOptions

    func run() throws {
        try exiting(as: AppName.ofThisProcess) { () throws(Failure) in try options.command.run(Running(), say: say) }
    }
}

enum AppName {
    /// The name of the file that runs, for help and for failures.
    static var ofThisProcess: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    }
}
