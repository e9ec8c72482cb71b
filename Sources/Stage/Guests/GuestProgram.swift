// A program whose window is a screen: a command, or a web page in a browser.

public import Geometry

/// What to start for a screen that another program draws, and how long it goes on.
public struct GuestProgram: Hashable, Sendable {
    /// What the window shows.
    public enum Source: Hashable, Sendable {
        /// A program with its arguments, found on the PATH.
        case command([String])
        /// A page of the web, in the machine's browser.
        case web(url: String)
        /// A file of this machine, in the machine's browser.
        case file(path: String)
    }

    /// When the program is started.
    public enum Start: String, CaseIterable, Sendable {
        /// With its page.
        case page
        /// As soon as a page is shown that links to it.
        case near
        /// With the kiosk, and again after each visit.
        case boot
    }

    /// What the window shows.
    public var source: Source
    /// The hosts to which a page of the web may lead, besides its own. `*.example.org` is each host below that one. Nil for all.
    public var hosts: [String]?
    /// Whether the way back leads through the web page's own history first.
    public var usesHistory = false
    /// How long the program goes on after its screen was left. No visit's program goes on in the next visit.
    public var keep = GuestProgram.usualKeep
    /// When the program of a page is started; that of an app's screen starts with it.
    public var start = Start.page

    /// Five minutes: a visitor who looks something up elsewhere finds the page as they have left it.
    public static let usualKeep = Instant.Span.seconds(300)

    /// A program that goes on for five minutes after its screen was left.
    public init(_ source: Source) { self.source = source }

    /// What messages call it: the program's name, or the web page's host.
    public var name: String {
        switch source {
        case .command(let words): words.first?.split(separator: "/").last.map(String.init) ?? ""
        case .web(let url): WebAddress(url)?.host ?? url
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        }
    }
}
