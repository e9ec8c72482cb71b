// The smallest kiosk to begin with: three pages that show how it is done.

/// The files of the kiosk that `bezel new` makes when nothing else is asked for.
enum SmallStarter {
    static let files: [(name: String, text: String)] = [
        (
            "kiosk.toml",
            """
            title = "My kiosk"
            start = ["home"]

            [theme]                     # also colours, fonts and a logo
            base = "paper"              # or "night", "daylight", "contrast"

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
}
