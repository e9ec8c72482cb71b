// What happens to a field, its keyboard and its fingers when something else changes meanwhile.

import Geometry
import Gestures
import Keyboards
import Layers
import Observation
import Testing

@testable import Interface
@testable import Stage

@Suite struct FieldChangeTests {
    typealias Form = FieldTests.Form
    typealias Person = FieldTests.Person

    /// What may happen while a finger has something in a field.
    enum Event: CaseIterable {
        case deletes, types, appSets, appEmpties, hides, disables, leaves, resets, resizes

        @MainActor fileprivate func happens(to form: Form) {
            let field = form.fields.first
            switch self {
            case .deletes: field?.take(KeyStroke.deleteBackward)
            case .types: field?.take(KeyStroke.text("x"))
            case .appSets: form.person.name = "another"
            case .appEmpties: form.person.name = ""
            case .hides: field?.take(KeyStroke.hide)
            case .disables: form.person.note = "disabled"
            case .leaves: form.person.note = "gone"
            case .resets: form.glass.stage.begin(with: BodyScreen { Text("Next") })
            case .resizes: form.glass.stage.change(to: Panel(pixels: PixelSize(600, 1000), millimetres: Size(150, 250)))
            }
            form.glass.stage.advance(to: form.glass.stage.now + .milliseconds(30))
        }
    }

    private func form(_ text: String, limit: Int = 200) -> Form {
        let person = Person()
        person.name = text
        let glass = ElementGlass {
            if person.note != "gone" {
                TextField("Name", text: person.name, limit: limit) { person.name = $0 }.disabled(
                    person.note == "disabled")
            }
        }
        let form = Form(person, glass)
        form.begin()
        return form
    }

    @Test(arguments: Event.allCases) func `a finger that has a handle or the loupe ends well`(_ event: Event) throws {
        for isHandle in [true, false] {
            let form = form("abc")
            let field = form.fields[0]
            let origin = form.glass.frame(of: field).origin
            field.select(isHandle ? 0..<3 : 3..<3)
            let place = isHandle ? field.handles[1].frame.center : field.caret(at: 2).center
            let finger = Point((origin.x + place.x) / 4, (origin.y + place.y) / 4)
            form.send(.began, finger, after: .seconds(1))
            form.glass.stage.advance(to: form.glass.stage.now + .seconds(1))
            form.send(.moved, finger + Vector(-1, 0))
            event.happens(to: form)
            let wasEditing = form.fields.first?.isEditing
            form.send(.moved, finger + Vector(5, 0))
            form.send(.moved, finger + Vector(-30, 0))
            #expect(form.fields.first?.isEditing == wasEditing, "a finger that goes on brings no keyboard back")
            form.send(.ended, finger)
            form.glass.settle()
            #expect(!form.glass.screen.view.subviews.contains { $0 is Loupe })
        }
    }

    @Test func `a limit beyond what there can be leaves the caret and what can be undone`() throws {
        let form = form("xyz", limit: .max)
        form.fields[0].select(0..<0)
        try form.type("A", "b")
        #expect(form.person.name == "Abxyz")
        try form.type("undo")
        #expect(form.person.name == "xyz")
    }

    @Test func `backspace repeats at one pace, whatever the keys show`() throws {
        func left(of text: String) throws -> Int {
            let form = form(text)
            form.send(.began, try form.place("delete"))
            form.glass.stage.advance(to: form.glass.stage.now + .seconds(2))
            let left = form.person.name.count
            form.send(.ended, try form.place("delete"))
            return left
        }
        let plain = try left(of: String(repeating: "x", count: 40))
        #expect(plain < 30)
        #expect(try left(of: String(repeating: "Hello. W", count: 5)) == plain)
        #expect(try left(of: String(repeating: ". ", count: 20)) == plain)
    }

    @Test func `a text area is as high as the text that it begins with, in any width`() throws {
        let lines = (1...12).map { "line \($0)" }.joined(separator: "\n")
        for width in [200.0, 500, 900] {
            let glass = ElementGlass { TextArea("Note", text: lines) { _ in }.frame(width: .px(width)) }
            let field = try #require(glass.all(FieldView.self).first)
            #expect(field.bounds.height >= field.caret(at: lines.count).maxY)
        }
    }

    @Test(arguments: [250.0, 233, 190, 171, 154, 120, 90], [LayoutDirection.leftToRight, .rightToLeft])
    func `words in a field stand on whole pixels, and a prompt ends in it`(
        _ width: Double, _ direction: LayoutDirection
    ) throws {
        let panel = Panel(pixels: PixelSize(1000, 600), millimetres: Size(width, width * 0.6))
        let person = Person()
        let screen = BodyScreen {
            for room in [1000.0, 400, 250] {
                TextField("Name", text: person.name, prompt: "For the list at the door of the chapel") { _ in }
                    .frame(width: .px(room))
            }
        }
        screen.direction = direction
        let glass = ElementGlass(screen, panel: panel)
        for text in ["", "Ada"] {
            person.name = text
            glass.settle()
            for field in glass.all(FieldView.self) {
                let words = try #require(ElementGlass.views(in: field).compactMap { $0 as? FieldWords }.first)
                let place = glass.frame(of: words)
                #expect(place.origin == Point(place.minX.rounded(), place.minY.rounded()))
                let frame = glass.frame(of: field)
                #expect(place.minX > frame.minX && place.maxX < frame.maxX)
            }
        }
    }

    @Test func `a field beside others keeps room for a word`() throws {
        let glass = ElementGlass {
            Grid(atMost: 4) {
                for _ in 0..<4 { TextField("Name", text: "") { _ in } }
            }
            .frame(width: .px(400))
        }
        #expect(glass.all(FieldView.self).allSatisfy { $0.bounds.width >= 100 })
    }

    // MARK: The keyboard follows its field

    @Test func `a field that becomes secret or another kind has its keyboard at once`() throws {
        let person = Person()
        let glass = ElementGlass {
            TextField(
                "Name", text: person.name, kind: person.note == "number" ? .number : .text,
                isSecure: person.note == "secret"
            ) {
                person.name = $0
            }
        }
        let form = Form(person, glass)
        form.begin()
        let keyboard = try #require(form.keyboard)
        try form.type("A")
        person.note = "secret"
        form.pass(.milliseconds(20))
        #expect(form.glass.stage.isPrivate && form.keyboard === keyboard && form.fields[0].isEditing)
        person.note = "number"
        form.pass(.milliseconds(20))
        #expect(!form.glass.stage.isPrivate && keyboard.keys.contains { $0.key.action.caption == "7" })
        #expect(form.glass.stage.dock?.view.frame.maxY == 600)
        person.note = ""
        form.pass(.milliseconds(20))
        form.glass.stage.language = "de"
        form.glass.screen.translate()
        form.pass(.milliseconds(20))
        #expect(keyboard.keys.contains { $0.key.action.caption == "ü" })
    }

    @Test(arguments: ["en", "zh-Hans"]) func `letters of a secret stand nowhere`(_ language: String) throws {
        let person = Person()
        let glass = ElementGlass { TextField("Password", text: person.name, isSecure: true) { person.name = $0 } }
        glass.stage.language = language
        glass.screen.translate()
        let form = Form(person, glass)
        form.begin()
        try form.type("n", "i")
        #expect(person.name == "ni", "no capital comes by itself")
        let spoken = form.glass.stage.spokenViews.flatMap { [$0.spoken.label, $0.spoken.value ?? ""] }
        #expect(!spoken.contains("ni") && !form.glass.stage.spokenText.contains("ni\""))
        let field = form.fields[0]
        person.name = "two words"
        form.glass.settle()
        field.selectWord(at: 1)
        #expect(field.text.selection == 0..<9, "where words end is secret")
    }

    @Test func `a text that the visitor has ended stays so when an alert comes`() throws {
        let person = Person()
        let screen = BodyScreen { TextField("Name", text: person.name) { person.name = $0 } }
        for way in 0..<3 {
            let form = Form(person, ElementGlass(screen))
            form.begin()
            switch way {
            case 0: try form.type("hide")
            case 1: form.fields[0].take(KeyStroke.enter)
            default: form.fields[0].endEditing()
            }
            screen.alert("Thank you")
            form.pass(.seconds(1))
            screen.dismiss()
            form.pass(.seconds(1))
            #expect(form.keyboard == nil && !form.fields[0].isEditing)
            form.glass.stage.end()
        }
    }

    @Test func `a letter that follows the enter key while that is still down is in the next field`() throws {
        for kind in [TextKind.text, .number] {
            let person = Person()
            let glass = ElementGlass {
                TextField("Name", text: person.name) { person.name = $0 }
                TextField("Note", text: person.note, kind: kind) { person.note = $0 }
            }
            let form = Form(person, glass)
            form.begin()
            try form.type("A")
            form.send(.began, try form.place("enter"), contact: 1)
            // The place of a key of the keyboard that comes with the next field.
            let key = Point(form.keyboard?.frame.center.x ?? 0, (form.keyboard?.frame.minY ?? 0) + 9 * 4 + 40)
            form.send(.began, Point(key.x / 4, key.y / 4), contact: 2)
            form.send(.ended, try form.place("enter"), contact: 1)
            form.send(.ended, Point(key.x / 4, key.y / 4), contact: 2)
            form.glass.settle()
            #expect(form.fields[1].isEditing && person.name == "A" && person.note.count == 1, "\(person.note)")
        }
    }

    /// How a visitor may leave a composition.
    @Test(.enabled(if: Pinyin() != nil, "libpinyin is not installed"), arguments: 0..<5)
    func `letters that wait to become Chinese are not lost`(_ way: Int) throws {
        let person = Person()
        var sent: [String] = []
        let glass = ElementGlass {
            TextField("Name", text: person.name) { person.name = $0 }
            TextField("Note", text: person.note) { person.note = $0 }
            Button("Send") { sent.append(person.name) }
        }
        glass.stage.language = "zh-Hans"
        glass.screen.translate()
        let form = Form(person, glass)
        form.begin()
        for letter in ["n", "i", "h", "a", "o"] { try form.type(letter) }
        #expect(person.name.isEmpty)
        switch way {
        case 0:
            glass.tap(glass.all(ButtonView.self)[0])
            #expect(sent == ["你好"])
        case 1: glass.tap(form.fields[1])
        case 2: form.fields[0].endEditing()
        case 3: glass.screen.alert("Closed")
        default:
            for _ in 0..<60 { try form.type("a") }
            #expect(person.name.isEmpty, "what is too much is not typed as Latin letters")
            return
        }
        #expect(person.name == "你好")
    }

    @Test func `keys that are held or locked stay so from one field to the next`() throws {
        let form = Form()
        form.begin()
        let stage = form.glass.stage
        var number = 0
        func send(_ phase: PressFrame.Phase, _ code: Int, _ button: Int) {
            let change = PressFrame.Change(button: button, kind: .other(code), phase: phase)
            stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [change]))
        }
        func press(_ code: Int) {
            number += 1
            send(.began, code, number)
            send(.ended, code, number)
        }
        // Caps Lock, A, the 7 of the numeric pad, enter, B; then a shift key that is down from one field to the next.
        press(58)
        press(30)
        press(71)
        press(28)
        press(48)
        #expect(form.person.name == "A7" && form.person.note == "B")
        press(58)
        form.fields[0].beginEditing()
        send(.began, 42, 999)
        press(28)
        press(30)
        #expect(form.person.note == "BA")
        send(.ended, 42, 999)
        press(30)
        #expect(form.person.note == "BAa")
    }

    @Test(arguments: [true, false]) func `a shift key that is held when its field leaves is not held for ever`(
        _ isReset: Bool
    ) throws {
        let form = Form()
        form.begin()
        let stage = form.glass.stage
        func send(_ phase: PressFrame.Phase, _ code: Int, _ button: Int) {
            let change = PressFrame.Change(button: button, kind: .other(code), phase: phase)
            stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [change]))
        }
        let person = Person()
        let next = BodyScreen { TextField("Name", text: person.name) { person.name = $0 } }
        send(.began, 42, 1)
        if isReset { stage.begin(with: next) } else { stage.navigator.replaceAll(with: [next]) }
        form.pass(.seconds(1))
        send(.ended, 42, 1)
        let field = try #require(ElementGlass.views(in: next.view.content).compactMap { $0 as? FieldView }.first)
        field.beginEditing()
        send(.began, 30, 2)
        send(.ended, 30, 2)
        #expect(person.name == "a")
    }
}
