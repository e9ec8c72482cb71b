// The kiosk's end of the control socket: which clients it accepts, and which of their requests are answered.

import Geometry
import Linux
import Logging
import Machine
import Stage

/// Accepts connections in the kiosk's own loop, and hands over the requests that a client is allowed to make. The number of
/// connections is bounded, however many clients come. Each connection has one line and one answer at a time, and a bounded
/// time, whatever the client sends or leaves unread. Only a live recording has no time limit.
final class ControlServer {
    /// Called with each request, and with the reply through which it is answered.
    package var onRequest: ((ControlRequest, ControlReply) -> Void)?
    /// The path of the socket.
    package var path: String { socket.path }
    /// The number of connections.
    package var count: Int { clients.count }

    /// The most connections at a time: of clients that are allowed to do something, of root beyond those, so that root always
    /// gets in, and of others, which are only told that they are not allowed.
    static let most = (friends: 16, root: 4, strangers: 4)
    /// The patience with users without permissions. They have nothing to say.
    static let strangerPatience = Instant.Span.seconds(1)

    private struct Client {
        let connection: StreamConnection
        let isFriend: Bool
    }
    private var socket: ListeningSocket
    private let loop: EventLoop
    private let policy: ControlPolicy
    private let log: Logger
    private let limits: StreamConnection.Limits
    private let strangerPatience: Instant.Span
    private var clients: [Int: Client] = [:]
    private var lastNumber = 0
    private var watch: EventLoop.Watch?
    private var pause: Timer?
    private var denials = Denials()
    /// The requests that wait for their turn, at most one of each connection.
    private var waiting: [(request: ControlRequest, reply: ControlReply)] = []
    /// When the next of them may have its turn.
    private var nextTurn = Instant.zero
    private var turn: Timer?

    /// Starts to listen on `socket`. A client has the time of `limits`, and one without permissions at most `strangerPatience`.
    init(
        _ socket: ListeningSocket, loop: EventLoop, policy: ControlPolicy, log: Logger,
        limits: StreamConnection.Limits = .init(), strangerPatience: Instant.Span = ControlServer.strangerPatience
    ) throws(SystemError) {
        (self.socket, self.loop, self.policy, self.log) = (socket, loop, policy, log)
        (self.limits, self.strangerPatience) = (limits, strangerPatience)
        watch = try loop.watch(socket.number) { [unowned self] _ in accept() }
        pause = loop.timer { [unowned self] in listenAgain() }
        turn = loop.timer { [unowned self] in takeTurn() }
    }

    deinit { close() }

    /// Whether this process made the file of the socket.
    var isOwner: Bool { socket.isOwner }
    /// Whether clients find the socket at its path.
    var isFound: Bool { socket.isFound }

    /// Listens on `other` from now on, because the file of the socket is gone. Connections stay.
    func listen(on other: ListeningSocket) throws(SystemError) {
        let next = try loop.watch(other.number) { [unowned self] _ in accept() }
        watch?.cancel()
        socket.close()
        (socket, watch) = (other, next)
    }

    /// Closes all connections and the socket.
    func close() {
        watch?.cancel()
        pause?.cancel()
        turn?.cancel()
        waiting = []
        for client in clients.values {
            // The callback is dropped first, because this server may be in its own deinit.
            client.connection.onEnd = nil
            client.connection.close()
        }
        clients = [:]
        socket.close()
    }

    /// Accepts at most eight connections per turn of the loop, so that touches are handled in between.
    private func accept() {
        for _ in 0..<8 {
            do throws(SystemError) {
                guard let (descriptor, peer) = try socket.accept() else { return }
                try welcome(descriptor, peer)
            } catch {
                // Most likely, the process is out of file descriptors. The next connection waits for a second: watching the
                // socket meanwhile would keep the processor busy.
                log.warning("control: \(error); no connection is accepted for a second")
                try? watch?.wait(for: [])
                pause?.setDeadline(MonotonicClock.now() + .seconds(1))
                return
            }
        }
    }

    private func listenAgain() { try? watch?.wait(for: .readable) }

    private func welcome(_ descriptor: Int32, _ peer: Peer) throws(SystemError) {
        let verbs = policy.verbs(of: peer)
        let isFriend = !verbs.isEmpty
        var limits = limits
        if !isFriend { limits.patience = min(limits.patience, strangerPatience) }
        let connection = try StreamConnection(descriptor, of: peer, in: loop, limits: limits)
        var most = isFriend ? Self.most.friends : Self.most.strangers
        if peer.user == 0 { most += Self.most.root }
        guard clients.values.count(where: { $0.isFriend == isFriend }) < most else {
            connection.send(ControlAnswer.refusal(Failure(.failed, "too many are connected already; try again later")))
            return connection.close()
        }
        lastNumber += 1
        let number = lastNumber
        clients[number] = Client(connection: connection, isFriend: isFriend)
        connection.onLine = { [unowned self, unowned connection] line in handle(line, connection, verbs) }
        connection.lastWords = { [limits] in Self.lastWords($0, limits) }
        connection.onEnd = { [unowned self] _ in clients[number] = nil }
    }

    private func handle(_ line: [UInt8], _ connection: StreamConnection, _ verbs: Set<ControlVerb>) {
        let reply = ControlReply(connection)
        do throws(Failure) {
            let request = try ControlRequest(line: line)
            guard verbs.contains(request.verb) else {
                if let line = denials.line(request.verb, connection.peer, at: MonotonicClock.now()) {
                    log.warning("\(line)")
                }
                throw Failure(
                    .noPermission,
                    "user \(connection.peer.user) may not ask this kiosk for \(request.verb.rawValue); [control.allow] in "
                        + "bezel.toml says who may")
            }
            guard let onRequest else { throw Failure(.failed, "the kiosk is about to end") }
            guard request.verb.waitsForTurn else { return onRequest(request, reply) }
            waiting.append((request, reply))
            if waiting.count == 1 { takeTurn() }
        } catch { reply.refuse(error) }
    }

    /// Hands over the first request that waits, unless it is not yet time. After each one there is as much time for touches, frames,
    /// signals and other requests as it took, however many clients ask for pages that take long to lay out.
    private func takeTurn() {
        waiting.removeAll { !$0.reply.isWanted }
        guard !waiting.isEmpty else { return }
        let begin = MonotonicClock.now()
        guard begin >= nextTurn else { return turn?.setDeadline(nextTurn) ?? () }
        let (request, reply) = waiting.removeFirst()
        onRequest?(request, reply)
        let end = MonotonicClock.now()
        nextTurn = end + (end - begin)
        if !waiting.isEmpty { turn?.setDeadline(nextTurn) }
    }

    private static func lastWords(_ end: StreamConnection.End, _ limits: StreamConnection.Limits) -> [UInt8]? {
        switch end {
        case .lineTooLong:
            return ControlAnswer.refusal(Failure(.usage, "a request is a line of at most \(limits.line) bytes"))
        case .tooSlow:
            let seconds = limits.patience.seconds.decimalThousandths
            return ControlAnswer.refusal(Failure(.failed, "no request for \(seconds) s; closing the connection"))
        case .gone, .tooFarBehind: return nil
        }
    }
}

/// Bounds the log lines about denials, so that a client that is denied again and again does not fill the journal.
struct Denials {
    private static let pause = Instant.Span.seconds(1)
    private var next: Instant?
    private var unsaid = 0

    /// The log line about the denial of `verb` to `peer` at `now`; nil within a second of the last line. The next line says how
    /// many had none.
    mutating func line(_ verb: ControlVerb, _ peer: Peer, at now: Instant) -> String? {
        if let next, now < next {
            unsaid += 1
            return nil
        }
        let more = unsaid > 0 ? "; \(unsaid) more denied since the last log line" : ""
        (next, unsaid) = (now + Self.pause, 0)
        return "control: denied \(verb.rawValue) to user \(peer.user), process \(peer.process)\(more)"
    }
}

/// Takes the answer to one request, now or later. A request that is never answered is refused.
final class ControlReply {
    private weak var connection: StreamConnection?
    private var isOpen = true

    init(_ connection: StreamConnection) { self.connection = connection }

    deinit { if isOpen { refuse(Failure(.failed, "the kiosk has no answer")) } }

    /// Whether a client still waits for the answer.
    var isWanted: Bool { isOpen && connection != nil }

    func answer(_ answer: ControlAnswer) { end(answer.bytes) }
    func refuse(_ failure: Failure) { end(ControlAnswer.refusal(failure)) }

    /// Begins a stream, which has no end. Returns the connection to send it to; nil when the client is gone.
    func stream() -> StreamConnection? {
        isOpen = false
        connection?.send(ControlAnswer.streaming)
        connection?.stream()
        return connection
    }

    private func end(_ bytes: [UInt8]) {
        guard isOpen else { return }
        isOpen = false
        connection?.send(bytes)
        connection?.finish()
    }
}
