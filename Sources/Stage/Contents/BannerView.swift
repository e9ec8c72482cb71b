// A view over all screens that says something for a while.

package import Geometry
import Layers

/// A view over all screens. It takes the touches on its controls, and no others. It leaves with its screen, or when another one comes.
package final class BannerView: View {
    private let words: Spoken
    private let place: (BannerView, _ glass: Rect, Theme, LayoutDirection) -> Void
    /// The screen that has shown it.
    package private(set) weak var owner: Screen?
    private weak var shownOn: Stage?
    private var way: Animation?
    private lazy var time = Countdown(of: self) { $0.leave() }
    private var isEnding = false

    /// A view that is `spoken` in words. `place` places it, and what is in it, on the glass (px).
    package init(
        _ spoken: Spoken, place: @escaping (BannerView, _ glass: Rect, Theme, LayoutDirection) -> Void
    ) {
        (words, self.place) = (spoken, place)
        super.init()
    }

    package override var spoken: Spoken? { words }

    /// Shows the view over the screens of the stage for `span`, on behalf of `owner`, or of the screen beneath if that is already leaving.
    package func show(for owner: Screen, _ span: Instant.Span) {
        guard let stage = owner.navigator?.stage else { return }
        (self.owner, shownOn) = (owner.staying, stage)
        stage.rootView.banner?.end()
        stage.rootView.insertSubview(self, at: stage.rootView.subviews.count - stage.viewsOverSheets)
        stage.rootView.banner = self
        arrange()
        move(from: 1, to: 0) {}
        time.start(on: stage, until: stage.now + span)
    }

    /// Leaves.
    package func leave() {
        guard !isEnding, shownOn != nil else { return }
        isEnding = true
        isUserInteractionEnabled = false
        time.cancel()
        move(from: 0, to: 1) { [weak self] in self?.end() }
    }

    /// Is gone at once.
    func end() {
        time.cancel()
        way?.stop()
        way = nil
        if shownOn?.rootView.banner === self { shownOn?.rootView.banner = nil }
        removeFromSuperview()
    }

    func arrange() {
        guard let stage = shownOn, let owner else { return }
        place(
            self, Rect(origin: .zero, size: stage.panel.pixels.size), owner.shownTheme(on: stage), owner.textDirection)
    }

    /// Moves from one share of the way to below the glass to another.
    private func move(from start: Double, to end: Double, onEnd: @escaping () -> Void) {
        guard let stage = shownOn else { return }
        way?.stop()
        let way = Animation()
        let distance = stage.panel.pixels.size.height - frame.minY
        way.animator.add(.positionY, of: layer, from: start * distance, to: end * distance)
        way.animator.add(.opacity, of: layer, from: -start, to: -end)
        self.way = way
        way.start(on: stage, for: .milliseconds(250), curve: .easeInOut, onEnd: onEnd)
    }

    /// Whatever is not touched here is touched behind it.
    package override func hitTest(_ point: Point) -> View? {
        let hit = super.hitTest(point)
        return hit === self ? nil : hit
    }
}

extension Screen {
    /// This screen, or the one that it gives way to if it is leaving, or its sheet.
    var staying: Screen {
        guard let navigator else { return self }
        if let sheet = navigator.sheet, sheet.isLeaving { return sheet.presenter.staying }
        return navigator.isLeaving(self) ? navigator.top : self
    }
}

extension Stage {
    /// The number of views over the sheets.
    var viewsOverSheets: Int { (cover == nil ? 0 : 1) + (rootView.banner == nil ? 0 : 1) }

    /// Has the banner of `screen` leave, which leaves its stack.
    func bannerLeaves(with screen: Screen) { if rootView.banner?.owner === screen { rootView.banner?.leave() } }
}
