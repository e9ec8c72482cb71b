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
        if name.contains("/") { return access(name, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Whether it is installed.
    package var isInstalled: Bool { Self.isInstalled(rawValue) }

    /// The words of the command that shows `url` in it, with `more` of the machine's file before the address. The browser keeps all that it
    /// keeps in `{home}`, the folder that ends with it.
    func command(_ url: String, hosts: [String]?, _ more: [String]) -> [String] {
        switch self {
        case .chromium:
            [
                "chromium", "--ozone-platform=wayland", "--kiosk", "--disable-gpu", "--no-first-run",
                "--no-default-browser-check", "--noerrdialogs", "--disable-session-crashed-bubble",
                "--password-store=basic", "--disable-features=Translate,MediaRouter",
                "--disable-component-update", "--user-data-dir={home}/profile",
            ] + Self.rules(for: url, hosts) + more + [url]
        case .cog: ["cog", "--platform=wl"] + more + [url]
        }
    }

    /// The argument by which Chromium resolves no name but that of `url` and `hosts`; none where every host is allowed.
    private static func rules(for url: String, _ hosts: [String]?) -> [String] {
        guard let hosts else { return [] }
        let allowed = ([GuestProgram.host(of: url)].compactMap(\.self) + hosts).map { ", EXCLUDE \($0)" }
        return ["--host-resolver-rules=MAP * ~NOTFOUND" + allowed.joined()]
    }
}
