// What a kiosk asks of a browser over its DevTools protocol.

import Geometry
import Linux

/// Numbers the commands for a browser, and keeps which of them have an answer worth reading.
final class BrowserCommands {
    /// Where they go; nil before the browser is there.
    var pipe: DevToolsPipe?
    private var lastID = 0
    private var open: [Int: Question] = [:]

    /// What an answer is about.
    enum Question: Hashable {
        /// The first window has its rules.
        case rules
        case history
        /// A sign of life.
        case frame
        /// A frame of the page with this number in the first window.
        case paint(Int)
    }

    /// The most answers that are waited for.
    private static let mostOpen = 64
    /// A script whose value is there when the page has made a frame: it is told before it makes the first one, so the second is waited for.
    static let nextFrame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"

    /// Whether an answer to a question for a sign of life is waited for.
    var waitsForFrame: Bool { open.values.contains(.frame) }

    @discardableResult
    func send(
        _ method: String, _ session: String? = nil, _ parameters: (inout JSONObject) -> Void = { _ in }
    ) -> Int {
        lastID += 1
        var (message, object) = (JSONObject(), JSONObject())
        parameters(&object)
        message.add("id", lastID)
        message.add("method", method)
        message.add("params", object)
        message.add("sessionId", session)
        let id = lastID
        pipe?.send(message)
        return id
    }

    func ask(
        _ question: Question, _ method: String, _ session: String? = nil,
        _ parameters: (inout JSONObject) -> Void = { _ in }
    ) {
        // Answers come in order of what they are to. A page that hangs leaves its own out.
        if open.count >= Self.mostOpen { open.removeAll() }
        open[send(method, session, parameters)] = question
    }

    /// What the answer with the number `id` is about, which is known once; nil if it is not worth reading.
    func question(of id: Int) -> Question? { open.removeValue(forKey: id) }

    /// Runs a script in a page, which is asked for its value.
    func evaluate(_ expression: String, _ question: Question, _ session: String) {
        ask(question, "Runtime.evaluate", session) {
            $0.add("expression", expression)
            $0.add("awaitPromise", true)
        }
    }

    /// Has the browser tell of what comes of `type`, in what has `session` or at all, before that runs.
    func attach(_ type: String, _ session: String? = nil) {
        send("Target.setAutoAttach", session) {
            $0.add("autoAttach", true)
            $0.add("waitForDebuggerOnStart", true)
            $0.add("flatten", true)
            var kind = JSONObject()
            kind.add("type", type)
            $0.add("filter", [kind])
        }
    }

    /// Sets what holds in windows and in frames alike.
    func hold(_ session: String) {
        send("Page.enable", session)
        send("Page.setInterceptFileChooserDialog", session) { $0.add("enabled", true) }
        attach("iframe", session)
    }
}
