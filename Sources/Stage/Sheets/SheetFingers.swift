// The fingers on a sheet: those that pull it, those that catch it, and those that tap beside it.

import Geometry
import Gestures

/// The recognizers of a sheet, and when each may begin. The `FingerSession` of a finger that drags on the sheet names
/// its owner, by the `PullStyle` that the kiosk has chosen:
///
/// - `continuous`: downwards the content scrolls to its top, then the sheet moves; upwards the sheet rises to its
///   highest position, then the content scrolls; any number of times. The pan that began, the sheet's or the scroll
///   view's, drives both.
/// - `separate`: the scroll view waits for the pull, which begins only downwards, with all content at its top.
/// - `decline`: the scroll view does not begin at its top, and the sheet takes the finger.
@MainActor
final class SheetFingers {
    private let pull = PanRecognizer(name: "pull-to-dismiss", directions: .vertical)
    private let catching = PanRecognizer(name: "catch", directions: .vertical)
    private let tapOutside = TapRecognizer(name: "tap-outside")
    private unowned let sheet: Sheet
    private var stage: Stage { sheet.stage }
    private var style: PullStyle { stage.gestures.pull }

    init(sheet: Sheet) {
        self.sheet = sheet
        (pull.role, catching.role) = (.pull, .catch)
        catching.beginsAtTouchDown = true
        for pan in [catching, pull] {
            pan.maximumTouches = 1
            pan.delegate = self
            sheet.navigator.view.addRecognizer(pan)
        }
        catching.onAction { [weak self] _ in self?.caught() }
        pull.onAction { [weak self] _ in self?.pulled() }
        tapOutside.delegate = self
        tapOutside.onAction { [weak self] _ in self?.sheet.leave() }
        sheet.view.addRecognizer(tapOutside)
    }

    // MARK: Drags and catches

    private func pulled() {
        if pull.state == .began {
            // The scroll view gets the finger back only if both share it. A finger on the bar always pulls.
            let touch = pull.touches.first
            let isShared = style == .continuous && !isOnBar(touch)
            let next = isShared ? scrollViews(under: touch).first { $0.canMove(-1) && !$0.isHeld } : nil
            sheet.take(with: pull)
            stage.add(FingerSession(pull, owner: .sheet(sheet, next: next), isShared: isShared))
        }
        stage.advanceSession(of: pull)
    }

    private func caught() {
        switch catching.state {
        case .began: if sheet.isCatchable { sheet.take(with: catching) }
        case .changed:
            sheet.driver.follow(catching)
            guard let drag = sheet.driver.held(by: catching)?.drag, drag.goesAcross else { return }
            let touch = catching.touches.first
            if let touch { stage.reroute(touch, why: NavigatorFingers.across) }
            sheet.driver.putBack(catching, NavigatorFingers.across)
        case .ended: sheet.driver.release(catching)
        case .cancelled: sheet.driver.putBack(catching, "the touch was cancelled")
        case .possible, .failed: break
        }
    }

    /// Whether the finger of `pan` scrolls the content once the sheet cannot rise further.
    func givesToContent(_ pan: PanRecognizer) -> Bool {
        guard case .sheet(_, let scroll?)? = stage.session(of: pan)?.owner, !scroll.isHeld else { return false }
        return scroll.canMove(-1)
    }

    // MARK: Ownership of the finger

    /// The reason why a finger that came down as `touch` and moves by `travel` (mm, downwards) cannot pull the sheet;
    /// nil if it can.
    private func refusal(of touch: Touch?, travel: Double) -> String? {
        if sheet.isLeaving { return "the sheet leaves" }
        let front = stage.frontNavigator
        if front !== sheet.navigator { return "\(front.root.name) lies over the sheet" }
        if sheet.isHeld { return "something else moves the sheet" }
        if sheet.transition?.look.isInterruptible == false { return "it cannot be interrupted" }
        if let why = View.regionRefusal(of: touch, along: .vertical) { return why }
        if isOnBar(touch) { return nil }
        if travel <= 0, sheet.rise <= 0 { return "moved up; the sheet rests as high as it goes" }
        guard style == .separate else { return nil }
        let scrolled = scrollViews(under: touch).first { !$0.isAtStart }
        return scrolled.map { "\($0.traceName) is not at its top" }
    }

    /// The reason why `scroll` leaves its finger, which moves by `travel` (mm, downwards), to the sheet; nil if it
    /// keeps the finger.
    func claim(on scroll: ScrollView, travel: Double) -> String? {
        let rises = travel < 0 && style == .continuous && sheet.rise > 0
        guard travel > 0 && scroll.isAtStart || rises else { return nil }
        let touch = scroll.pan.touches.first
        let follows = pull.state == .possible && pull.touches.contains { $0 === touch }
        guard follows, refusal(of: touch, travel: travel) == nil else { return nil }
        return rises ? "the sheet rises first" : "at its top; the sheet takes it"
    }

    /// Whether the sheet takes over the finger of `pan` from content at its top.
    func takesOver(_ pan: PanRecognizer) -> Bool {
        style == .continuous && stage.frontNavigator === sheet.navigator && !sheet.isHeld && !sheet.isLeaving
            && sheet.transition?.look.isInterruptible != false
            && View.regionRefusal(of: pan.touches.first, along: .vertical) == nil
    }

    private func isOnBar(_ touch: Touch?) -> Bool {
        var view = touch?.view as? View
        while let here = view {
            if here is BarView { return true }
            view = here.superview
        }
        return false
    }

    /// The vertical scroll views under `touch`, innermost first.
    private func scrollViews(under touch: Touch?) -> [ScrollView] {
        guard let view = touch?.view as? View else { return [] }
        return view.scrollViewsHere.filter { $0.axes.contains(.vertical) }
    }
}

extension SheetFingers: RecognizerDelegate {
    /// The catching pan follows touches while the sheet moves. The tap follows touches beside a sheet at rest. It
    /// ignores the second tap of a double tap, which would dismiss the sheet that the first tap presented or uncovered.
    func shouldReceive(_ touch: Touch, by recognizer: Recognizer) -> Bool {
        if recognizer === catching { return !touch.isRerouted && sheet.isCatchable }
        if recognizer === pull { return !stage.isOnDock(touch) }
        if sheet.card?.closesOnTapBeside == false { return false }
        let isDoubleTap = [sheet.start, stage.lastDismissal].contains { change in
            change.map { touch.startTime - $0 <= Slop.tapPause } ?? false
        }
        return touch.view === sheet.view && sheet.isStill && !isDoubleTap
    }

    /// Refuses a pull that is not possible now.
    func shouldBegin(_ recognizer: Recognizer) -> Permission {
        guard recognizer === pull else { return .yes }
        return refusal(of: pull.touches.first, travel: pull.displacement.y).map { .no($0) } ?? .yes
    }

    /// Everything but the hint waits for a catch. Recognizers over which the pull has precedence wait for the pull.
    func shouldBeRequiredToFail(_ recognizer: Recognizer, by other: Recognizer) -> Bool {
        if other.role == .hint { return false }
        if recognizer === catching { return true }
        guard recognizer === pull, other.role == .content else { return false }
        return recognizer.isReserved(against: other) || goesBefore(other)
    }

    /// Whether `other` scrolls content and has to wait until the pull has failed.
    private func goesBefore(_ other: Recognizer) -> Bool {
        guard style == .separate, let scroll = other.view as? ScrollView else { return false }
        return scroll.pan === other && scroll.axes.contains(.vertical) && scroll.yieldsAtEnds
    }
}
