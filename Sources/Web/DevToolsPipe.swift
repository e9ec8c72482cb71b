// The DevTools protocol of Chromium over two pipes.

import Geometry
import Linux
import Glibc

/// Sends and receives messages of the DevTools protocol, as `--remote-debugging-pipe` has them: JSON texts, each with a zero byte after it.
@MainActor
final class DevToolsPipe {
    private let pipes: DevToolsPipes
    private let onMessage: (JSONValue) -> Void
    private let onLost: () -> Void
    private let onEnd: () -> Void
    private var watches: [EventLoop.Watch] = []
    /// Watches for room in the pipe while something waits to be sent.
    private var room: EventLoop.Watch?
    private let loop: EventLoop
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    /// Whether the rest of a message that is too long is on its way.
    private var isSkipping = false
    private var hasEnded = false

    /// The most that is read in a turn of the loop, and the longest message (bytes). Parsing that takes about eight milliseconds. What is asked of
    /// the browser has answers of a few kilobytes, and a URL has at most two megabytes. A document that is asked for comes with what a form
    /// sends, once as text and once in base64.
    static let (mostAtOnce, mostBytes) = (64 << 10, 1 << 20)
    /// How the message begins with which the browser asks about a document.
    private static let question = Array(#"{"method":"Fetch.requestPaused","#.utf8)
    /// The most that waits for a browser that does not read (bytes). A command has some 200.
    static let mostUnsent = 256 << 10

    /// Talks over two pipes. Calls `onMessage` with each message that can be read, `onLost` where the browser asks about a document in one that
    /// is too long, and `onEnd` once when the browser has closed a pipe, or no longer reads. The process ignores SIGPIPE, as a run does.
    init(
        over pipes: DevToolsPipes, in loop: EventLoop,
        onMessage: @escaping (JSONValue) -> Void, onLost: @escaping () -> Void, onEnd: @escaping () -> Void
    ) throws(SystemError) {
        for number in [pipes.writing, pipes.reading] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
        (self.loop, self.onMessage, self.onLost, self.onEnd) = (loop, onMessage, onLost, onEnd)
        pipes.closeTheirs()
        self.pipes = pipes
        watches = [try loop.watch(pipes.reading) { [unowned self] _ in receive() }]
    }

    isolated deinit { letGo() }

    /// Says and hears nothing any more.
    func close() {
        hasEnded = true
        letGo()
    }

    private func letGo() {
        for watch in watches { watch.cancel() }
        watches = []
        room?.cancel()
        room = nil
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        letGo()
        onEnd()
    }

    // MARK: Receiving

    private func receive() {
        let start = received.count
        let count = withUnsafeTemporaryAllocation(byteCount: Self.mostAtOnce, alignment: 1) { buffer in
            let count = read(pipes.reading, buffer.baseAddress, buffer.count)
            if count > 0 { received.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count
        }
        if count == 0 { return end() }
        guard count > 0 else { return errno == EAGAIN || errno == EINTR ? () : end() }
        var (begin, place) = (0, start)
        while !hasEnded, let zero = received[place...].firstIndex(of: 0) {
            if isSkipping { isSkipping = false } else { take(received[begin..<zero]) }
            (begin, place) = (zero + 1, zero + 1)
        }
        received.removeFirst(begin)
        guard isSkipping || received.count > Self.mostBytes else { return }
        let isQuestion = !isSkipping && received.starts(with: Self.question)
        isSkipping = true
        received.removeAll()
        if isQuestion { onLost() }
    }

    /// A message that is not JSON is no message for us: a page can have half a surrogate pair in its title.
    private func take(_ text: ArraySlice<UInt8>) {
        if let message = try? JSONValue(reading: Array(text)) { onMessage(message) }
    }

    // MARK: Sending

    /// Sends `message`, at once or when the browser has read what was sent before.
    func send(_ message: JSONObject) {
        guard !hasEnded else { return }
        unsent += Array(message.text.utf8) + [0]
        flush()
        if unsent.count > Self.mostUnsent { end() }
    }

    private func flush() {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { write(pipes.writing, $0.baseAddress, $0.count) }
            if count > 0 {
                unsent.removeFirst(count)
            } else if errno == EAGAIN {
                if room == nil {
                    room = try? loop.watch(pipes.writing, for: .writable) { [unowned self] _ in flush() }
                    if room == nil { end() }
                }
                return
            } else if errno != EINTR {
                return end()
            }
        }
        room?.cancel()
        room = nil
    }
}
