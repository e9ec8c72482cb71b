// Reads the trace of a stage under hands and checks its pictures: whatever begins also ends, one tap opens one page, and a
// page is where its finger is.

import Geometry
import Gestures

@testable import Stage

/// What a person would notice while fingers are on the glass.
final class HandWatch {
    /// Why the stage does something.
    enum Cause {
        /// Of the fingers of the frame, those that have lifted.
        case touches([HandFinger])
        case code, answer, time
    }

    var faults: [String] = []
    var cause = Cause.time
    /// The last phase of each transition that has begun.
    private var phases: [Int: String] = [:]
    /// What the first tap of each pair has done, and its finger.
    private var pairs: [Int: (what: String, finger: HandFinger)] = [:]
    /// How many pages were opened in this frame.
    private var opened = 0
    /// The touches of each gesture that has begun.
    private var touches: [Int: [Int]] = [:]
    /// The scroll gestures: content that scrolls can hand its finger back.
    private var scrolling: Set<Int> = []
    /// The screen whose row each finger moves aside. A finger that let go of a leaving screen can move one of the screen below.
    private var swiped: [Int: String] = [:]
    /// Fingers that had moved something before; what they move next follows them from there.
    private var passedOn: Set<Int> = []
    /// The values of the sliders that fingers hold on pages that move, with the movement.
    private var carried: [ObjectIdentifier: (value: Double, by: Int)] = [:]
    /// The finger under each screen that follows one.
    private var follows: [String: Follow] = [:]

    private struct Follow {
        let finger: HandFinger
        let isPull: Bool
        /// Which way its finger went, along x.
        let way: Double
        /// How much of its way (mm) the slop took, in the direction it had when the screen began to follow.
        let slop: Double
        /// How far (mm) its screen can go.
        let extent: Double
    }

    func beginFrame() { opened = 0 }

    /// Screens no longer have to be where their fingers are: other fingers or code have moved them.
    func forgetFingers() { follows = [:] }

    /// Code has changed the stage, so later taps act on something else.
    func forgetTaps() {
        forgetFingers()
        pairs = [:]
    }

    /// Whether the sample asks before it leaves, and what asks there.
    private static func asks(_ names: String...) -> Bool { names.contains { $0 == "order" || $0 == "question" } }

    func note(_ record: TraceRecord, _ player: HandPlayer) {
        switch record.kind {
        case "gesture":
            if record.text("state") == "began", let id = record.number("id"), let fingers = record.numbers("touches") {
                passedOn.formUnion(touches.values.joined().filter { fingers.contains($0) })
                touches[id] = fingers
                if record.text("name") == "scroll" { scrolling.insert(id) }
                if record.text("name") == "row-swipe", let view = record.text("view") {
                    for finger in fingers { swiped[finger] = view }
                }
            }
        case "transition":
            guard let id = record.number("id"), let phase = record.text("phase"),
                let operation = record.text("operation"), let from = record.text("from"), let to = record.text("to")
            else { return faults.append("trace: a transition without its fields") }
            let what = "\(operation) \(id) from \(from) to \(to)"
            step(id, phase, what)
            follows[from] = nil
            follows[to] = nil
            // Another finger undoes what the first tap of a pair did: what comes back takes taps at once.
            if phase == "cancelled" || phase == "settling" && record.flag("finish") == false {
                pairs = pairs.filter { $0.value.what != what }
            }
            if phase == "caught", let gesture = record.number("gesture") {
                passedOn.formUnion(touches[gesture] ?? [])
            }
            guard phase == "began" else { return }
            if let gesture = record.number("gesture") {
                follow(gesture, operation, from, player)
            } else {
                tapped(operation, from, to, what)
            }
        default: break
        }
    }

    /// Each transition begins once and ends once.
    private func step(_ id: Int, _ phase: String, _ what: String) {
        let last = phases[id]
        let isLegal =
            switch phase {
            case "began": last == nil
            case "caught", "held", "answered", "settling", "cancelled":
                last != nil && last != "finished" && last != "cancelled"
            // A sheet that a finger brought back up is at rest at once, also one that was held, and one whose screen meanwhile
            // answered: the finger goes on with its content.
            case "finished": ["settling", "caught", "held", "answered"].contains(last)
            default: false
            }
        if !isLegal { faults.append("phases: \(what) was \(last ?? "not there") and is \(phase)") }
        phases[id] = phase
    }

    /// Nothing moves: all that began has ended.
    func checkOver() {
        for (id, phase) in phases.sorted(by: { $0.key < $1.key }) where phase != "finished" && phase != "cancelled" {
            faults.append("phases: transition \(id) has not ended; it is \(phase)")
        }
    }

    // MARK: Taps

    private func tapped(_ operation: String, _ from: String, _ to: String, _ what: String) {
        guard case .touches(let lifted) = cause, !Self.asks(from, to) else { return }
        let taps = lifted.filter { $0.stroke.end == .lift || $0.stroke.end == .comesTwice }
        if operation == "push" || operation == "present" {
            opened += 1
            if opened > 1 {
                faults.append("two pages in a frame: fingers that left together opened two pages, the second \(to)")
            }
            // A finger that came down and lifted in the same frame was not seen to come down.
            // Two fingers that move apart on a picture open it before they lift.
            let isLarger = to.hasPrefix("\(from)#")
            // On an opened picture a tap waits for a second one, and then opens what it hit.
            let hasWaited = from.contains("#")
            let mayOpen =
                taps.contains { $0.screen == from || $0.stroke.end == .comesTwice }
                || lifted.contains { swiped[$0.stroke.finger] == from }
            if !isLarger, !hasWaited, !mayOpen {
                let screens = taps.compactMap(\.screen).joined(separator: ", ")
                faults.append(
                    "a tap elsewhere: a tap on \(screens.isEmpty ? "nothing" : screens) opened \(to) from \(from)")
            }
        }
        // Another finger has changed what the second tap of a pair meets.
        let pairsHere = Set(taps.map(\.stroke.pair))
        pairs = pairs.filter { pairsHere.contains($0.key) }
        // When other fingers lift in the same frame, it is not clear whose tap it was.
        guard let finger = taps.first, let pair = finger.stroke.pair, taps.allSatisfy({ $0.stroke.pair == pair }) else {
            return
        }
        if let before = pairs[pair], !isWanted(operation, by: finger, after: before.what, by: before.finger) {
            faults.append("two quick taps: they did two things: \(before.what), then \(what)")
        }
        pairs[pair] = (what, finger)
    }

    /// Whether a second tap may do `operation` after the first one has done `before`.
    private func isWanted(
        _ operation: String, by second: HandFinger, after before: String, by first: HandFinger
    ) -> Bool {
        // A tap beside a sheet dismisses it, whatever happens on its stack.
        if operation == "dismiss", before.hasPrefix("push") { return true }
        // Uncovered content takes touches at once, unless they are meant for what was there.
        if second.isSecondTap(after: first) { return false }
        if before.hasPrefix("pop") { return operation != "pop" }
        return before.hasPrefix("dismiss") && (operation == "push" || operation == "present")
    }

    // MARK: Fingers

    private func follow(_ gesture: Int, _ operation: String, _ from: String, _ player: HandPlayer) {
        guard player.fingers.count == 1, let finger = player.fingers.first, !player.script.setting.isResampling,
            touches[gesture] == [finger.stroke.finger], !scrolling.contains(gesture), finger.stroke.end != .comesTwice,
            !Self.asks(from),
            !passedOn.contains(finger.stroke.finger), finger.stroke.legs.allSatisfy({ $0.span < 3000 }),
            !player.book.probes.contains(where: { $0.name == from && $0.manners != .lets })
        else { return }
        // With two screens of one name it is not clear which is meant.
        if player.stage.stackNames.count(where: { $0 == from || $0 == from + "!" }) > 1 { return }
        let way = finger.place - finger.start
        if operation == "pop" {
            let width = player.stage.panel.millimetres.width
            follows[from] = Follow(
                finger: finger, isPull: false, way: way.x < 0 ? -1 : 1, slop: player.stage.gestures.slop, extent: width)
        } else if operation == "dismiss", case .bar = finger.stroke.aim,
            let sheet = player.stage.sheets.last(where: { $0.navigator.root.name == from }),
            !player.book.probes.contains(where: { $0 === sheet.navigator.top && $0.manners != .lets })
        {
            let extent = sheet.extent / player.stage.panel.density(.vertical)
            let slop = player.stage.gestures.slop * (way.y < 0 ? -1 : 1)
            follows[from] = Follow(finger: finger, isPull: true, way: 1, slop: slop, extent: extent)
        }
    }

    /// Called when the picture for `instant` is made.
    func look(at instant: Instant, _ player: HandPlayer) {
        guard let stage = player.stage else { return }
        let size = stage.panel.millimetres
        let moving = stage.movingScreens(at: instant)
        for (name, offset) in moving {
            let isUpright = abs(offset) <= max(size.width, size.height) + 0.01
            if !isUpright || !offset.isFinite { faults.append("limits: \(name) is \(offset) mm away") }
            // A sheet that leaves can have the name of the screen that follows a finger.
            guard let follow = follows[name], moving.count(where: { $0.0 == name }) == 1 else { continue }
            let axis = follow.isPull ? Axis.vertical : .horizontal
            let way = (follow.finger.place - follow.finger.start)[axis] * follow.way - follow.slop
            if follow.isPull, way < 0 { continue }
            let expected = min(max(way, 0), follow.extent)
            let pixel = 1 / stage.panel.density(axis)
            if abs(offset - expected) > pixel * 1.01 {
                let places = [offset, expected].map(\.decimalThousandths)
                faults.append(
                    "follows: \(name) is at \(places[0]) mm and its finger at \(places[1]) mm, at \(instant.nanoseconds / 1_000_000) ms"
                )
            }
        }
        lookAtSliders(stage)
        for navigator in stage.navigators {
            for transition in navigator.transitions {
                let offset = transition.offset(at: instant).offset
                if offset < -0.5 || offset > transition.extent + 0.5 {
                    faults.append("limits: \(transition.upper.name) is at \(offset) px of \(transition.extent)")
                }
            }
        }
    }
}

extension HandWatch {
    /// A slider that a finger holds while another one moves its page keeps its value.
    private func lookAtSliders(_ stage: Stage) {
        var now: [ObjectIdentifier: (value: Double, by: Int)] = [:]
        for screen in stage.navigators.flatMap(\.screens) {
            guard let transition = screen.transition else { continue }
            for case let slider as SliderView in HandAim.all(in: screen.view) where slider.isDragged {
                now[ObjectIdentifier(slider)] = (slider.value, transition.id)
            }
        }
        for (id, one) in now {
            // Between two movements the page was at rest, and the thumb at its finger.
            guard let before = carried[id], before.by == one.by, before.value != one.value else { continue }
            faults.append("sliders: one on a page that moves goes from \(before.value) to \(one.value)")
        }
        carried = now
    }
}

extension TraceRecord {
    private func value(_ key: String) -> Value? { fields.first { $0.0 == key }?.1 }

    func text(_ key: String) -> String? { if case .text(let text)? = value(key) { text } else { nil } }
    func flag(_ key: String) -> Bool? { if case .flag(let flag)? = value(key) { flag } else { nil } }
    func number(_ key: String) -> Int? { if case .integer(let number)? = value(key) { number } else { nil } }
    func numbers(_ key: String) -> [Int]? { if case .numbers(let numbers)? = value(key) { numbers } else { nil } }
}
