// A script in the place of Chromium, which speaks the DevTools protocol.

import Geometry
import Glibc
import Linux
import Testing

@testable import Web

/// The browser's ends of the pipes.
final class OtherEnd {
    let loop: EventLoop
    private(set) var browser: Browser?
    var events: [Browser.Event] = []
    private let commands: FileDescriptor
    private let answers: FileDescriptor
    private var text: [UInt8] = []
    /// Where a window was led after the last request.
    private(set) var navigated: String?
    /// The number of the command that sets the last rule of the first window.
    private var rules: Int?

    init(_ hosts: WebHosts = WebHosts(home: "https://a.test/", hosts: ["b.test"])) throws {
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        let pipes = try DevToolsPipes()
        // The descriptors of a program that was started with them.
        let theirs = pipes.theirs.map { fcntl($0.file, F_DUPFD_CLOEXEC, 3) }
        for number in theirs { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
        commands = FileDescriptor(owning: theirs[0])
        answers = FileDescriptor(owning: theirs[1])
        browser = try Browser(
            over: pipes, showing: hosts, in: loop
        ) { [unowned self] in events.append($0) }
    }

    func letGo() { browser = nil }

    /// The commands since the last time.
    func heard() -> [JSONValue] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(commands.number, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        let parts = text.split(separator: 0, omittingEmptySubsequences: false)
        text = Array(parts.last ?? [])
        let messages = parts.dropLast().compactMap { try? JSONValue(reading: Array($0)) }
        let script = messages.first { $0["method"]?.text == "Page.addScriptToEvaluateOnNewDocument" }
        if rules == nil { rules = script?["id"]?.integer }
        return messages
    }

    func say(raw bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(answers.number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                try #require(errno == EAGAIN && browser?.state != .ended, "it reads no more")
            }
            try turn()
        }
        try turn()
    }

    func say(_ message: String) throws { try say(raw: Array(message.utf8) + [0]) }

    func turn() throws { while try loop.runOnce(until: MonotonicClock.now()) {} }

    /// A window has come.
    func attach(_ name: String, session: String, opener: String? = nil) throws {
        let by = opener.map { ",\"openerId\":\"\($0)\"" } ?? ""
        try say(
            "{\"method\":\"Target.attachedToTarget\",\"params\":{\"sessionId\":\"\(session)\",\"targetInfo\":"
                + "{\"targetId\":\"\(name)\",\"type\":\"page\",\"url\":\"\"\(by)},\"waitingForDebugger\":true}}")
    }

    /// A frame with a process of its own has come.
    func attachFrame(_ name: String, session: String, in parent: String) throws {
        try event(
            "Target.attachedToTarget",
            "{\"sessionId\":\"\(session)\",\"targetInfo\":{\"targetId\":\"\(name)\",\"type\":\"iframe\",\"url\":\"\"},"
                + "\"waitingForDebugger\":true}",
            session: parent)
    }

    /// The process of the first window has taken the rules.
    func take(_ session: String) throws {
        if let rules { try say("{\"id\":\(rules),\"result\":{},\"sessionId\":\"\(session)\"}") }
    }

    func event(_ method: String, _ parameters: String, session: String = "S") throws {
        try say("{\"method\":\"\(method)\",\"params\":\(parameters),\"sessionId\":\"\(session)\"}")
    }

    func request(
        _ address: String, frame: String = "W", method: String = "GET", fragment: String? = nil, more: String = "",
        session: String = "S"
    ) throws -> String? {
        let fragment = fragment.map { ",\"urlFragment\":\"\($0)\"" } ?? ""
        _ = heard()
        try event(
            "Fetch.requestPaused",
            "{\"requestId\":\"r\",\"frameId\":\"\(frame)\",\"request\":{\"url\":\"\(address)\","
                + "\"method\":\"\(method)\"\(fragment)}\(more)}",
            session: session)
        let said = heard()
        navigated = said.last { $0["method"]?.text == "Page.navigate" }?["params"]?["url"]?.text
        return said.compactMap { $0["method"]?.text }.last { $0.hasPrefix("Fetch.") }
    }

    func show(_ address: String) throws {
        try event("Page.frameNavigated", "{\"frame\":{\"id\":\"W\",\"url\":\"\(address)\"}}")
        try event("Page.lifecycleEvent", "{\"frameId\":\"W\",\"name\":\"firstPaint\"}")
    }
}
