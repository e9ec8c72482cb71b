// A screen reader reaches what is beyond the glass, as a finger does.

import Accessibility
import Bezel
import Geometry
import Glibc
import Linux
import Testing

@testable import Interface
@testable import Run
@testable import Stage

@Observable private final class Order {
    var taps: [String] = []
    var name = ""
    var volume = 0.5
}

/// A page that is several times as high as the glass, with a strip that scrolls sideways in it.
private final class LongPage: Screen, Declared {
    let order = Order()

    init() { super.init(name: "long", title: "Long") }

    var body: some Element {
        Scroll {
            ForEach(0..<30, id: \.self) { index in
                Button("Button \(index)") { self.order.taps.append("\(index)") }
            }
            Slider("Volume", value: order.volume) { self.order.volume = $0 }
            Tabs((0..<40).map { "Tab \($0)" }, selected: 0) { self.order.taps.append("tab \($0)") }
            TextField("Name", text: order.name, problem: order.name.isEmpty ? "It is empty." : nil) {
                self.order.name = $0
            }
            Button("Say it") { self.toast("Saved") }
            Button("Ask") { self.alert("Sure?", button: "Yes") }
        }
        .padding(.em(2))
    }
}

/// A list of which only some rows are made.
private final class LongList: Screen, Declared {
    let order = Order()

    init() { super.init(name: "list", title: "List") }

    var body: some Element {
        List {
            ForEach(0..<1000, id: \.self) { index in ListRow("Row \(index)") { self.order.taps.append("\(index)") } }
        }
    }
}

private struct Page: App {
    func root() -> Screen { LongPage() }
}

private struct Rows: App {
    func root() -> Screen { LongList() }
}

@Suite(.serialized) struct AccessibleScrollTests {
    /// AtspiStateType.
    private nonisolated static let (focused, invalid, showing, visible) = (12, 36, 25, 30)

    private func asking<Result: Sendable>(
        _ app: some App, _ asking: @escaping @Sendable (BusClient, BusClient.Element) throws -> Result
    ) throws -> (Result, AccessibleKiosk) {
        let bus = try PrivateBus()
        defer { bus.end() }
        let kiosk = try AccessibleKiosk(app, on: bus)
        defer { kiosk.close() }
        return (try kiosk.run(asking), kiosk)
    }

    private nonisolated static func isShown(_ element: BusClient.Element, _ client: BusClient) throws -> Bool {
        try client.states(element).contains(showing)
    }

    @Test func `what is beyond the glass is told, and scrolled to`() throws {
        let (_, kiosk) = try asking(Page()) { client, kiosk in
            let last = try client.element("Ask", of: kiosk)
            #expect(try client.states(last).contains(Self.visible))
            #expect(try !Self.isShown(last, client))
            client.forget()
            // ATSPI_SCROLL_ANYWHERE
            #expect(try client.call(last, "Component", "ScrollTo", [.uint(6)]) == [.boolean(true)])
            #expect(try client.wait { try Self.isShown(last, client) ? true : nil } == true)
            #expect(try client.signal("StateChanged", "showing", at: last.path)?.arguments[1] == .int(1))
            let first = try client.element("Button 0", of: kiosk)
            #expect(try !Self.isShown(first, client))
            #expect(try client.call(first, "Component", "ScrollTo", [.uint(2)]) == [.boolean(true)])
            #expect(try client.wait { try Self.isShown(first, client) ? true : nil } == true)
        }
        // Fingers scroll, and press nothing on the way.
        let page = try #require(kiosk.stage.navigator.screens.first as? LongPage)
        #expect(page.order.taps.isEmpty && page.order.volume == 0.5 && kiosk.stage.focus == nil)
        #expect(kiosk.touches.contains { $0.changes.contains { $0.phase == .moved } })
    }

    @Test func `what is pressed beyond the glass comes into view first`() throws {
        let (_, kiosk) = try asking(Page()) { client, kiosk in
            try client.press("Button 29", of: kiosk)
            let button = try client.element("Button 29", of: kiosk)
            #expect(try client.wait { try Self.isShown(button, client) ? true : nil } == true)
            // In a strip, in the page.
            try client.press("Tab 39", of: kiosk)
            let tab = try client.element("Tab 39", of: kiosk)
            #expect(try client.wait { try Self.isShown(tab, client) ? true : nil } == true)
            let slider = try client.element("Volume", of: kiosk)
            try client.set(slider, "Value", "CurrentValue", .double(80))
            #expect(try client.wait { abs(try client.number(slider) - 80) < 1 ? true : nil } == true)
            usleep(500_000)
        }
        let page = try #require(kiosk.stage.navigator.screens.first as? LongPage)
        #expect(page.order.taps == ["29", "tab 39"] && abs(page.order.volume - 0.8) < 0.01)
    }

    @Test func `a field below the glass gets the focus, and its problem is its description`() throws {
        let (_, kiosk) = try asking(Page()) { client, kiosk in
            let field = try client.element("Name", of: kiosk)
            #expect(try client.text(field, "Accessible", "Description") == "It is empty.")
            #expect(try client.states(field).contains(Self.invalid))
            #expect(try client.numbers(field, "Component", "GrabFocus") == [1])
            #expect(
                try client.wait { try client.states(field).isSuperset(of: [Self.focused, Self.showing]) ? true : nil }
                    == true)
            client.forget()
            try client.press("Q", of: kiosk)
            let event = try #require(try client.signal("PropertyChange", "accessible-description", at: field.path))
            #expect(event.arguments[3] == .variant(.string("")))
            let cache = BusClient.Element(name: kiosk.name, path: "/org/a11y/atspi/cache")
            _ = try client.call(cache, "Cache", "GetItems")
        }
        let page = try #require(kiosk.stage.navigator.screens.first as? LongPage)
        #expect(page.order.name == "Q" && kiosk.stage.focus is FieldView)
    }

    @Test func `a list is scrolled by most of a page, to its end and back`() throws {
        let (seen, kiosk) = try asking(Rows()) { client, kiosk -> [Int] in
            let found = try client.wait {
                try? client.all(in: kiosk).first {
                    try client.call($0, "Accessible", "GetRoleName") == [.string("scroll pane")]
                }
            }
            let list = try #require(found)
            #expect(
                try (0..<2).map { try client.call(list, "Action", "GetName", [.int($0)]) }
                    == [[.string("scroll forward")], [.string("scroll backward")]])
            func first() throws -> Int {
                let row = try client.wait { () -> String? in
                    let shown = (try? client.all(in: kiosk).filter { try Self.isShown($0, client) }) ?? []
                    return try? shown.lazy.map { try client.text($0) }.first { $0.hasPrefix("Row") }
                }
                return Int(row?.dropFirst(4) ?? "") ?? -1
            }
            #expect(try client.call(list, "Action", "DoAction", [.int(1)]) == [.boolean(false)])
            var places = [try first()]
            for action in [0, 0, 1] {
                #expect(try client.call(list, "Action", "DoAction", [.int(action)]) == [.boolean(true)])
                let before = places[places.count - 1]
                let next = try client.wait {
                    let place = try first()
                    return place == before ? nil : place
                }
                usleep(800_000)
                #expect(next != nil)
                places.append(try first())
            }
            return places
        }
        // Each finger leaves something of what was seen before.
        let page = seen[1]
        #expect(page > 5 && seen[0] == 0 && abs(seen[2] - 2 * page) <= 1 && abs(seen[3] - page) <= 1, "\(seen)")
        let screen = try #require(kiosk.stage.navigator.screens.first as? LongList)
        #expect(screen.order.taps.isEmpty && !kiosk.stage.isMoving)
    }

    @Test func `a message is announced once, whatever comes over the page and goes`() throws {
        _ = try asking(Page()) { client, kiosk in
            try client.press("Ask", of: kiosk)
            _ = try client.element("Yes", of: kiosk)
            try client.press("Yes", of: kiosk)
            _ = try client.element("Button 29", of: kiosk)
            usleep(600_000)
            client.forget()
            try client.press("Say it", of: kiosk)
            try client.press("Ask", of: kiosk)
            #expect(try client.signal("Announcement") != nil)
            _ = try client.element("Yes", of: kiosk)
            let message = try client.wait { try? client.all(in: kiosk).first { try client.text($0) == "Saved" } }
            #expect(message != nil, "the message is gone before the alert comes")
            try client.press("Yes", of: kiosk)
            _ = try client.element("Button 29", of: kiosk)
            usleep(600_000)
            #expect(client.signals.filter { $0.member == "Announcement" }.count == 1)
        }
    }
}

@Suite struct AccessibleReaderTests {
    @Test func `what can be seen is told first, and then what is near it`() {
        let panel = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))
        for share in [0.0, 0.5, 1] {
            let stage = Stage(
                panel: panel, theme: Theme(.paper, on: panel), gestures: GestureSettings(),
                root: ManyTexts(count: 3 * TreeReader.mostNodes))
            guard let scroll = stage.topScrollView else { return }
            scroll.scroll(to: scroll.ends.upperBound * share, along: .vertical, animated: false)
            stage.advance(to: stage.now + .seconds(1))
            let nodes = TreeReader().read(stage)
            #expect(nodes.count <= TreeReader.mostNodes + 1)
            #expect(
                nodes.filter { $0.states.contains(.showing) && $0.role == .label }.count
                    == stage.spokenViews.count { $0.spoken.role == .text })
            let told = nodes.compactMap { Int($0.name) }
            #expect(told == Array(told[0]...told[told.count - 1]) && told.count > TreeReader.mostNodes / 2)
        }
    }
}

private final class ManyTexts: Screen, Declared {
    let count: Int

    init(count: Int) {
        self.count = count
        super.init(name: "many", title: "Many")
    }

    var body: some Element { Scroll { ForEach(0..<count, id: \.self) { Text("\($0)") } } }
}
