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

    init(_ hosts: WebHosts, in loop: EventLoop? = nil) throws {
        signal(SIGPIPE, SIG_IGN)
        self.loop = try loop ?? EventLoop()
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
            over: pipes, showing: hosts, in: self.loop
        ) { [unowned self] in events.append($0) }
    }

    isolated deinit {
        browser = nil
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    var shown: Browser { browser }
    /// Whether a visitor types all the time, on whatever page is there.
    var isTypedInto = false

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
            if isTypedInto { browser.take(.key) }
            try loop.runOnce()
        }
    }

    private struct Stuck: Error {}
}

/// A server of this machine.
private final class Server {
    private let listener: FileDescriptor
    private let loop: EventLoop
    private let answers: [String: (status: String, head: [String], body: String)]
    private var watch: EventLoop.Watch?
    /// The connections, by their descriptors.
    private var clients: [Int32: EventLoop.Watch] = [:]
    /// The paths that were asked for.
    private(set) var asked: [String] = []
    /// Where it is.
    let address: String

    /// Answers requests for a path in `answers` with the lines of its head, after the first, and its body.
    init(_ answers: [String: (status: String, head: [String], body: String)], in loop: EventLoop) throws {
        listener = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = listener.number
        try withUnsafeMutablePointer(to: &place) { place in
            try place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                try #require(bind(number, place, length) == 0 && listen(number, 16) == 0)
                try #require(getsockname(number, place, &length) == 0)
            }
        }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        (self.answers, self.loop) = (answers, loop)
        watch = try loop.watch(number) { [unowned self] _ in admit(accept(number, nil, nil)) }
    }

    /// Waits for what `client` asks: a browser connects before it has something to ask.
    private func admit(_ client: Int32) {
        guard client >= 0 else { return }
        clients[client] = try? loop.watch(client) { [unowned self] _ in
            answer(client)
            clients.removeValue(forKey: client)?.cancel()
            close(client)
        }
    }

    private func answer(_ client: Int32) {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = read(client, &bytes, bytes.count)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        guard words.count > 1 else { return }
        asked.append(String(words[1]))
        let answer = answers[asked[asked.count - 1]] ?? ("404 Not Found", [], "")
        let head = [
            "HTTP/1.1 \(answer.status)", "Content-Length: \(answer.body.utf8.count)", "Connection: close",
        ]
        let text = Array(((head + answer.head).joined(separator: "\r\n") + "\r\n\r\n" + answer.body).utf8)
        _ = write(client, text, text.count)
    }

    isolated deinit {
        watch?.cancel()
        for (client, watch) in clients {
            watch.cancel()
            close(client)
        }
    }
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
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.state == .showing && $0.shown.canGoBack }
        chromium.isTypedInto = false
        try chromium.wait { $0.events.contains(.refused("http://refused.test/")) }
        #expect(chromium.shown.state == .showing, "\(next) stays")
        chromium.shown.ping()
        try chromium.wait { $0.events.contains(.answered) }
        chromium.shown.goBack()
        try chromium.wait { !$0.shown.canGoBack }
    }

    @Test func `what a page opens with a size comes over it, and its scripts have their own names`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            let refuse = 1
            const said = open('/next', 'x', 'popup,width=300,height=200') ? '/opened' : '/blocked'
            fetch(said + refuse)
            </script>
            """
        let next = "<script>onload = () => fetch('/bar' + locationbar.visible)</script>next"
        let server = try Server(["/": ("200 OK", [Self.html], page), "/next": ("200 OK", [Self.html], next)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        // A popup that no tap has asked for is blocked.
        try chromium.wait { _ in server.asked.contains("/blocked1") || server.asked.contains("/bartrue") }
        withExtendedLifetime(chromium) {}
    }

    @Test func `a page's own script cannot go back to the empty window`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onload = () => setTimeout(() => { history.back(); setTimeout(() => fetch('/length' + history.length), 300) }, 500)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/length") } }
        #expect(server.asked.contains("/length1"), "\(server.asked)")
        withExtendedLifetime(chromium) {}
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

    private static let html = "Content-Type: text/html"

    @Test func `a server that asks for a password has not come, and the page before stays`() throws {
        let loop = try EventLoop()
        let server = try Server(
            [
                "/": ("200 OK", [Self.html], "<script>onload = () => setTimeout(() => location = '/in', 200)</script>"),
                "/in": ("401 Unauthorized", [Self.html, "WWW-Authenticate: Basic realm=x"], "no"),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { if case .failed = $0.shown.state { true } else { false } }
        #expect(chromium.shown.state == .failed(.init(address: server.address + "/in", reason: .server(status: 401))))
        #expect(chromium.shown.canStay)
    }

    @Test func `a PDF is shown without tools, and the way back leads from it`() throws {
        let loop = try EventLoop()
        let pdf =
            "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
            + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]>>endobj\ntrailer<</Root 1 0 R>>\n"
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html],
                    """
                    <script>
                    const isBack = performance.getEntriesByType('navigation')[0].type == 'back_forward'
                    if (isBack) fetch('/back'); else onload = () => setTimeout(() => location = '/menu.pdf', 200)
                    </script>
                    """
                ),
                "/menu.pdf": ("200 OK", ["Content-Type: application/pdf"], pdf),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        // Once to know what it is, and once to show it.
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.canGoBack && server.asked.count { $0 == "/menu.pdf" } == 2 }
        chromium.isTypedInto = false
        #expect(chromium.shown.state == .showing)
        chromium.shown.goBack()
        // Chromium may have kept the page.
        try chromium.wait {
            !$0.shown.canGoBack && (server.asked.contains("/back") || $0.events.contains(.replaced(isKept: true)))
        }
        #expect(chromium.shown.state == .showing)
    }

    @Test func `a page that fills its own history is left all the same`() throws {
        let loop = try EventLoop()
        let trap = """
            <script>
            let count = 0
            const add = () => {
                history.pushState({}, '', '?' + ++count)
                if (count % 40 == 0) fetch('/added' + count)
            }
            setInterval(add, 60)
            onpopstate = () => { add(); add(); fetch('/back') }
            </script>
            """
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html], "<script>onload = () => setTimeout(() => location = '/trap', 300)</script>"
                ),
                "/trap": ("200 OK", [Self.html], trap),
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        chromium.isTypedInto = true
        try chromium.wait { $0.shown.canGoBack && server.asked.contains("/trap") }
        // The visitor touches the trap too.
        try chromium.wait { _ in server.asked.contains("/added40") }
        chromium.isTypedInto = false
        try chromium.wait { _ in server.asked.contains("/added80") }
        var steps = 0
        while chromium.shown.canGoBack, steps < 100 {
            steps += 1
            chromium.shown.goBack()
            let asked = server.asked.count
            try chromium.wait { server.asked.count > asked || !$0.shown.canGoBack }
        }
        #expect(!chromium.shown.canGoBack && steps <= 50, "Chromium keeps 50 entries")
        let asked = server.asked.count
        try chromium.wait { _ in server.asked.count > asked + 1 || server.asked.last == "/" }
        #expect(!chromium.shown.canGoBack, "what it adds now is no way back")
    }

    @Test func `a page that writes down its place before it leads on is gone back to`() throws {
        let loop = try EventLoop()
        let page = """
            <script>
            onpopstate = () => fetch('/at' + location.search.slice(1))
            onload = () => setTimeout(() => {
                history.replaceState({}, '', '?written')
                history.pushState({}, '', '?next')
                fetch('/on')
            }, 500)
            </script>here
            """
        let server = try Server(["/": ("200 OK", [Self.html], page)], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        chromium.isTypedInto = true
        try chromium.wait { server.asked.contains("/on") && $0.shown.canGoBack }
        chromium.isTypedInto = false
        chromium.shown.goBack()
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/at") } }
        #expect(server.asked.contains("/atwritten"), "\(server.asked)")
        #expect(!chromium.shown.canGoBack)
    }

    @Test func `a page gets no full screen, and says so to itself`() throws {
        let loop = try EventLoop()
        let server = try Server(
            [
                "/": (
                    "200 OK", [Self.html],
                    """
                    <script>
                    onload = () => document.documentElement.requestFullscreen()
                        .then(() => 'yes', error => error.name + document.fullscreenEnabled).then(said => fetch('/' + said))
                    </script>
                    """
                )
            ], in: loop)
        let chromium = try Chromium(WebHosts(home: server.address + "/"), in: loop)
        try chromium.wait { _ in server.asked.contains { $0.hasPrefix("/TypeError") || $0 == "/yes" } }
        #expect(server.asked.contains("/TypeErrorfalse"), "\(server.asked)")
        withExtendedLifetime(chromium) {}
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
