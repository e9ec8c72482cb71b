// A small shop that a rehearsal plays, with work on another thread.

import Bezel
import Drawing
import TestFolders
import Testing

nonisolated private struct SoldOut: Error, CustomStringConvertible { let description = "Sold out" }

@Observable private final class Basket {
    var count = 1
    var isBusy = false
    var message = ""
    var isGift = false
}

private final class Shop: Screen, Declared {
    let basket = Basket()
    nonisolated let order: @Sendable (Int) async throws -> String

    init(order: @escaping @Sendable (Int) async throws -> String) {
        self.order = order
        super.init(name: "shop", title: "Tickets")
    }

    var body: some Element {
        Column(alignment: .stretch) {
            Text("Two harpsichords").heading()
            Stepper(basket.count, in: 1...4) { self.basket.count = $0 }
            Toggle("As a gift", isOn: basket.isGift) { self.basket.isGift = $0 }
            if basket.isBusy { Progress() } else { Button("Buy", isStrong: true) { self.buy() } }
            if !basket.message.isEmpty { Text(basket.message) }
        }
        .padding(.em(2))
    }

    private func buy() {
        basket.isBusy = true
        let (count, order) = (basket.count, order)
        task { [unowned self] in
            defer { basket.isBusy = false }
            do {
                let number = try await recorded("order") { try await order(count) }
                push("thanks", title: "Thank you") { Text("Your number is \(number)") }
            } catch { basket.message = "\(error)" }
        }
    }
}

private struct Hall: App {
    func root() -> Screen {
        Shop { count in
            if count > 2 { throw SoldOut() }
            return "A\(count)"
        }
    }
}

private struct Rested: App {
    func root() -> Screen { RestedScreen() }
}

@Observable private final class RestedScreen: Screen, Declared {
    var presses = 0
    var taps = 0

    init() { super.init(name: "rested", title: "Rested") }

    var body: some Element {
        Column {
            Button("Ticket") { self.taps += 1 }.onLongPress { self.presses += 1 }
            Text("pressed \(presses), tapped \(taps)")
        }
    }
}

private struct Booking: App {
    func root() -> Screen { BookingScreen() }
}

@Observable private final class BookingScreen: Screen, Declared {
    var adults = 1
    var children = 0
    var guest = ""

    init() { super.init(name: "booking", title: "Booking") }

    var body: some Element {
        Scroll {
            Stepper("Adults", adults, in: 1...9) { self.adults = $0 }
            Stepper("Children", children, in: 0...9) { self.children = $0 }
            Text("\(adults) and \(children)")
            TextField("Guest", text: guest, kind: .name) { self.guest = $0 }
        }
    }
}

@Suite struct RehearsalTests {
    @Test func `a recording is played, and what was decided is told`() throws {
        let folder = TemporaryFolder()
        let lines = (0...20).map { step in
            let phase = step == 0 ? "began" : step == 20 ? "ended" : "moved"
            return "{\"t\":\(Double(step) / 50),\"touch\":1,\"phase\":\"\(phase)\",\"x\":\(2 + 12 * step),\"y\":150}"
        }
        folder.write(lines.joined(separator: "\n") + "\n", to: "visit.jsonl")
        let trace = try Rehearsal.trace(of: folder.path + "/visit.jsonl", on: Hall(), size: Size(527, 296))
        #expect(!trace.isEmpty && trace.allSatisfy { $0.hasPrefix("{\"t\":") })
        #expect(trace == (try Rehearsal.trace(of: folder.path + "/visit.jsonl", on: Hall(), size: Size(527, 296))))
        folder.write("no recording\n", to: "visit.jsonl")
        #expect(throws: Rehearsal.Problem.self) {
            try Rehearsal.trace(of: folder.path + "/visit.jsonl", on: Hall(), size: Size(527, 296))
        }
    }

    @Test func `steppers are told apart, and a keyboard that is coming is waited for`() throws {
        let booking = try Rehearsal(Booking())
        #expect(booking.title == "Booking")
        try booking.tap("Adults +")
        try booking.tap("Children +")
        try booking.tap("Children +")
        try booking.tap("Children −")
        #expect(booking.texts.contains("2 and 1"), "\(booking.texts)")
        try booking.tap("Guest")
        try booking.type("Ada")
        #expect(try booking.view("Guest", .textbox).spoken.value == "Ada")
    }

    @Test func `a visitor buys two tickets`() async throws {
        let shop = try Rehearsal(Hall())
        try shop.tap("+")
        #expect(shop.texts.contains("2"))
        try shop.tap("As a gift")
        #expect(try shop.view("As a gift", .switching).spoken.isOn == true)
        try shop.tap("Buy")
        #expect(shop.views.contains { $0.spoken.role == .progress })
        await shop.settle()
        #expect(shop.texts.contains("Your number is A2") && shop.stage.stackNames == ["shop", "thanks"])
        shop.drag(from: Point(2, 150), to: Point(260, 150))
        await shop.settle()
        #expect(shop.stage.stackNames == ["shop"] && shop.texts.contains("Two harpsichords"))
    }

    @Test func `a long press is no tap, and text is typed only in a field`() throws {
        let rested = try Rehearsal(Rested())
        try rested.press("Ticket")
        #expect(rested.texts.contains("pressed 1, tapped 0"))
        try rested.tap("Ticket")
        #expect(rested.texts.contains("pressed 1, tapped 1"))
        do {
            try rested.type("a")
            Issue.record("nothing was typed in")
        } catch let problem as Rehearsal.Problem {
            #expect(problem.description.contains("no field is typed in"))
        }
    }

    @Test func `an error is shown, and the button is back`() async throws {
        let shop = try Rehearsal(Hall())
        for _ in 0..<3 { try shop.tap("+") }
        #expect(try !shop.view("+").spoken.isEnabled)
        try shop.tap("Buy")
        await shop.settle()
        #expect(shop.texts.contains("Sold out") && shop.texts.contains("Buy"))
        #expect(shop.stage.stackNames == ["shop"])
    }

    @Test func `what is not there is said, with what is there instead`() throws {
        let shop = try Rehearsal(Hall())
        do {
            try shop.tap("Sell")
            Issue.record("there is no such button")
        } catch let problem as Rehearsal.Problem {
            #expect("\(problem)".contains("called \"Sell\"") && "\(problem)".contains("button \"Buy\" at "))
        }
    }

    @Test func `what is covered, scrolled away or on another screen is not on the glass`() throws {
        struct Long: App {
            func root() -> Screen { ElementScreen("long") { Scroll { for line in 0..<200 { Text("line \(line)") } } } }
        }
        let long = try Rehearsal(Long())
        #expect(long.texts.contains("line 0") && !long.texts.contains("line 199"))
        #expect(long.views.allSatisfy { $0.frame.maxY <= 296.5 && $0.frame.minY >= 0 })
        long.drag(from: Point(260, 250), to: Point(260, 50))
        long.pass(.seconds(5))
        #expect(!long.texts.contains("line 0"))
    }

    @Test func `a picture is kept, and another one is shown beside it`() throws {
        let shop = try Rehearsal(Hall())
        let folder = TemporaryFolder()
        let path = "\(folder.path)/shop.png"
        #expect(try shop.difference(from: path)?.hasPrefix("\(path) was missing") == true)
        #expect(try shop.difference(from: path) == nil)
        try shop.tap("+")
        shop.pass(.seconds(1))
        let words = try #require(try shop.difference(from: path))
        #expect(words.contains("pixels of \(path) differ; \(folder.path)/shop-differs.png shows"))
        let shown = try Picture("\(folder.path)/shop-differs.png").bitmap()
        #expect(shown.size.width > 3 * 1920 && shown.size.height == 1080)
        #expect(try shop.difference(from: path, upTo: 0.05) == nil)
    }

    @Test func `a list is scrolled to a row that is far from the glass, and back if there is none`() throws {
        struct Guests: App {
            func root() -> Screen {
                ElementScreen("guests", title: "Guests") {
                    Text("Above")
                    List { ForEach(0..<700, id: \.self) { number in ListRow("Guest \(number)") {} } }
                }
            }
        }
        let hall = try Rehearsal(Guests())
        #expect(throws: Rehearsal.Problem.self) { try hall.view("Guest 500") }
        try hall.scroll(to: "Guest 500", .link)
        #expect(try hall.view("Guest 500").frame.height > 5)
        let before = hall.texts
        #expect(throws: Rehearsal.Problem.self) { try hall.scroll(to: "Guest 701") }
        #expect(hall.texts == before)
        try hall.scroll(to: "Guest 0")
        #expect(hall.texts.contains("Guest 0") && hall.views.count < 60)
    }
}
