// The browsers that show pages of the web, and how each is started.

import Glibc
import Stage

/// A browser that shows a page of the web in a Wayland window, with neither tabs nor an address bar.
package enum Browser: String, CaseIterable, Sendable {
    case chromium, cog

    /// The Debian package.
    package var package: String { rawValue }

    /// Where programs of guests are found.
    package static let path = "/usr/local/bin:/usr/bin:/bin:/usr/games"

    /// Whether a program `name` is installed where guests find it.
    package static func isInstalled(_ name: String) -> Bool {
        if name.contains("/") { return isProgram(name) }
        return path.split(separator: ":").contains { isProgram("\($0)/\(name)") }
    }

    /// Whether the file at `path` may be run. So may a folder, but for what it is.
    static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether it is installed.
    package var isInstalled: Bool { Self.isInstalled(rawValue) }

    /// The command that shows `url`, with `more` arguments of the machine's file. The browser keeps all that it keeps in `{home}`, the folder
    /// that ends with it. Chromium begins with an empty window: the kiosk has it load the page once it is held to it. Pages are told that
    /// their visitor reads `language`.
    func command(_ url: String, _ more: [String], language: String? = nil) -> ProgramCommand {
        switch self {
        case .chromium:
            var words = [
                "chromium", "--ozone-platform=wayland", "--kiosk", "--disable-gpu", "--no-first-run",
                "--no-default-browser-check", "--noerrdialogs", "--disable-session-crashed-bubble",
                "--password-store=basic",
                // A visitor is not asked in the browser's own window, and a page gets nothing that it would ask for.
                "--deny-permission-prompts",
                // A sideways swipe on a page would go back in the history, past the kiosk.
                "--disable-features=Translate,MediaRouter,OverscrollHistoryNavigation,TouchpadOverscrollHistoryNavigation",
                "--enable-features=OverlayScrollbar", "--disable-component-update", "--disable-sync",
                "--user-data-dir={home}/profile", "--remote-debugging-pipe",
            ]
            if let language { words += ["--lang=\(language)", "--accept-lang=\(language)"] }
            return ProgramCommand(words: Self.writingPreferences + words + more + ["about:blank"], page: url)
        case .cog:
            return ProgramCommand(words: ["cog", "--platform=wl"] + more + [url], ignoresCancelledFingers: true)
        }
    }

    /// What Chromium has no argument for. It offers to keep no password, address or card: the question comes in the browser's own window, and
    /// its list of passwords leads to settings and to the machine's files. It prints nothing.
    package static let preferences =
        #"{"credentials_enable_service":false,"profile":{"password_manager_enabled":false},"#
        + #""autofill":{"profile_enabled":false,"credit_card_enabled":false},"printing":{"enabled":false},"#
        // A page that is fetched before it is wanted would run before it is known whether it may be shown.
        + #""net":{"network_prediction_options":2},"#
        // A page whose URL says http is asked for by http: where https fails, a server may be slow to say so, and for some names Chromium then
        // asks its visitor.
        + #""https_upgrades":{"policy":{"upgrades_enabled":false}},"https_first_balanced_mode_enabled":false,"#
        // What is no page, such as mailto: and tel:, would open another program, or ask which.
        + #""policy":{"url_blocklist":["*"],"url_allowlist":["http://*","https://*","file://*","about:*","#
        + #""javascript:*","blob:*","data:*"]}}"#

    /// Writes them, and goes on with the words that follow. It opens no dialog for files, nor one for the password of a server (HTTP 401).
    private static let writingPreferences = [
        "sh", "-c",
        #"mkdir -p "$0/profile/Default" && printf %s "$1" >"$0/profile/Default/Preferences" && printf %s "$2" >"$0/profile/Local State" "#
            + #"&& shift 2 && exec "$@""#,
        "{home}", preferences, #"{"auth":{"schemes":"none"},"select_file_dialogs":{"allowed":false}}"#,
    ]
}

/// How a program is started.
package struct ProgramCommand: Hashable, Sendable {
    /// The program with its arguments.
    package let words: [String]
    /// The URL that the program is to load over the DevTools protocol, at its descriptors 3 and 4; nil for a program that knows what to show.
    package let page: String?
    /// Whether the program takes no notice of fingers that are cancelled (wl_touch.cancel), as WPE's launcher cog does.
    package let ignoresCancelledFingers: Bool

    init(words: [String], page: String? = nil, ignoresCancelledFingers: Bool = false) {
        (self.words, self.page, self.ignoresCancelledFingers) = (words, page, ignoresCancelledFingers)
    }
}
