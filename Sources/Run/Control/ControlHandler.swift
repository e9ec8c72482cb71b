// Carries out the requests that come through the control socket.

import Frames
import Geometry
import Linux
import Logging
import Machine
import Pages
import Stage

/// Answers all requests that a client can make to a running kiosk. `run` need not be a `RunSession`.
@MainActor
final class ControlHandler {
    /// The screens by number. The first one is used when a request names none.
    private(set) var screens: [ScreenMonitor] = []
    private let log: Logger
    /// When the kiosk began.
    private let start: Instant
    /// The run whose kiosk this is.
    weak var run: (any ControlledRun)?

    /// A kiosk that began at `start` and has no screens yet.
    init(log: Logger, start: Instant) { (self.log, self.start) = (log, start) }

    /// Adds a screen.
    func add(_ screen: ScreenMonitor) {
        screens.append(screen)
        screens.sort { $0.number < $1.number }
    }

    /// Answers `request` through `reply`: at once, or later, as for a reload, or for a screenshot while something moves.
    func handle(_ request: ControlRequest, _ reply: ControlReply) {
        do throws(Failure) {
            let number = request.screen ?? screens.first?.number ?? 1
            let screen = screens.first { $0.number == number }
            // A kiosk has a status, counters, files and a log even without a screen.
            let isOfKiosk = screen != nil || request.screen == nil
            switch (request.verb, screen) {
            case (.status, _) where isOfKiosk:
                reply.answer(ControlAnswer(request.isJSON ? status.json.text + "\n" : status.text))
            case (.metrics, _) where isOfKiosk: reply.answer(ControlAnswer(metrics))
            case (.reload, _) where isOfKiosk: reload(reply)
            case (.logLevel, _) where isOfKiosk:
                try setLogLevel(request)
                reply.answer(ControlAnswer(""))
            case (_, nil):
                let known = screens.map { "\($0.number)" }.joined(separator: ", ")
                throw Failure(.usage, "there is no screen \(number); there is \(known.isEmpty ? "none yet" : known)")
            case (.screenshot, let screen?):
                try refusePicture(of: screen)
                screen.frameLoop.capture { [unowned self] picture in
                    // Something may be typed by the time at which a picture comes.
                    do throws(Failure) {
                        try refusePicture(of: screen)
                        reply.answer(ControlAnswer(picture))
                    } catch { reply.refuse(error) }
                }
            case (.tree, let screen?):
                try refuseIfPrivate(screen)
                let text = screen.stage.spokenText
                reply.answer(ControlAnswer(text.isEmpty ? "" : text + "\n"))
            case (.record, let screen?): try record(request, screen, reply)
            case (_, let screen?): reply.answer(ControlAnswer(try change(request, screen)))
            }
        } catch { reply.refuse(error) }
    }

    private func refuseIfPrivate(_ screen: ScreenMonitor) throws(Failure) {
        if screen.stage.isPrivate { throw Failure(.failed, "something secret is typed just now; try again later") }
    }

    private func refusePicture(of screen: ScreenMonitor) throws(Failure) {
        try refuseIfPrivate(screen)
        guard screen.stage.showsSecret else { return }
        let page = screen.stage.frontNavigator.top.name
        throw Failure(
            .failed,
            "something secret was typed on \"\(page)\", which may still show it; try again when another page is shown")
    }

    private var status: KioskStatus {
        KioskStatus(
            screens, run?.panels ?? [], faults: run?.faults ?? [], waiting: run?.waitingKeys ?? [], since: start)
    }

    /// The counters since the start, as OpenMetrics text.
    var metrics: String {
        KioskMetrics(
            screens: screens, panels: run?.panels.count ?? 0, restarts: run?.restarts,
            faults: run?.faults ?? [], waiting: run?.waitingKeys ?? [], start: start
        ).text
    }

    private func setLogLevel(_ request: ControlRequest) throws(Failure) {
        log.info("control: \(request.verb.rawValue)")
        guard let level = request.level.flatMap({ Logger.Level(rawValue: $0) }) else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "there is no log level \"\(request.level ?? "")\"; there are \(known)")
        }
        LogThreshold.level = level
    }

    private func change(_ request: ControlRequest, _ screen: ScreenMonitor) throws(Failure) -> String {
        log.info("control: \(request.verb.rawValue)\((request.page ?? request.language).map { " \($0)" } ?? "")")
        switch request.verb {
        case .open:
            guard let page = request.page else { throw Failure(.usage, "open which page? \"page\" is missing") }
            let next = try screen.pages().screen(page, in: screen.stage.language)
            // The page would cover the keys, and lie on their sheet.
            try refuseIfPrivate(screen)
            screen.idle?.opened()
            screen.change { stage in
                let navigator = stage.frontNavigator
                // Something that asks again and again, such as a sensor, piles up no copies.
                if navigator.top.name == next.name { return }
                if let page = next as? PageScreen { page.push(on: navigator) } else { navigator.push(next) }
            }
        case .back:
            let navigator = screen.stage.frontNavigator
            // A page that is just leaving, because of a request before this one, is no page to go back from.
            guard navigator.screen(below: navigator.top) != nil || navigator.sheet != nil else {
                throw Failure(.failed, "\"\(navigator.top.name)\" is the first page, so there is no page to go back to")
            }
            screen.change { _ in navigator.goBack() }
        case .home:
            screen.change {
                $0.goHome()
                $0.show(in: nil, because: "home was asked for")
            }
        case .language:
            guard let tag = request.language else { throw Failure(.usage, "which language? \"language\" is missing") }
            let language = try screen.pages().choice(tag)
            try refuseIfPrivate(screen)
            screen.idle?.opened()
            screen.change { $0.show(in: language, because: "\(tag) was asked for") }
        case .blank, .wake:
            guard let idle = screen.idle else { throw Failure(.failed, "this screen's backlight is not managed") }
            idle.setLight(to: request.verb == .wake)
        case .status, .screenshot, .tree, .record, .metrics, .reload, .logLevel:
            fatalError("\(request.verb) changes no screen")
        }
        return ""
    }

    private func reload(_ reply: ControlReply) {
        log.info("control: reload")
        guard let run else { return reply.answer(ControlAnswer("")) }
        run.reload { result in
            switch result {
            case .success(let notes): reply.answer(ControlAnswer(notes.map { $0 + "\n" }.joined()))
            case .failure(let failure): reply.refuse(failure)
            }
        }
    }

    private func record(_ request: ControlRequest, _ screen: ScreenMonitor, _ reply: ControlReply) throws(Failure) {
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
                .failed, "nothing is kept yet: no touch since the last change from outside")
        }
        reply.answer(ControlAnswer(text))
    }
}
