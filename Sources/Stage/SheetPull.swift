// Pull to dismiss: one finger shared by a sheet and the scroll views in it.

import Geometry
import Gestures

/// Divides one finger's way between a sheet and the scroll view under it, in the way that the kiosk has chosen.
///
/// `continuous`: downwards the content scrolls to its top, then the sheet moves; upwards the sheet closes its gap, then the
/// content scrolls; as often as wanted. The pan that began, the sheet's own or the scroll view's, drives both.
/// `separate`: the scroll view waits for the pull, which begins only downwards with all content at its top.
/// `decline`: the scroll view does not begin at its top, and the sheet takes what it leaves.
final class SheetPull {
    /// The sheet's own pan.
    let pan: PanRecognizer

    private unowned let sheet: Sheet
    private var style: PullStyle { sheet.stage.gestures.pull }

    private enum Hold {
        case nothing
        /// The finger moves the sheet, and may go on with `scroll`.
        case sheet(scroll: ScrollView?)
        case scroll(ScrollView)
    }
    private var hold = Hold.nothing

    init(sheet: Sheet) {
        self.sheet = sheet
        pan = PanRecognizer(name: "pull-to-dismiss", directions: .vertical)
        pan.maximumTouches = 1
        pan.onAction { [unowned self] _ in pulled() }
        configure()
    }

    /// Takes over what the stage's settings say.
    func configure() { pan.slop = sheet.stage.gestures.slop }

    /// Whether a finger that goes on upwards scrolls the content when the sheet can rise no more.
    var givesToContent: Bool {
        if case .sheet(let scroll?) = hold { scroll.canMove(-1) } else { false }
    }

    // MARK: Who has the finger

    /// Why the sheet's pan does not begin with its finger.
    var permission: Permission {
        let isDown = pan.displacement.y > 0
        let isOnBar = isOnBar(pan.touches.first)
        if isOnBar { return .yes }
        if !isDown, sheet.rise <= 0 { return .no("moved up; the sheet rests as high as it goes") }
        guard style == .separate else { return .yes }
        for scroll in scrollViews(under: pan.touches.first) where !scroll.isAtStart {
            return .no("\(scroll.traceName) is not at its top")
        }
        return .yes
    }

    /// Whether `other` waits until the sheet's pan has failed.
    func goesBefore(_ other: Recognizer) -> Bool {
        guard style == .separate, let scroll = other.view as? ScrollView else { return false }
        return scroll.pan === other && scroll.axes.contains(.vertical) && scroll.yieldsAtEnds
    }

    /// Whether `scroll` leaves a finger that moves by `travel` (mm, downwards) to the sheet, and why.
    func refusal(of scroll: ScrollView, travel: Double) -> String? {
        if travel > 0, scroll.isAtStart { return "at its top; the sheet takes it" }
        if travel < 0, style == .continuous, sheet.rise > 0 { return "the sheet rises first" }
        return nil
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
        var found: [ScrollView] = []
        var view = touch?.view as? View
        while let here = view {
            if let scroll = here as? ScrollView, scroll.axes.contains(.vertical) { found.append(scroll) }
            view = here.superview
        }
        return found
    }

    // MARK: What the finger does

    private func pulled() {
        if pan.state == .began {
            // Only where the two share a finger does the scroll view get it back, and the bar always pulls.
            let isShared = style == .continuous && !isOnBar(pan.touches.first)
            take(with: pan, scroll: isShared ? scrollViews(under: pan.touches.first).first { $0.canMove(-1) } : nil)
        }
        advance(pan)
    }

    /// The sheet's catch began: the finger holds the sheet where it is.
    func caught(by catching: PanRecognizer) {
        if catching.state == .began { take(with: catching, scroll: nil) }
        advance(catching)
    }

    /// The pan of `scroll` did something.
    func scrolled(_ scroll: ScrollView) {
        if scroll.pan.state == .began {
            scroll.beginDrag()
            hold = .scroll(scroll)
            scroll.traceScroll([])
        }
        advance(scroll.pan)
    }

    private func advance(_ pan: PanRecognizer) {
        switch (hold, pan.state) {
        case (.sheet(let scroll), .began), (.sheet(let scroll), .changed):
            guard sheet.hand.drag?.gesture == pan.id else { return }
            sheet.hand.follow(pan)
            guard let p = sheet.hand.drag?.p, p < -sheet.rise, let scroll, scroll.canMove(-1) else { return }
            giveToScroll(scroll, pan, beyond: -p - sheet.rise)
        case (.scroll(let scroll), .began), (.scroll(let scroll), .changed):
            guard scroll.pan === pan || sheet.hand.drag == nil else { return }
            let pull = scroll.pull(after: pan.translation.y)
            let (above, below) = (scroll.ends.lowerBound - pull, pull - scroll.ends.upperBound)
            if above > 0, let next = next(to: scroll, pan, travel: 1) { return give(next, from: scroll, pan, -above) }
            if below > 0, let next = next(to: scroll, pan, travel: -1) { return give(next, from: scroll, pan, below) }
            if above > 0 { return giveToSheet(scroll, pan, excess: above) }
            scroll.follow(pan)
        case (.sheet, .ended):
            guard sheet.hand.drag?.gesture == pan.id else { return }
            hold = .nothing
            sheet.hand.release(pan)
        case (.sheet, .cancelled):
            guard sheet.hand.drag?.gesture == pan.id else { return }
            hold = .nothing
            sheet.hand.putBack("the touch was cancelled")
        case (.scroll(let scroll), .ended):
            hold = .nothing
            scroll.endDrag(velocity: -pan.velocityAtLift.y)
        case (.scroll(let scroll), .cancelled):
            hold = .nothing
            scroll.endDrag(velocity: 0)
        case (.nothing, _), (.sheet, .possible), (.sheet, .failed), (.scroll, .possible), (.scroll, .failed): break
        }
    }

    /// The innermost other scroll view under the finger that can move that way.
    private func next(to scroll: ScrollView, _ pan: PanRecognizer, travel: Double) -> ScrollView? {
        scrollViews(under: pan.touches.first).first { $0 !== scroll && $0.yieldsAtEnds && $0.canMove(travel) }
    }

    /// One scroll view is at its end and the finger goes on with another, which is `ahead` px of where it was.
    private func give(_ next: ScrollView, from scroll: ScrollView, _ pan: PanRecognizer, _ ahead: Double) {
        scroll.show(pull: ahead < 0 ? scroll.ends.lowerBound : scroll.ends.upperBound)
        scroll.dropDrag()
        pan.restart()
        next.beginDrag(ahead: ahead / sheet.density)
        hold = .scroll(next)
        next.follow(pan)
        next.traceScroll([("handover", .text("scroll"))])
    }

    /// The sheet is as high as it goes and the finger goes on upwards: from here on it scrolls.
    private func giveToScroll(_ scroll: ScrollView, _ pan: PanRecognizer, beyond: Double) {
        sheet.close()
        pan.restart()
        scroll.beginDrag(ahead: beyond)
        hold = .scroll(scroll)
        scroll.follow(pan)
        scroll.traceScroll([("handover", .text("scroll"))])
    }

    /// The content is at its top and the finger goes on downwards: from here on it moves the sheet.
    private func giveToSheet(_ scroll: ScrollView, _ pan: PanRecognizer, excess: Double) {
        scroll.show(pull: scroll.ends.lowerBound)
        scroll.dropDrag()
        pan.restart()
        scroll.traceScroll([("handover", .text("sheet"))])
        take(with: pan, scroll: scroll, base: excess / sheet.density, isHandedOver: true)
        sheet.hand.follow(pan)
    }

    private func take(with pan: PanRecognizer, scroll: ScrollView?, base: Double = 0, isHandedOver: Bool = false) {
        hold = .sheet(scroll: scroll)
        sheet.take(with: pan, base: base, isHandedOver: isHandedOver)
    }
}
