// The examples in docs/themes.md.

import Bezel
import Testing

// Begin
private struct Museum: App {
    var theme: Theme.Name { .daylight }

    func adjust(_ theme: inout Theme) {
        theme.light.accent = Color(0x1F5F4A)
        theme.dark.accent = Color(0x7FD1AE)
        theme.corners = 0.4
        theme.headingSizes = [2.4, 1.7, 1.3, 1.1, 1, 1]
    }

    func root() -> Screen { Rooms() }
}
// End

// Begin
private struct Notice: Element {
    var body: some Element {
        Column {
            Text("Closed today").weight(.bold)
            Text("The sea is too high.").foregroundStyle(.secondary)
            Button("Delete the notice", role: .destructive) {}
        }
        .padding()
        .background(.surface, corners: 0.5)
        .colorScheme(.dark)
    }
}
// End

private struct Gauge: Element {
    let level: Int
    var body: some Element {
        // Begin
        Drawn(level, description: "The water is \(level) m high") { level, canvas, size, environment in
            let height = size.height * Double(level) / 10
            canvas.fill(Rect(0, size.height - height, size.width, height), environment.theme.accent)
        }
        // End
    }
}

@Observable private final class Rooms: Screen, Declared {
    /// Counts changes of the theme, which the stage does not tell.
    init() { super.init(name: "rooms", title: "Rooms") }

    var body: some Element {
        Column(alignment: .stretch) {
            Notice()
            Gauge(level: 4).frame(height: .mm(20))
            if let stage = navigator?.stage { contrast(of: stage) }
        }
    }

    private func contrast(of stage: Stage) -> some Element {
        // Begin
        Toggle("High contrast", isOn: stage.theme.contrast == .high) { stage.theme.contrast = $0 ? .high : .standard }
        // End
    }
}

// Begin
private final class Planetarium: Screen, Declared {
    init() {
        super.init(name: "planetarium", title: "Planetarium")
        colorScheme = .dark
    }

    override func adjust(_ theme: inout Theme) { theme.dark.background = .black }

    var body: some Element { Text("Please be quiet.") }
}
// End

@Suite struct ThemeExampleTests {
    // Begin
    @Test func `the rooms can be read by everybody`() throws {
        for scheme in ColorScheme.allCases {
            for language in ["en", "ar"] {
                let museum = try Rehearsal(
                    Museum(), language: language, textSize: 1.6, colorScheme: scheme, contrast: .high)
                #expect(museum.texts.contains("Closed today"))
                _ = museum.picture()
            }
        }
    }
    // End

    @Test func `an app changes its theme, and a visitor the contrast`() throws {
        let museum = try Rehearsal(Museum())
        #expect(museum.stage.theme.accent == Color(0x1F5F4A) && museum.stage.theme.headingSizes[0] == 2.4)
        try museum.tap("High contrast")
        #expect(museum.stage.theme.contrast == .high)
        #expect(try museum.view("High contrast").spoken.isOn == true)
        try museum.tap("High contrast")
        #expect(museum.stage.theme.contrast == .standard)
    }

    @Test func `a rehearsal has the direction, the language, the size and the day that it is given`() throws {
        let arabic = try Rehearsal(Museum(), language: "ar", textSize: 2, today: CalendarDate("2027-02-03"))
        #expect(arabic.stage.direction == .rightToLeft && arabic.stage.language == "ar")
        #expect(arabic.stage.today == CalendarDate("2027-02-03"))
        let plain = try Rehearsal(Museum())
        #expect(abs(arabic.stage.theme.em - 2 * plain.stage.theme.em) <= 1)
        #expect(plain.stage.today == CalendarDate("2026-06-17") && plain.stage.direction == .leftToRight)
        #expect(try Rehearsal(Museum(), direction: .rightToLeft).stage.direction == .rightToLeft)
    }
}
