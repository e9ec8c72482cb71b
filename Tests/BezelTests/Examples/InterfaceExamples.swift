// The examples in docs/interface.md, and its elements.

import Bezel
import Testing

private struct Event: Identifiable {
    let id: Int
    let title: String
    let price: String
}

// Begin
private struct EventRow: Element {
    let event: Event
    var body: some Element {
        Row {
            Text(event.title)
            Spacer()
            Text(event.price).weight(.bold)
        }
    }
}
// End

@Observable private final class Buyer {
    var name = ""
    var note = ""
    var isNameMissing: Bool { name.isEmpty }
}

private struct Form: Element {
    let order = Buyer()

    var body: some Element {
        // Begin
        TextField("Name", text: order.name, kind: .name, problem: order.isNameMissing ? "Whose order is it?" : nil) {
            order.name = $0
        }
        // End
        TextArea("Note", text: order.note, lines: 4) { order.note = $0 }
        Drawn(1, description: "A square") { _, canvas, size in canvas.fill(Rect(origin: .zero, size: size), .black) }
    }
}

@Observable private final class Shop: Screen, Declared {
    var count = 1
    var isBuying = false

    var body: some Element {
        Column(alignment: .stretch) {
            ForEach([Event(id: 1, title: "Two harpsichords", price: "8 €")]) { EventRow(event: $0) }
            Stepper(count, in: 1...4) { self.count = $0 }
            Button("Buy") { self.buy() }
            Button("Read") { self.read() }
            Button("Delete") { self.delete() }
        }
    }

    private func buy() { push("thanks") { [count] in Text("Your number is A\(count)") } }

    private func read() {
        // Begin
        navigator?.push(ElementScreen("hall", title: "The hall") { Text("Welcome").heading() })
        present("about", title: "About") { Text("A sheet.") }
        // End
    }

    private func delete() {
        // Begin
        task {
            if await self.ask("Delete the order?", choices: "Keep", "Delete") == "Delete" { self.deleteOrder() }
        }
        // End
    }

    private func deleteOrder() { count = 4 }
}

private struct Hall: App {
    func root() -> Screen { Shop(name: "shop", title: "Tickets") }
}

/// The elements of the tables in docs/interface.md, as they stand there.
private struct Guest: Identifiable {
    let id: Int
    var name: String { "Guest \(id)" }
}

private final class Party: Screen, Declared {
    let guests = (0..<700).map { Guest(id: $0) }

    // Begin
    let position = ScrollPosition()
    var body: some Element {
        List(position) { ForEach(guests) { guest in ListRow(guest.name) } }
        Button("The last one") { self.position.scroll(to: .bottom) }
    }
    func show(_ guest: Guest) { position.scroll(to: guest.id) }
    // End
}

private struct Everything: Element {
    let picture: Picture
    let view = View()

    var body: some Element {
        Scroll {
            Text("…").size(1.5).weight(.bold).color(.black).alignment(.center).lineLimit(2)
            Text("…").heading(2)
            Button("…", isStrong: true) {}
            Slider("…", value: 4, in: 0...10, stops: 11, onEdit: { _ in }) { value in _ = value }
            Toggle("…", isOn: true) { _ in }
            Stepper(1, in: 1...9) { _ in }
            Segments(["S", "M"], selected: 0) { _ in }
            Grid(atMost: 3) { Flow { Text("…") } }
            Progress(0.4)
            Progress()
            Image(picture, description: "…", fit: .covering, corners: 0.5).frame(height: .mm(9))
            EnvironmentReader { environment in Text(environment.language ?? "") }
            Fill(.black, corners: 0.5).frame(width: .mm(40), height: .share(1), alignment: .topStart)
            Divider()
            Overlay(alignment: .center) {
                Text("?").popover { Text("…") }
                Text("…").padding(.em(1)).onTap {}.background(.black, corners: 0.5).layoutPriority(1).aspectRatio(
                    16 / 9)
            }
            Spacer()
            view
            ElementView { Text("…") }
            Text("…").environment(\.theme, Theme(.night, on: PresentingTests.wide)).disabled(true)
        }
    }
}

@Suite struct InterfaceExampleTests {
    // Begin
    @Test func `a visitor buys two tickets`() async throws {
        let shop = try Rehearsal(Hall())
        try shop.tap("+")
        try shop.tap("Buy")
        await shop.settle()
        #expect(shop.texts.contains("Your number is A2"))
    }
    // End

    @Test func `a list goes to a guest, and to the last one`() async throws {
        struct Hall: App {
            func root() -> Screen { Party(name: "party", title: "Guests") }
        }
        let hall = try Rehearsal(Hall())
        let party = try #require(hall.stage.navigator.top as? Party)
        party.show(party.guests[400])
        await hall.settle()
        #expect(hall.texts.contains("Guest 400"))
        try hall.tap("The last one")
        await hall.settle()
        #expect(hall.texts.contains("Guest 699") && !hall.texts.contains("Guest 400"))
    }

    @Test func `a screen and a sheet come`() async throws {
        let shop = try Rehearsal(Hall())
        #expect(shop.texts.contains("Two harpsichords") && shop.texts.contains("8 €"))
        try shop.tap("Read")
        await shop.settle()
        #expect(shop.stage.stackNames == ["shop", "hall", "about!"])
    }

    @Test(arguments: [("Keep", "1"), ("Delete", "4")])
    func `an order is deleted if the visitor wants it`(choice: String, count: String) async throws {
        let shop = try Rehearsal(Hall())
        try shop.tap("Delete")
        await shop.settle()
        try shop.tap(choice)
        await shop.settle()
        #expect(shop.texts.contains(count) && shop.stage.stackNames == ["shop"])
    }

    @Test func `every element of the tables is shown`() async throws {
        struct All: App {
            func root() -> Screen {
                ElementScreen("all") {
                    if let picture = try? Picture("\(repository)/config/museum/dial.jpg") {
                        Everything(picture: picture)
                    }
                }
            }
        }
        let all = try Rehearsal(All())
        #expect(all.views.count > 10)
    }
}
