// The owner of a finger that drags on a sheet or in content, from the beginning of its pan to its end.

import Geometry
import Gestures

/// Passes one dragging finger between its owners: a scroll view, and the sheet around it. A finger can change its owner
/// any number of times. Each finger has its own session, so any number of fingers can drag at once. A finger on a page
/// belongs to the page from its beginning to its end; `TransitionDrag` describes that.
@MainActor
final class FingerSession {
    /// The owner of the finger.
    enum Owner {
        /// The sheet. When the sheet is at its highest position, `next` takes the finger.
        case sheet(Sheet, next: ScrollView?)
        /// A scroll view. If it `bands`, its top gives like a rubber band; otherwise the finger goes on with the sheet there.
        case scroll(ScrollView, bands: Bool)
        /// No owner, until the finger lifts.
        case nobody
    }

    /// The finger's pan: that of the sheet, or that of the scroll view where it began.
    let pan: PanRecognizer
    private(set) var owner: Owner
    /// Whether the sheet and the scroll views in it share the finger.
    private let isShared: Bool

    init(_ pan: PanRecognizer, owner: Owner, isShared: Bool) {
        self.pan = pan
        self.owner = owner
        self.isShared = isShared
    }

    /// Passes a change of the pan's state to the owner.
    func advance() {
        switch owner {
        case .sheet(let sheet, let next): advance(sheet, next)
        case .scroll(let scroll, let bands): advance(scroll, bands)
        case .nobody: break
        }
    }

    private func advance(_ sheet: Sheet, _ next: ScrollView?) {
        switch pan.state {
        case .began, .changed:
            sheet.driver.follow(pan)
            guard let drag = sheet.driver.held(by: pan)?.drag, let next, !next.isHeld, next.canMove(-1) else { return }
            let beyond = -sheet.rise - drag.offset
            if beyond > 0 { give(to: next, from: sheet, ahead: beyond) }
        case .ended: sheet.driver.release(pan)
        case .cancelled: sheet.driver.putBack(pan, "the touch was cancelled")
        case .possible, .failed: break
        }
    }

    private func advance(_ scroll: ScrollView, _ bands: Bool) {
        switch pan.state {
        case .began, .changed:
            // An app may have scrolled the content elsewhere.
            guard scroll.holder === self else { return owner = .nobody }
            guard isShared, let sheet = scroll.screen?.navigator?.sheet else { return scroll.follow() }
            let pull = scroll.pull(after: pan.translation.y)
            let (above, below) = (scroll.ends.lowerBound - pull, pull - scroll.ends.upperBound)
            if above > 0, let next = next(to: scroll, travel: 1) { return give(to: next, from: scroll, ahead: -above) }
            if below > 0, let next = next(to: scroll, travel: -1) { return give(to: next, from: scroll, ahead: below) }
            if above <= 0 {
                owner = .scroll(scroll, bands: false)
            } else if !bands, sheet.fingers.takesOver(pan) {
                return give(to: sheet, from: scroll, ahead: above)
            } else {
                // Another finger holds the sheet. Band from now on, so that the sheet does not jump to this finger when
                // it is released.
                owner = .scroll(scroll, bands: true)
            }
            scroll.follow()
        case .ended: if scroll.holder === self { scroll.release(pan.velocityAtLift) }
        case .cancelled: if scroll.holder === self { scroll.release(.zero, isCancelled: true) }
        case .possible, .failed: break
        }
    }

    /// Whether the content bands at its top while this finger drags it.
    var bandsAtTop: Bool {
        switch owner {
        case .scroll(_, let bands): bands || !isShared
        case .sheet, .nobody: true
        }
    }

    // MARK: Hand-overs

    /// The innermost other scroll view under the finger that can move by `travel` and that no other finger holds.
    private func next(to scroll: ScrollView, travel: Double) -> ScrollView? {
        guard let view = pan.touches.first?.view as? View else { return nil }
        return view.scrollViewsHere.first {
            $0 !== scroll && $0.axes.contains(.vertical) && $0.yieldsAtEnds && !$0.isHeld && $0.canMove(travel)
        }
    }

    /// Hands the finger from a scroll view at its end to `next`. The finger is `ahead` px beyond the position where it
    /// changes hands.
    private func give(to next: ScrollView, from scroll: ScrollView, ahead: Double) {
        scroll.show(pull: ahead < 0 ? scroll.ends.lowerBound : scroll.ends.upperBound)
        scroll.dropDrag()
        pan.restart()
        hold(next, ahead: ahead)
    }

    /// Hands the finger from the sheet, at its highest position, to `next`. The finger is `ahead` mm beyond that position.
    private func give(to next: ScrollView, from sheet: Sheet, ahead: Double) {
        sheet.close(under: pan)
        pan.restart()
        hold(next, ahead: ahead * next.density(.vertical))
    }

    private func hold(_ scroll: ScrollView, ahead: Double) {
        owner = .scroll(scroll, bands: false)
        scroll.grab([.vertical], by: self, ahead: ahead)
        scroll.follow()
        scroll.traceScroll([("handover", .text("scroll"))])
    }

    /// Hands the finger from a scroll view at its top to the sheet. The finger is `ahead` px beyond the top.
    private func give(to sheet: Sheet, from scroll: ScrollView, ahead: Double) {
        scroll.show(pull: scroll.ends.lowerBound)
        scroll.dropDrag()
        pan.restart()
        scroll.traceScroll([("handover", .text("sheet"))])
        owner = .sheet(sheet, next: scroll)
        sheet.take(with: pan, ahead: ahead / sheet.density, isHandedOver: true)
        sheet.driver.follow(pan)
    }
}
