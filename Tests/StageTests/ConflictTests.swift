// Which gesture gets the finger where a pop or a pull meets a gesture of the content: one row for each pair.

import Geometry
import Gestures
import Layers
import Stage
import Testing
import TouchScript

/// What lies under the finger.
nonisolated enum Content: String, CaseIterable, Sendable {
    case verticalScroll, horizontalStart, horizontalMiddle, horizontalEnd, bothAxes, galleryFirst, galleryOther
    case rowLeading, rowTrailing, sliderThumb, sliderTrack, map, picture, zoomedPicture, longPress, doubleTap, pinch

    /// The view, whose own size is that of the page's content; `x` (mm) is where a finger will come down.
    @MainActor func view(size: Size, thumbAt x: Double) -> View {
        switch self {
        case .verticalScroll: return scroll([.vertical], size, at: 0)
        case .horizontalStart: return scroll([.horizontal], size, at: 0)
        case .horizontalMiddle: return scroll([.horizontal], size, at: 1500)
        case .horizontalEnd: return scroll([.horizontal], size, at: 9999)
        case .bothAxes: return scroll([.horizontal, .vertical], size, at: 0)
        case .galleryFirst, .galleryOther:
            let page = Size(1400, size.height - 100)
            let gallery = GalleryView(pages: (0..<4).map { _ in View() }, pageSize: page, gap: 20, theme: Glass.theme)
            gallery.frame = Rect(origin: .zero, size: size)
            if self == .galleryOther {
                gallery.scroll.setOffset(gallery.scroll.ends.lowerBound + 1420, along: .horizontal)
            }
            return gallery
        case .rowLeading, .rowTrailing:
            let action = RowAction(title: "Keep", color: .black) {}
            let content = View()
            content.frame = Rect(origin: .zero, size: size)
            return SwipeRow(
                content: content, leading: self == .rowLeading ? [action] : [],
                trailing: self == .rowTrailing ? [action] : [], theme: Glass.theme)
        case .sliderThumb, .sliderTrack:
            let thumb = (Glass.theme.em * 1.6).rounded()
            let place = x * Glass.panel.density(.horizontal)
            let slider = SliderView(
                value: self == .sliderTrack ? 0.9 : (place - thumb / 2) / (size.width - thumb), theme: Glass.theme)
            slider.frame = Rect(origin: .zero, size: size)
            return slider
        case .map:
            let map = PanningView()
            map.frame = Rect(origin: .zero, size: size)
            map.contentSize = Size(6000, 6000)
            return map
        case .picture, .zoomedPicture:
            let zoom = ZoomView(Glass.photo, description: "", theme: Glass.theme)
            zoom.frame = Rect(origin: .zero, size: size)
            if self == .zoomedPicture { zoom.zoom(to: 3, about: Point(size.width / 2, size.height / 2)) }
            return zoom
        case .longPress: return plain(LongPressRecognizer(), size)
        case .doubleTap:
            let tap = TapRecognizer(name: "double-tap")
            tap.numberOfTapsRequired = 2
            return plain(tap, size)
        case .pinch: return plain(PinchRecognizer(), size)
        }
    }

    @MainActor private func scroll(_ axes: [Axis], _ size: Size, at offset: Double) -> ScrollView {
        let scroll = ScrollView(axes: axes)
        scroll.frame = Rect(origin: .zero, size: size)
        scroll.contentSize = Size(axes.contains(.horizontal) ? 6000 : 1920, axes.contains(.vertical) ? 6000 : 500)
        scroll.scroll(to: offset, along: axes[0], animated: false)
        return scroll
    }

    @MainActor private func plain(_ recognizer: Recognizer, _ size: Size) -> View {
        let view = View()
        view.frame = Rect(origin: .zero, size: size)
        view.addRecognizer(recognizer)
        return view
    }

    /// The gesture that is the content's own.
    var gesture: String {
        switch self {
        case .verticalScroll, .horizontalStart, .horizontalMiddle, .horizontalEnd, .bothAxes, .map, .zoomedPicture:
            "scroll"
        case .galleryFirst, .galleryOther: "page"
        case .rowLeading, .rowTrailing: "row-swipe"
        case .sliderThumb, .sliderTrack: "slider"
        case .longPress: "long-press"
        case .doubleTap: "double-tap"
        case .picture, .pinch: "pinch"
        }
    }
}

/// What the kiosk itself does with a finger.
nonisolated enum Own: String, CaseIterable, Sendable {
    case edgePop = "edge-pop"
    case fullScreenPop = "full-screen-pop"
    case pull = "pull-to-dismiss"
}

/// Which of the two gets the finger, and why the other fails.
nonisolated struct Conflict: Sendable, CustomTestStringConvertible {
    let content: Content
    let own: Own
    let winner: String
    let why: String

    init(_ content: Content, _ own: Own, contentWins: Bool, _ why: String) {
        self.content = content
        self.own = own
        winner = contentWins ? content.gesture : own.rawValue
        self.why = why
    }

    var loser: String { winner == own.rawValue ? content.gesture : own.rawValue }
    var testDescription: String { "\(content.rawValue) and \(own.rawValue): \(winner)" }

    nonisolated static let table: [Conflict] = [
        .init(.verticalScroll, .edgePop, contentWins: false, "not up or down"),
        .init(.horizontalStart, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.horizontalMiddle, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.horizontalEnd, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.bothAxes, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.galleryFirst, .edgePop, contentWins: false, "edge-pop began; page requires it to fail"),
        .init(.galleryOther, .edgePop, contentWins: false, "edge-pop began; page requires it to fail"),
        .init(.rowLeading, .edgePop, contentWins: false, "edge-pop began; row-swipe requires it to fail"),
        .init(.rowTrailing, .edgePop, contentWins: false, "the row has no leading action"),
        .init(.sliderThumb, .edgePop, contentWins: true, "page claims the finger"),
        .init(.sliderTrack, .edgePop, contentWins: false, "edge-pop began; slider requires it to fail"),
        .init(.map, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.picture, .edgePop, contentWins: false, "edge-pop began"),
        .init(.zoomedPicture, .edgePop, contentWins: false, "edge-pop began; scroll requires it to fail"),
        .init(.longPress, .edgePop, contentWins: false, "moved"),
        .init(.doubleTap, .edgePop, contentWins: false, "moved"),
        .init(.pinch, .edgePop, contentWins: true, "pinch began"),

        .init(.verticalScroll, .fullScreenPop, contentWins: false, "not up or down"),
        .init(
            .horizontalStart, .fullScreenPop, contentWins: false, "full-screen-pop began; scroll requires it to fail"),
        .init(.horizontalMiddle, .fullScreenPop, contentWins: true, "scroll began"),
        .init(.horizontalEnd, .fullScreenPop, contentWins: true, "scroll began"),
        .init(.bothAxes, .fullScreenPop, contentWins: false, "full-screen-pop began; scroll requires it to fail"),
        .init(.galleryFirst, .fullScreenPop, contentWins: false, "full-screen-pop began; page requires it to fail"),
        .init(.galleryOther, .fullScreenPop, contentWins: true, "page began"),
        .init(.rowLeading, .fullScreenPop, contentWins: true, "row-swipe began"),
        .init(.rowTrailing, .fullScreenPop, contentWins: false, "the row has no leading action"),
        .init(.sliderThumb, .fullScreenPop, contentWins: true, "slider began"),
        .init(.sliderTrack, .fullScreenPop, contentWins: true, "slider began"),
        .init(.map, .fullScreenPop, contentWins: true, "scroll began"),
        .init(.picture, .fullScreenPop, contentWins: false, "full-screen-pop began"),
        .init(.zoomedPicture, .fullScreenPop, contentWins: true, "scroll began"),
        .init(.longPress, .fullScreenPop, contentWins: false, "moved"),
        .init(.doubleTap, .fullScreenPop, contentWins: false, "moved"),
        .init(.pinch, .fullScreenPop, contentWins: true, "a second finger came down"),

        .init(.verticalScroll, .pull, contentWins: false, "at its top; the sheet takes it"),
        .init(.horizontalStart, .pull, contentWins: false, "not left or right"),
        .init(.horizontalMiddle, .pull, contentWins: false, "not left or right"),
        .init(.horizontalEnd, .pull, contentWins: false, "not left or right"),
        .init(.bothAxes, .pull, contentWins: false, "at its top; the sheet takes it"),
        .init(.galleryFirst, .pull, contentWins: false, "not left or right"),
        .init(.galleryOther, .pull, contentWins: false, "not left or right"),
        .init(.rowLeading, .pull, contentWins: false, "not left or right"),
        .init(.rowTrailing, .pull, contentWins: false, "not left or right"),
        .init(.sliderThumb, .pull, contentWins: false, "not left or right"),
        .init(.sliderTrack, .pull, contentWins: false, "not left or right"),
        .init(.map, .pull, contentWins: true, "scroll began"),
        .init(.picture, .pull, contentWins: false, "pull-to-dismiss began"),
        .init(.zoomedPicture, .pull, contentWins: true, "scroll began"),
        .init(.longPress, .pull, contentWins: false, "moved"),
        .init(.doubleTap, .pull, contentWins: false, "moved"),
        .init(.pinch, .pull, contentWins: true, "a second finger came down"),
    ]
}

@Suite struct ConflictTests {
    /// A stage with the content on a page or in a sheet, and where a finger (mm) lands in its middle, `x` from the left.
    func show(_ content: Content, asSheet: Bool, thumbAt x: Double, pull: PullStyle = .continuous) -> (Glass, y: Double)
    {
        let holder = ContentScreen("page") { view in
            view.addSubview(content.view(size: view.bounds.size, thumbAt: x))
        }
        let glass = Glass(pop: .fullScreen) { $0.pull = pull }
        if asSheet {
            glass.stage.present(holder, animated: false)
            glass.push()
        } else {
            glass.push(holder)
        }
        let top = 296 - holder.view.content.bounds.height / Glass.density
        return (glass, (top + 296) / 2)
    }

    /// Where a gesture of the kiosk's own begins, and where it goes.
    func way(_ own: Own, _ y: Double) -> (Point, Point) {
        switch own {
        case .edgePop: (Point(2, y), Point(152, y))
        case .fullScreenPop: (Point(200, y), Point(350, y))
        case .pull: (Point(250, y), Point(250, y + 110))
        }
    }

    @Test(arguments: Conflict.table) func `one gets the finger at the slop, the other fails and says why`(
        _ conflict: Conflict
    )
        throws
    {
        let own = conflict.own
        let (glass, y) = show(conflict.content, asSheet: own == .pull, thumbAt: way(own, 0).0.x)
        let (start, end) = way(own, y)
        let begin = glass.stage.now + .milliseconds(10)
        if conflict.content == .pinch {
            glass.touch { touch in
                var a = touch.down(at: start)
                var b = touch.down(at: start + Vector(30, 0), together: true)
                touch.drag(&a, to: start, &b, to: start + Vector(90, 0), over: .milliseconds(200))
                touch.lift(a, b)
            }
        } else {
            glass.drag(from: start, to: end)
        }
        let began = glass.gestures("began")
        #expect(began.map(\.name) == [conflict.winner])
        let failed = try #require(glass.gestures("failed").first { $0.name == conflict.loser })
        #expect(failed.why.contains(conflict.why), "\(failed.why)")
        #expect(glass.gestures("cancelled").isEmpty)
        // At the first sample beyond the slop, without waiting for anything.
        let first = try #require(glass.records.first { $0.kind == "gesture" && $0.text("state") == "began" })
        if conflict.content != .pinch { #expect(first.time == begin + .milliseconds(10)) }
        glass.settle()
        let isOwn = conflict.winner == own.rawValue
        if own == .pull {
            #expect(glass.stage.sheets.isEmpty == isOwn)
        } else {
            #expect(glass.stack == (isOwn ? ["home"] : ["home", "page"]))
        }
        glass.stage.traceEnd()
        #expect(glass.lines("end").last?.contains("\"stuck\":[]") == true)
    }

    @Test(arguments: [PullStyle.separate, .decline]) func `the other ways to pull give the finger to the same one`(
        style: PullStyle
    ) {
        for conflict in Conflict.table where conflict.own == .pull && conflict.content != .pinch {
            let (glass, y) = show(conflict.content, asSheet: true, thumbAt: 250, pull: style)
            let (start, end) = way(.pull, y)
            glass.drag(from: start, to: end)
            #expect(glass.gestures("began").map(\.name) == [conflict.winner], "\(conflict.content)")
            glass.settle()
            #expect(glass.stage.sheets.isEmpty == (conflict.winner == "pull-to-dismiss"), "\(conflict.content)")
        }
    }

    /// Plays the gesture that is the content's own, in the direction in which it has something to do.
    func playOwn(_ content: Content, on glass: Glass, at place: Point) {
        let left = place + Vector(-60, 0)
        let right = place + Vector(60, 0)
        switch content {
        case .verticalScroll: glass.drag(from: place, to: place + Vector(0, -60))
        case .horizontalStart, .galleryFirst, .rowTrailing: glass.drag(from: place, to: left)
        case .horizontalMiddle, .horizontalEnd, .galleryOther, .rowLeading, .sliderThumb, .sliderTrack:
            glass.drag(from: place, to: right)
        case .bothAxes, .map, .zoomedPicture: glass.drag(from: place, to: place + Vector(-50, -50))
        case .longPress: glass.touch { $0.down(at: place).hold(for: .milliseconds(600)).lift() }
        case .doubleTap:
            glass.touch { touch in
                touch.tap(at: place)
                touch.wait(.milliseconds(100))
                touch.tap(at: place)
            }
        case .picture, .pinch:
            glass.touch { touch in
                var a = touch.down(at: place)
                var b = touch.down(at: right, together: true)
                touch.drag(&a, to: left, &b, to: right, over: .milliseconds(200))
                touch.lift(a, b)
            }
        }
    }

    @Test(arguments: Content.allCases)
    func `neither is lost: the content does its own, and the page and the sheet can be left`(
        _ content: Content
    ) {
        for asSheet in [false, true] {
            let (glass, y) = show(content, asSheet: asSheet, thumbAt: 200)
            playOwn(content, on: glass, at: Point(200, y))
            glass.settle()
            let heard = glass.gestures("began") + glass.gestures("ended")
            #expect(heard.first?.name == content.gesture)
            #expect(asSheet ? glass.stage.sheets.count == 1 : glass.stack == ["home", "page"])
            // The edge pops over everything that is not a thumb, and the bar of a sheet always pulls.
            glass.wait(.milliseconds(500))
            if asSheet {
                glass.drag(from: Point(250, 32), to: Point(250, 150))
            } else {
                glass.drag(from: Point(2, y), to: Point(150, y))
            }
            glass.settle()
            #expect(asSheet ? glass.stage.sheets.isEmpty : glass.stack == ["home"])
        }
    }

    @Test(arguments: Own.allCases) func `a long press that has begun keeps the finger, wherever it then goes`(own: Own)
    {
        let (glass, y) = show(.longPress, asSheet: own == .pull, thumbAt: 0)
        let (start, end) = way(own, y)
        glass.touch { $0.down(at: start).hold(for: .milliseconds(600)).drag(to: end, over: .milliseconds(300)).lift() }
        glass.settle()
        #expect(glass.gestures("began").map(\.name) == ["long-press"])
        #expect(glass.gestures("failed").contains { $0.name == own.rawValue && $0.why == "long-press began" })
        #expect(glass.transitions.isEmpty)
    }

    @Test func `a second finger that comes after a pop has begun is no pinch`() {
        let (glass, y) = show(.pinch, asSheet: false, thumbAt: 0)
        glass.touch { touch in
            var a = touch.down(at: Point(100, y))
            a = a.drag(to: Point(130, y), over: .milliseconds(100))
            var b = touch.down(at: Point(250, y))
            touch.drag(&a, to: Point(190, y), &b, to: Point(400, y), over: .milliseconds(200))
            touch.lift(a, b)
        }
        glass.settle()
        #expect(glass.gestures("began").map(\.name) == ["full-screen-pop"])
        #expect(glass.stack == ["home"])
    }

    @Test func `a drag to its start in the middle of a finger's way bands and never pops`() {
        for content in [Content.horizontalMiddle, .galleryOther] {
            let (glass, y) = show(content, asSheet: false, thumbAt: 0)
            glass.touch { touch in
                touch.down(at: Point(60, y)).drag(to: Point(520, y), over: .milliseconds(400))
                    .hold(for: .milliseconds(120)).lift()
            }
            glass.settle()
            #expect(glass.stack == ["home", "page"])
            #expect(glass.transitions.isEmpty)
        }
    }

    @Test func `a vertical slider keeps the finger from the pull of its sheet`() {
        let glass = Glass()
        let slider = SliderView(axis: .vertical, value: 0.9, theme: Glass.theme)
        let page = ContentScreen("page") { view in
            slider.frame = Rect(origin: .zero, size: view.bounds.size)
            view.addSubview(slider)
        }
        glass.stage.present(page, animated: false)
        glass.push()
        glass.drag(from: Point(263.5, 80), to: Point(263.5, 200))
        glass.settle()
        #expect(glass.gestures("began").map(\.name) == ["slider"])
        #expect(slider.value < 0.6 && glass.stage.sheets.count == 1)
    }

    @Test func `a gesture that has begun in a page is cancelled when it is settled that the page goes`() {
        let (glass, y) = show(.verticalScroll, asSheet: false, thumbAt: 0)
        glass.touch { touch in
            var list = touch.down(at: Point(300, y))
            list = list.drag(to: Point(300, y - 30), over: .milliseconds(100))
            var edge = touch.down(at: Point(2, y))
            touch.drag(&list, to: Point(300, y - 60), &edge, to: Point(150, y), over: .milliseconds(200))
            edge.lift()
            list.lift()
        }
        glass.settle()
        #expect(glass.gestures("began").map(\.name) == ["scroll", "edge-pop"])
        #expect(glass.gestures("cancelled").map(\.name) == ["scroll"])
        #expect(glass.stack == ["home"])
    }
}

extension TraceRecord {
    /// The value of a field that is a text.
    func text(_ key: String) -> String? {
        if case .text(let text)? = fields.first(where: { $0.0 == key })?.1 { text } else { nil }
    }
}
