// A finger on the glass, as the panel sees it, and what it aims at.

import Geometry
import Gestures
import Layers
import TestRandomness

@testable import Stage

/// A stroke that is being drawn.
final class HandFinger {
    let stroke: HandStroke
    /// Where it came down, in mm.
    let start: Point
    /// Where it was reported last, in mm.
    private(set) var place: Point
    /// The screen it came down on.
    let screen: String?
    /// Whether it has left.
    private(set) var isGone = false
    /// Whether it stays where it is for good.
    private(set) var isParked = false
    private let since: Instant
    private var dice: SplitMix

    init(_ stroke: HandStroke, at place: Point, on screen: String?, since: Instant) {
        (self.stroke, start, self.place, self.screen, self.since) = (stroke, place, place, screen, since)
        dice = SplitMix(UInt64(stroke.finger))
    }

    /// Whether this finger came down where `first` had lifted just before, as in a double tap.
    func isSecondTap(after first: HandFinger) -> Bool {
        let lift = first.since + .milliseconds(first.stroke.legs.reduce(0) { $0 + $1.span })
        return since - lift <= .milliseconds(300) && (start - first.place).length <= 16
    }

    /// Adds what `panel` reports of the finger at `instant`. No panel sees a finger outside its glass.
    func scan(at instant: Instant, on panel: Panel, _ changes: inout [TouchFrame.Change]) {
        func report(_ phase: TouchFrame.Phase) {
            changes.append(.init(contact: stroke.finger, phase: phase, position: place))
        }
        var left = (instant - since).nanoseconds / 1_000_000
        var way = Vector.zero
        for leg in stroke.legs {
            let share = min(1, Double(left) / Double(max(1, leg.span)))
            way = way + leg.way * share
            left -= Int64(leg.span)
            if left < 0 { break }
        }
        if left < 0 {
            let size = panel.millimetres
            let next = Point(min(max(0, start.x + way.x), size.width), min(max(0, start.y + way.y), size.height))
            guard stroke.end != .neverDown, next != place else { return }
            if stroke.lost > 0, dice.below(100) < stroke.lost { return }
            place = next
            return report(.moved)
        }
        isGone = true
        switch stroke.end {
        case .lift, .neverDown: report(.ended)
        case .palm: report(.cancelled)
        case .stays: (isGone, isParked) = (false, true)
        case .comesTwice:
            report(.began)
            report(.ended)
        }
    }
}

/// Finds what a person aims at, on a stage as it is.
struct HandAim {
    private let stage: Stage
    private let places: [Int: Point]

    init(_ stage: Stage, _ places: [Int: Point]) { (self.stage, self.places) = (stage, places) }

    /// Where (mm) `stroke` comes down.
    func point(_ stroke: HandStroke) -> Point {
        let size = stage.panel.millimetres
        let point = place(stroke.aim) + stroke.beside
        return Point(min(max(0, point.x), size.width), min(max(0, point.y), size.height))
    }

    private func place(_ aim: HandStroke.Aim) -> Point {
        let size = stage.panel.millimetres
        let navigator = stage.frontNavigator
        let isLeftToRight = navigator.direction == .leftToRight
        let em = stage.theme.em
        switch aim {
        case .share(let x, let y): return Point(x * size.width, y * size.height)
        case .leading(let distance, let y):
            return Point(isLeftToRight ? distance : size.width - distance, y * size.height)
        case .trailing(let distance, let y):
            return Point(isLeftToRight ? size.width - distance : distance, y * size.height)
        case .row(let index):
            let rows = Self.views(in: navigator.top.view.content) { view in
                // The actions of a closed row lie where they were when it was last open.
                !view.layer.isHidden && view.recognizers.contains { $0 is TapRecognizer }
            }
            // A list keeps its rows in the order in which it made them, including some that are not visible.
            let glass = Rect(origin: .zero, size: stage.panel.pixels.size)
            let area = place(of: navigator.top.view.content).intersection(glass)
            let sorted = rows.map(place).filter { !$0.intersection(area).isEmpty }
                .sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
            return sorted.isEmpty ? center : middle(of: sorted[index % sorted.count])
        case .list(let index):
            let lists = Self.views(in: navigator.top.view.content) { $0 is ScrollView }
            return lists.isEmpty ? center : middle(of: place(of: lists[index % lists.count]))
        case .slider(let index, let share):
            let sliders = seen(Self.views(in: navigator.top.view.content) { $0 is SliderView })
            guard !sliders.isEmpty else { return center }
            let frame = sliders[index % sliders.count]
            return stage.panel.millimetres(Point(frame.minX + share * frame.width, frame.center.y))
        case .actions(let index):
            let rows = seen(Self.all(in: navigator.top.view.content).filter { $0 is SwipeRow })
            return rows.isEmpty ? center : middle(of: rows[index % rows.count])
        case .index(let share):
            // The module of the pages keeps its type to itself.
            let strips = seen(Self.all(in: navigator.top.view.content).filter { "\(type(of: $0))" == "IndexStrip" })
            guard let frame = strips.first else { return center }
            return stage.panel.millimetres(Point(frame.center.x, frame.minY + share * frame.height))
        case .back:
            let x = isLeftToRight ? 4 * em : stage.panel.pixels.size.width - 4 * em
            return stage.panel.millimetres(Point(x, navigator.view.frame.minY + 1.6 * em))
        case .bar:
            let middle = stage.panel.pixels.size.width / 2
            return stage.panel.millimetres(Point(middle, navigator.view.frame.minY + 1.6 * em))
        case .outside: return Point(size.width / 2, size.height * 0.03)
        case .again(let finger): return places[finger] ?? center
        }
    }

    private var center: Point { Point(stage.panel.millimetres.width / 2, stage.panel.millimetres.height / 2) }

    /// Where `view` is on the glass, in pixels.
    private func place(of view: View) -> Rect {
        let corner = view.convert(fromPanel: .zero)
        return Rect(view.bounds.minX - corner.x, view.bounds.minY - corner.y, view.bounds.width, view.bounds.height)
    }

    /// The middle (mm) of that part of `frame` (px) that is on the glass.
    private func middle(of frame: Rect) -> Point {
        let seen = frame.intersection(Rect(origin: .zero, size: stage.panel.pixels.size))
        return stage.panel.millimetres(seen.isEmpty ? frame.center : seen.center)
    }

    /// The frames (px) of those of `views` that are on the glass.
    private func seen(_ views: [View]) -> [Rect] {
        let glass = Rect(origin: .zero, size: stage.panel.pixels.size)
        return views.map(place).filter { !$0.intersection(glass).isEmpty }
    }

    /// All views within `view`, those in front last.
    static func all(in view: View) -> [View] { view.subviews.flatMap { [$0] + all(in: $0) } }

    /// The views within `view` that are wanted, those in front last; where one lies in another, only the inner one.
    static func views(in view: View, _ isWanted: (View) -> Bool) -> [View] {
        view.subviews.flatMap { one in
            let inner = views(in: one, isWanted)
            return inner.isEmpty && isWanted(one) ? [one] : inner
        }
    }
}
