// A real Chromium held by its DevTools protocol. Where none is installed these tests are left out; `make test-deep` installs one.

import Geometry
import Glibc
import Linux
import TestFolders
import Testing

@testable import Web

/// A Chromium without a window.
private final class Chromium {
    nonisolated static let isInstalled = access("/usr/bin/chromium", X_OK) == 0

    let loop: EventLoop
    private var browser: Browser!
    private(set) var events: [Browser.Event] = []
    private var process = pid_t()
    private let profile = TemporaryFolder()

    init(_ hosts: WebHosts) throws {
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        let pipes = try DevToolsPipes()
        // Above 4, so that neither is in the other's way.
        let theirs = pipes.theirs.map { (number: $0.number, file: fcntl($0.file, F_DUPFD_CLOEXEC, 10)) }
        defer { for one in theirs { close(one.file) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for one in theirs { posix_spawn_file_actions_adddup2(&actions, one.file, one.number) }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--user-data-dir=\(profile.path)", "--remote-debugging-pipe", "about:blank",
        ]
        var list = words.map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        try #require(posix_spawn(&process, "/usr/bin/chromium", &actions, nil, &list, environ) == 0)
        browser = try Browser(
            over: pipes, showing: hosts, in: loop
        ) { [unowned self] in events.append($0) }
    }

    isolated deinit {
        browser = nil
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    var shown: Browser { browser }

    /// Runs the loop until `isDone`. Fails if that never comes, with what has happened so far.
    func wait(_ isDone: (Chromium) -> Bool, at location: SourceLocation = #_sourceLocation) throws {
        var isLate = false
        let limit = loop.timer { isLate = true }
        limit.setDeadline(MonotonicClock.now() + .seconds(120))
        defer { limit.cancel() }
        while !isDone(self) {
            guard !isLate, browser.state != .ended else {
                Issue.record("after \(events) it is \(browser.state)", sourceLocation: location)
                throw Stuck()
            }
            try loop.runOnce()
        }
    }

    private struct Stuck: Error {}
}

@Suite(.serialized, .enabled(if: Chromium.isInstalled)) struct ChromiumTests {
    private func page(_ folder: TemporaryFolder, _ name: String, _ body: String) -> String {
        folder.write(Array("<title>\(name)</title><body>\(body)".utf8), to: name)
        return "file://\(folder.path)/\(name)"
    }

    @Test func `it shows a page, leads to the next and back, and nowhere else`() throws {
        let folder = TemporaryFolder()
        let next = page(
            folder, "next.html",
            "<script>onload = () => setTimeout(() => location = 'http://refused.test/', 200)</script>")
        // A page that the way back leads to stays.
        let home = page(
            folder, "home.html",
            """
            <script>
            const isBack = performance.getEntriesByType('navigation')[0].type == 'back_forward'
            if (!isBack) onload = () => setTimeout(() => location = 'next.html', 200)
            </script>
            """)
        let chromium = try Chromium(WebHosts(home: home))
        try chromium.wait { $0.shown.state == .showing && $0.shown.canGoBack }
        try chromium.wait { $0.events.contains(.refused("http://refused.test/")) }
        #expect(chromium.shown.state == .showing, "\(next) stays")
        chromium.shown.ping()
        try chromium.wait { $0.events.contains(.answered) }
        chromium.shown.goBack()
        try chromium.wait { !$0.shown.canGoBack }
    }

    @Test func `a page that is not there is no page of the browser's`() throws {
        let folder = TemporaryFolder()
        let missing = "file://\(folder.path)/missing.html"
        let chromium = try Chromium(WebHosts(home: missing))
        try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
        #expect(chromium.shown.state == .failed(.init(address: missing, reason: .other)))
        _ = page(folder, "missing.html", "It is there by now.")
        chromium.shown.retry()
        try chromium.wait { $0.shown.state == .showing }
        #expect(!chromium.shown.canGoBack)
    }

    @Test func `a host without a name, and one that nothing answers on`() throws {
        for (address, reason) in [
            ("http://nothing.invalid/", Browser.Reason.unknownHost), ("http://127.0.0.1:9/", .unreachable),
        ] {
            let chromium = try Chromium(WebHosts(home: address))
            try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
            guard case .failed(let failure) = chromium.shown.state else { continue }
            // Without a network at all, it is offline for Chromium.
            #expect([reason, .offline, .other].contains(failure.reason), "\(failure)")
        }
    }
}
