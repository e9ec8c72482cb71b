// The examples in docs/apps.md.

import Bezel
import Testing

// Begin
private struct HallApp: App {
    func root() -> Screen { Welcome() }
}

/// The first screen. Its body runs again when `visitors` changes.
@Observable private final class Welcome: Screen, Declared {
    var visitors = 2

    init() { super.init(name: "welcome", title: "Welcome") }

    var body: some Element {
        Column(spacing: .mm(9), alignment: .center, distribution: .center) {
            Text("How many are you?").heading()
            Stepper(visitors, in: 1...9) { self.visitors = $0 }
            Button("Come in", isStrong: true) { self.comeIn() }
        }
    }

    private func comeIn() {
        let greeting = visitors == 1 ? "The hall is all yours." : "Welcome, all \(visitors) of you!"
        push("hall", title: "The hall") {
            Column(alignment: .center, distribution: .center) { Text(greeting).size(1.5) }
        }
    }
}
// End

// Begin
private final class Greeting: Screen {
    init() { super.init(name: "greeting", title: "Welcome") }

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        let square = View()
        square.frame = Rect(200, 200, 300, 300)
        square.layer.backgroundColor = stage.theme.accent
        content.addSubview(square)

        let start = square.frame.origin
        let density = stage.panel.density(.horizontal)
        let drag = PanRecognizer(name: "drag")
        drag.onAction { [unowned drag, unowned square] _ in
            square.frame.origin = start + drag.translation * density  // from mm on the glass to pixels
        }
        square.addRecognizer(drag)
    }
}
// End

private final class Outlook: Screen {
    var weather: ExpectedResult<String>?
    let label = LabelView(AttributedText())

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        let label = label
        let style = stage.theme.style()
        @Sendable func findOut() async -> String { "rain" }
        // Begin
        let weather = stage.expect("weather", for: self) { (text: String) in
            label.text = AttributedText(text, style)  // on the thread that decides, in order with touches
        }
        Task.detached { weather.arrive(await findOut()) }  // from any thread or task
        // End
        self.weather = weather
    }
}

/// What docs/apps.md names in its tables and sentences.
private final class Named: Screen {
    let doors = AsyncStream<Int> { $0.finish() }
    var count = 0

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        content.rebuild {
            guard let picture = try? Picture("hall.jpg") else { return }
            content.addSubview(PictureView(picture, description: "The hall", theme: stage.theme))
        }
        let timer = after(.seconds(1), repeats: true) { [unowned self] in count += 1 }
        task { [unowned self] in
            do {
                try await sleep(for: .seconds(3))
                for try await door in recorded("door", from: doors) { count += door }
            } catch { count = -1 }
            timer.cancel()
            count += 100
        }
    }
}

private struct NamedApp: App {
    func root() -> Screen { Named(name: "named", title: "Named") }
    func screen(named name: String) -> Screen? { name == "tickets" ? Screen(name: name, title: "Tickets") : nil }
    var theme: Theme.Name { .contrast }
    func adjust(_ gestures: inout GestureSettings) { gestures.pop = .fullScreen }
}

@Suite struct AppExampleTests {
    @Test func `three visitors come in`() async throws {
        let visit = try Rehearsal(HallApp())
        try visit.tap("+")
        try visit.tap("Come in")
        await visit.settle()
        #expect(visit.texts.contains("Welcome, all 3 of you!"))
    }

    @Test func `a finger drags the square`() async throws {
        struct Square: App {
            func root() -> Screen { Greeting() }
        }
        let visit = try Rehearsal(Square())
        let square = try #require(visit.stage.navigator.root.view.content.subviews.first)
        visit.drag(from: Point(100, 120), to: Point(200, 150))
        await visit.settle()
        #expect(square.frame.origin.x > 400)
    }

    @Test func `the weather arrives`() async throws {
        struct Sky: App {
            func root() -> Screen { Outlook(name: "outlook", title: "Outlook") }
        }
        let visit = try Rehearsal(Sky())
        await visit.settle()
        #expect((visit.stage.navigator.root as? Outlook)?.label.text.string == "rain")
    }

    @Test func `a screen waits, and hears of doors`() async throws {
        let visit = try Rehearsal(NamedApp())
        visit.pass(.milliseconds(1500))
        await visit.settle()
        let count = (visit.stage.navigator.root as? Named)?.count ?? 0
        #expect(count >= 103 && visit.stage.gestures.pop == .fullScreen)
    }
}
