// A client connection in the event loop: it receives lines and sends bytes, and never blocks.

import CLinux
package import Geometry
import Glibc

/// A connected stream in an event loop. It reads one line at a time, and reads the next only when the client has received the
/// answer to the last. Both have a time limit. So a client can never hold more memory than one line and one answer, nor for
/// longer than the limit.
package final class StreamConnection {
    /// Why the connection ended.
    package enum End: Hashable, Sendable {
        /// Either end has closed the connection.
        case gone
        /// A line exceeded the length limit.
        case lineTooLong
        /// No complete line arrived in time, or the client did not read the answer in time.
        case tooSlow
        /// The client left too many bytes of a stream unread.
        case tooFarBehind
    }

    /// Limits of size and time.
    package struct Limits: Sendable {
        /// The longest line in bytes, without its line feed.
        package var line = 4096
        /// The most bytes in the queue to the client, unless the queue was empty before.
        package var waiting = 1 << 20
        /// The time limit for a line to arrive, and for the client to read a complete answer.
        package var patience = Instant.Span.seconds(10)

        /// 4 KB, 1 MB, 10 s.
        package init() {}
    }

    /// The process at the other end.
    package let peer: Peer
    /// Called with each line, without its line feed.
    package var onLine: (([UInt8]) -> Void)?
    /// A last message to a client that exceeds a limit; sent only if that is possible without waiting.
    package var lastWords: ((End) -> [UInt8]?)?
    /// Called once, when the connection has ended and its resources are released.
    package var onEnd: ((End) -> Void)?
    /// The number of bytes in the queue to the client.
    package var waiting: Int { answer.count - sent }

    private let limits: Limits
    private var descriptor: Int32
    private var watch: EventLoop.Watch?
    private var timer: Timer?
    private var line: [UInt8] = []
    private var answer: [UInt8] = []
    private var sent = 0
    private var state = State.reading
    /// The client has closed its sending side; it may still read.
    private var isInputOver = false
    private var isTakingLines = false

    private enum State {
        /// Waiting for a line.
        case reading
        /// The line was delivered, and the answer is not yet complete. The time has no limit.
        case answering
        /// The answer is complete. The next line is read when the client has received it.
        case finishing(closes: Bool)
        /// A stream of unlimited length, without a time limit.
        case streaming
        case over
    }

    /// Takes ownership of the connected `descriptor` of `peer`.
    package init(
        _ descriptor: Int32, of peer: Peer, in loop: EventLoop, limits: Limits = Limits()
    ) throws(SystemError) {
        (self.descriptor, self.peer, self.limits) = (descriptor, peer, limits)
        do throws(SystemError) {
            watch = try loop.watch(descriptor) { [unowned self] in ready($0) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        timer = loop.timer { [unowned self] in end(.tooSlow) }
        restartTime()
    }

    deinit { end(.gone) }

    // MARK: What is sent

    /// Sends `bytes`: as much as the client accepts now, and the rest later.
    package func send(_ bytes: some Collection<UInt8>) {
        if case .over = state { return }
        let had = waiting
        guard had == 0 || had + bytes.count <= limits.waiting else { return end(.tooFarBehind) }
        if sent > 0 {
            answer.removeFirst(sent)
            sent = 0
        }
        answer.append(contentsOf: bytes)
        write()
    }

    /// Completes the answer. When the client has received it, the connection reads the next line, or closes if `closes`.
    package func finish(closes: Bool = false) {
        if case .over = state { return }
        state = .finishing(closes: closes)
        restartTime()
        write()
    }

    /// Turns the answer into a stream without end. There is no time limit unless the client leaves too much unread.
    package func stream() {
        guard case .answering = state else { return }
        state = .streaming
        timer?.setDeadline(nil)
    }

    /// Ends the connection and discards unsent bytes.
    package func close() { end(.gone) }

    // MARK: What happens

    private func ready(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { write() }
        if case .over = state { return }
        if readiness.contains(.readable) { read() }
        if case .over = state { return }
        if readiness.isGone { end(.gone) }
    }

    private func read() {
        guard !isInputOver else { return }
        let room = limits.line + 1 - line.count
        var bytes = [UInt8](repeating: 0, count: max(room, 1))
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 {
            if errno != EAGAIN, errno != EINTR { end(.gone) }
            return
        }
        if count == 0 {
            isInputOver = true
            if case .reading = state { return end(.gone) }
            return updateWatch()
        }
        line.append(contentsOf: bytes.prefix(count))
        takeLines()
    }

    /// Delivers the complete lines one after the other. Each must be answered before the next is delivered.
    private func takeLines() {
        guard !isTakingLines else { return }
        isTakingLines = true
        defer { isTakingLines = false }
        while case .reading = state {
            guard let feed = line.firstIndex(of: UInt8(ascii: "\n")) else {
                if line.count > limits.line { return end(.lineTooLong) }
                if isInputOver { return end(.gone) }
                break
            }
            let whole = Array(line[..<feed])
            line.removeFirst(feed + 1)
            state = .answering
            // The client waits for this program, which may read a whole folder first.
            timer?.setDeadline(nil)
            onLine?(whole)
        }
        updateWatch()
    }

    private func write() {
        while waiting > 0 {
            let count = answer.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor, bytes.baseAddress! + sent, min(bytes.count - sent, 1 << 18), Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return updateWatch() }
            guard count > 0 else { return end(.gone) }
            sent += count
            // Send a large answer in pieces, so that touches are handled in between.
            if count >= 1 << 18 { return updateWatch() }
        }
        if sent > 0 {
            // Free the memory of a large answer.
            answer = []
            sent = 0
        }
        if case .finishing(let closes) = state {
            if closes { return end(.gone) }
            state = .reading
            restartTime()
            return takeLines()
        }
        updateWatch()
    }

    private func updateWatch() {
        var readiness = EventLoop.Readiness()
        if waiting > 0 { readiness.insert(.writable) }
        switch state {
        case .reading: readiness.insert(.readable)
        // While nothing is read, wait only for the other end to close.
        case .answering, .finishing, .streaming: break
        case .over: return
        }
        do throws(SystemError) { try watch?.wait(for: readiness) } catch { end(.gone) }
    }

    private func restartTime() { timer?.setDeadline(MonotonicClock.now() + limits.patience) }

    private func end(_ end: End) {
        if case .over = state { return }
        state = .over
        if end != .gone, waiting == 0, let words = lastWords?(end) {
            _ = words.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        timer?.cancel()
        watch?.cancel()
        Glibc.close(descriptor)
        descriptor = -1
        (line, answer, sent) = ([], [], 0)
        let heard = onEnd
        (onLine, lastWords, onEnd) = (nil, nil, nil)
        heard?(end)
    }
}
