// The app of a Swift developer: screens of its own in one binary.

import ArgumentParser
package import Machine
import Replay
import Run
public import Stage

/// A kiosk written in Swift. It provides the first screen. Screens push and present others.
///
///     @main
///     struct Hall: App {
///         func root() -> Screen { Greeting() }
///     }
///
/// The binary has the commands `run`, which is the default, and `replay`, with the options and exit codes of `bezel
/// run` and `bezel replay`.
@MainActor
public protocol App: SendableMetatype {
    /// Makes an app before anything is shown.
    init()
    /// Makes a new first screen.
    func root() -> Screen
    /// Makes a new screen for a name in `--stack`. Returns nil when there is none. The root need not be included.
    func screen(named name: String) -> Screen?
    /// The color theme.
    var theme: Theme.Name { get }
    /// Changes the theme: its colours, corners, distances and sizes. It is called for each panel.
    func adjust(_ theme: inout Theme)
    /// Changes the gesture settings of the machine's file, or else the defaults.
    func adjust(_ gestures: inout GestureSettings)
}

extension App {
    /// Returns nil.
    public func screen(named name: String) -> Screen? { nil }
    /// The theme with dark text on a light background.
    public var theme: Theme.Name { .paper }
    /// Changes nothing.
    public func adjust(_ theme: inout Theme) {}
    /// Changes nothing.
    public func adjust(_ gestures: inout GestureSettings) {}

    /// Runs the command in the arguments of this process, until it is done or a signal ends it.
    public static func main() { AppCommand<Self>.main() }
}

/// The command line of an app.
private struct AppCommand<Running: App>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: AppName.ofThisProcess, abstract: "A kiosk for touch panels.",
            subcommands: [RunApp<Running>.self, ReplayApp<Running>.self, ReadContent.self, RunGuest.self],
            defaultSubcommand: RunApp<Running>.self)
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
        try exiting(as: AppName.ofThisProcess) { () throws(Failure) in
            try options.command.run(Running())
        }
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
        try exiting(as: AppName.ofThisProcess) { () throws(Failure) in
            try options.command.run(Running(), say: say)
        }
    }
}

extension StartScreens {
    /// The screens of `app`.
    package init(_ app: some App, on machine: Configuration) {
        let root = app.root().name
        self.init(
            title: AppName.ofThisProcess, theme: app.theme, start: [root], on: machine, idle: machine.idleTable,
            adjust: { app.adjust(&$0) },
            gestures: { measured in
                var gestures = machine.gestures(on: measured)
                app.adjust(&gestures)
                return gestures
            },
            screen: { name throws(Failure) in
                if name == root { return app.root() }
                if let screen = app.screen(named: name) { return screen }
                throw Failure(.wrongInput, "there is no screen \"\(name)\"; the root is \"\(root)\"")
            })
    }
}

extension RunCommand {
    /// Runs `app` until a signal ends it.
    @MainActor
    package func run(_ app: some App) throws(Failure) {
        try run { machine throws(Failure) in machine.eachScreen.map { StartScreens(app, on: $0) } }
    }
}

extension ReplayCommand {
    /// Plays the recording on `app`. Warnings and progress are passed to `say`, for standard error.
    @MainActor
    package func run(_ app: some App, say: (String) -> Void) throws(Failure) {
        try run(StartScreens(app, on: machine), say: say)
    }
}
