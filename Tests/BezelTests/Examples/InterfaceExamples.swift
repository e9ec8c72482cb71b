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

private struct CartAndRate: Element {
    let price = 4.2
    let count = 3

    private func open() {}
    private let drawCurve: (Double, Canvas, Size) -> Void = { _, canvas, _ in canvas.fill(.black) }

    var body: some Element {
        // Begin
        Button("🛒", icon: .cart, isIconOnly: true) { self.open() }
            .accessibilityLabel("Cart, \(count) items")
        Column {
            Drawn(price, description: "", draw: drawCurve).frame(height: .em(6))
            Text("4.2 %").size(2)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Interest")
        .accessibilityValue("4.2 percent")
        // End
    }
}

@Observable private final class Booking {
    enum Field { case name, mail }
    var focus: Field?
    var name = ""
    var mail = ""
    var hasTried = false
    var problems: [Field: String] {
        guard hasTried else { return [:] }
        return [
            .name: name.isEmpty ? "Whose order is it?" : nil, .mail: mail.contains("@") ? nil : "This is no address.",
        ]
        .compactMapValues { $0 }
    }
    var firstProblem: Field? {
        hasTried = true
        return problems[.name] != nil ? .name : problems[.mail] != nil ? .mail : nil
    }
}

private struct BookingForm: Element {
    let order: Booking
    var body: some Element {
        Scroll {
            // Begin
            TextField("Name", text: order.name, problem: order.problems[.name]) { order.name = $0 }
                .focused(order.focus, equals: .name) { order.focus = $0 }
            TextField("Mail", text: order.mail, kind: .mail, problem: order.problems[.mail]) { order.mail = $0 }
                .focused(order.focus, equals: .mail) { order.focus = $0 }
            Button("Order", isStrong: true) { order.focus = order.firstProblem }
            // End
        }
    }
}

@Observable private final class Shelf {
    var query = ""
    var found: [String] {
        ["Compass", "Lantern", "Logbook"].filter { query.isEmpty || $0.lowercased().contains(query.lowercased()) }
    }
}

private struct SearchedShelf: Element {
    let shelf: Shelf
    var body: some Element {
        // Begin
        Column(alignment: .stretch) {
            SearchField("Search", text: shelf.query) { shelf.query = $0 }
                .padding(.em(1))
            List { ForEach(shelf.found, id: \.self) { title in ListRow(title) } }
        }
        // End
    }
}

@Observable private final class Infos: Screen, Declared {
    var opened = ""
    private let photo: [UInt8]
    private let today: CalendarDate
    private let language = "de"

    init(photo: [UInt8], today: CalendarDate) {
        (self.photo, self.today) = (photo, today)
        super.init(name: "infos", title: "Infos")
    }

    var body: some Element {
        Scroll {
            // Begin
            Text(markdown: "Open **every day** but *Monday*. [How to find us](way)") { address in self.open(address) }
            // End
            // Begin
            Image(data: photo, description: "The harbour", fit: .covering, corners: 0.5)
                .frame(width: .share(1), height: .mm(60))
            // End
            // Begin
            let pickup = today.adding(days: 2)
            let reminder = today.adding(months: 1)
            Text("Ready on \(pickup.weekday(in: language)), \(pickup.words(in: language))")
            // End
            Text("\(reminder)")
            Text(opened)
        }
    }

    private func open(_ address: String) { opened = "opened \(address)" }
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
            Stepper("Adults", 2, in: 1...9) { _ in }
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

    @Test func `a form goes to the first thing that is wrong`() async throws {
        struct Bookings: App {
            let order = Booking()
            func root() -> Screen { ElementScreen("booking") { [order] in BookingForm(order: order) } }
        }
        let app = Bookings()
        let booking = try Rehearsal(app)
        try booking.tap("Order")
        await booking.settle()
        #expect(app.order.focus == .name && booking.texts.contains("Whose order is it?"))
        try booking.type("ada")
        try booking.tap("Order")
        await booking.settle()
        #expect(app.order.focus == .mail && app.order.name == "ada")
    }

    @Test func `a search leaves what it has found`() async throws {
        struct Shelves: App {
            let shelf = Shelf()
            func root() -> Screen { ElementScreen("shelf") { [shelf] in SearchedShelf(shelf: shelf) } }
        }
        let search = try Rehearsal(Shelves())
        try search.tap("Search", .textbox)
        await search.settle()
        try search.type("log")
        await search.settle()
        #expect(search.texts.contains("Logbook") && !search.texts.contains("Compass"))
        try search.tap("Clear")
        #expect(search.texts.contains("Compass"))
    }

    @Test func `words have links, and days are written in a language`() async throws {
        struct Info: App {
            func root() -> Screen {
                Infos(photo: [1, 2, 3], today: CalendarDate("2026-12-30") ?? .init(year: 1, month: 1, day: 1)!)
            }
        }
        let info = try Rehearsal(Info())
        try info.tap("How to find us", .link)
        #expect(info.texts.contains("opened way"))
        #expect(info.texts.contains("Ready on Freitag, 1. Januar 2027") && info.texts.contains("2027-01-30"))
    }

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

    @Test func `what an app says about elements is what a test finds them by`() throws {
        struct Bank: App {
            func root() -> Screen { ElementScreen("bank") { CartAndRate() } }
        }
        let bank = try Rehearsal(Bank())
        try bank.tap("Cart, 3 items", .button)
        #expect(try bank.view("Interest").spoken == Spoken(.text, "Interest", value: "4.2 percent"))
        #expect(!bank.texts.contains("4.2 %"))
        #expect(bank.stage.spokenText.contains("text \"Interest\" = \"4.2 percent\" at"))
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
