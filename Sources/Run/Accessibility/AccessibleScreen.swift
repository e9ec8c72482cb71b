// Reads what is on one screen, for screen readers.

import Accessibility
import Frames
import Geometry
import Gestures
import Linux
import Stage

/// Reads the accessible elements of a stage after its frames: at most a few times a second, and as seldom as keeps that below a small
/// share of the time.
final class AccessibleScreen: FrameObserver, StageObserver {
    /// The least time between two readings.
    private static let pause = Instant.Span.milliseconds(150)
    /// How long a reading waits for things to come to rest.
    private static let patience = Instant.Span.seconds(1)
    /// So many times as long as a reading takes, there is none after it.
    private static let rest = 50.0

    /// The number of the screen.
    let number: Int
    /// What was last read, first the page.
    private(set) var nodes: [AccessibleNode] = []
    /// Called when something else was read.
    var onChange: () -> Void = {}
    /// Called when a visitor or a client uses the screen.
    var onUse: () -> Void = {}

    private let stage: Stage
    private let reader: TreeReader
    private let usualLanguage: () -> String?
    private let handle: (TouchFrame) -> Void
    private let handlePresses: (PressFrame) -> Void
    private var timer: Timer?
    private var ids: Set<Int> = []
    /// Since when something has changed that was not read; nil for nothing.
    private var changed: Instant?
    /// When the next reading may be.
    private var nextReading = Instant.zero

    init(
        number: Int, stage: Stage, reader: TreeReader, loop: EventLoop, language: @escaping () -> String?,
        handle: @escaping (TouchFrame) -> Void, handlePresses: @escaping (PressFrame) -> Void
    ) {
        (self.number, self.stage, self.reader) = (number, stage, reader)
        (usualLanguage, self.handle, self.handlePresses) = (language, handle, handlePresses)
        timer = loop.timer { [unowned self] in read() }
        schedule()
    }

    /// Reads no more.
    func close() { timer?.cancel() }

    /// The language of what is on the screen; nil where it is not known.
    var language: String? { stage.language ?? usualLanguage() }

    /// Whether the element `id` was on the screen.
    func has(_ id: Int) -> Bool { ids.contains(id) }

    // MARK: Reading

    func drew(frame number: Int, for presentation: Instant, at drawn: Instant) { schedule() }
    /// What is told may have changed, such as the name of a picture, or what is below the glass.
    func sawNothingNew() { schedule() }
    func changedFromOutside() { schedule() }

    /// A visitor turns to what is touched. The finger of a client may only scroll.
    func takes(_ touches: TouchFrame) {
        guard let touch = touches.changes.last(where: { $0.phase == .began }) else { return }
        onUse()
        if touch.contact == PressingFinger.contact { return }
        let place = stage.panel.pixels(touch.position)
        let touched = nodes.last { node in
            node.states.isSuperset(of: [.focusable, .showing]) && Rect(node.frame).contains(place)
        }
        guard let touched else { return }
        attend(to: touched.id)
    }

    private func attend(to id: Int) {
        // Which keys are touched says what is typed.
        if stage.isPrivate { return }
        reader.attend(to: reader.view(id))
        schedule()
    }

    private func schedule() {
        guard changed == nil else { return }
        let now = MonotonicClock.now()
        changed = now
        timer?.setDeadline(max(nextReading, now + Self.pause))
    }

    private func read() {
        guard let since = changed else { return }
        let start = MonotonicClock.now()
        if stage.isMoving, start - since < Self.patience {
            timer?.setDeadline(start + Self.pause)
            return
        }
        changed = nil
        let read = reader.read(stage)
        let took = MonotonicClock.now() - start
        nextReading = start + max(Self.pause, .seconds(took.seconds * Self.rest))
        // What moves for long is read again and again.
        if stage.isMoving { schedule() }
        nodes = read
        ids = Set(read.lazy.map(\.id))
        onChange()
    }

    // MARK: Fingers

    /// What fingers do next for a request.
    struct Movement {
        /// What they do.
        enum Way {
            case touch(PressingFinger.Path)
            case type([[Int]])
        }
        let way: Way
        /// How far (px) content is still to be scrolled, before this, until the finger can do what was asked for; nil where this is all.
        var rest: Double?
    }

    /// What a finger does for `request`, which may have to scroll first; nil where nothing is to be done, or can be.
    func movement(for request: AccessibilityRequest) -> Movement? {
        guard let view = reader.view(request.node),
            let shown = stage.spokenViews(andBeyondGlass: true).first(where: { $0.view === view }),
            shown.spoken.isEnabled
        else { return nil }
        onUse()
        switch request {
        case .scroll(_, let isForward):
            guard let scroll = view as? ScrollView else { return nil }
            return stage.path(scrolling: scroll, scroll.axis, by: scroll.step(forward: isForward))
                .map { Movement(way: .touch($0)) }
        case .reveal: return scroll(to: view)
        case .focus: attend(to: request.node)
        case .press: attend(to: request.node)
        case .edit(_, let range, let text):
            guard stage.focus === view else { break }
            return stage.dock?.keys?(range, text).map { Movement(way: .type($0)) }
        case .set: break
        }
        if !shown.isSeen { return scroll(to: view) }
        switch request {
        case .focus:
            // A field gets the keyboard with the focus.
            guard shown.spoken.editing != nil, stage.focus !== view else { return nil }
            fallthrough
        case .press:
            guard let place = stage.place(touching: shown) else { return scroll(to: view) }
            return Movement(way: .touch(PressingFinger.tap(place)))
        case .set(_, let share):
            guard let slider = view as? SliderView, let panel = slider.panel else { return nil }
            func place(_ value: Double) -> Point {
                let place = slider.panelOrigin + (slider.place(of: value) - slider.bounds.origin)
                return Point(place.x / panel.density(.horizontal), place.y / panel.density(.vertical))
            }
            return Movement(way: .touch(PressingFinger.drag(from: place(slider.value), to: place(share))))
        case .edit:
            // It is typed in first. Nothing is then left to be scrolled.
            return stage.place(touching: shown).map { Movement(way: .touch(PressingFinger.tap($0)), rest: 0) }
        case .scroll, .reveal: return nil
        }
    }

    /// A finger that scrolls what is around `view`, so that more of it can be seen.
    private func scroll(to view: View) -> Movement? {
        guard let step = view.nextScroll else { return nil }
        return stage.path(scrolling: step.scroll, step.axis, by: step.distance)
            .map { Movement(way: .touch($0), rest: step.whole) }
    }

    /// Has the finger of a client touch the screen as a panel's would.
    func send(_ touches: TouchFrame) { handle(touches) }

    /// Whether keys of a client would still be typed into the element `id`, and nothing asks for a touch first.
    func takesKeys(for id: Int) -> Bool {
        guard let view = reader.view(id) else { return false }
        return stage.focus === view && stage.cover == nil
    }

    /// Has the keys of a client reach the screen as those of a keyboard would.
    func send(_ presses: PressFrame) { handlePresses(presses) }
}

extension Rect {
    fileprivate init(_ frame: AccessibleNode.Frame) {
        self.init(Double(frame.x), Double(frame.y), Double(frame.width), Double(frame.height))
    }
}

extension Stage {
    /// Where (mm) a finger touches `shown`, and neither what lies in front of it nor a control in it; nil where that is nowhere.
    fileprivate func place(touching shown: SpokenView) -> Point? {
        let frame = shown.frame
        var places: [Point] = []
        for (across, down) in [(0.5, 0.5), (0.2, 0.5), (0.8, 0.5), (0.5, 0.2), (0.5, 0.8), (0.1, 0.1), (0.9, 0.9)] {
            let place = Point(frame.minX + across * frame.width, frame.minY + down * frame.height)
            guard let view = view(at: place) else { continue }
            // A view takes the touches on those in it that take none: so does a keyboard on its keys.
            if view.isIn(shown.view) || shown.view.isIn(view) { places.append(place) }
        }
        return places.first { view(at: $0).map { $0.isSilent(in: shown.view) } == true } ?? places.first
    }

    /// The way of a finger that scrolls the content of `scroll` by `distance` (px) along `axis`, or as far as one finger does; nil where there
    /// is no place for it.
    fileprivate func path(scrolling scroll: ScrollView, _ axis: Axis, by distance: Double) -> PressingFinger.Path? {
        let seen = scroll.seenRect
        let (density, length) = (panel.density(axis), seen.size[axis])
        guard abs(distance) >= 1, length > 0 else { return nil }
        // A finger goes on for a while before it drags. Content goes the way of the finger.
        let most = ScrollView.most * length
        let way = (min(abs(distance), most) / density + scroll.slop) * (distance > 0 ? -1 : 1)
        let across = axis.crossed
        for share in [0.5, 0.1, 0.9, 0.3, 0.7, 0.02, 0.98] {
            for margin in [0.06, 0.03, 0.1, 0.15] {
                var start = seen.origin
                start[across] += share * seen.size[across]
                start[axis] += (distance > 0 ? 1 - margin : margin) * length
                let place = Point(start.x / panel.density(.horizontal), start.y / panel.density(.vertical))
                guard let touched = view(at: place), touched.isDragged(along: axis, by: scroll) else { continue }
                var end = place
                end[axis] += way
                return PressingFinger.scroll(from: place, to: end)
            }
        }
        return nil
    }
}

extension View {
    /// Whether a finger on this view drags the content of `scroll` along `axis`, and nothing else.
    fileprivate func isDragged(along axis: Axis, by scroll: ScrollView) -> Bool {
        var view: View? = self
        while let one = view, one !== scroll {
            // Such as a row that swipes, a map, or a view on which an app lets its visitors sign.
            let drags = one.recognizers.contains { $0 is PanRecognizer } && !(one is ScrollView)
            if one is SliderView || drags || (one as? ScrollView)?.axes.contains(axis) == true { return false }
            view = one.superview
        }
        return view != nil
    }

    /// Whether this view is `outer`, or in it.
    fileprivate func isIn(_ outer: View) -> Bool {
        var view: View? = self
        while let one = view, one !== outer { view = one.superview }
        return view != nil
    }

    /// Whether nothing between this view and `outer` says something about itself.
    fileprivate func isSilent(in outer: View) -> Bool {
        var view: View? = self
        while let one = view, one !== outer, one.spoken == nil { view = one.superview }
        return view === outer
    }
}
