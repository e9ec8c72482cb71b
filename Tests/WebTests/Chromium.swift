// A real Chromium held by its DevTools protocol, and a server for its pages.

import Geometry
import Glibc
import Linux
import TestFolders
import Testing

@testable import Web

/// A Chromium without a window.
final class Chromium {
    nonisolated static let isInstalled = access("/usr/bin/chromium", X_OK) == 0

    let loop: EventLoop
    private var browser: Browser!
    private(set) var events: [Browser.Event] = []
    private(set) var failures: [Browser.Failure] = []
    private var process = pid_t()
    private let profile = TemporaryFolder()

    /// Shows a page with `preferences` (JSON), where programs are first looked for in the folder `programs`.
    init(
        _ hosts: WebHosts, in loop: EventLoop? = nil, preferences: String? = nil, programs: String? = nil,
        arguments: [String] = []
    ) throws {
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
        if let preferences { profile.write(Array(preferences.utf8), to: "Default/Preferences") }
        let words =
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--user-data-dir=\(profile.path)", "--remote-debugging-pipe",
            ] + arguments + ["about:blank"]
        var list = words.map { strdup($0) } + [nil]
        defer { for item in list { free(item) } }
        let path = "PATH=" + (programs.map { "\($0):" } ?? "") + "/usr/bin:/bin"
        var environment = [strdup(path), strdup("HOME=\(profile.path)"), nil]
        defer { for item in environment { free(item) } }
        try #require(posix_spawn(&process, "/usr/bin/chromium", &actions, nil, &list, &environment) == 0)
        browser = try Browser(
            over: pipes, showing: hosts, in: self.loop
        ) { [unowned self] in
            events.append($0)
            if case .failed(let failure) = browser?.state { failures.append(failure) }
        }
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
final class Server {
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
