// The kiosk's end of the control socket: who is let in, and what of it comes to be answered.

import Geometry
import Linux
import Logging
import Stage

/// Accepts connections in the kiosk's own loop, and hands over what they may ask for. However many come, and whatever they
/// send or leave lying, it keeps a bounded number of them, each with one line and one answer, for a bounded time.
final class ControlServer {
    /// Answers a request through the reply.
    var onRequest: ((ControlRequest, ControlReply) -> Void)?
    /// Where it listens.
    var path: String { socket.path }
    /// How many are connected.
    var count: Int { clients.count }

    /// How many may be connected at a time: of those who may do something, and of others, who are only told so.
    static let most = (friends: 16, strangers: 4)
    private static let strangerPatience = Instant.Span.seconds(1)

    private struct Client {
        let connection: StreamConnection
        let isFriend: Bool
    }
    private let socket: ListeningSocket
    private let loop: EventLoop
    private let policy: ControlPolicy
    private let log: Logger
    private let limits: StreamConnection.Limits
    private var clients: [Int: Client] = [:]
    private var lastNumber = 0
    private var watch: EventLoop.Watch?
    private var pause: Timer?
    private var denials = Denials()

    /// Begins to listen on `socket`.
    init(
        _ socket: ListeningSocket, loop: EventLoop, policy: ControlPolicy, log: Logger,
        limits: StreamConnection.Limits = .init()
    ) throws(SystemError) {
        (self.socket, self.loop, self.policy, self.log, self.limits) = (socket, loop, policy, log, limits)
        watch = try loop.watch(socket.number) { [unowned self] _ in accept() }
        pause = loop.timer { [unowned self] in listenAgain() }
    }

    deinit { close() }

    /// Ends all connections and the socket.
    func close() {
        watch?.cancel()
        pause?.cancel()
        for client in clients.values {
            // Nobody is told: this may be on its way out itself.
            client.connection.onEnd = nil
            client.connection.close()
        }
        clients = [:]
        socket.close()
    }

    /// A few at a time: between them, touches are taken.
    private func accept() {
        for _ in 0..<8 {
            do throws(SystemError) {
                guard let (descriptor, peer) = try socket.accept() else { return }
                try welcome(descriptor, peer)
            } catch {
                // Out of file descriptors, most likely. The next one waits at the door: looking there again and again would
                // keep the processor busy.
                log.warning("control: \(error); nobody is let in for a second")
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
        if !isFriend { limits.patience = min(limits.patience, Self.strangerPatience) }
        let connection = try StreamConnection(descriptor, of: peer, in: loop, limits: limits)
        guard
            clients.values.count(where: { $0.isFriend == isFriend })
                < (isFriend ? Self.most.friends : Self.most.strangers)
        else {
            connection.send(ControlAnswer.refusal(Failure(.failed, "too many are connected already; try again later")))
            return connection.close()
        }
        lastNumber += 1
        let number = lastNumber
        clients[number] = Client(connection: connection, isFriend: isFriend)
        connection.onLine = { [unowned self, unowned connection] line in take(line, connection, verbs) }
        connection.lastWords = { [limits] in Self.lastWords($0, limits) }
        connection.onEnd = { [unowned self] _ in clients[number] = nil }
    }

    private func take(_ line: [UInt8], _ connection: StreamConnection, _ verbs: Set<ControlVerb>) {
        let reply = ControlReply(connection)
        do throws(Failure) {
            let request = try ControlRequest(line: line)
            guard verbs.contains(request.verb) else {
                deny(request.verb, to: connection.peer)
                throw Failure(
                    .noPermission,
                    "user \(connection.peer.user) may not ask this kiosk for \(request.verb.rawValue); [control.allow] in "
                        + "bezel.toml says who may")
            }
            guard let onRequest else { throw Failure(.failed, "the kiosk is about to end") }
            onRequest(request, reply)
        } catch { reply.refuse(error) }
    }

    private static func lastWords(_ end: StreamConnection.End, _ limits: StreamConnection.Limits) -> [UInt8]? {
        switch end {
        case .lineTooLong:
            return ControlAnswer.refusal(Failure(.usage, "a request is a line of at most \(limits.line) bytes"))
        case .tooSlow:
            let seconds = TraceRecord.decimal(limits.patience.seconds)
            return ControlAnswer.refusal(Failure(.failed, "nothing came for \(seconds) s; the connection ends"))
        case .gone, .tooFarBehind: return nil
        }
    }

    // MARK: Denials

    /// Somebody who is denied again and again must not fill the journal.
    private struct Denials {
        var next = Instant.zero
        var unsaid = 0
    }

    private func deny(_ verb: ControlVerb, to peer: Peer) {
        let now = MonotonicClock.now()
        guard now >= denials.next else { return denials.unsaid += 1 }
        let more = denials.unsaid > 0 ? "; \(denials.unsaid) more were denied since the last one that was logged" : ""
        log.warning("control: denied \(verb.rawValue) to user \(peer.user), process \(peer.process)\(more)")
        denials = Denials(next: now + .seconds(1))
    }
}

/// What an answer to one request is given to, now or later. One that nobody answers is refused.
final class ControlReply {
    private weak var connection: StreamConnection?
    private var isOpen = true

    init(_ connection: StreamConnection) { self.connection = connection }

    deinit { if isOpen { refuse(Failure(.failed, "the kiosk has no answer")) } }

    func answer(_ answer: ControlAnswer) { end(answer.bytes) }
    func refuse(_ failure: Failure) { end(ControlAnswer.refusal(failure)) }

    /// What is sent to the connection from now on has no end; nil when nobody is there any more.
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
