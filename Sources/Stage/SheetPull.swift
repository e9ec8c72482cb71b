// Pull to dismiss: one finger shared by a sheet and the scroll views in it.

import Geometry
import Gestures

/// Divides one finger's way between a sheet and the scroll view under it, in both directions and as often as wanted:
/// downwards the content scrolls to its top, then the sheet moves; upwards the sheet closes its gap, then the content
/// scrolls. The pan that began, the sheet's own or the scroll view's, drives both.
final class SheetPull {
    /// The sheet's own pan.
    let pan: PanRecognizer

    private unowned let sheet: Sheet
    private enum Hold {
        case nothing
        case sheet(TransitionDrag, scroll: ScrollView?)
        case scroll(ScrollView)
    }
    private var hold = Hold.nothing

    init(sheet: Sheet) {
        self.sheet = sheet
        pan = PanRecognizer(name: "pull-to-dismiss", directions: .down)
        pan.maximumTouches = 1
        pan.slop = sheet.stage.gestures.slop
        pan.onAction { [unowned self] _ in pulled() }
    }

    /// Whether a finger holds the sheet.
    var holdsSheet: Bool { if case .sheet = hold { true } else { false } }

    private func pulled() {
        if pan.state == .began {
            // Only where the two share a finger does the scroll view get it back.
            let shared = sheet.stage.gestures.pull == .continuous ? scrollView(under: pan.touches.first) : nil
            take(with: pan, scroll: shared, base: nil, isHandedOver: false)
        }
        advance(pan)
    }

    /// The sheet's catch began: the finger holds the sheet where it is.
    func caught(by catching: PanRecognizer) {
        switch catching.state {
        case .began: take(with: catching, scroll: nil, base: nil, isHandedOver: false)
        case .changed, .ended, .cancelled: advance(catching)
        case .possible, .failed: break
        }
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
        case (.sheet(var drag, let scroll), .began), (.sheet(var drag, let scroll), .changed):
            guard drag.gesture == pan.id else { return }
            drag.move(by: pan.translation.y)
            if drag.p < 0, let scroll, scroll.canMove(-1) { return giveToScroll(drag, scroll, pan) }
            hold = .sheet(drag, scroll: scroll)
            sheet.drive(drag)
        case (.scroll(let scroll), .began), (.scroll(let scroll), .changed):
            let pull = scroll.pull(after: pan.translation.y)
            let excess = scroll.ends.lowerBound - pull
            if excess > 0 { return giveToSheet(scroll, pan, excess: excess) }
            scroll.show(pull: pull)
        case (.sheet(let drag, _), .ended):
            guard drag.gesture == pan.id else { return }
            hold = .nothing
            sheet.release(drag, pan)
        case (.sheet(let drag, _), .cancelled):
            guard drag.gesture == pan.id else { return }
            hold = .nothing
            sheet.putBack(drag)
        case (.scroll(let scroll), .ended):
            hold = .nothing
            scroll.endDrag(velocity: -pan.velocityAtLift.y)
        case (.scroll(let scroll), .cancelled):
            hold = .nothing
            scroll.endDrag(velocity: 0)
        case (.nothing, _), (.sheet, .possible), (.sheet, .failed), (.scroll, .possible), (.scroll, .failed): break
        }
    }

    /// The sheet is at rest and the finger goes on upwards: from here on it scrolls.
    private func giveToScroll(_ drag: TransitionDrag, _ scroll: ScrollView, _ pan: PanRecognizer) {
        sheet.close(drag)
        let beyond = -drag.p
        pan.restart()
        scroll.beginDrag()
        hold = .scroll(scroll)
        scroll.show(pull: scroll.pull(after: -beyond))
        scroll.beginDrag()
        scroll.traceScroll([("handover", .text("scroll"))])
    }

    /// The content is at its top and the finger goes on downwards: from here on it moves the sheet.
    private func giveToSheet(_ scroll: ScrollView, _ pan: PanRecognizer, excess: Double) {
        scroll.show(pull: scroll.ends.lowerBound)
        scroll.dropDrag()
        pan.restart()
        scroll.traceScroll([("handover", .text("sheet"))])
        take(with: pan, scroll: scroll, base: excess / sheet.density, isHandedOver: true)
    }

    private func take(with pan: PanRecognizer, scroll: ScrollView?, base: Double?, isHandedOver: Bool) {
        guard let drag = sheet.take(with: pan, base: base, isHandedOver: isHandedOver) else { return }
        hold = .sheet(drag, scroll: scroll)
        sheet.drive(drag)
    }

    private func scrollView(under touch: Touch?) -> ScrollView? {
        var responder = touch?.view as? View
        while let here = responder {
            if let scroll = here as? ScrollView, scroll.axis == .vertical { return scroll }
            responder = here.superview
        }
        return nil
    }
}
