// `bezel new`: makes a kiosk to begin with, a start page with links to two other pages.

import Glibc

/// The options of `bezel new`.
package struct NewCommand {
    /// The path of the folder to make.
    package var folder = ""

    /// A command without options.
    package init() {}

    private static let files = [
        (
            "kiosk.toml",
            """
            title = "My kiosk"
            start = ["home"]
            theme = "paper"             # or "night"

            [gestures]
            pop = "full-screen"         # a swipe from anywhere goes back; "edge": only from the bezel

            """
        ),
        (
            "home.md",
            """
            +++
            title = "Welcome"
            +++
            # Welcome

            Each file in this folder is a page. Change one, and run `bezel check` to see whether all is well.

            - [Opening hours](hours.md)
            - [House rules](rules.md "sheet")

            """
        ),
        (
            "hours.md",
            """
            +++
            title = "Opening hours"
            +++
            # Opening hours

            **Tuesday to Sunday** from 10 to 18.

            Closed on Mondays.

            """
        ),
        (
            "rules.md",
            """
            +++
            title = "House rules"
            +++
            # House rules

            This page came up as a sheet, because its link says so. Pull it down to put it away.

            """
        ),
    ]

    /// Writes the kiosk into a new folder. Throws when the folder exists, so that no existing file is touched. Passes
    /// the path of each file to `say`.
    package func run(say: (String) -> Void) throws(Failure) {
        if mkdir(folder, 0o755) != 0 {
            let reason = errno == EEXIST ? "exists already; choose another name" : String(cString: strerror(errno))
            throw Failure(.failed, "\(folder): \(reason)")
        }
        for (name, text) in Self.files {
            let path = "\(folder)/\(name)"
            let output = try OutputFile(path, mode: 0o644)
            output.write(String(text.dropLast()))
            output.close()
            if let problem = output.problem { throw Failure(.failed, problem) }
            say(path)
        }
        say("try it: bezel run \(folder)")
    }
}
