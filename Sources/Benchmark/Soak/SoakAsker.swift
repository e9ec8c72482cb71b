// Sends requests to the kiosk of a soak from time to time, as an operator would.

import Geometry
import Linux
import Run

/// Sends one request at a time through the control socket, in the kiosk's own loop, and counts the outcomes.
final class SoakAsker {
    private let path: String
    private let loop: EventLoop
    private var connection: LocalConnection?
    private var watch: EventLoop.Watch?
    private var answer: [UInt8] = []
    private(set) var asked = 0
    private(set) var done = 0
    /// How many requests were refused as expected: pages that do not exist, going back from the first page, and a recording of
    /// nothing.
    private(set) var refused = 0
    /// The first thing that went wrong; nil while nothing has.
    private(set) var problem: String?

    /// Sends requests to the kiosk that listens at `path` and runs in `loop`.
    init(_ path: String, _ loop: EventLoop) { (self.path, self.loop) = (path, loop) }

    /// Whether a request waits for its answer.
    var isWaiting: Bool { connection != nil }
    /// How many requests in a row were not made because one waited.
    private var leftOut = 0

    /// Sends `request`, unless the last one still waits: a thread reads a folder in real time, in which a virtual hour can pass.
    func ask(_ request: ControlRequest) {
        if isWaiting {
            leftOut += 1
            if leftOut > 20 { problem = problem ?? "a request has no answer, though 20 others could have been made" }
            return
        }
        leftOut = 0
        asked += 1
        do throws(SystemError) {
            let connection = try LocalConnection(to: path, seconds: 1)
            self.connection = connection
            try connection.send(request.line)
            watch = try loop.watch(connection.number) { [unowned self] _ in read() }
        } catch { problem = problem ?? "\(error)" }
    }

    private func read() {
        let more = (try? connection?.some()) ?? []
        answer += more
        guard let feed = answer.firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JSONValue(reading: Array(answer[..<feed]))
        else {
            if more.isEmpty { close() }
            return
        }
        if header["done"]?.flag != true {
            let reason = header["error"]?.text ?? "without a reason"
            let expected = ["there is no page", "nothing to go back to", "nothing is kept yet"]
            if expected.contains(where: { reason.contains($0) }) { refused += 1 } else { problem = problem ?? reason }
            return close()
        }
        guard answer.count - feed - 1 >= header["bytes"]?.integer ?? 0 else {
            if more.isEmpty { close() }
            return
        }
        done += 1
        close()
    }

    /// Closes the connection.
    func close() {
        watch?.cancel()
        (watch, connection, answer) = (nil, nil, [])
    }
}
