// The weather in docs/apps.md: it runs.

import Bezel
import Testing

@testable import Machine

nonisolated private func findOut() async throws -> String { "rain" }

// Begin
private final class Weather: Screen {
    init() { super.init(name: "weather", title: "Weather") }

    override func load(into content: View) {
        guard let stage = navigator?.stage else { return }
        let label = LabelView(AttributedText("…", stage.theme.style()))
        label.frame = Rect(200, 200, 800, 100)
        content.addSubview(label)
        task { [unowned self] in
            do {
                let text = try await recorded("weather") { try await findOut() }  // on another thread
                label.text = AttributedText(text, stage.theme.style())  // on the thread that decides
            } catch {
                label.text = AttributedText("\(error)", stage.theme.style())
            }
        }
    }
}
// End

private struct Hall: App {
    func root() -> Screen { Weather() }
}

@Suite struct ArrivalExampleTests {
    @Test func `the example runs`() async throws {
        do {
            let stage = try StartScreens(Hall(), on: Configuration()).stage(
                on: Panel(pixels: PixelSize(320, 180), millimetres: Size(527, 296)))
            let screen = try #require(stage.navigator.root as? Weather)
            let label = try #require(screen.view.content.subviews.first as? LabelView)
            let before = label.text
            while label.text == before {
                for arrival in stage.arrivals.take() { stage.arrived(arrival, at: stage.now) }
                stage.tasks.run()
                await Task.yield()
            }
            #expect(label.text == AttributedText("rain", stage.theme.style()))
        }
    }
}
