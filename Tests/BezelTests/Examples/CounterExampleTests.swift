// The counter in the README: fingers play it.

import Testing
import TouchScript

@testable import Machine

// Begin
import Bezel

@Observable final class Counter: Screen, Declared {
    var count = 0
    init() { super.init(name: "counter", title: "Counter") }
    var body: some Element {
        Column(spacing: .mm(6), alignment: .center, distribution: .center) {
            Text("\(count)").size(4)
            Button("One more", isStrong: true) { self.count += 1 }
            Button("About") { self.present("about") { Text("It counts as far as you like.").padding() } }
        }
    }
}
// End

private struct Hall: App {
    func root() -> Screen { Counter() }
}

@Suite struct CounterExampleTests {
    private static let panel = Panel(pixels: PixelSize(640, 360), millimetres: Size(527, 296))

    private func views(in view: View) -> [View] { view.subviews.flatMap { [$0] + views(in: $0) } }

    @Test func `it counts, and its sheet comes and goes`() throws {
        let stage = try StartScreens(Hall(), on: Configuration()).stage(on: Self.panel)
        func views() -> [View] { self.views(in: stage.frontNavigator.top.view.content) }
        func settle() { while let due = stage.nextDeadline { stage.advance(to: due) } }
        func tap(_ title: String) throws {
            let button = try #require(views().compactMap { $0 as? ButtonView }.first { $0.title == title })
            let zero = button.convert(fromPanel: .zero)
            let center = Point(button.bounds.width / 2 - zero.x, button.bounds.height / 2 - zero.y)
            let touch = TouchScript(start: stage.now + .milliseconds(400))
            touch.tap(at: Point(center.x / 640 * 527, center.y / 360 * 296))
            for frame in touch.frames { stage.handle(frame) }
            settle()
        }
        for count in 1...3 {
            try tap("One more")
            #expect(views().contains { ($0 as? LabelView)?.text.string == "\(count)" })
        }
        try tap("About")
        #expect(stage.stackNames == ["counter", "about!"])
        #expect(views().contains { ($0 as? LabelView)?.text.string == "It counts as far as you like." })
        let pull = TouchScript(start: stage.now + .milliseconds(400))
        pull.down(at: Point(250, 40)).drag(to: Point(250, 240), over: .milliseconds(200)).lift()
        for frame in pull.frames { stage.handle(frame) }
        settle()
        #expect(stage.stackNames == ["counter"])
        try tap("One more")
        #expect(views().contains { ($0 as? LabelView)?.text.string == "4" })
    }

    @Test func `it has at most fifteen lines`() {
        let example = DocumentedExamplesTests.regions(of: "\(#filePath)")[0]
        #expect((8...15).contains(example.split(separator: "\n", omittingEmptySubsequences: false).count))
    }
}
