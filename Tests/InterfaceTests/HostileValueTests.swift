// Controls whose value is not one that they can show: they show the nearest one, or none as taken, and leave the model alone.

import Geometry
import Layers
import Observation
import Stage
import Testing
import TouchScript

@testable import Interface

@Observable private final class TurnedWheel { var index = 1 }

@Suite struct HostileValueTests {
    nonisolated static let integers = [Int.min, -1, 0, 1, 2, 3, 4, 9, Int.max]
    nonisolated static let numbers = [
        -Double.infinity, -.greatestFiniteMagnitude, -1, -.leastNonzeroMagnitude, 0, 0.5, 1, 9,
        .greatestFiniteMagnitude, .infinity, .nan,
    ]
    private static let most = Double.greatestFiniteMagnitude

    /// What is said of `role` on a glass with `content`, which calls nothing by itself.
    private func spoken(_ role: Spoken.Role, @ElementBuilder _ content: @escaping () -> Elements) -> [Spoken] {
        let glass = ElementGlass {
            Column { content() }
        }
        return glass.stage.spokenViews.map(\.spoken).filter { $0.role == role }
    }

    private static func changed<Value>(_ value: Value) { Issue.record("a control changed its model to \(value)") }

    @Test(arguments: integers)
    func `a stepper shows the nearest number, from which it goes on`(_ value: Int) throws {
        for bounds in [0...3, 2...2, -5...(-2), Int.min...Int.max, Int.max...Int.max, Int.min...Int.min] {
            let shown = min(max(value, bounds.lowerBound), bounds.upperBound)
            var changes: [Int] = []
            let glass = ElementGlass { Stepper(value, in: bounds) { changes.append($0) } }
            #expect(glass.texts.contains("\(shown)") && changes.isEmpty)
            let buttons = glass.all(ButtonView.self)
            #expect(buttons.map(\.isEnabled) == [shown > bounds.lowerBound, shown < bounds.upperBound])
            for button in buttons { glass.tap(button) }
            let next = (shown > bounds.lowerBound ? [shown - 1] : []) + (shown < bounds.upperBound ? [shown + 1] : [])
            #expect(changes == next)
        }
    }

    @Test(arguments: numbers)
    func `a slider shows the nearest value, and a finger sets numbers in its range`(_ value: Double) throws {
        for bounds in [
            0...1, 5...5, -3...(-2), -Self.most...Self.most, -Double.infinity...Double.infinity, 0...Double.infinity,
        ] {
            for stops in [Int.min, 0, 1, 2, 1000] {
                var changes: [Double] = []
                let glass = ElementGlass {
                    Slider("Warmth", value: value, in: bounds, stops: stops) { changes.append($0) }
                }
                let view = try #require(glass.all(SliderView.self).first)
                #expect((0...1).contains(view.value) && changes.isEmpty)
                if value.isNaN || value <= bounds.lowerBound { #expect(view.value == 0) }
                if value >= bounds.upperBound, bounds.lowerBound < bounds.upperBound { #expect(view.value == 1) }
                for place in [0.1, 0.5, 0.9] {
                    let x = view.frame.minX + place * view.frame.width
                    glass.touch {
                        $0.tap(at: Point(x / 4, (view.frame.center.y + glass.screen.view.content.frame.minY) / 4))
                    }
                    glass.settle()
                }
                #expect(changes.allSatisfy { $0.isFinite && bounds.contains($0) }, "\(changes)")
            }
        }
    }

    @Test(arguments: numbers) func `a slider's view takes the nearest value by itself`(_ value: Double) {
        let view = SliderView(value: value, theme: Theme(.paper, on: ElementGlass.panel))
        let nearest = value.isNaN ? 0 : min(max(value, 0), 1)
        #expect(view.value == nearest && view.spoken?.share == nearest)
        view.value = 0.3
        view.value = value
        #expect(view.value == nearest && view.spoken?.share == nearest)
    }

    @Test(arguments: numbers) func `a bar of progress is filled as far as it can be`(_ value: Double) throws {
        let said = try #require(spoken(.progress) { Progress(value) }.first)
        #expect(said.share == (value.isNaN ? 0 : min(max(value, 0), 1)))
    }

    @Test(arguments: integers) func `a wheel has the nearest value in its middle`(_ index: Int) throws {
        for titles in [[], ["a"], ["a", "b", "c"]] {
            let said = try #require(
                spoken(.spinButton) { Wheel("Floor", titles, selected: index) { Self.changed($0) } }.first)
            #expect(said.value == (titles.isEmpty ? nil : titles[min(max(index, 0), titles.count - 1)]))
        }
    }

    @Test func `a wheel that is there follows its model to the nearest value`() throws {
        let model = TurnedWheel()
        let glass = ElementGlass { Wheel("Floor", ["a", "b", "c"], selected: model.index) { Self.changed($0) } }
        for (index, value) in [(9, "c"), (-9, "a"), (1, "b"), (Int.max, "c"), (Int.min, "a")] {
            model.index = index
            glass.settle()
            #expect(glass.all(WheelView.self).first?.spoken?.value == value)
        }
    }

    @Test(arguments: integers) func `dots of pages show the nearest page`(_ page: Int) {
        for count in [Int.min, -1, 0, 1, 3, 20, 21, Int.max] {
            let glass = ElementGlass { PageDots(count: count, at: page) }
            let said = glass.stage.spokenViews.map { $0.spoken.value ?? $0.spoken.label }
            #expect(said == (count > 0 ? ["\(min(max(page, 0), count - 1) + 1)/\(count)"] : []))
        }
    }

    @Test(arguments: integers) func `none of the choices is taken where there is none at the place`(_ index: Int) {
        for titles in [[], ["a"], ["a", "b", "c"]] {
            let isTaken = titles.indices.map { $0 == index }
            let segments = spoken(.radio) { Segments(titles, selected: index) { Self.changed($0) } }
            let choices = spoken(.radio) { Choices("Size", titles, selected: index) { Self.changed($0) } }
            let tabs = spoken(.tab) { Tabs(titles, selected: index) { Self.changed($0) } }
            for said in [segments, choices, tabs] { #expect(said.map(\.isOn) == isTaken, "\(titles)") }
        }
    }

    @Test(arguments: [-1, 40]) func `tabs without a taken one stay where they are, and a tap takes one`(_ index: Int)
        throws
    {
        var taken: [Int] = []
        let titles = (0..<40).map { "Tab number \($0)" }
        let glass = ElementGlass { Tabs(titles, selected: index) { taken.append($0) } }
        #expect(glass.all(FadingStrip.self).first?.scroll.offset == 0)
        glass.tap(glass.all(Tappable.TapView.self)[1])
        #expect(taken == [1])
    }
}
