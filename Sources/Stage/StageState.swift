// What a stage shows while nothing happens: enough to begin a recording there and to go on from it elsewhere.

import Geometry
import Gestures

/// The stacks of a stage at rest, and how far everything on them is scrolled.
public struct StageState: Hashable, Sendable {
    /// The names of the screens, root first; one that ends in `!` is presented as a sheet, and those after it are on the
    /// sheet's stack.
    public var stack: [String]
    /// For each screen the offsets (px) of what scrolls on it, back to front, one for each axis.
    public var offsets: [[Double]]

    /// The screens `stack`, scrolled by `offsets`.
    public init(stack: [String], offsets: [[Double]]) { (self.stack, self.offsets) = (stack, offsets) }
}

extension Stage {
    /// What is shown, if nobody touches it, nothing moves or will move by itself, and nothing but stacks and scrolling makes
    /// it differ from a stage that has just begun; nil otherwise. It cannot know what the views of an app remember.
    public var stateAtRest: StageState? {
        guard cover == nil, isUntouched, !isMoving, nextDeadline == nil, navigators.allSatisfy(\.isPlain),
            sheets.allSatisfy(\.isPlain)
        else { return nil }
        let screens = navigators.flatMap(\.screens)
        guard !screens.contains(where: \.view.hasOpenRow) else { return nil }
        return StageState(stack: stackNames, offsets: scrollOffsets)
    }

    /// How far what scrolls on the screens is scrolled, as `StageState.offsets` has it.
    public var scrollOffsets: [[Double]] {
        navigators.flatMap(\.screens).map { screen in
            screen.view.scrollViews.flatMap { view in view.axes.map { view.contentOffset[$0] } }
        }
    }

    /// The names of the screens on the stacks, as `StageState.stack` has them.
    public var stackNames: [String] {
        navigators.flatMap { navigator in
            navigator.screens.enumerated().map { $0 == 0 && navigator.sheet != nil ? $1.name + "!" : $1.name }
        }
    }

    /// Scrolls what is on the stacks as `state` says, as far as it fits to them.
    public func scroll(to state: StageState) {
        for (screen, offsets) in zip(navigators.flatMap(\.screens), state.offsets) {
            let tracks = screen.view.scrollViews.flatMap { view in view.axes.map { (view: view, axis: $0) } }
            for (track, offset) in zip(tracks, offsets) {
                let ends = track.view.ends(along: track.axis)
                track.view.setOffset(min(max(offset, ends.lowerBound), ends.upperBound), along: track.axis)
            }
        }
    }
}

extension View {
    /// The scroll views in this view, back to front.
    fileprivate var scrollViews: [ScrollView] {
        subviews.flatMap { view in ((view as? ScrollView).map { [$0] } ?? []) + view.scrollViews }
    }

    fileprivate var hasOpenRow: Bool { scrollViews.contains { $0.openRow != nil } }
}
