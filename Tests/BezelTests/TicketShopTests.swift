// The ticket shop of the gallery, as a visitor plays it.

import Bezel
import Testing

@testable import Gallery

@Suite struct TicketShopTests {
    private struct Hall: App { func root() -> Screen { TicketShop() } }

    @Test func `a visitor types a name, buys two tickets and is back in the list`() async throws {
        let shop = try Rehearsal(Hall())
        try shop.tap("Two harpsichords")
        await shop.settle()
        try shop.tap("+")
        #expect(!(try shop.view("Buy for 36 €", .button)).spoken.isEnabled, "nobody has a name yet")
        try shop.tap("Name", .textbox)
        await shop.settle()
        try shop.type("Ada")
        #expect(try shop.view("Name", .textbox).spoken.value == "Ada")
        try shop.type("\n")
        await shop.settle()
        try shop.tap("Buy for 36 €")
        #expect(shop.texts.contains("Asking the box office …"))
        await shop.settle()
        #expect(shop.stage.stackNames == ["tickets"])
    }

    @Test func `what is sold out is said, and the form stays as it was`() async throws {
        let shop = try Rehearsal(Hall())
        try shop.tap("The foghorn concerto")
        await shop.settle()
        try shop.tap("Name", .textbox)
        await shop.settle()
        try shop.type("Ada\n")
        await shop.settle()
        try shop.tap("Buy for 25 €")
        await shop.settle()
        #expect(shop.texts.contains("It is sold out."))
        try shop.tap("OK")
        await shop.settle()
        #expect(try shop.view("Name", .textbox).spoken.value == "Ada")
        #expect(try shop.view("Buy for 25 €").spoken.isEnabled)
    }
}
