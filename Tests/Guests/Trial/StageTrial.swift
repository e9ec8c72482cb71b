// A guest on a stage: with the kiosk's keyboard, and its gestures.

import Drawing
import Geometry
import Gestures
import Glibc
import Guests
import Interface
import Layers
import Linux
import Stage

/// A house with one guest, which runs.
private final class OneGuest: GuestHost {
    private let view: GuestView
    init(_ view: GuestView) { self.view = view }

    func appeared(_ place: GuestPlace) {
        place.showWindows(view)
        place.report(.shown)
        view.appeared()
    }
    func disappeared(_ place: GuestPlace) {}
    func retry(_ place: GuestPlace) {}
    func goBack(_ place: GuestPlace) {}
    func comesNear(_ programs: [GuestProgram]) {}
    func endVisit() {}
}

/// Carries out what a script says, at its times: SECONDS:WHAT:… with commas, where WHAT is `tap:X:Y` (px), `type:TEXT` (keys on the glass),
/// `key:NAME` (`enter`, `backspace`, `hide`, `shift`, `layout`, `copy`, `paste`, `digits`), `press:CODE` (a hardware key) or `picture:FILE.png`.
final class StageTrial {
    private let server: GuestServer
    private let stage: Stage
    private let house: OneGuest
    private let size: PixelSize
    private var steps: [(at: Double, words: [String])]
    private let start: Instant
    private var lastContact = 0
    /// The fingers that are down, and when they lift.
    private var lifts: [(due: Instant, change: TouchFrame.Change)] = []

    init(_ size: PixelSize, language: String?, script: String, at instant: Instant) {
        self.size = size
        // 5 px to the mm, as on a small panel.
        let panel = Panel(
            pixels: size, millimetres: Size(Double(size.width) / 5, Double(size.height) / 5))
        server = GuestServer(
            output: GuestOutput(
                pixels: size, millimetres: panel.millimetres, refresh: .milliseconds(16)))
        house = OneGuest(GuestView(server, refresh: .milliseconds(16)))
        let page = GuestScreen(name: "guest", title: "", program: GuestProgram(.command(["guest"])))
        page.isBarShown = false
        start = instant
        stage = Stage(
            panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(), root: page, language: language,
            at: instant)
        stage.typeIntoGuests()
        stage.guests = house
        steps = script.split(separator: ",").map { step in
            let words = step.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            return (Double(words[0]) ?? 0, Array(words.dropFirst()))
        }
    }

    var guests: GuestServer { server }

    /// Does what is due by `now`.
    func step(at now: Instant) throws {
        stage.advance(to: now)
        for arrival in stage.arrivals.take() { stage.arrived(arrival, at: now) }
        lift(at: now)
        while let step = steps.first, step.at <= (now - start).seconds {
            steps.removeFirst()
            try carryOut(step.words, now)
        }
        server.flush()
        _ = stage.plan(at: now)
        stage.willPresent(at: now)
        server.handedOver()
        server.presented(at: now)
    }

    private func carryOut(_ words: [String], _ now: Instant) throws {
        switch words[0] {
        case "tap": tap(at: Point(Double(words[1]) ?? 0, Double(words[2]) ?? 0), now)
        case "type": for letter in words[1] { tap(now) { $0.types(String(letter == "_" ? " " : letter)) } }
        case "key": tap(now) { StageTrial.keys[words[1]] == $0 }
        case "candidate": tap(now) { if case .candidate(_, index: 0) = $0 { true } else { false } }
        case "press":
            for phase in [PressFrame.Phase.began, .ended] {
                stage.handle(
                    PressFrame(
                        time: now, changes: [.init(button: 1, kind: .other(Int(words[1]) ?? 0), phase: phase)]))
            }
        case "picture":
            let picture = Bitmap(size: size, isOpaque: true)
            stage.draw(stage.plan(at: now), into: picture.surface, region: Region(size.bounds))
            try picture.writePNG(to: words[1])
            print("\(words[1]): keyboard \(stage.dock != nil), private \(stage.isPrivate)")
        default: print("unknown: \(words)")
        }
    }

    private static let keys: [String: KeyAction] = [
        "enter": .enter, "backspace": .backspace, "hide": .hide, "shift": .shift, "layout": .layout, "copy": .copy,
        "paste": .paste, "cut": .cut, "digits": .plane(.digits), "letters": .plane(.letters),
    ]

    private func tap(_ now: Instant, where matches: (KeyAction) -> Bool) {
        guard let key = stage.key(where: matches) else { return print("there is no such key") }
        var (origin, view) = (key.frame.center, key.superview)
        while let one = view {
            origin = origin + (one.frame.origin - one.bounds.origin)
            view = one.superview
        }
        tap(at: origin, now)
    }

    private func tap(at point: Point, _ now: Instant) {
        lastContact += 1
        let change = TouchFrame.Change(
            contact: lastContact, phase: .began, position: Point(point.x / 5, point.y / 5))
        stage.handle(TouchFrame(time: now, changes: [change]))
        lifts.append((now + .milliseconds(60), change))
    }

    private func lift(at now: Instant) {
        while let lift = lifts.first, lift.due <= now {
            lifts.removeFirst()
            var change = lift.change
            change.phase = .ended
            stage.handle(TouchFrame(time: now, changes: [change]))
        }
    }
}
