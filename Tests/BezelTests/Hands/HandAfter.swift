// One more plain scroll, tap, pull and swipe at the end: each must do what it does on a new stage of the same pages.

import Geometry
import Gestures
import TouchScript

@testable import Stage

/// Compares what plain fingers do on a stage that hands have left with what they do on an untouched one.
struct HandAfter {
    private let player: HandPlayer

    init(_ player: HandPlayer) { self.player = player }

    private enum Plain: String, CaseIterable { case scroll, tap, swipe, swipeAgain = "swipe again", pull }

    func check(_ fail: (String) -> Void) {
        guard let used = player.stage, !player.isAltered, !player.script.takesPagesFromBeneath, isComparable(used)
        else {
            return
        }
        player.book.isFree = true
        defer { player.book.isFree = false }
        let setting = player.script.setting
        let book = HandBook()
        book.isFree = true
        let fresh = player.pages.stage(
            setting.kiosk, used.stackNames, on: used.panel, used.gestures, used.direction, book)
        // A language that the hands have chosen has pages of other heights.
        if fresh.language != used.language { fresh.show(in: used.language, because: "the hands chose it") }
        for (name, value) in used.sliders { fresh.set(name, to: value) }
        fresh.scroll(to: StageState(stack: used.stackNames, offsets: used.scrollOffsets))
        // A sheet keeps the heights of the root that it came with, whatever its root is by now.
        guard fresh.scrollOffsets == used.scrollOffsets, fresh.sheets.map(\.stops) == used.sheets.map(\.stops) else {
            return
        }
        if used.gestures.trailing == .forward { used.gestures.trailing = .off }
        fresh.gestures = used.gestures
        for plain in Plain.allCases {
            let mine = play(plain, on: used)
            let theirs = play(plain, on: fresh)
            if mine != theirs {
                return fail("after: a plain \(plain.rawValue) does \(mine), and on a new stage \(theirs)")
            }
        }
    }

    /// Whether `stage` can be compared. Some state is kept by design: an order, rows that were given away, the height of a
    /// sheet, an open row.
    private func isComparable(_ stage: Stage) -> Bool {
        let names = stage.navigators.flatMap(\.screens).map(\.name)
        let keeps = [
            "order", "long-list", "taps", "sliders-and-map", "sheets", "two-people", "pinch", "control-", "concert-",
        ]
        return !names.contains { name in keeps.contains { name.hasPrefix($0) } }
            && !stage.sheets.contains { !$0.isPlain }
            && !stage.navigators.flatMap(\.screens).contains { screen in
                HandAim.views(in: screen.view, { ($0 as? ScrollView)?.openRow != nil }).count > 0
            }
    }

    /// What `plain` does to `stage`, in words.
    private func play(_ plain: Plain, on stage: Stage) -> String {
        var said: [String] = []
        let onTrace = stage.onTrace
        stage.onTrace = { record in
            onTrace?(record)
            guard record.kind == "transition", let phase = record.text("phase"), phase != "settling" else { return }
            said.append("\(record.text("operation")!) \(record.text("from")!) \(record.text("to")!) \(phase)")
        }
        defer { stage.onTrace = onTrace }
        let touch = TouchScript(rate: 50, start: stage.now + .milliseconds(50))
        let size = stage.panel.millimetres
        let sign = stage.frontNavigator.direction.outwards
        func aim(_ aim: HandStroke.Aim) -> Point {
            HandAim(stage, [:]).point(HandStroke(what: "", finger: 0, aim: aim))
        }
        switch plain {
        case .scroll:
            let start = aim(.list(0))
            touch.down(at: start).drag(to: start - Vector(0, size.height * 0.2), over: .milliseconds(300)).lift()
        case .tap: touch.tap(at: aim(.row(2)))
        case .swipe, .swipeAgain:
            let start = aim(.leading(1, 0.5))
            touch.down(at: start).drag(to: start + Vector(sign * size.width * 0.7, 0), over: .milliseconds(300)).lift()
        case .pull:
            let start = aim(.bar)
            touch.down(at: start).drag(to: start + Vector(0, size.height * 0.6), over: .milliseconds(300)).lift()
        }
        for frame in touch.frames { stage.handle(frame) }
        var steps = 0
        while let due = stage.nextDeadline, steps < 500 {
            stage.advance(to: due)
            steps += 1
        }
        if !stage.gesturesUnderWay.isEmpty { said.append("stuck \(stage.gesturesUnderWay.map(\.name))") }
        if stage.nextDeadline != nil { said.append("does not rest") }
        let offsets = stage.scrollOffsets.map { $0.map { Int($0.rounded()) } }
        return "\(said) → \(stage.stackNames) \(offsets)"
    }
}
