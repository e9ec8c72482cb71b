// Bodies that run again, and the views that stay.

import Drawing
import Geometry
import Gestures
import Layers
import Observation
import Stage
import TestRandomness
import Testing
import TouchScript

@testable import Interface

@Observable final class Model {
    var count = 0
    var other = 0
    var isShown = true
    var members: [Int] = []
    var value = 0.5
}

/// An element that counts how often its body has run.
private struct Counted: Element {
    let model: Model
    let runs: Runs

    final class Runs { var count = 0 }

    var body: some Element {
        let _ = runs.count += 1
        Text("other \(model.other)")
    }
}

@Suite struct BodyTests {
    @Test func `a tap changes what the body has read, and the next frame shows it`() throws {
        let model = Model()
        let glass = ElementGlass {
            Text("\(model.count)")
            Button("More") { model.count += 1 }
        }
        let label = try #require(glass.all(LabelView.self).first)
        glass.tap(try #require(glass.all(ButtonView.self).first))
        #expect(glass.texts == ["1"])
        #expect(glass.all(LabelView.self).first === label)
    }

    @Test func `only the body that has read something runs when it changes`() {
        let (model, runs) = (Model(), Counted.Runs())
        var outer = 0
        let glass = ElementGlass {
            let _ = outer += 1
            Text("\(model.count)")
            Counted(model: model, runs: runs)
        }
        #expect(outer == 1 && runs.count == 1)
        model.other = 7
        glass.settle()
        #expect(outer == 1 && runs.count == 2 && glass.texts == ["0", "other 7"])
        for _ in 0..<50 { model.other += 1 }
        glass.settle()
        #expect(runs.count == 3, "fifty changes are one run")
    }

    @Test func `what is not there any more leaves, and its neighbours stay`() throws {
        let model = Model()
        let glass = ElementGlass {
            if model.isShown { Text("first") }
            Text("second")
            if model.count > 0 { Text("many") } else { Text("none") }
        }
        #expect(glass.texts == ["first", "second", "none"])
        let second = glass.all(LabelView.self)[1]
        (model.isShown, model.count) = (false, 1)
        glass.settle()
        #expect(glass.texts == ["second", "many"])
        #expect(glass.all(LabelView.self)[0] === second && second.frame.minY == 0)
        model.isShown = true
        glass.settle()
        #expect(glass.texts == ["first", "second", "many"] && glass.all(LabelView.self)[1] === second)
    }

    @Test func `members keep their views wherever they move to`() {
        let model = Model()
        var random = SplitMix(5)
        let glass = ElementGlass { ForEach(model.members, id: \.self) { Text("\($0)") } }
        var known: [Int: ObjectIdentifier] = [:]
        for _ in 0..<300 {
            var members = model.members
            switch random.below(4) {
            case 0: members.insert((members.max() ?? 0) + 1, at: random.below(members.count + 1))
            case 1: if !members.isEmpty { members.remove(at: random.below(members.count)) }
            case 2: if members.count > 1 { members.swapAt(0, random.below(members.count)) }
            default: members.shuffle(using: &random)
            }
            model.members = members
            glass.settle()
            let labels = glass.all(LabelView.self)
            #expect(labels.map(\.text.string) == members.map { "\($0)" })
            // They stand below each other, in order.
            #expect(zip(labels, labels.dropFirst()).allSatisfy { $0.frame.maxY <= $1.frame.minY })
            for (member, label) in zip(members, labels) {
                #expect(known[member] == nil || known[member] == ObjectIdentifier(label))
                known[member] = ObjectIdentifier(label)
            }
            known = known.filter { members.contains($0.key) }
        }
    }

    @Test func `of two members with one identity the first is shown`() {
        let glass = ElementGlass { ForEach([1, 2, 1], id: \.self) { Text("\($0)") } }
        #expect(glass.texts == ["1", "2"])
    }

    @Test func `a slider that a finger holds stays in its hand while its body runs`() throws {
        let model = Model()
        var edits: [Bool] = []
        let glass = ElementGlass {
            Text("\(model.count)")
            Slider("value", value: model.value, onEdit: { edits.append($0) }) {
                model.value = $0; model.count += 1
            }
        }
        let slider = try #require(glass.all(SliderView.self).first)
        let center = glass.frame(of: slider).center
        glass.touch {
            _ = $0.down(at: Point(center.x / 4, center.y / 4)).drag(
                to: Point(center.x / 4 + 30, center.y / 4), over: .milliseconds(200))
        }
        #expect(slider.isDragged && model.count > 3 && model.value > 0.5)
        #expect(glass.all(SliderView.self).first === slider && edits == [true])
        glass.settle()
        #expect(slider.isDragged)
    }

    @Test func `bodies that change what they read come to an end`() {
        let model = Model()
        let glass = ElementGlass {
            let _ = model.count += 1
            Text("\(model.count)")
        }
        model.count += 1
        glass.settle()
        #expect(model.count < 1000)
    }

    /// An element that changes what another one reads, each time that its body runs.
    private struct Restless: Element {
        let model: Model
        let isFirst: Bool

        var body: some Element {
            let seen = isFirst ? model.count : model.other
            let _ = isFirst ? (model.other = seen + 1) : (model.count = seen + 1)
            Text("\(seen)")
        }
    }

    @Test func `bodies that have each other run are stopped, and said`() {
        let model = Model()
        var warnings: [String] = []
        let glass = ElementGlass {
            if !model.isShown {
                Column {
                    Restless(model: model, isFirst: true); Restless(model: model, isFirst: false)
                }
            }
        }
        glass.stage.onWarning = { warnings.append($0) }
        model.isShown = false
        glass.settle()
        #expect(
            warnings.count == 1 && warnings.first?.contains("bodies of body changed 100 times") == true, "\(warnings)")
        model.isShown = true
        glass.settle()
        #expect(glass.texts == [])
    }

    @Test func `a disabled control does nothing, and no element in it can be enabled`() throws {
        let model = Model()
        let glass = ElementGlass {
            Column { Button("More") { model.count += 1 }.disabled(false) }.disabled(model.isShown)
        }
        let button = try #require(glass.all(ButtonView.self).first)
        glass.tap(button)
        #expect(model.count == 0)
        model.isShown = false
        glass.settle()
        glass.tap(button)
        #expect(model.count == 1)
    }

    @Test func `another theme and direction reach every element, and the views stay`() throws {
        let glass = ElementGlass {
            Column {
                Row {
                    Text("word"); Spacer(); Button("OK") {}
                }
            }
        }
        let label = try #require(glass.all(LabelView.self).first)
        let before = label.frame
        glass.stage.direction = .rightToLeft
        glass.settle()
        #expect(glass.all(LabelView.self).first === label)
        #expect(label.frame.maxX == 1000 && before.minX == 0)
        glass.stage.theme = Theme(.night, on: ElementGlass.panel)
        glass.settle()
        #expect(
            glass.all(LabelView.self).first?.text.runs.first?.style.color == Theme(.night, on: ElementGlass.panel).text)
    }

    @Test func `a screen that leaves is released with all that it shows`() {
        weak var screen: BodyScreen?
        weak var model: Model?
        do {
            let glass = ElementGlass { Text("home") }
            let one = Model()
            let pushed = BodyScreen {
                Text("\(one.count)"); Button("More") { one.count += 1 }
            }
            (screen, model) = (pushed, one)
            glass.stage.navigator.push(pushed, animated: false)
            one.count = 3
            glass.stage.navigator.pop(animated: false)
            glass.settle()
        }
        #expect(screen == nil && model == nil)
    }
}

/// A screen whose body captures it, as bodies that do something do.
@Observable private final class Capturing: Screen, Declared {
    var count = 0
    init() { super.init(name: "capturing", title: "") }
    var body: some Element { Button("More \(count)") { self.count += 1 } }
}

@Suite struct CapturedScreenTests {
    @Test(arguments: [false, true])
    func `a screen that its own body captures is released when it leaves`(_ isSheet: Bool) throws {
        weak var screen: Capturing?
        let glass = ElementGlass { Text("home") }
        do {
            let pushed = Capturing()
            screen = pushed
            if isSheet {
                glass.stage.present(pushed, animated: false)
                glass.settle()
                pushed.navigator?.sheet?.dismiss(animated: false)
            } else {
                glass.stage.navigator.push(pushed, animated: false)
                pushed.count = 3
                glass.stage.navigator.pop(animated: false)
            }
            glass.settle()
        }
        #expect(screen == nil)
    }

    @Test func `a screen that is pushed again shows its body again`() {
        let (glass, screen) = (ElementGlass { Text("home") }, Capturing())
        for count in 1...3 {
            glass.stage.navigator.push(screen, animated: false)
            glass.settle()
            let shown = ElementGlass.views(in: screen.view.content).compactMap { ($0 as? ButtonView)?.title }
            #expect(shown == ["More \(count - 1)"])
            screen.count += 1
            glass.stage.navigator.pop(animated: false)
        }
    }
}

@Suite struct ElementAnimationTests {
    @Test func `members glide to their new places, and can be caught on their way by another change`() throws {
        let model = Model()
        model.members = [1, 2, 3]
        let glass = ElementGlass {
            Column(spacing: .px(0)) { ForEach(model.members, id: \.self) { Text("\($0)").frame(height: .px(100)) } }
        }
        func y(_ member: Int) throws -> Double {
            try #require(glass.all(LabelView.self).first { $0.text.string == "\(member)" }).layer.presentation.position
                .y
        }
        let before = try y(3)
        let start = glass.stage.now
        animate(for: .milliseconds(200), curve: .linear) { model.members = [3, 2, 1] }
        glass.stage.advance(to: start)
        #expect(try y(3) == before, "it begins where it was")
        glass.stage.advance(to: start + .milliseconds(100))
        let middle = try y(3)
        #expect(abs(middle - before + 100) < 2)
        // On its way back it begins where it is seen.
        animate(for: .milliseconds(200), curve: .linear) { model.members = [1, 2, 3] }
        glass.stage.advance(to: glass.stage.now)
        #expect(abs(try y(3) - middle) < 1)
        glass.settle()
        #expect(try y(3) == before)
    }

    @Test func `what is new fades in, and a change that is not animated is there at once`() throws {
        let model = Model()
        model.isShown = false
        let glass = ElementGlass {
            if model.isShown { Text("new") }; Text("\(model.count)")
        }
        let start = glass.stage.now
        animate(for: .milliseconds(200), curve: .linear) { model.isShown = true }
        glass.stage.advance(to: start + .milliseconds(100))
        let label = try #require(glass.all(LabelView.self).first)
        #expect(abs(label.layer.presentation.opacity - 0.5) < 0.01)
        glass.settle()
        #expect(label.layer.presentation.opacity == 1 && glass.stage.nextDeadline == nil)
        model.isShown = false
        glass.stage.advance(to: glass.stage.now)
        #expect(glass.texts == ["0"] && glass.stage.nextDeadline == nil)
    }
}
