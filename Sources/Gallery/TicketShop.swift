// A ticket shop: a small app of declared screens, with a form, work on another thread, and alerts.

import Bezel

/// A concert.
nonisolated struct Concert: Identifiable, Hashable {
    let id: Int
    let title, place, day: String
    let price, seats: Int
}

/// The box office. A real one is a server.
nonisolated enum BoxOffice {
    /// Why there are no tickets.
    struct SoldOut: Error, CustomStringConvertible {
        let seats: Int
        var description: String { seats == 0 ? "It is sold out." : "Only \(seats) tickets are left." }
    }

    static let concerts = [
        Concert(id: 1, title: "Two harpsichords", place: "Chapel", day: "Friday, 19:30", price: 18, seats: 40),
        Concert(
            id: 2, title: "Songs of the herring fleet", place: "Boat shed", day: "Saturday, 20:00", price: 12, seats: 3),
        Concert(id: 3, title: "Organ at noon", place: "St Nicholas", day: "Sunday, 12:00", price: 5, seats: 120),
        Concert(id: 4, title: "The foghorn concerto", place: "Lighthouse", day: "Sunday, 18:00", price: 25, seats: 0),
    ]

    /// Orders tickets, which takes a while. Returns the number of the order.
    static func order(_ concert: Concert, count: Int, for name: String) async throws -> String {
        try await Task.sleep(for: .seconds(1))
        if count > concert.seats { throw SoldOut(seats: concert.seats) }
        return "\(concert.id)\(count)\(name.count)"
    }
}

/// The concerts of the week.
final class TicketShop: Sample, Declared {
    init() {
        super.init(
            name: "tickets", title: "Ticket shop",
            summary: "A small app in 120 lines: a list, a form with a keyboard, an order that takes a while, alerts.")
    }

    override func layout(_ content: View) { arrange(content) }

    var body: some Element {
        List {
            Section("This week") {
                ForEach(BoxOffice.concerts, id: \.id) { concert in
                    ListRow(concert.title, detail: concert.day, icon: .calendar) {
                        self.navigator?.push(ConcertScreen(concert))
                    }
                }
            }
        }
    }
}

/// A concert, and the order of its tickets.
@Observable final class ConcertScreen: Screen, Declared {
    private let concert: Concert
    private var count = 1
    private var buyer = ""
    private var isOrdering = false

    init(_ concert: Concert) {
        self.concert = concert
        super.init(name: "concert-\(concert.id)", title: concert.title)
    }

    var body: some Element {
        Scroll {
            Drawn(concert.id, description: "The sea at night", draw: drawWaves).frame(height: .em(8))
            Text(concert.title).heading()
            Text("\(concert.day) · \(concert.place) · \(concert.price) €")
            Row {
                Text("Tickets")
                Spacer()
                Stepper(count, in: 1...6) { self.count = $0 }.disabled(isOrdering)
            }
            TextField("Name", text: buyer, kind: .name, prompt: "For the list at the door") { self.buyer = $0 }
                .disabled(isOrdering)
            if isOrdering {
                Row {
                    Spinner().accessibilityHidden()
                    Text("Asking the box office …")
                }
            } else {
                Button("Buy for \(count * concert.price) €", icon: .cart, isStrong: true) { self.buy() }
                    .disabled(buyer.isEmpty)
            }
        }
        .padding(.em(1.5))
    }

    override func shouldLeave(_ request: LeaveRequest) -> LeaveAnswer {
        isOrdering ? .no("an order is under way") : .yes
    }

    private func buy() {
        let (concert, count, name) = (concert, count, buyer)
        isOrdering = true
        task {
            do {
                let number = try await self.recorded("order") {
                    try await BoxOffice.order(concert, count: count, for: name)
                }
                self.alert("Thank you, \(name)", message: "Your number at the door is \(number).", for: .seconds(15))
                self.navigator?.pop()
            } catch {
                self.alert("No tickets", message: "\(error)")
            }
            self.isOrdering = false
        }
    }
}

/// Draws the waves of a poster, which differ from one concert to the next.
private func drawWaves(_ number: Int, on canvas: Canvas, _ size: Size) {
    canvas.fill(Palette.navy)
    canvas.fill(
        Path(center: Point(size.width * 0.2 * Double(number), size.height * 0.35), radius: size.height * 0.2),
        Palette.sand)
    for (row, color) in [Palette.slate, Palette.teal, Palette.mist].enumerated() {
        let swell = Swell(
            level: size.height * (0.55 + 0.15 * Double(row)), height: size.height * 0.05,
            length: size.width / (5 + Double((number + row) % 3)), phase: Double(3 * number + row))
        canvas.fill(swell.path(in: size), color)
    }
}
