// Carries out the requests that come through the control socket.

import Frames
import Geometry
import Linux
import Logging
import Machine
import Stage

/// Everything that a client can ask of a running kiosk, whatever runs it.
final class KioskControl {
    /// The screens by number. The first one is used when a request names none.
    private(set) var screens: [ControlledScreen] = []
    let log: Logger
    /// When the kiosk began.
    package let start: Instant
    /// Returns the touch panels.
    package var panels: () -> [PanelStatus] = { [] }
    /// Returns how often the kiosk has come back since it was started on purpose; nil where that is not kept.
    package var restarts: () -> Int? = { nil }
    /// Reads pages and configuration again, all or nothing. Calls the closure with notes for the client, now or later.
    var reload: (@escaping (Result<[String], Failure>) -> Void) -> Void = { $0(.success([])) }

    /// A kiosk that began at `start` and has no screens yet.
    init(log: Logger, start: Instant) { (self.log, self.start) = (log, start) }

    /// Adds a screen.
    func add(_ screen: ControlledScreen) {
        screens.append(screen)
        screens.sort { $0.number < $1.number }
    }

    /// Answers `request` through `reply`: at once, or, for a picture of something that moves, with the next frame.
    func take(_ request: ControlRequest, _ reply: ControlReply) {
        do throws(Failure) {
            let number = request.screen ?? screens.first?.number ?? 1
            guard let screen = screens.first(where: { $0.number == number }) else {
                let known = screens.map { "\($0.number)" }.joined(separator: ", ")
                throw Failure(.usage, "there is no screen \(number); there is \(known.isEmpty ? "none yet" : known)")
            }
            switch request.verb {
            case .status: reply.answer(ControlAnswer(request.isJSON ? statusObject().text + "\n" : statusText()))
            case .metrics: reply.answer(ControlAnswer(metrics()))
            case .screenshot:
                if screen.stage.isPrivate {
                    throw Failure(.failed, "something secret is typed just now; try again later")
                }
                screen.frameLoop.look { reply.answer(ControlAnswer($0)) }
            case .record: try record(request, screen, reply)
            case .reload:
                log.info("control: reload")
                reload { result in
                    switch result {
                    case .success(let notes): reply.answer(ControlAnswer(notes.map { $0 + "\n" }.joined()))
                    case .failure(let failure): reply.refuse(failure)
                    }
                }
            case .open, .back, .home, .logLevel, .blank, .wake:
                reply.answer(ControlAnswer(try change(request, screen)))
            }
        } catch { reply.refuse(error) }
    }

    private func change(_ request: ControlRequest, _ screen: ControlledScreen) throws(Failure) -> String {
        log.info("control: \(request.verb.rawValue)\(request.page.map { " \($0)" } ?? "")")
        switch request.verb {
        case .open:
            guard let page = request.page else { throw Failure(.usage, "open which page? \"page\" is missing") }
            let next = try screen.pages().screen(page)
            screen.change { $0.frontNavigator.push(next) }
        case .back:
            let navigator = screen.stage.frontNavigator
            guard navigator.screens.count > 1 || navigator.sheet != nil else {
                throw Failure(.failed, "\"\(navigator.top.name)\" is the first page; there is nothing to go back to")
            }
            screen.change { _ in navigator.goBack() }
        case .home: screen.change { $0.goHome() }
        case .logLevel:
            guard let level = request.level.flatMap({ Logger.Level(rawValue: $0) }) else {
                let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(.usage, "there is no log level \"\(request.level ?? "")\"; there are \(known)")
            }
            LogThreshold.level = level
        case .blank, .wake:
            guard let idle = screen.idle else { throw Failure(.failed, "nobody looks after the light of this screen") }
            idle.setLight(to: request.verb == .wake)
        case .status, .screenshot, .record, .metrics, .reload: fatalError("\(request.verb) changes no screen")
        }
        return ""
    }

    private func record(_ request: ControlRequest, _ screen: ControlledScreen, _ reply: ControlReply) throws(Failure) {
        guard let last = request.last else {
            screen.live.removeAll(where: \.isOver)
            if let connection = reply.stream() { screen.live.append(LiveRecording(connection)) }
            return
        }
        guard let ring = screen.ring else {
            throw Failure(.failed, "nothing is kept here: keep = \"off\" in [record] in bezel.toml")
        }
        guard let text = ring.recording(last: last) else {
            throw Failure(
                .failed, "nothing is kept yet: nobody has touched the panel since the last change from outside")
        }
        reply.answer(ControlAnswer(text))
    }
}
