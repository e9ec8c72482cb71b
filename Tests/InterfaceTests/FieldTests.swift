// Text fields and the keyboard on the glass: what fingers type is in the text, and the field stays in sight.

import Geometry
import Gestures
import Keyboards
import Layers
import Observation
import TestRandomness
import Testing
import TouchScript

@testable import Interface
@testable import Stage

@Suite struct FieldTests {
    @Observable final class Person {
        var name = ""
        var note = ""
        var pin = ""
        var submits = 0
        var changes: [String] = []
    }

    /// A form on a stage.
    @MainActor struct Form {
        let person: Person
        let glass: ElementGlass

        init(_ person: Person, _ glass: ElementGlass) { (self.person, self.glass) = (person, glass) }

        init(kind: TextKind = .text, limit: Int = 200) {
            let person = Person()
            self.person = person
            glass = ElementGlass {
                Scroll {
                    TextField("Name", text: person.name, kind: kind, limit: limit, onSubmit: { person.submits += 1 }) {
                        person.name = $0
                        person.changes.append($0)
                    }
                    TextArea("Note", text: person.note) { person.note = $0 }
                    TextField("PIN", text: person.pin, kind: .pin, limit: 4) { person.pin = $0 }
                }
            }
        }

        var fields: [FieldView] { glass.all(FieldView.self) }
        var keyboard: KeyboardView? { glass.stage.dock?.view as? KeyboardView }

        /// Begins to type into the field at `index`.
        func begin(_ index: Int = 0) {
            glass.tap(fields[index])
            pass(.milliseconds(400))
        }

        func pass(_ span: Instant.Span) {
            glass.stage.advance(to: glass.stage.now + span)
            glass.settle()
        }

        /// The keys without letters, by short names.
        static let signs: [String: KeyAction] = [
            "space": .space, "delete": .backspace, "enter": .enter, "shift": .shift, "hide": .hide,
            "undo": .undo, "redo": .redo, "next keyboard": .layout,
        ]

        /// The middle of the key with the letters `label`, or of that in `signs`, in mm.
        func place(_ label: String) throws -> Point {
            let keyboard = try #require(keyboard)
            let key = try #require(
                (keyboard.keys + keyboard.tools).first { view in
                    Self.signs[label].map { $0 == view.key.action } ?? (view.key.action.caption == label)
                },
                "\(label) in \(keyboard.keys.map(\.key.action))")
            let center = key.frame.offset(by: keyboard.frame.origin - .zero).center
            return Point(center.x / 4, center.y / 4)
        }

        /// A finger comes down, goes on or lifts at `place` (mm), `span` after the present time.
        func send(
            _ phase: TouchFrame.Phase, _ place: Point, contact: Int = 1, after span: Instant.Span = .milliseconds(40)
        ) {
            let change = TouchFrame.Change(contact: contact, phase: phase, position: place)
            glass.stage.handle(TouchFrame(time: glass.stage.now + span, changes: [change]))
        }

        func type(_ labels: String...) throws {
            for label in labels {
                let place = try place(label)
                glass.touch { $0.tap(at: place) }
                glass.settle()
            }
        }
    }

    @Test func `a tap on a field shows the keyboard, and what is typed is in the text with the next frame`() throws {
        let form = Form()
        #expect(form.keyboard == nil)
        form.begin()
        let keyboard = try #require(form.keyboard)
        #expect(keyboard.frame.maxY == 600 && form.fields[0].isEditing)
        #expect(keyboard.keys.allSatisfy { $0.key.frame.height >= 14 * 4 && $0.key.frame.width >= 14 * 4 })
        try form.type("H", "i", "space", "y", "o")
        #expect(form.person.name == "Hi yo" && form.person.changes == ["H", "Hi", "Hi ", "Hi y", "Hi yo"])
        try form.type("delete", "123", "7", "ABC", "a")
        #expect(form.person.name == "Hi y7a")
        try form.type("hide")
        #expect(form.keyboard == nil && !form.fields[0].isEditing && form.glass.screen.view.content.frame.height == 600)
    }

    @Test func `two thumbs at eight keys a second lose none, and the order is that of their touches`() throws {
        let form = Form()
        form.begin()
        try form.type("T")
        let words = Array("wo thumbs type without a pause and lift late")
        let places = try words.map { try form.place($0 == " " ? "space" : String($0)) }
        var start = form.glass.stage.now + .milliseconds(10)
        var events: [(time: Instant, contact: Int, phase: TouchFrame.Phase, place: Point)] = []
        var random = SplitMix(8)
        for (index, place) in places.enumerated() {
            // A finger stays for longer than it takes the other to come down.
            events.append((start, index + 1, .began, place))
            events.append((start + .milliseconds(.random(in: 60...240, using: &random)), index + 1, .ended, place))
            start = start + .milliseconds(125)
        }
        events.sort { ($0.time, $0.contact) < ($1.time, $1.contact) }
        for event in events {
            let change = TouchFrame.Change(contact: event.contact, phase: event.phase, position: event.place)
            form.glass.stage.handle(TouchFrame(time: event.time, changes: [change]))
        }
        form.glass.settle()
        #expect(form.person.name == "T" + String(words))
    }

    @Test func `a long press offers letters with accents, and the finger chooses one`() throws {
        let form = Form()
        form.begin()
        try form.type("C", "a", "f")
        let place = try form.place("e")
        form.send(.began, place)
        form.glass.stage.advance(to: form.glass.stage.now + .milliseconds(600))
        let callout = try #require(form.keyboard?.subviews.compactMap { $0 as? KeyCallout }.first)
        #expect(callout.texts.first == "e" && callout.texts.contains("é"))
        let index = try #require(callout.texts.firstIndex(of: "é"))
        let keyboard = try #require(form.keyboard)
        let cell = callout.cells[index].center + (callout.frame.origin - .zero) + (keyboard.frame.origin - .zero)
        let goal = Point(cell.x / 4, cell.y / 4)
        form.send(.moved, goal)
        form.send(.ended, goal)
        form.glass.settle()
        #expect(form.person.name == "Café")
        #expect(form.keyboard?.subviews.contains { $0 is KeyCallout } == false)
    }

    @Test func `backspace repeats as long as a finger stays, and undo brings all of it back`() throws {
        let form = Form()
        form.begin()
        try form.type("A", "b", "c", "d", "e", "f")
        let place = try form.place("delete")
        form.send(.began, place)
        form.send(.ended, place, after: .seconds(2))
        form.glass.settle()
        #expect(form.person.name.isEmpty)
        for _ in 0..<6 { try form.type("undo") }
        #expect(form.person.name == "Abcdef")
        for _ in 0..<6 { try form.type("redo") }
        #expect(form.person.name.isEmpty)
    }

    @Test func `a shift key that is held makes capitals of all letters meanwhile`() throws {
        let form = Form()
        form.begin()
        try form.type("A")
        let (shift, b) = (try form.place("shift"), try form.place("b"))
        form.send(.began, shift, contact: 1)
        for contact in 2...3 {
            form.send(.began, b, contact: contact)
            form.send(.ended, b, contact: contact)
        }
        form.send(.ended, shift, contact: 1)
        try form.type("b")
        #expect(form.person.name == "ABBb")
        try form.type("shift", "shift")
        try form.type("X", "Y")
        #expect(form.person.name == "ABBbXY")
    }

    @Test func `a double tap selects a word, and typing replaces it; a long press moves the caret under a loupe`()
        throws
    {
        let form = Form()
        form.begin()
        try form.type("A", "b", "space", "c", "d")
        let field = form.fields[0]
        let word = field.caret(at: 1)
        let place = form.glass.frame(of: field).origin
        let point = Point((place.x + word.minX) / 4, (place.y + word.center.y) / 4)
        form.pass(.seconds(1))
        for phase in [TouchFrame.Phase.began, .ended, .began, .ended] { form.send(phase, point) }
        form.glass.settle()
        #expect(String(field.text.selected) == "Ab")
        #expect(field.handles.allSatisfy { !$0.layer.isHidden })
        try form.type("X")
        #expect(form.person.name == "X cd")
        form.pass(.seconds(1))
        form.send(.began, Point(point.x + 1, point.y))
        form.glass.stage.advance(to: form.glass.stage.now + .milliseconds(700))
        #expect(form.glass.stage.rootView.subviews.contains { $0 is Loupe })
        form.send(.ended, Point(point.x + 1, point.y))
        form.glass.settle()
        #expect(!form.glass.stage.rootView.subviews.contains { $0 is Loupe } && field.isEditing)
    }

    @Test func `the enter key goes to the next field and ends the last one`() throws {
        let form = Form()
        form.begin()
        try form.type("A", "enter")
        #expect(form.fields[1].isEditing && !form.fields[0].isEditing && form.person.submits == 0)
        try form.type("B", "enter", "C")
        #expect(form.person.note == "B\nC")
        form.begin(2)
        #expect(form.glass.stage.isPrivate, "no touch on a key of a PIN is recorded")
        try form.type("1", "2", "3", "4", "5")
        #expect(form.person.pin == "1234")
        #expect(form.fields[2].spoken?.value == "••••")
        try form.type("enter")
        #expect(form.keyboard == nil && !form.glass.stage.isPrivate)
    }

    @Test(arguments: [
        (TextKind.number, "12a", "12"), (.mail, "a b@c", "ab@c"), (.pin, "1x2", "12"), (.text, "a\nb", "ab"),
    ])
    func `a field takes only what belongs in it`(_ one: (TextKind, String, String)) {
        let form = Form(kind: one.0)
        form.begin()
        form.glass.stage.clipboard = one.1
        form.fields[0].take(KeyStroke.paste)
        #expect(form.person.name == one.2)
    }

    @Test func `a keyboard with keys types into the field that is chosen`() {
        let form = Form()
        let stage = form.glass.stage
        var number = 0
        func press(_ codes: Int...) {
            let first = number
            number += codes.count
            for (index, code) in codes.enumerated() {
                let change = PressFrame.Change(button: first + index, kind: .other(code), phase: .began)
                stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [change]))
            }
            for (index, code) in codes.enumerated().reversed() {
                let change = PressFrame.Change(button: first + index, kind: .other(code), phase: .ended)
                stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [change]))
            }
        }
        press(30)
        #expect(form.person.name.isEmpty, "no field is chosen")
        form.begin()
        // KEY_LEFTSHIFT and KEY_H, KEY_I, KEY_LEFT, KEY_A, KEY_HOME, KEY_DELETE, KEY_END, KEY_BACKSPACE
        press(42, 35)
        press(23)
        press(105)
        press(30)
        #expect(form.person.name == "Hai")
        press(102)
        press(111)
        press(107)
        press(14)
        #expect(form.person.name == "a")
        press(29, 44)
        #expect(form.person.name == "ai", "control and Z")
        let change = PressFrame.Change(button: 99, kind: .other(48), phase: .began)
        stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [change]))
        stage.advance(to: stage.now + .seconds(1))
        let end = PressFrame.Change(button: 99, kind: .other(48), phase: .ended)
        stage.handle(PressFrame(time: stage.now + .milliseconds(10), changes: [end]))
        form.pass(.seconds(1))
        #expect(form.person.name.hasPrefix("aib") && form.person.name.count > 8 && form.person.name.count < 20)
        press(1)
        #expect(!form.fields[0].isEditing)
    }

    @Test(.enabled(if: Pinyin() != nil, "libpinyin is not installed")) func `syllables become Chinese`() throws {
        let form = Form()
        form.glass.stage.language = "zh-Hans"
        form.glass.screen.translate()
        form.begin()
        for letter in ["n", "i", "h", "a", "o"] { try form.type(letter) }
        #expect(form.person.name.isEmpty)
        try form.type("你好")
        #expect(form.person.name == "你好")
        for letter in ["n", "i", "h", "a", "o", "delete", "delete", "delete"] { try form.type(letter) }
        try form.type("space", ".")
        #expect(form.person.name.hasPrefix("你好") && form.person.name.count == 4 && form.person.name.hasSuffix("."))
        for letter in ["w", "o", "enter"] { try form.type(letter) }
        try form.type("next keyboard", "n", "i")
        #expect(form.person.name.hasSuffix(".woni"))
    }
}
