// One that has connected: lines come in, bytes go out, and nobody is waited for.

import CLinux
package import Geometry
import Glibc

/// A connected stream in an event loop. It reads one line at a time, the next only when the answer to the last is taken, and
/// has a time limit for either; so whatever the other end does, it holds no more memory than one line and one answer, and
/// not for longer than the limit.
package final class StreamConnection {
    /// Why it is over.
    package enum End: Hashable, Sendable {
        /// The other end has gone, or this one has closed it.
        case gone
        /// A line was longer than the longest.
        case lineTooLong
        /// No whole line came in time, or the answer was not taken in time.
        case tooSlow
        /// More was sent to it than it may leave lying.
        case tooFarBehind
    }

    /// How much and how long.
    package struct Limits: Sendable {
        /// The most bytes of a line, its line feed not counted.
        package var line = 4096
        /// The most bytes that wait to be taken, when there were some already.
        package var waiting = 1 << 20
        /// How long a line may take to come, and an answer to be taken.
        package var patience = Instant.Span.seconds(10)

        /// 4 KB, 1 MB, 10 s.
        package init() {}
    }

    /// Who is at the other end.
    package let peer: Peer
    /// Called with each line, without its line feed.
    package var onLine: (([UInt8]) -> Void)?
    /// What is said to somebody who breaks a limit, if that can be said at once.
    package var lastWords: ((End) -> [UInt8]?)?
    /// Called once, when it is over. What belongs to it is given back by then.
    package var onEnd: ((End) -> Void)?
    /// How many bytes wait to be taken.
    package var waiting: Int { answer.count - sent }

    private let limits: Limits
    private var descriptor: Int32
    private var watch: EventLoop.Watch?
    private var timer: Timer?
    private var line: [UInt8] = []
    private var answer: [UInt8] = []
    private var sent = 0
    private var state = State.reading
    /// The other end says no more; it may still listen.
    private var isInputOver = false
    private var isTakingLines = false

    private enum State {
        /// A line is awaited.
        case reading
        /// Whoever was told of the line has not answered yet, or not all of it.
        case answering
        /// The answer is whole; the next line is read when it is taken.
        case finishing(closes: Bool)
        /// What is sent has no end and no time limit.
        case streaming
        case over
    }

    /// Takes over the connected `descriptor` of `peer`.
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

    /// Sends `bytes`, as much as the other end takes now, the rest when it can.
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

    /// The answer is whole. The next line is read when it is taken; or, if it `closes`, the connection is.
    package func finish(closes: Bool = false) {
        if case .over = state { return }
        state = .finishing(closes: closes)
        restartTime()
        write()
    }

    /// What is sent from now on has no end: there is no time limit until the other end lets too much lie.
    package func stream() {
        guard case .answering = state else { return }
        state = .streaming
        timer?.setDeadline(nil)
    }

    /// The connection is over, whatever was still to be sent.
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

    /// Hands over the lines that are there, one after the other; each is answered before the next is looked at.
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
            restartTime()
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
            // A large answer goes in pieces, and touches between them.
            if count >= 1 << 18 { return updateWatch() }
        }
        if sent > 0 {
            // A large answer's memory is not kept for the next.
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
        // Where nothing is read, only that it is gone is heard.
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
