// The state of a stage at rest, from which a recording can begin or another stage can continue.

import Geometry
import Gestures

/// The stacks of a stage at rest, and the scroll offsets of everything on them.
package struct StageState: Hashable, Sendable {
    /// The names of the screens, root first. A name that ends in `!` is presented as a sheet, and the names after it
    /// are on the sheet's stack.
    package var stack: [String]
    /// For each screen, the offsets (px) of its scroll views, back to front, one for each axis. That of a picture which can be zoomed is
    /// followed by its zoom. That of a long page is by the estimated heights of its parts, so that it means the same content whichever
    /// of them have been measured.
    package var offsets: [[Double]]
    /// The language that the visitor has chosen; nil for the usual one.
    package var language: String?
    /// What the visitor has set with sliders, by their names.
    package var sliders: [String: Int]

    /// Creates the state of the screens `stack` with the scroll offsets `offsets`, in `language`, with what `sliders` are set to.
    package init(stack: [String], offsets: [[Double]], language: String? = nil, sliders: [String: Int] = [:]) {
        (self.stack, self.offsets, self.language, self.sliders) = (stack, offsets, language, sliders)
    }
}

extension Stage {
    /// The state, if nothing is touched, nothing moves or is scheduled but what follows the wall clock, and only stacks and scrolling differ from a new
    /// stage; otherwise nil. It does not contain the state of an app's own views.
    package var stateAtRest: StageState? {
        guard cover == nil, dock == nil, isUntouched, !isMoving, !isWaiting, navigators.allSatisfy(\.isPlain),
            sheets.allSatisfy(\.isPlain)
        else { return nil }
        let screens = navigators.flatMap(\.screens)
        guard !screens.contains(where: \.view.hasOpenRow) else { return nil }
        return StageState(stack: stackNames, offsets: scrollOffsets, language: language, sliders: sliders)
    }

    /// The screens on the stacks, in the order of `stackNames`.
    package var stackScreens: [Screen] { navigators.flatMap(\.screens) }

    /// The scroll offsets on all screens, in the form of `StageState.offsets`.
    package var scrollOffsets: [[Double]] {
        navigators.flatMap(\.screens).map { screen in
            screen.view.scrollViews.flatMap { view in
                view.postponed?.offsets
                    ?? view.axes.map { view.savedOffset(along: $0) } + ((view as? ZoomView).map { [$0.zoom] } ?? [])
            }
        }
    }

    /// The first scroll view of the top screen; nil when it has none.
    package var topScrollView: ScrollView? { navigators.last?.top.view.scrollViews.first }

    /// The names of the screens on the stacks, in the form of `StageState.stack`.
    package var stackNames: [String] { Self.names(navigators) }

    /// The same without the sheets of the machine: what a visitor has opened.
    package var visitNames: [String] { Self.names(navigators.filter { $0.screens.first?.isOfMachine != true }) }

    /// The screens that a visitor has opened, without the sheets of the machine, and those that a swipe may bring back.
    package var visitScreens: [Screen] {
        navigators.filter { $0.screens.first?.isOfMachine != true }.flatMap { $0.screens + $0.popped }
    }

    /// Whether the top screen of a stack is private.
    package var isPrivate: Bool { dock?.isPrivate == true || navigators.contains { $0.top.isPrivate } }

    /// Whether a sheet is open that belongs to the machine.
    package var isMaintained: Bool { navigators.contains { $0.screens.first?.isOfMachine == true } }

    private static func names(_ navigators: [Navigator]) -> [String] {
        navigators.flatMap { navigator in
            navigator.screens.enumerated().map { $0 == 0 && navigator.sheet != nil ? $1.name + "!" : $1.name }
        }
    }

    /// Scrolls the screens on the stacks to the offsets of `state`, as far as the two match.
    package func scroll(to state: StageState) {
        for (screen, offsets) in zip(navigators.flatMap(\.screens), state.offsets) {
            screen.view.scrollViews.setOffsets(offsets[...])
        }
    }
}

@MainActor
extension [ScrollView] {
    /// Scrolls the views to `offsets`, in the form of `StageState.offsets`, as far as the two match. A view without its
    /// content keeps the offsets for it.
    func setOffsets(_ offsets: ArraySlice<Double>) {
        var rest = offsets
        for view in self {
            if view.isContentPostponed {
                // The offsets of the scroll views in it are not told from those of the views after it.
                view.postponed = .notMade(offsets: [Double](rest))
                return
            }
            if let view = view as? ZoomView {
                guard let x = rest.popFirst(), let y = rest.popFirst() else { return }
                view.restore(zoom: rest.popFirst() ?? 1, Vector(x, y))
                continue
            }
            for axis in view.axes {
                guard let offset = rest.popFirst() else { return }
                view.restore(saved: offset, along: axis)
            }
        }
    }
}

extension View {
    /// The scroll views in this view, back to front. Of a list with estimates, those in the rows do not count: which rows there are depends
    /// on where a visitor has been.
    var scrollViews: [ScrollView] {
        (self as? ListView)?.hasOwnEstimates == true || self is LazyScrollView
            ? [] : subviews.flatMap { view in ((view as? ScrollView).map { [$0] } ?? []) + view.scrollViews }
    }

    /// Whether this view is a row that is open, or contains one. The `openRow` of a scroll view is not enough: it is the row
    /// that opened last, which may have closed since while another one is open.
    fileprivate var hasOpenRow: Bool { (self as? SwipeRow)?.isOpen == true || subviews.contains(where: \.hasOpenRow) }
}
