// The reading position in scrolled content, which is restored after a layout in another size.

import Geometry

/// The position in a scroll view's content that lies at the start of the visible part, along one axis.
enum ReadingPlace {
    /// The start of the content.
    case start
    /// The page in the middle, from 0.
    case page(Double)
    /// A row of a list, and the share of its height that lies before the visible part.
    case row(Int, share: Double)
    /// Item `index` of `count`, and the share of its height or width that lies before the visible part.
    case item(index: Int, count: Int, share: Double)
    /// The share of the whole content that lies before the visible part, where no item is near.
    case share(Double)
}

/// The views of a scroll view while they are given up: what they showed.
struct ReadingPlaces {
    /// The reading positions of the view itself and of the scroll views in it, along each axis.
    fileprivate let places: [[ReadingPlace]]
    /// The offsets (px) of the scroll views in it, in the form of `StageState.offsets`.
    let innerOffsets: [Double]
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

    fileprivate func readingPlaces() -> ReadingPlaces {
        ReadingPlaces(
            places: scrolling.map { view in view.axes.map { view.readingPlace(along: $0) } },
            innerOffsets: scrollViews.flatMap { view in view.axes.map { view.contentOffset[$0] } })
    }

    fileprivate func show(_ places: ReadingPlaces) {
        for (view, places) in zip(scrolling, places.places) {
            for (axis, place) in zip(view.axes, places) { view.show(place, along: axis) }
        }
    }

    private var scrolling: [ScrollView] { ((self as? ScrollView).map { [$0] } ?? []) + scrollViews }
}

extension ScrollView {
    /// Gives up the subviews of a view that is covered, to save their memory. The view stays scrolled as it is.
    package final func giveUpContent() {
        guard givenUp == nil else { return }
        givenUp = readingPlaces()
        for view in subviews.reversed() { view.removeFromSuperview() }
    }

    /// Lets `build` add the subviews that were given up, and scrolls them to where they were. Does nothing if there are none.
    package final func bringBackContent(_ build: () -> Void) {
        guard let places = givenUp else { return }
        givenUp = nil
        build()
        show(places)
    }

    /// Whether the subviews are given up.
    package final var hasGivenUpContent: Bool { givenUp != nil }

    /// The reading position along `axis`, one of `axes`.
    final func readingPlace(along axis: Axis) -> ReadingPlace {
        let offset = contentOffset[axis]
        if offset <= ends(along: axis).lowerBound { return .start }
        if isPaging, axis == self.axis { return .page(page.rounded()) }
        if let top = (self as? ListView)?.topRow { return .row(top.row, share: top.share) }
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
        case .start: scroll(to: ends(along: axis).lowerBound, along: axis, animated: false)
        case .page(let page):
            guard let length = pages?.length else { return }
            scroll(to: ends(along: axis).lowerBound + page * length, along: axis, animated: false)
        case .row(let row, let share):
            guard let list = self as? ListView, list.count > 0 else { return }
            list.scroll(toRow: row, animated: false)
            let frame = list.frame(of: min(row, list.count - 1))
            list.scroll(to: frame.minY + share * frame.height, along: .vertical, animated: false)
        case .item(let index, let count, let share):
            let items = items(along: axis)
            guard items.count == count else { return }
            scroll(to: items[index].lowerBound + share * length(items[index]), along: axis, animated: false)
        case .share(let share): scroll(to: share * contentSize[axis], along: axis, animated: false)
        }
    }

    /// The extent of each item of the content along `axis`, in pixels.
    private func items(along axis: Axis) -> [ClosedRange<Double>] {
        subviews.map { axis == .vertical ? $0.frame.minY...$0.frame.maxY : $0.frame.minX...$0.frame.maxX }
    }

    private func length(_ item: ClosedRange<Double>) -> Double { max(1, item.upperBound - item.lowerBound) }
}
