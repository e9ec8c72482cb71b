// Does what the control socket is asked for.

import Geometry
import Linux
import Logging
import Stage

/// What can be asked of a running kiosk, whoever runs it.
final class KioskControl {
    /// The first one is what is meant when nobody says which.
    private(set) var screens: [ControlledScreen] = []
    let log: Logger
    /// When the kiosk began.
    let start: Instant
    /// The touch panels.
    var panels: () -> [PanelStatus] = { [] }
    /// How often it has come back since it was started on purpose; nil where that is not kept.
    var restarts: () -> Int? = { nil }
    /// Reads pages and configuration anew, all or nothing. Gives back what is to be said of it.
    var reload: () throws(Failure) -> [String] = { () throws(Failure) in [] }

    /// A kiosk that began at `start`, of which no screen is known yet.
    init(log: Logger, start: Instant) { (self.log, self.start) = (log, start) }

    /// There is one more screen.
    func add(_ screen: ControlledScreen) {
        screens.append(screen)
        screens.sort { $0.number < $1.number }
    }

    /// Answers `request` through `reply`, now or, for a picture of what moves, with the next frame.
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
                screen.runtime.look { reply.answer(ControlAnswer($0)) }
            case .record: try record(request, screen, reply)
            case .open, .back, .home, .reload, .logLevel, .blank, .wake:
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
            if navigator.screens.count > 1 {
                screen.change { _ in navigator.goBack() }
            } else if let sheet = navigator.sheet {
                screen.change { _ in sheet.leave() }
            } else {
                throw Failure(.failed, "\"\(navigator.top.name)\" is the first page; there is nothing to go back to")
            }
        case .home:
            screen.change { stage in
                for sheet in stage.sheets.reversed() { sheet.dismiss() }
                stage.navigator.popToRoot()
            }
        case .reload: return try reload().map { $0 + "\n" }.joined()
        case .logLevel:
            guard let level = request.level.flatMap({ Logger.Level(rawValue: $0) }) else {
                let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(.usage, "there is no log level \"\(request.level ?? "")\"; there are \(known)")
            }
            LogThreshold.level = level
        case .blank, .wake:
            guard let idle = screen.idle else { throw Failure(.failed, "nobody looks after the light of this screen") }
            idle.setLight(to: request.verb == .wake)
        case .status, .screenshot, .record, .metrics: fatalError("\(request.verb) changes nothing")
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
