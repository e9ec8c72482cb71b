// Alerts, toasts and popovers, as a visitor meets them.

import Bezel
import Testing
import TouchScript

/// A screen with whatever a test presents on it.
@Observable private final class Desk: Screen, Declared {
    var answers: [String] = []
    let help = ButtonView("?", theme: Theme(.paper, on: PresentingTests.wide)) {}
    let place: BoxAlignment

    init(place: BoxAlignment = .topEnd) {
        self.place = place
        super.init(name: "desk", title: "Desk")
        help.frame.size = help.naturalSize
    }

    var body: some Element {
        Column(alignment: .stretch) {
            Button("Delete") { self.delete() }
            Button("Save") { self.toast("Saved") }
            Button("Remove") { self.toast("Removed", action: "Undo") { self.answers.append("undone") } }
            Button("Thank") { self.alert("Thank you", message: "Your order comes.", for: .seconds(4)) }
            Button("Help") { self.popover(at: self.help, title: "Opening hours") { Text("Daily from 9 to 17.") } }
            Text("Tap me").popover { Text("You have.") }
            Overlay(alignment: place) {
                Fill(.clear); help
            }
            for answer in answers { Text(answer) }
        }
        .padding(.em(2))
    }

    private func delete() {
        task { [unowned self] in
            let answer = await ask("Delete the order?", message: "It cannot be undone.", choices: "Keep", "Discard")
            answers.append(answer ?? "nothing")
        }
    }
}

private struct Hall: App {
    func root() -> Screen { Desk() }
}

@Suite struct PresentingTests {
    nonisolated static let wide = Panel(pixels: PixelSize(1920, 1080), millimetres: Size(527, 296))
    nonisolated static let high = Panel(pixels: PixelSize(1080, 1920), millimetres: Size(296, 527))

    private func hall() throws -> Rehearsal { try Rehearsal(Hall(), on: Self.wide) }

    private func box(of hall: Rehearsal, _ role: Spoken.Role) throws -> Rect {
        try #require(hall.views.first { $0.spoken.role == role }).frame
    }

    // MARK: Alerts

    @Test func `an alert waits for a choice, in the middle of the glass`() async throws {
        let hall = try hall()
        try hall.tap("Delete")
        await hall.settle()
        let box = try box(of: hall, .alertdialog)
        #expect(hall.views[0].spoken == Spoken(.alertdialog, "Delete the order?"))
        #expect(abs(box.center.x - 263.5) < 0.5 && abs(box.center.y - 148) < 0.5 && box.width <= 527 * 0.6)
        #expect(hall.texts.contains("It cannot be undone."))
        // Neither a tap beside it nor a pull takes it away.
        hall.tap(at: Point(20, 20))
        await hall.settle()
        hall.drag(from: Point(box.center.x, box.minY + 5), to: Point(box.center.x, 290))
        await hall.settle()
        #expect(try self.box(of: hall, .alertdialog) == box)
        try hall.tap("Discard")
        await hall.settle()
        #expect(hall.stage.stackNames == ["desk"] && hall.texts.contains("Discard"))
        #expect(!hall.views.contains { $0.spoken.role == .alertdialog })
    }

    @Test func `a choice is made once, however often it is tapped, and cannot be taken back`() async throws {
        final class Count: Screen, Declared {
            var count = 0
            var body: some Element {
                Column {
                    Button("Ask") {
                        self.alert("Sure?") { AlertAction("Yes", isStrong: true) { self.count += 1 } }
                    }
                }
            }
        }
        struct Counting: App {
            let screen = Count(name: "count", title: "Count")
            func root() -> Screen { screen }
        }
        let app = Counting()
        let hall = try Rehearsal(app, on: Self.wide)
        try hall.tap("Ask")
        await hall.settle()
        let button = try hall.view("Yes").frame.center
        hall.tap(at: button)
        // The alert is on its way.
        let touch = TouchScript(start: hall.stage.now + .milliseconds(20))
        touch.tap(at: button)
        for frame in touch.frames { hall.stage.handle(frame) }
        hall.drag(from: button, to: button - Vector(0, 80))
        await hall.settle()
        #expect(app.screen.count == 1 && hall.stage.stackNames == ["count"])
    }

    @Test func `a toast that follows work on another thread can be tapped before it goes`() async throws {
        final class Order: Screen, Declared {
            var isUndone = false
            var body: some Element {
                Column {
                    Button("Order") {
                        self.task {
                            let number = try? await self.recorded("order") { "A1" }
                            self.toast("Your number is \(number ?? "")", action: "Undo") { self.isUndone = true }
                        }
                    }
                }
            }
        }
        struct Ordering: App {
            let screen = Order(name: "order", title: "Order")
            func root() -> Screen { screen }
        }
        let app = Ordering()
        let hall = try Rehearsal(app, on: Self.wide)
        try hall.tap("Order")
        await hall.wait(for: .seconds(1))
        #expect(hall.texts.contains("Your number is A1"))
        try hall.tap("Undo")
        await hall.settle()
        #expect(app.screen.isUndone && !hall.texts.contains("Your number is A1"))
    }

    @Test func `an alert that comes is caught by a finger, and stays`() async throws {
        let hall = try hall()
        hall.stage.frontNavigator.top.alert("Delete the order?") { AlertAction("Keep") }
        hall.pass(.milliseconds(120))
        hall.stage.willPresent(at: hall.stage.now)
        let sheet = try #require(hall.stage.sheets.last)
        let seen = sheet.navigator.view.layer.presentation.frame
        let touch = TouchScript(start: hall.stage.now + .milliseconds(5))
        let place = Point(263, 180)
        touch.down(at: place).drag(to: Point(263, 290), over: .milliseconds(300)).lift()
        for frame in touch.frames { hall.stage.handle(frame) }
        await hall.settle()
        #expect(seen.minY > sheet.navigator.view.frame.minY && hall.stage.stackNames == ["desk", "alert!"])
        let box = try box(of: hall, .alertdialog)
        #expect(abs(box.center.y - 148) < 0.5)
    }

    @Test func `an alert with a time goes by itself, or is pulled away`() async throws {
        let hall = try hall()
        try hall.tap("Thank")
        hall.pass(.seconds(2))
        #expect(hall.stage.stackNames == ["desk", "alert!"])
        hall.pass(.seconds(3))
        #expect(hall.stage.stackNames == ["desk"])
        try hall.tap("Thank")
        hall.pass(.seconds(1))
        hall.tap(at: Point(20, 20))
        hall.pass(.seconds(1))
        #expect(hall.stage.stackNames == ["desk", "alert!"], "a tap beside it is no answer")
        let touch = TouchScript(start: hall.stage.now + .milliseconds(5))
        touch.down(at: Point(263, 148)).drag(to: Point(263, 290), over: .milliseconds(100)).lift()
        for frame in touch.frames { hall.stage.handle(frame) }
        hall.pass(.seconds(1))
        #expect(hall.stage.stackNames == ["desk"])
        hall.pass(.seconds(5))
        try hall.tap("Thank")
        hall.pass(.seconds(1))
        try hall.tap("OK")
        await hall.settle()
        #expect(hall.stage.stackNames == ["desk"])
    }

    @Test func `a question that leaves without a choice is answered with nothing`() async throws {
        let hall = try hall()
        try hall.tap("Delete")
        await hall.settle()
        hall.stage.goHome()
        await hall.settle()
        #expect(hall.stage.stackNames == ["desk"] && hall.texts.contains("nothing"))
    }

    @Test func `long words wrap, and buttons without room stand below each other`() async throws {
        struct Long: App {
            func root() -> Screen {
                ElementScreen("long") { [words = String(repeating: "A long sentence. ", count: 20)] in
                    Text(words)
                }
            }
        }
        let hall = try Rehearsal(Long(), on: Self.high)
        let top = hall.stage.frontNavigator.top
        top.alert("Which of these?", message: String(repeating: "A long sentence. ", count: 20)) {
            for name in ["The first of them all", "The second of them all", "The third"] { AlertAction(name) }
        }
        await hall.settle()
        let box = try box(of: hall, .alertdialog)
        let buttons = hall.views.filter { $0.spoken.role == .button }.map(\.frame)
        #expect(box.width <= 296 * 0.6 + 0.5 && buttons.count == 3)
        #expect(Set(buttons.map(\.minX)).count == 1 && buttons[0].maxY < buttons[1].minY)
        #expect(buttons.allSatisfy { box.minX < $0.minX && $0.maxX < box.maxX && $0.maxY < box.maxY })
        hall.stage.change(to: Self.wide)
        await hall.settle()
        let turned = try self.box(of: hall, .alertdialog)
        #expect(abs(turned.center.x - 263.5) < 0.5 && abs(turned.center.y - 148) < 0.5)
    }

    // MARK: Toasts

    @Test func `a toast takes no touches, goes by itself, and makes room for the next`() async throws {
        let hall = try hall()
        try hall.tap("Save")
        hall.pass(.milliseconds(400))
        let box = try box(of: hall, .status)
        #expect(box.maxY < 296 && box.minY > 250 && abs(box.center.x - 263.5) < 1)
        try hall.tap("Remove")
        hall.pass(.milliseconds(400))
        #expect(hall.views.filter { $0.spoken.role == .status }.map(\.spoken.label) == ["Removed"])
        hall.pass(.seconds(15))
        #expect(!hall.views.contains { $0.spoken.role == .status })
        #expect(hall.stage.nextDeadline == nil && !hall.stage.isMoving)
    }

    @Test func `long words stay longer`() async throws {
        let hall = try hall()
        let top = hall.stage.frontNavigator.top
        func isShown(_ words: String, after span: Instant.Span) -> Bool {
            top.toast(words)
            hall.pass(span)
            return hall.views.contains { $0.spoken.role == .status }
        }
        #expect(isShown("Saved", after: .milliseconds(2900)) && !isShown("Saved", after: .milliseconds(3500)))
        let words = String(repeating: "a word ", count: 12)
        #expect(isShown(words, after: .milliseconds(7000)) && !isShown(words, after: .milliseconds(8500)))
        await hall.settle()
    }

    @Test func `the action of a toast is done once`() async throws {
        let hall = try hall()
        try hall.tap("Remove")
        hall.pass(.milliseconds(400))
        let undo = try hall.view("Undo").frame.center
        hall.tap(at: undo)
        hall.tap(at: undo)
        await hall.settle()
        #expect(hall.texts.filter { $0 == "undone" }.count == 1)
        #expect(!hall.views.contains { $0.spoken.role == .status })
    }

    @Test func `what is behind a toast is touched, and the toast stays over sheets`() async throws {
        let hall = try hall()
        var count = 0
        let top = hall.stage.frontNavigator.top
        let below = ElementScreen("below") {
            Column(distribution: .end) { Fill(.clear).onTap { count += 1 } }
        }
        top.navigator?.push(below)
        await hall.settle()
        below.toast("A toast that lies over the button at the bottom")
        hall.pass(.milliseconds(400))
        hall.tap(at: try box(of: hall, .status).center)
        #expect(count == 1)
        below.alert("Over it?")
        hall.pass(.milliseconds(600))
        #expect(hall.views.contains { $0.spoken.role == .status })
        try hall.tap("OK")
        hall.pass(.milliseconds(600))
        #expect(hall.views.contains { $0.spoken.role == .status })
    }

    @Test func `a toast leaves with its screen`() async throws {
        let hall = try hall()
        let top = hall.stage.frontNavigator.top
        let upper = ElementScreen("upper") { Text("Upper") }
        top.navigator?.push(upper)
        await hall.settle()
        upper.toast("A message of this screen")
        hall.pass(.milliseconds(400))
        #expect(hall.views.contains { $0.spoken.role == .status })
        upper.navigator?.pop()
        hall.pass(.milliseconds(800))
        #expect(!hall.views.contains { $0.spoken.role == .status })
        top.toast("Another one")
        hall.stage.begin(with: Desk())
        #expect(!hall.views.contains { $0.spoken.role == .status })
        await hall.settle()
    }

    @Test(arguments: [false, true]) func `a screen that is leaving says something for the one beneath`(
        _ isSheet: Bool
    ) async throws {
        let hall = try hall()
        let top = hall.stage.frontNavigator.top
        let upper = ElementScreen("upper") { Text("Upper") }
        if isSheet { top.present(upper) } else { top.navigator?.push(upper) }
        await hall.settle()
        if isSheet { upper.dismiss() } else { upper.navigator?.pop() }
        upper.toast("Saved")
        hall.pass(.milliseconds(1500))
        #expect(hall.stage.frontNavigator.top === top)
        #expect(hall.views.contains { $0.spoken.role == .status })
        await hall.settle()
    }

    @Test func `an alert at night has the colours of the night, and stays where it is`() async throws {
        let hall = try hall()
        hall.stage.frontNavigator.top.alert("Sure?")
        await hall.settle()
        let box = try box(of: hall, .alertdialog)
        hall.stage.theme = Theme(.night, on: Self.wide)
        await hall.settle()
        #expect(try self.box(of: hall, .alertdialog) == box)
        let card = hall.stage.frontNavigator.top.view
        #expect(card.layer.backgroundColor == Theme(.night, on: Self.wide).background)
    }

    // MARK: Popovers

    @Test(
        arguments: [
            BoxAlignment.topStart, .top, .topEnd, .start, .center, .end, .bottomStart, .bottom, .bottomEnd,
        ], [LayoutDirection.leftToRight, .rightToLeft])
    func `a popover stands beside its view, on the glass`(_ place: BoxAlignment, _ direction: LayoutDirection)
        async throws
    {
        struct Placed: App {
            static var place = BoxAlignment.center
            func root() -> Screen { Desk(place: Self.place) }
        }
        Placed.place = place
        for panel in [Self.wide, Self.high] {
            let hall = try Rehearsal(Placed(), on: panel)
            hall.stage.direction = direction
            let view = try hall.view("?").frame
            try hall.tap("Help")
            await hall.settle()
            let box = try box(of: hall, .dialog)
            let glass = Rect(origin: .zero, size: panel.millimetres)
            #expect(box.minX > 0 && box.minY > 0 && box.maxX < glass.maxX && box.maxY < glass.maxY, "\(box)")
            #expect(box.intersection(view).isEmpty, "\(box) \(view)")
            // It is not far away.
            let reach = box.inset(by: Insets(left: -8, top: -8, right: -8, bottom: -8))
            #expect(!reach.intersection(view).isEmpty, "\(box) \(view)")
            #expect(hall.texts.contains("Daily from 9 to 17."))
            hall.tap(at: Point(glass.width - 2, glass.height / 2))
            await hall.settle()
            #expect(hall.stage.stackNames == ["desk"])
        }
    }

    @Test func `an element has a popover`() async throws {
        let hall = try hall()
        try hall.tap("Tap me")
        await hall.settle()
        #expect(hall.texts.contains("You have.") && hall.stage.stackNames == ["desk", "popover!"])
        hall.stage.navigator.top.dismiss()
        await hall.settle()
        #expect(hall.stage.stackNames == ["desk"])
    }
}
