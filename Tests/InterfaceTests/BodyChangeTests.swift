// Bodies that change while views come, go and are measured.

import Geometry
import Gestures
import Layers
import Observation
import Testing

@testable import Interface
@testable import Stage

@Suite struct BodyChangeTests {
    @Observable final class Model {
        var isShown = true
        var isEditing = false
        var count = 0
    }

    @Test func `what changes while a view is taken away is shown`() throws {
        let model = Model()
        let glass = ElementGlass {
            if model.isShown { Slider("Light", value: 0.5, onEdit: { model.isEditing = $0 }) { _ in } }
            Text(model.isEditing ? "editing" : "resting")
            Text("\(model.count)")
        }
        let slider = try #require(glass.all(SliderView.self).first)
        let place = glass.frame(of: slider).center
        func send(_ phase: TouchFrame.Phase, _ x: Double) {
            let change = TouchFrame.Change(contact: 1, phase: phase, position: Point(x / 4, place.y / 4))
            glass.stage.handle(TouchFrame(time: glass.stage.now + .milliseconds(20), changes: [change]))
        }
        send(.began, place.x)
        for step in 1...5 { send(.moved, place.x + Double(20 * step)) }
        #expect(model.isEditing)
        model.isShown = false
        glass.settle()
        #expect(glass.texts == ["resting", "0"])
        model.count = 7
        glass.settle()
        #expect(glass.texts == ["resting", "7"])
    }

    @Test func `views of an app change places`() {
        let model = Model()
        let (a, b) = (View(), View())
        for view in [a, b] { view.frame.size = Size(100, 100) }
        let glass = ElementGlass {
            Row {
                if model.isShown { a } else { b }
                if model.isShown { b } else { a }
            }
        }
        for _ in 0..<3 {
            #expect(a.screen === glass.screen && b.screen === glass.screen)
            #expect((glass.frame(of: a).minX < glass.frame(of: b).minX) == model.isShown)
            model.isShown.toggle()
            glass.settle()
        }
    }

    @Test func `a view of an app stands in the popover that has it`() throws {
        let kept = View()
        kept.frame.size = Size(80, 40)
        let glass = ElementGlass { Text("Behind") }
        glass.screen.popover(at: glass.all(LabelView.self)[0], title: "More") {
            Text("More")
            kept
        }
        glass.settle()
        #expect(kept.screen != nil && kept.screen === glass.stage.sheets.first?.navigator.top)
    }

    @Test func `the elements of a view change with their model`() throws {
        let model = Model()
        let view = ElementView { Text("\(model.count)") }
        view.frame = Rect(0, 0, 200, 100)
        let screen = Screen(name: "plain", title: "Plain")
        let glass = ElementGlass(screen)
        screen.view.content.addSubview(view)
        view.update()
        for count in 1...3 {
            model.count = count
            glass.settle()
            #expect(glass.texts == ["\(count)"])
        }
    }

    @Test func `what is disabled under a finger is not done`() throws {
        let model = Model()
        let glass = ElementGlass {
            Text("Sold").onTap { model.count += 1 }.disabled(!model.isShown)
            Toggle("Light", isOn: model.isEditing) { model.isEditing = $0 }.disabled(!model.isShown)
            Button("Buy") { model.count += 1 }.disabled(!model.isShown)
        }
        let views = glass.all(Tappable.TapView.self) as [View] + glass.all(ButtonView.self)
        #expect(views.count == 3)
        for view in views {
            model.isShown = true
            glass.settle()
            let place = glass.frame(of: view).center
            func send(_ phase: TouchFrame.Phase) {
                let change = TouchFrame.Change(contact: 1, phase: phase, position: Point(place.x / 4, place.y / 4))
                glass.stage.handle(TouchFrame(time: glass.stage.now + .milliseconds(60), changes: [change]))
            }
            send(.began)
            model.isShown = false
            glass.stage.advance(to: glass.stage.now + .milliseconds(30))
            send(.ended)
            glass.settle()
            #expect(model.count == 0 && !model.isEditing)
        }
    }

    @Test(arguments: [-3, 1, 3, 9, 200], [Double?.none, 0.1, 1.5, 9]) func `a heading has any level and any size`(
        _ level: Int, _ size: Double?
    ) {
        let glass = ElementGlass {
            if let size { Text("A").heading(level).size(size) } else { Text("A").heading(level) }
            if let size { Text("A").size(size).heading(level) }
            Progress(0 / 0.0)
        }
        let heights = glass.all(LabelView.self).map(\.bounds.height)
        #expect(heights.allSatisfy { $0 > 0 } && Set(heights).count == 1, "the order of the two makes no difference")
        #expect(!glass.stage.spokenText.isEmpty)
    }

    @Test(arguments: [0.56, 0.7, 0.9, 1, 1.3]) func `a heading is smaller before one of its words is broken`(
        _ share: Double
    ) throws {
        let glass = ElementGlass { Text("Two harpsichords").heading() }
        let label = try #require(glass.all(LabelView.self).first)
        let line = label.height(forWidth: 1000)
        #expect(label.height(forWidth: label.leastWidth * share) < 2.5 * line, "two lines")
        #expect(label.height(forWidth: label.leastWidth * 0.3) > line, "there is an end to it")
    }

    // MARK: What lies over a screen

    /// Ways in which a sheet with a keyboard leaves.
    @Test(arguments: 0..<4, [false, true]) func `what was behind a sheet or a popover is as it was`(
        _ way: Int, _ isPopover: Bool
    ) throws {
        let glass = ElementGlass { Text("Behind") }
        let stage = glass.stage
        let label = glass.all(LabelView.self)[0]
        if isPopover {
            glass.screen.popover(at: label, title: "Name") { TextField("Name", text: "") { _ in } }
        } else {
            stage.present(BodyScreen { TextField("Name", text: "") { _ in } })
        }
        glass.settle()
        let sheet = try #require(stage.sheets.first)
        let fields = ElementGlass.views(in: sheet.navigator.top.view.content).compactMap { $0 as? FieldView }
        try #require(fields.first).beginEditing()
        if way != 1 { glass.settle() }
        switch way {
        case 0, 1: sheet.leave()
        case 2: sheet.dismiss(animated: false)
        default: glass.screen.dismiss()
        }
        glass.settle()
        let layer = stage.navigator.view.layer.presentation
        #expect(stage.sheets.isEmpty && stage.dock == nil)
        #expect(layer.dim == 0 && layer.scale == 1 && layer.cornerRadius == 0)
    }

    @Test func `a screen leaves after a choice that it has asked for`() async throws {
        let glass = ElementGlass { Text("Behind") }
        let form = BodyScreen { Text("Form") }
        glass.stage.present(form)
        glass.settle()
        form.alert("Discard?") { AlertAction("Discard") { form.dismiss() } }
        glass.settle()
        #expect(glass.stage.sheets.count == 2)
        let button = try #require(
            ElementGlass.views(in: glass.stage.sheets[1].navigator.top.view).compactMap { $0 as? ButtonView }.first)
        button.onTap()
        glass.settle()
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test func `an alert that goes by itself takes nothing else with it, and goes when it can`() throws {
        let glass = ElementGlass { Text("Behind") }
        glass.screen.alert("Thank you", for: .seconds(4))
        glass.stage.advance(to: glass.stage.now + .seconds(1))
        let over = BodyScreen { Text("Over") }
        glass.stage.present(over)
        glass.stage.advance(to: glass.stage.now + .seconds(20))
        #expect(glass.stage.sheets.count == 2 && over.navigator != nil)
        glass.stage.sheets[1].dismiss()
        glass.stage.advance(to: glass.stage.now + .seconds(5))
        #expect(glass.stage.sheets.isEmpty)
    }

    @Test(arguments: [2, 5, 9]) func `each choice of an alert can be reached, however many there are`(_ count: Int)
        throws
    {
        let glass = ElementGlass { Text("Behind") }
        glass.screen.alert("Which size?", message: "They are all the same, but for their size, which is what differs.")
        {
            for number in 0..<count { AlertAction("Choice with a rather long name \(number)") {} }
        }
        glass.settle()
        let top = try #require(glass.stage.sheets.first?.navigator.top)
        let buttons = ElementGlass.views(in: top.view.content).compactMap { $0 as? ButtonView }
        let scroll = try #require(ElementGlass.views(in: top.view.content).compactMap { $0 as? ScrollView }.first)
        #expect(buttons.count == count && buttons.allSatisfy { $0.bounds.height >= 9 * 4 })
        let bottom = buttons.map { $0.frame.maxY + ($0.superview?.frame.minY ?? 0) }.max() ?? 0
        #expect(bottom <= scroll.ends.upperBound + scroll.bounds.height)
        #expect(top.view.bounds.height <= 600 * 0.9)
    }

    @Test func `a wait in a task of the app's own ends with the screen`() async throws {
        let glass = ElementGlass { Text("Behind") }
        let screen = BodyScreen { Text("Next") }
        glass.stage.navigator.push(screen)
        glass.settle()
        let task = Task { () -> Bool in
            do {
                try await screen.sleep(for: .seconds(100))
                return false
            } catch { return error is CancellationError }
        }
        await Task.yield()
        glass.stage.navigator.pop(animated: false)
        glass.settle()
        #expect(await task.value)
    }
}
