// A stage when all hands have left it: nothing moves, nothing is stuck, and what is in front is what is shown.

import Geometry
import Layers

@testable import Stage

/// Checks a stage at rest.
struct HandRest {
    private let stage: Stage
    private let book: HandBook

    init(_ stage: Stage, _ book: HandBook) { (self.stage, self.book) = (stage, book) }

    func check(_ fail: (String) -> Void) {
        let gestures = stage.gesturesUnderWay.map { "\($0.name) (\($0.state))" }
        if !gestures.isEmpty { fail("stuck: \(gestures.joined(separator: ", "))") }
        // A caret blinks and a spinner turns for ever.
        let movers = stage.movers.filter { !$0.isClockwork && !$0.isEndless }
        if movers.contains(where: { $0.changes(after: stage.now) }) { fail("rest: something still moves") }
        let moving = stage.movingScreens(at: stage.now)
        if !moving.isEmpty { fail("rest: on their way are \(moving.map { "\($0.0) at \($0.1) mm" })") }
        if !movers.isEmpty { fail("rest: movers are left: \(movers.map { "\(type(of: $0))" })") }
        if !moving.isEmpty { return }
        checkScreens(fail)
        checkDock(fail)
        checkLives(fail)
        checkTree(fail)
    }

    /// The screen that presents a sheet stays beneath it, unless an app takes it away there.
    func checkPresenters(_ fail: (String) -> Void) {
        let here = stage.navigators.flatMap(\.screens)
        for sheet in stage.sheets where !here.contains(where: { $0 === sheet.presenter }) {
            fail("presenter: \(sheet.presenter.name) has left beneath \(sheet.navigator.root.name), which it presents")
        }
    }

    private func checkScreens(_ fail: (String) -> Void) {
        for navigator in stage.navigators {
            for screen in navigator.screens {
                let (model, shown) = (screen.view.layer, screen.view.layer.presentation)
                if shown.position != model.position || shown.dim != 0 || shown.opacity != 1 {
                    fail("rest: \(screen.name) is not where it rests")
                }
                if screen.view.layer.isHidden != (screen !== navigator.top) {
                    fail(
                        "rest: \(screen.name) is \(screen.view.layer.isHidden ? "hidden and in front" : "covered and shown")"
                    )
                }
                if screen === navigator.top, !screen.view.isUserInteractionEnabled {
                    fail("rest: \(screen.name) is in front and takes no touches")
                }
                if screen.navigator !== navigator { fail("rest: \(screen.name) does not know its stack") }
                if screen.transition != nil { fail("rest: \(screen.name) still knows a transition") }
                if screen.view.isArmed { fail("rest: \(screen.name) shows that it would leave") }
            }
            let (model, shown) = (navigator.view.layer, navigator.view.layer.presentation)
            if shown.position != model.position || shown.dim != model.dim {
                fail("rest: the stack of \(navigator.root.name) is not where it rests")
            }
        }
    }

    /// A keyboard belongs to what is in front, rests at the bottom of the glass, and types into a field.
    private func checkDock(_ fail: (String) -> Void) {
        guard let dock = stage.dock else { return }
        if dock.screen !== stage.frontNavigator.top { fail("keyboard: its screen is not in front") }
        let shown = dock.view.layer.presentation
        if shown.position != dock.view.frame.origin || dock.view.frame.maxY != stage.rootView.bounds.height {
            fail("keyboard: it is not at the bottom of the glass, but at \(shown.position)")
        }
        if stage.focus == nil { fail("keyboard: it types into nothing") }
    }

    private func checkLives(_ fail: (String) -> Void) {
        let front = stage.frontNavigator.top
        for probe in book.probes {
            if probe === front, !probe.isAppeared {
                fail("life: \(probe.name) is in front and \(probe.stageOfLife)")
            } else if probe !== front, !probe.isHidden {
                fail("life: \(probe.name) is not in front and \(probe.stageOfLife)")
            }
        }
    }

    /// Only views of screens that are there lie on the glass.
    private func checkTree(_ fail: (String) -> Void) {
        let here = stage.navigators.flatMap(\.screens)
        for view in HandAim.views(in: stage.rootView, { $0 is ScreenView }) {
            if let owner = (view as? ScreenView)?.owner, !here.contains(where: { $0 === owner }) {
                fail("tree: the view of \(owner.name), which has gone, lies on the glass")
            }
        }
    }
}
