// The keyboard of a field and its screen: it comes, goes along and makes room.

import Geometry
import Gestures
import Layers
import TestRandomness
import Testing
import TouchScript

@testable import Interface
@testable import Stage

@Suite struct FieldKeyboardTests {
    typealias Form = FieldTests.Form
    typealias Person = FieldTests.Person

    @Test func `the keyboard goes along with a screen that is swiped away, and comes back with it`() throws {
        let form = Form()
        let stage = form.glass.stage
        let other = BodyScreen { TextField("Other", text: "") { _ in } }
        other.isBarShown = false
        stage.navigator.push(other)
        form.glass.settle()
        let field = try #require(ElementGlass.views(in: other.view.content).compactMap { $0 as? FieldView }.first)
        form.send(.began, Point(100, field.frame.center.y / 4), after: .seconds(1))
        form.send(.ended, Point(100, field.frame.center.y / 4))
        form.glass.settle()
        let keyboard = try #require(form.keyboard)
        form.send(.began, Point(1, 30), after: .seconds(1))
        for x in stride(from: 3, through: 60, by: 3) {
            form.send(.moved, Point(Double(x), 30), after: .milliseconds(16))
        }
        let carried = other.view.layer.presentation.position.x
        #expect(carried > 100 && keyboard.layer.presentation.position.x == carried)
        form.send(.moved, Point(20, 30), after: .milliseconds(300))
        form.send(.moved, Point(3, 30), after: .milliseconds(300))
        form.send(.ended, Point(3, 30), after: .milliseconds(300))
        form.glass.settle()
        #expect(
            stage.navigator.top === other && form.keyboard === keyboard && keyboard.layer.presentation.position.x == 0)
        #expect(field.isEditing, "it goes on where it was")
        form.send(.began, Point(1, 30), after: .seconds(1))
        for x in stride(from: 3, through: 200, by: 8) {
            form.send(.moved, Point(Double(x), 30), after: .milliseconds(16))
        }
        form.send(.ended, Point(200, 30), after: .milliseconds(8))
        form.glass.settle()
        #expect(stage.navigator.top === form.glass.screen && stage.dock == nil && keyboard.superview == nil)
    }

    /// What code can do while a finger pops the screen that is typed in.
    enum Deed: CaseIterable { case push, present, replace, popAnother }

    @Test(arguments: Deed.allCases, [false, true])
    func `the keyboard goes when code covers a screen that a finger is popping`(_ deed: Deed, _ animated: Bool) throws {
        for isHeld in [false, true] {
            let form = Form()
            let stage = form.glass.stage
            let typed = BodyScreen { TextField("Other", text: "") { _ in } }
            typed.isBarShown = false
            stage.navigator.push(typed)
            form.glass.settle()
            let field = try #require(ElementGlass.views(in: typed.view.content).compactMap { $0 as? FieldView }.first)
            field.beginEditing()
            form.glass.settle()
            form.send(.began, Point(1, 30), after: .seconds(1))
            for x in stride(from: 3, through: 60, by: 3) {
                form.send(.moved, Point(Double(x), 30), after: .milliseconds(16))
            }
            if !isHeld { form.send(.cancelled, Point(60, 30), after: .milliseconds(16)) }
            let next = BodyScreen { Text("A") }
            switch deed {
            case .push: stage.navigator.push(next, animated: animated)
            case .present: stage.present(next, animated: animated)
            case .replace: stage.navigator.replaceAll(with: [next], animated: animated)
            case .popAnother: stage.navigator.popToRoot(animated: animated)
            }
            if isHeld { form.send(.ended, Point(60, 30), after: .milliseconds(16)) }
            form.glass.settle()
            #expect(stage.dock.map { $0.screen === stage.frontNavigator.top } ?? true, "\(deed), held: \(isHeld)")
            #expect(field.isEditing == (stage.dock != nil))
            if deed != .popAnother { #expect(stage.dock == nil, "\(deed), held: \(isHeld)") }
        }
    }

    @Test func `the keyboard sinks when another screen or a sheet comes over its own`() throws {
        for comes in [
            { (stage: Stage) in stage.navigator.push(BodyScreen { Text("A") }) },
            { $0.present(BodyScreen { Text("A") }) },
        ] {
            let form = Form()
            form.begin()
            comes(form.glass.stage)
            #expect(!form.fields[0].isEditing)
            form.glass.settle()
            #expect(form.glass.stage.dock == nil)
        }
    }

    @Test func `a finger pulls the keyboard away by its strip, or lets it come back`() throws {
        let form = Form()
        form.begin()
        let keyboard = try #require(form.keyboard)
        let top = keyboard.frame.minY / 4
        func pull(to y: Double, slowly: Bool) {
            form.send(.began, Point(125, top + 3), after: .seconds(1))
            let steps = slowly ? 40 : 5
            for step in 1...steps {
                form.send(.moved, Point(125, top + 3 + y * Double(step) / Double(steps)), after: .milliseconds(16))
            }
            if slowly { form.send(.moved, Point(125, top + 3 + y), after: .milliseconds(200)) }
        }
        pull(to: 20, slowly: true)
        let place = keyboard.layer.presentation.position.y
        #expect(place > keyboard.frame.minY - 1 && place > top * 4 + 60, "it follows the finger: \(place)")
        form.send(.ended, Point(125, top + 23))
        form.glass.settle()
        #expect(
            form.keyboard === keyboard && form.fields[0].isEditing && keyboard.layer.presentation.position.y == top * 4)
        pull(to: 40, slowly: false)
        form.send(.ended, Point(125, top + 43), after: .milliseconds(4))
        form.glass.settle()
        #expect(form.glass.stage.dock == nil && !form.fields[0].isEditing)
    }

    @Test func `a low sheet rises so that the keyboard covers nothing of it`() throws {
        let glass = ElementGlass { Text("Behind") }
        let sheet = BodyScreen { TextField("Name", text: "") { _ in } }
        sheet.detents = [.height(40)]
        glass.stage.present(sheet)
        glass.settle()
        let before = try #require(glass.stage.sheets.first?.navigator.view.frame)
        let field = try #require(ElementGlass.views(in: sheet.view.content).compactMap { $0 as? FieldView }.first)
        field.beginEditing()
        glass.settle()
        let (after, keyboard) = (
            try #require(glass.stage.sheets.first?.navigator.view.frame), try #require(glass.stage.dock?.view.frame)
        )
        #expect(after.minY == max(600 * 0.08, before.minY - keyboard.height))
        #expect(
            sheet.view.content.frame.maxY + after.minY
                <= max(keyboard.minY, after.minY + sheet.view.content.frame.minY + 45 * 4))
        field.endEditing()
        glass.settle()
        #expect(glass.stage.sheets.first?.navigator.view.frame == before && glass.stage.dock == nil)
    }

    @Test func `a field that leaves its screen takes the keyboard with it, and another visitor finds nothing`() throws {
        let person = Person()
        let glass = ElementGlass {
            if person.name.isEmpty { TextField("Name", text: "") { person.name = $0 } } else { Text("Thanks") }
        }
        let field = try #require(glass.all(FieldView.self).first)
        field.beginEditing()
        field.take(KeyStroke.text("A"))
        glass.settle()
        #expect(glass.texts == ["Thanks"] && glass.stage.dock == nil)
        let form = Form()
        form.begin()
        form.fields[0].take(KeyStroke.text("secret"))
        form.fields[0].select(0..<6)
        form.fields[0].take(KeyStroke.copy)
        form.glass.stage.begin(with: BodyScreen { Text("Next") })
        #expect(form.glass.stage.dock == nil && form.glass.stage.clipboard.isEmpty)
    }

    /// Random fingers on all of it. Whatever they do, a person who then waits finds everything in its place.
    @Test(arguments: 1...24) func `random hands type, select, pull and leave`(_ seed: UInt64) throws {
        var random = SplitMix(seed)
        let form = Form(kind: [.text, .name, .number, .mail, .pin][random.below(5)], limit: [3, 200][random.below(2)])
        let stage = form.glass.stage
        var down: [Int: Point] = [:]
        for _ in 0..<400 {
            let keys = form.keyboard.map { keyboard in
                (keyboard.keys + keyboard.tools).map {
                    Point(($0.frame.center.x + keyboard.frame.minX) / 4, ($0.frame.center.y + keyboard.frame.minY) / 4)
                }
            }
            let anywhere = Point(Double(random.below(250)), Double(random.below(150)))
            let place = keys.map { random.chance(4) ? anywhere : $0[random.below($0.count)] } ?? anywhere
            let contact = random.below(4)
            let span = Instant.Span.milliseconds([1, 16, 60, 600][random.below(4)])
            switch (down[contact], random.below(12)) {
            case (nil, 0) where stage.navigator.screens.count < 3:
                stage.navigator.push(BodyScreen { TextField("More", text: form.person.note) { form.person.note = $0 } })
            case (nil, 1) where stage.sheets.count < 2:
                let sheet = BodyScreen { TextField("Sheet", text: form.person.note) { form.person.note = $0 } }
                sheet.detents = [[.height(50)], [], [.height(60), .share(0.8)]][random.below(3)]
                stage.present(sheet)
            case (nil, 2): form.person.name = String(form.person.name.reversed())
            case (nil, _):
                down[contact] = place
                form.send(.began, place, contact: contact, after: span)
            case (_?, 0...4):
                down[contact] = place
                form.send(.moved, place, contact: contact, after: span)
            case (let last?, let move):
                down[contact] = nil
                form.send(move == 5 ? .cancelled : .ended, last, contact: contact, after: span)
            }
            _ = stage.plan(at: stage.now)
        }
        for (contact, place) in down.sorted(by: { $0.key < $1.key }) { form.send(.ended, place, contact: contact) }
        form.glass.settle()
        for field in form.fields.prefix(1) { #expect(field.text.string == form.person.name) }
        let top = stage.frontNavigator.top
        #expect(stage.dock == nil || stage.dock?.screen === top, "the keyboard belongs to what is in front")
        let editing = ElementGlass.views(in: stage.rootView).compactMap { $0 as? FieldView }.filter(\.isEditing)
        #expect(editing.count == (stage.dock == nil ? 0 : 1))
        if let dock = stage.dock {
            #expect(dock.view.layer.presentation.position == dock.view.frame.origin && dock.view.frame.maxY == 600)
            editing.first?.endEditing()
            form.glass.settle()
        }
        #expect(stage.dock == nil && top.view.content.frame.maxY == top.view.bounds.height)
        #expect(!ElementGlass.views(in: stage.rootView).contains { $0 is KeyboardView || $0 is Loupe })
    }
}
