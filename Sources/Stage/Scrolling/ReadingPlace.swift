// The reading position in scrolled content, which is restored after a layout in another size.

import Geometry

/// The position in a scroll view's content that lies at the start of the visible part, along one axis.
enum ReadingPlace {
    /// The start of the content.
    case start
    /// The right end of the content: where a table that is read from right to left begins.
    case right
    /// All of the content, where nothing can be scrolled sideways.
    case whole
    /// The page in the middle, from 0.
    case page(Double)
    /// Item `index` of `count`, and the share of its height or width that lies before the visible part. The items of a list are its
    /// rows.
    case item(index: Int, count: Int, share: Double)
    /// The share of the whole content that lies before the visible part, where no item is near.
    case share(Double)
}

/// The reading positions of a view, if it scrolls, and of the scroll views in it, along each axis.
struct ReadingPlaces {
    fileprivate let places: [[ReadingPlace]]
}

/// What a scroll view shows as soon as it has its subviews, while it has none.
enum PostponedContent {
    /// The subviews were given up. They were at these places, with the offsets (px) in the form of `StageState.offsets`.
    case givenUp(ReadingPlaces, offsets: [Double])
    /// The subviews were never there. The offsets (px) of the view and of the scroll views in it, in the form of
    /// `StageState.offsets`; none for the start.
    case notMade(offsets: [Double])

    /// The offsets (px) of the view and of the scroll views in it.
    var offsets: [Double] {
        switch self {
        case .givenUp(_, let offsets), .notMade(let offsets): offsets
        }
    }
}

/// The reading positions that were shown last, and the offsets (px), in the form of `StageState.offsets`, to which that led. Rounded
/// offsets lead to other positions: without these, text that is shown in another language and back again would move.
struct KeptPlaces {
    fileprivate let places: ReadingPlaces
    fileprivate let offsets: [Double]
}

extension View {
    /// Removes all subviews and lets `build` add the same ones for another size or theme. Each scroll view among them, and the
    /// view itself if it scrolls, then shows what it showed before; the n-th new scroll view continues where the n-th old one
    /// was. Use it in a screen's `layout` where moving the existing views would be as much work as making new ones.
    public final func rebuild(_ build: () -> Void) {
        let places = readingPlaces()
        for view in subviews.reversed() { view.removeFromSuperview() }
        build()
        show(places)
    }

    func readingPlaces() -> ReadingPlaces {
        if let kept = (self as? ScrollView)?.kept, kept.offsets == allOffsets { return kept.places }
        return ReadingPlaces(places: scrolling.map { view in view.axes.map { view.readingPlace(along: $0) } })
    }

    func show(_ places: ReadingPlaces) {
        for (view, places) in zip(scrolling, places.places) {
            for (axis, place) in zip(view.axes, places) { view.show(place, along: axis) }
        }
        (self as? ScrollView)?.kept = KeptPlaces(places: places, offsets: allOffsets)
    }

    /// The offsets (px) of the view, if it scrolls, and of the scroll views in it.
    fileprivate var allOffsets: [Double] { scrolling.flatMap { view in view.axes.map { view.savedOffset(along: $0) } } }

    private var scrolling: [ScrollView] { ((self as? ScrollView).map { [$0] } ?? []) + scrollViews }
}

extension ScrollView {
    /// Gives up the subviews of a view that is covered, to save their memory. The view stays scrolled as it is.
    package final func giveUpContent() {
        guard postponed == nil else { return }
        postponed = .givenUp(readingPlaces(), offsets: allOffsets)
        (self as? ListView)?.removeRows()
        for view in subviews.reversed() { view.removeFromSuperview() }
    }

    /// Leaves the subviews of a new view to a later `makeContent`.
    package final func postponeContent() { if subviews.isEmpty { postponed = .notMade(offsets: []) } }

    /// Lets `build` add the subviews that were given up or postponed, and scrolls them to where they were or should be. Does
    /// nothing if nothing was.
    package final func makeContent(_ build: () -> Void) {
        guard let postponed else { return }
        self.postponed = nil
        build()
        switch postponed {
        case .givenUp(let places, _): show(places)
        case .notMade(let offsets): ([self] + scrollViews).setOffsets(offsets[...])
        }
    }

    /// Whether the subviews are given up or postponed.
    package final var isContentPostponed: Bool { postponed != nil }

    /// The reading position along `axis`, one of `axes`.
    final func readingPlace(along axis: Axis) -> ReadingPlace {
        let offset = contentOffset[axis]
        if isMirrored, axis == self.axis { return .page(lastPage - page.rounded()) }
        if axis == .horizontal, !isPaging {
            let ends = ends(along: axis)
            if ends.lowerBound == ends.upperBound { return .whole }
            if offset >= ends.upperBound { return .right }
        }
        if offset <= ends(along: axis).lowerBound { return .start }
        if isPaging, axis == self.axis { return .page(page.rounded()) }
        if let list = self as? ListView, let top = list.topRow {
            return .item(index: top.row, count: list.count, share: top.share)
        }
        let items = items(along: axis)
        let below = items.enumerated().filter { $0.element.upperBound > offset }
        // The shortest of the items that the edge of the view cuts; without one, the next item.
        let cut = below.filter { $0.element.lowerBound <= offset }.min { length($0.element) < length($1.element) }
        guard let (index, item) = cut ?? below.min(by: { $0.element.lowerBound < $1.element.lowerBound }) else {
            return .share(contentSize[axis] > 0 ? offset / contentSize[axis] : 0)
        }
        return .item(index: index, count: items.count, share: (offset - item.lowerBound) / length(item))
    }

    /// Scrolls to `place` along `axis`, or as near to it as the content can rest.
    final func show(_ place: ReadingPlace, along axis: Axis) {
        switch place {
        case .start where isMirrored && axis == self.axis: show(.page(0), along: axis)
        case .start: restore(ends(along: axis).lowerBound, along: axis)
        case .right: restore(ends(along: axis).upperBound, along: axis)
        // The new view begins where it was built to begin.
        case .whole: break
        case .page(let page):
            guard let length = pages?.length else { return }
            let number = isMirrored ? lastPage - page : page
            restore(ends(along: axis).lowerBound + number * length, along: axis)
        case .item(let index, let count, let share):
            let list = (self as? ListView).flatMap { $0.count > 0 ? $0 : nil }
            let items = list == nil ? items(along: axis) : []
            let now = list?.count ?? items.count
            guard now > 0 else { return }
            // In another language the content may have another number of items. The nearest to the same place is that with the same share
            // of them before it.
            let index = now == count ? index : min(now - 1, index * now / max(1, count))
            if let list { return list.show(index, share: share) }
            restore(items[index].lowerBound + share * length(items[index]), along: axis)
        case .share(let share): restore(share * contentSize[axis], along: axis)
        }
    }

    /// The number of the last page, from 0.
    private var lastPage: Double {
        pages.map { (main.ends.upperBound - main.ends.lowerBound) / $0.length }?.rounded() ?? 0
    }

    /// The extent of each item of the content along `axis`, in pixels.
    private func items(along axis: Axis) -> [ClosedRange<Double>] {
        subviews.map { axis == .vertical ? $0.frame.minY...$0.frame.maxY : $0.frame.minX...$0.frame.maxX }
    }

    private func length(_ item: ClosedRange<Double>) -> Double { max(1, item.upperBound - item.lowerBound) }
}
