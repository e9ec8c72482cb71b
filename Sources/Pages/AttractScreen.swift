// The attract loop: pictures that fill the screen and move slowly, and a call to touch it.

import Drawing
import Geometry
import Layers
package import Stage

/// Shows the pictures of `[attract]` in turn. At most two are on the screen: the one that is shown, and the next one or the last one.
/// The screen itself takes no touch; the idle rules lead from it to the start.
package final class AttractScreen: Screen {
    /// The name of the screen in traces. No page has this name, since a page is a file.
    package nonisolated static let name = "attract:"
    /// How long a picture takes to cover the one before it.
    static let fade = Instant.Span.milliseconds(1200)
    /// How long the loop waits before it looks again for a picture that is being read.
    private static let patience = Instant.Span.milliseconds(200)

    /// A picture on the screen.
    @MainActor
    private struct Slide {
        /// Its number since the loop began.
        let number: Int
        let view: PictureView
        let pan: AttractPan
        /// When it began to move; nil while it waits behind another one, or is read.
        var start: Instant?

        /// Moves the picture to its place at `instant`. A picture comes back the other way, so that one alone has no end.
        func move(to instant: Instant) {
            view.frame = pan.frame(after: start.map { instant - $0 } ?? .zero, isBackward: number % 2 == 1)
        }

        /// When it moves next after `instant`.
        func next(after instant: Instant) -> Instant? {
            start.flatMap { start in pan.next(after: instant - start).map { start + $0 } }
        }
    }

    /// The second picture.
    private enum Other {
        case none
        /// The next one, which is read or waits behind the shown one.
        case next(Slide)
        /// The last one, which the shown one covers.
        case leaving(Slide, Animation)
    }

    private var table: AttractTable
    private var shown: Slide?
    private var other = Other.none
    /// When the next picture may come.
    private var due = Instant.zero
    /// The pictures, by their places in the table, that could not be read. They are not tried again.
    private var failed: Set<Int> = []
    private var isOn = false
    /// Keeps the next picture out of sight, also where the shown one is translucent.
    private let curtain = View(isOpaque: true)
    private let call = CallView()
    private lazy var tick = Countdown(of: self, isClockwork: true) { $0.step() }

    /// The loop of the pictures of `table`.
    package init(_ table: AttractTable) {
        self.table = table
        super.init(name: Self.name, title: "")
        isBarShown = false
    }

    /// Goes on with the pictures of `table`. The picture that is shown stays until its time is over.
    package func take(_ table: AttractTable) {
        guard table != self.table else { return }
        (self.table, failed) = (table, [])
        if case .next(let next) = other {
            next.view.removeFromSuperview()
            other = .none
        }
        showCall()
        step()
    }

    package override func load(into content: View) {
        for view in [curtain, call] { content.addSubview(view) }
    }

    package override func layout(_ content: View) {
        guard let stage = navigator?.stage else { return }
        let area = Rect(origin: .zero, size: content.bounds.size)
        curtain.layer.backgroundColor = stage.theme.background
        if curtain.frame != area {
            curtain.frame = area
            begin(with: shown?.number ?? 0, in: content, on: stage)
        }
        showCall()
    }

    package override func willAppear() {
        isOn = true
        step()
    }

    package override func didDisappear() {
        isOn = false
        tick.cancel()
    }

    // MARK: One picture after the other

    private func begin(with number: Int, in content: View, on stage: Stage) {
        shown?.view.removeFromSuperview()
        switch other {
        case .none: break
        case .next(let slide), .leaving(let slide, _): slide.view.removeFromSuperview()
        }
        other = .none
        let slide = slide(number, stage.theme)
        (shown, due) = (slide, stage.now)
        content.insertSubview(slide.view, at: 1)
        step()
    }

    private func slide(_ number: Int, _ theme: Theme) -> Slide {
        let picture = table.pictures[number % table.pictures.count]
        let view = PictureView(picture, description: "", fit: .covering, theme: theme)
        view.isUserInteractionEnabled = false
        let pan = AttractPan(picture.size, over: curtain.bounds.size, for: table.each + Self.fade)
        let slide = Slide(number: number, view: view, pan: pan)
        slide.move(to: .zero)
        return slide
    }

    /// Does what is due now, and waits for what comes next.
    private func step() {
        guard isOn, let stage = navigator?.stage, var shown else { return tick.cancel() }
        let now = stage.now
        // The time of the first picture begins when it has been read.
        if shown.start == nil, shown.view.hasArrived {
            shown.start = now
            (self.shown, due) = (shown, now + table.each)
        }
        shown.move(to: now)
        var isOver = false
        switch other {
        case .leaving(let slide, _): slide.move(to: now)
        case .next(let slide) where slide.view.hasFailed:
            slide.view.removeFromSuperview()
            failed.insert(slide.number % table.pictures.count)
            isOver = !prepare(after: slide.number, stage.theme)
        case .next(let slide) where slide.view.hasArrived && (now >= due || shown.view.hasFailed):
            cover(shown, with: slide, on: stage)
        case .next: break
        case .none where shown.view.hasArrived: isOver = !prepare(after: shown.number, stage.theme)
        case .none where shown.view.hasFailed:
            failed.insert(shown.number % table.pictures.count)
            isOver = !prepare(after: shown.number, stage.theme)
        case .none: break
        }
        var times = [self.shown?.next(after: now)]
        if case .leaving(let slide, _) = other { times.append(slide.next(after: now)) }
        if !isOver {
            let isWaiting = now >= due || !shown.view.hasArrived
            times.append(isWaiting ? now + Self.patience : due)
        }
        guard let next = times.compactMap(\.self).min() else { return tick.cancel() }
        tick.start(on: stage, until: next)
    }

    /// Puts the picture after `number` behind the shown one, where it is read. Returns false when no picture can be read.
    private func prepare(after number: Int, _ theme: Theme) -> Bool {
        other = .none
        let count = table.pictures.count
        guard let next = (number + 1...number + count).first(where: { !failed.contains($0 % count) }) else {
            return false
        }
        let slide = slide(next, theme)
        view.content.insertSubview(slide.view, at: 0)
        other = .next(slide)
        return true
    }

    private func cover(_ old: Slide, with next: Slide, on stage: Stage) {
        var next = next
        next.start = stage.now
        shown = next
        due = stage.now + table.each
        next.view.removeFromSuperview()
        view.content.insertSubview(next.view, at: 2)
        showCall()
        let animation = Animation()
        animation.animator.add(.opacity, of: next.view.layer, from: -1, to: 0)
        other = .leaving(old, animation)
        animation.start(on: stage, for: Self.fade, curve: .easeOut) { [unowned self] in
            old.view.removeFromSuperview()
            other = .none
            step()
        }
    }

    /// Shows the call in the language whose turn it is.
    private func showCall() {
        guard let stage = navigator?.stage, !curtain.bounds.isEmpty else { return }
        let words = table.calls[(shown?.number ?? 0) % table.calls.count]
        call.show(words, on: curtain.bounds.size, stage.panel, stage.theme)
    }
}
