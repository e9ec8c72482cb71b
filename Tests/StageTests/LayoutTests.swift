// A screen is loaded once and laid out as often as its place changes; and what an app sets while it is shown counts at once.

import Drawing
import Geometry
import Gestures
import Layers
import Stage
import TestRandomness
import Testing
import TouchScript

/// A screen that counts how often it is asked, and holds what has a state: a slider, a text, what scrolls.
private final class Room: Screen {
    private(set) var loads = 0
    private(set) var sizes: [Size] = []
    private(set) var taps = 0
    let slider = SliderView(value: 0.5, theme: Glass.theme)
    let label = LabelView(AttributedText("nothing yet", Glass.theme.style()))
    let scroll = ScrollView(axis: .vertical)
    let list = ListView(count: 500, estimatedRowHeight: 40) { index, width in
        let row = View()
        // Narrow rows are higher, as with text.
        row.frame = Rect(0, 0, width, width < 600 ? 90 + Double(index % 7) : 40 + Double(index % 5))
        return row
    }
    var views: [View] { [slider, label, scroll, list] }

    init(_ name: String) { super.init(name: name, title: name) }

    override func load(into content: View) {
        loads += 1
        #expect(!content.bounds.isEmpty)
        for view in views { content.addSubview(view) }
        let tap = TapRecognizer(name: "room")
        tap.onAction { [unowned self] _ in taps += 1 }
        content.addRecognizer(tap)
    }

    override func layout(_ content: View) {
        #expect(content === view.content)
        sizes.append(content.bounds.size)
        let (width, height) = (content.bounds.width, content.bounds.height / 4)
        for (index, view) in views.enumerated() {
            let x = textDirectionIsLeft ? 0 : width / 10
            view.frame = Rect(x, Double(index) * height, width * 0.9, height)
        }
        scroll.contentSize = Size(width * 0.9, 5000)
    }

    private var textDirectionIsLeft: Bool { (direction ?? navigator?.stage.direction) == .leftToRight }
}

@Suite struct LayoutTests {
    private static let panels = [
        Glass.panel, PanelChangeTests.upright, Panel(pixels: PixelSize(800, 480), millimetres: Size(154, 86)),
        Panel(pixels: PixelSize(3840, 2160), millimetres: Size(1210, 680)),
    ]

    @Test(arguments: 0..<40) func `whatever is turned, load is called once and what it made is all there is`(seed: Int)
    {
        var numbers = SplitMix(UInt64(seed))
        func one(of count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
        let glass = Glass(root: Room("home"))
        let rooms = [glass.stage.navigator.root as! Room, Room("covered"), Room("top")]
        for room in rooms.dropFirst() { glass.stage.navigator.push(room, animated: false) }
        let sheet = Room("sheet")
        let gone = Room("gone")
        glass.stage.present(sheet, animated: false)
        let all = rooms + [sheet]
        glass.settle()
        for room in all {
            room.slider.value = 0.25
            room.label.text = AttributedText("typed", Glass.theme.style())
            room.scroll.setOffset(400, along: .vertical)
            room.list.scroll(toRow: 200, animated: false)
        }
        let views = all.map { count($0.view.content) - $0.list.subviews.count }
        for _ in 0..<12 {
            switch one(of: 6) {
            case 0, 1: glass.stage.change(to: Self.panels[one(of: Self.panels.count)])
            case 2: glass.stage.direction = glass.stage.direction == .leftToRight ? .rightToLeft : .leftToRight
            case 3: all[one(of: 4)].direction = [nil, .leftToRight, .rightToLeft][one(of: 3)]
            case 4:
                let room = all[one(of: 4)]
                room.isBarShown.toggle()
            default:
                glass.stage.theme = Theme(.paper, on: glass.stage.panel, scale: Double(2 + one(of: 5)) / 4)
            }
            for (room, count) in zip(all, views) {
                #expect(room.loads == 1)
                #expect(self.count(room.view.content) - room.list.subviews.count == count)
                #expect(room.view.content.recognizers.count == 1)
                #expect(room.slider.value == 0.25 && room.label.text == AttributedText("typed", Glass.theme.style()))
                #expect(room.scroll.offset == 400)
                #expect(topRow(of: room.list) == 200)
                let theme = glass.stage.theme
                let bar = room.isBarShown ? max((theme.em * 3.2).rounded(), theme.fingertip) : 0
                #expect(room.view.content.frame == Rect(0, bar, room.view.bounds.width, room.view.bounds.height - bar))
                #expect(room.sizes.last == room.view.content.bounds.size)
            }
        }
        // A screen that was not there meanwhile is laid out when it comes.
        glass.stage.navigator.push(gone, animated: false)
        glass.stage.navigator.pop(animated: false)
        glass.stage.change(to: Panel(pixels: PixelSize(640, 960), millimetres: Size(100, 150)))
        glass.stage.navigator.push(gone, animated: false)
        #expect(gone.loads == 1 && gone.view.bounds.size == Size(640, 960) && gone.sizes.last?.width == 640)
        glass.settle()
    }

    private func topRow(of list: ListView) -> Int? {
        (0..<list.count).last { list.frame(of: $0).minY <= list.offset }
    }

    private func count(_ view: View) -> Int { view.subviews.reduce(1) { $0 + count($1) } }

    @Test func `without a change nothing is laid out`() {
        let room = Room("home")
        let glass = Glass(root: room)
        glass.stage.navigator.push(Room("other"), animated: false)
        glass.stage.navigator.pop(animated: false)
        glass.stage.theme = Theme(.paper, on: Glass.panel)
        glass.stage.direction = .leftToRight
        room.title = "Another"
        #expect(room.loads == 1 && room.sizes.count == 1)
    }

    @Test func `rebuilt content shows what it showed before`() throws {
        final class Page: Screen {
            let scroll = ScrollView(axis: .vertical)
            override func load(into content: View) { content.addSubview(scroll) }
            override func layout(_ content: View) {
                scroll.rebuild {
                    scroll.frame = Rect(origin: .zero, size: content.bounds.size)
                    var y = 0.0
                    for index in 0..<30 {
                        // Narrow text is higher, but not all of it by the same factor.
                        let height = index % 3 == 0 ? 200 : (400_000 / content.bounds.width).rounded()
                        let block = View()
                        block.frame = Rect(0, y, content.bounds.width, height)
                        scroll.addSubview(block)
                        y += height
                    }
                    let gallery = ScrollView(axes: [.horizontal], isPaging: true)
                    gallery.frame = Rect(0, y, content.bounds.width, 300)
                    gallery.contentSize = Size(content.bounds.width * 5, 300)
                    scroll.addSubview(gallery)
                    scroll.contentSize = Size(content.bounds.width, y + 300)
                }
            }
        }
        let page = Page(name: "page", title: "Page")
        let glass = Glass(root: page)
        #expect(page.scroll.subviews.count == 31)
        let block = page.scroll.subviews[13]
        page.scroll.setOffset(block.frame.minY + block.frame.height * 0.25, along: .vertical)
        var gallery: ScrollView { page.scroll.subviews[30] as! ScrollView }
        gallery.scroll(to: 2 * gallery.bounds.width, along: .horizontal, animated: false)
        for panel in [PanelChangeTests.upright, Glass.panel, Self.panels[2]] {
            glass.stage.change(to: panel)
            let block = page.scroll.subviews[13]
            #expect(abs(page.scroll.offset - block.frame.minY - block.frame.height * 0.25) < 1)
            #expect(gallery.page == 2)
            #expect(page.scroll.subviews.count == 31)
        }
    }

    // MARK: What is set while it is shown

    /// The picture of what is shown now.
    private func picture(_ glass: Glass) -> FrameHash {
        let bitmap = Bitmap(size: glass.stage.panel.pixels, isOpaque: true)
        let frame = glass.stage.plan(at: glass.stage.now)
        glass.stage.draw(frame, into: bitmap.surface, region: Region(frame.size.bounds))
        return FrameHash(of: bitmap.surface)
    }

    /// The picture of a glass on which `page` was pushed over a page called `below`, after `set`.
    private func shown(_ below: String = "HOME", set: (Screen) -> Void) -> FrameHash {
        let root = TestScreen("home")
        root.title = below
        let glass = Glass(root: root)
        let page = TestScreen("page")
        set(page)
        glass.push(page)
        return picture(glass)
    }

    nonisolated static let changes: [(String, @MainActor @Sendable (Screen) -> Void)] = [
        ("title", { $0.title = "Another" }), ("isBarShown", { $0.isBarShown = false }),
        ("isBackShown", { $0.isBackShown = false }), ("direction", { $0.direction = .rightToLeft }),
        ("backView", { $0.backView = Tile(Rect(0, 0, 90, 40), color: Color(0x20B040)) }),
    ]

    @Test(arguments: changes.indices) func `a property that is set later looks as if set before, and can be set back`(
        _ index: Int
    ) {
        let (name, change) = Self.changes[index]
        let glass = Glass()
        let page = TestScreen("page")
        glass.push(page)
        let before = picture(glass)
        change(page)
        #expect(picture(glass) == shown(set: change), "\(name)")
        #expect(picture(glass) != before, "\(name)")
        (page.title, page.isBarShown, page.isBackShown, page.direction, page.backView) = ("PAGE", true, true, nil, nil)
        #expect(picture(glass) == before, "\(name)")
    }

    @Test func `a new title of the page below changes the way back, also while the page moves`() {
        let glass = Glass()
        glass.push(TestScreen("page"))
        _ = picture(glass)
        glass.stage.navigator.root.title = "Somewhere else"
        #expect(picture(glass) == shown("Somewhere else") { _ in })
        glass.stage.navigator.root.title = "HOME"
        let finger = HeldFinger(glass, at: Point(100, 100))
        finger.drag(to: Point(105, 100), over: .milliseconds(200))
        let moving = picture(glass)
        glass.stage.navigator.root.title = "Somewhere else"
        #expect(picture(glass) != moving)
        finger.lift()
    }

    @Test func `the bar of a covered screen that changed is right when it is uncovered`() {
        let glass = Glass()
        let page = TestScreen("page")
        glass.push(page)
        _ = picture(glass)
        glass.push(TestScreen("over"))
        page.title = "Another"
        page.direction = .rightToLeft
        glass.stage.navigator.pop(animated: false)
        let expected = shown { page in (page.title, page.direction) = ("Another", .rightToLeft) }
        #expect(picture(glass) == expected)
    }

    @Test func `pops face the edge of the page's current direction`() {
        for isOfStage in [false, true] {
            let glass = Glass(pop: .edge)
            let (page, more) = (TestScreen("page"), TestScreen("more"))
            glass.push(page, more)
            if isOfStage { glass.stage.direction = .rightToLeft } else { more.direction = .rightToLeft }
            glass.flick(from: Point(1, 150), to: Point(300, 150))
            glass.settle()
            #expect(glass.stack.count == 3)
            glass.flick(from: Point(526, 150), to: Point(250, 150))
            glass.settle()
            #expect(glass.stack == ["home", "page"])
            glass.stage.direction = .leftToRight
            page.direction = .leftToRight
            glass.flick(from: Point(1, 150), to: Point(300, 150))
            glass.settle()
            #expect(glass.stack == ["home"])
        }
    }

    @Test func `pop style, zone and finish are the current ones`() {
        let glass = Glass(pop: .edge)
        let page = TestScreen("page")
        glass.push(page)
        func swipe(_ x: Double, _ way: Double = 200) -> [String] {
            glass.drag(from: Point(x, 150), to: Point(x + way, 150))
            glass.settle()
            return glass.stack
        }
        #expect(swipe(200).count == 2)
        page.popStyle = .fullScreen
        page.popZone = 100
        #expect(swipe(200).count == 2)
        page.popZone = 300
        page.popFinish = FinishRule(share: 1, limit: 500, velocityWeight: 0, slop: 2)
        #expect(swipe(100, 150).count == 2)
        page.popFinish = nil
        page.popStyle = .off
        #expect(swipe(1).count == 2)
        page.popStyle = .edge
        #expect(swipe(1).count == 1)
    }
}
