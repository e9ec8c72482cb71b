// A screen reader on a running kiosk: what it presses, what it hears, and what it never learns.

import Accessibility
import Bezel
import Geometry
import Glibc
import Linux
import Machine
import Testing

@testable import Interface
@testable import Run
@testable import Stage

@Observable private final class Choices {
    var isGift = false
    var volume = 0.25
    var count = 0
    var inCart = 0
    var name = "Ada"
    var secret = "hunter2"
}

private final class Form: Screen, Declared {
    let choices = Choices()

    init() { super.init(name: "form", title: "Order") }

    var body: some Element {
        Column(alignment: .stretch) {
            Text("Two harpsichords. A concert at eight.").heading()
            // The count comes when nothing on the glass moves any more.
            Button("Later") { self.after(.seconds(1)) { self.choices.inCart += 1 } }
            Icon(.cart).accessibilityLabel("Cart, \(choices.inCart) items")
            Toggle("As a gift", isOn: choices.isGift) { self.choices.isGift = $0 }
            Slider("Volume", value: choices.volume) { self.choices.volume = $0 }
            Button("Count \(choices.count)") { self.choices.count += 1 }
            Button("Never") { self.choices.count += 100 }.disabled()
            TextField("Name", text: choices.name) { self.choices.name = $0 }
            TextField("Password", text: choices.secret, isSecure: true) { self.choices.secret = $0 }
            Button("Say it") { self.toast("Saved") }
            Button("Ask") { self.alert("Sure?", message: "It is sold.") }
            Button("On") { self.push("next", title: "Thank you") { Text("Your number is A4") } }
        }
        .padding(.em(2))
    }
}

/// Keys whose order nobody may learn, such as those of a PIN.
private final class Keys: Screen, Declared {
    let choices = Choices()

    init() {
        super.init(name: "keys", title: "Keys")
        isPrivate = true
    }

    var body: some Element {
        Column(alignment: .stretch) {
            Text("\(choices.count) typed")
            Button("1") { self.choices.count += 1 }
            Button("2") { self.choices.count += 1 }
        }
    }
}

private struct Vault: App {
    func root() -> Screen { Keys() }
}

private struct Hall: App {
    func root() -> Screen { Form() }
}

@Suite(.serialized) struct AccessibleActionTests {
    /// Has a client ask a kiosk with the form.
    private func asking<Result: Sendable>(
        _ asking: @escaping @Sendable (BusClient, BusClient.Element) throws -> Result
    ) throws -> (Result, AccessibleKiosk, Choices) {
        let bus = try PrivateBus()
        defer { bus.end() }
        let kiosk = try AccessibleKiosk(Hall(), on: bus)
        defer { kiosk.close() }
        let result = try kiosk.run(asking)
        let form = try #require(kiosk.stage.navigator.screens.first as? Form)
        return (result, kiosk, form.choices)
    }

    @Test func `an action presses, as a finger that is recorded`() throws {
        let (_, kiosk, choices) = try asking { client, kiosk in
            try client.press("Count 0", of: kiosk)
            try client.press("Count 1", of: kiosk)
            _ = try client.element("Count 2", of: kiosk)
            let never = try client.element("Never", of: kiosk)
            #expect(try client.call(never, "Action", "DoAction", [.int(0)]) == [.boolean(false)])
        }
        #expect(choices.count == 2)
        #expect(kiosk.touches.flatMap(\.changes).map(\.phase) == [.began, .ended, .began, .ended])
    }

    @Test func `a switch that changes is heard, and keeps its number`() throws {
        let (before, _, choices) = try asking { client, kiosk -> String in
            let element = try client.element("As a gift", of: kiosk)
            #expect(try !client.states(element).contains(4))
            client.forget()
            try client.press("As a gift", of: kiosk)
            let event = try #require(try client.signal("StateChanged", "checked", at: element.path))
            #expect(event.arguments[1] == .int(1))
            #expect(try client.states(element).contains(4))
            let focused = try #require(try client.signal("StateChanged", "focused", at: element.path))
            #expect(focused.arguments[1] == .int(1))
            #expect(try client.element("As a gift", of: kiosk) == element)
            return element.path
        }
        #expect(choices.isGift && before.hasPrefix("/org/a11y/atspi/accessible/"))
    }

    @Test func `a screen that is pushed is heard, and so is a message`() throws {
        _ = try asking { client, kiosk in
            let form = try #require(try client.children(kiosk).first)
            try client.press("Say it", of: kiosk)
            let words = try #require(try client.signal("Announcement"))
            #expect(words.arguments[3] == .variant(.string("Saved")))
            client.forget()
            try client.press("On", of: kiosk)
            let active = try #require(try client.signal("Activate"))
            let page = BusClient.Element(name: kiosk.name, path: active.path)
            #expect(try client.text(page) == "Thank you")
            #expect(try client.signal("Deactivate", at: form.path) != nil)
            #expect(try client.signal("RemoveAccessible") != nil)
            let changes = client.signals.filter { $0.member == "ChildrenChanged" && $0.path.hasSuffix("/root") }
            #expect(changes.map { $0.arguments[0] } == [.string("remove"), .string("add")])
            #expect(try client.children(kiosk) == [page])
            _ = try client.element("Your number is A4", of: kiosk)
            #expect(throws: (any Error).self) { try client.text(form) }
        }
    }

    @Test func `an alert is heard as one, and a finger goes back by the bar`() throws {
        let (_, kiosk, _) = try asking { client, kiosk in
            try client.press("On", of: kiosk)
            _ = try client.element("Your number is A4", of: kiosk)
            try client.press("Order", of: kiosk)
            try client.press("Ask", of: kiosk)
            let found = try client.wait {
                client.signals.first { $0.member == "Activate" && $0.arguments[3] == .variant(.string("Sure?")) }
            }
            let active = try #require(found)
            let alert = BusClient.Element(name: kiosk.name, path: active.path)
            #expect(try client.text(alert) == "Sure?")
            #expect(try client.call(alert, "Accessible", "GetRoleName") == [.string("alert")])
            #expect(try client.states(alert).isSuperset(of: [1, 16]))
            _ = try client.element("It is sold.", of: kiosk)
        }
        #expect(kiosk.stage.navigator.screens.count == 1 && kiosk.stage.sheets.count == 1)
    }

    @Test func `what is touched has the focus, until something else has it`() throws {
        _ = try asking { client, kiosk in
            let (count, slider) = (
                try client.element("Count 0", of: kiosk), try client.element("Volume", of: kiosk)
            )
            #expect(try client.numbers(slider, "Component", "GrabFocus") == [1])
            _ = try client.signal("StateChanged", "focused", at: slider.path)
            client.forget()
            try client.press("Count 0", of: kiosk)
            let lost = try #require(try client.signal("StateChanged", "focused", at: slider.path))
            let gained = try #require(try client.signal("StateChanged", "focused", at: count.path))
            #expect(lost.arguments[1] == .int(0) && gained.arguments[1] == .int(1))
            let label = try client.element("Never", of: kiosk)
            #expect(try client.numbers(label, "Component", "GrabFocus") == [0])
        }
    }

    @Test func `where something secret is typed, nobody hears which keys are touched`() throws {
        let bus = try PrivateBus()
        defer { bus.end() }
        let kiosk = try AccessibleKiosk(Vault(), on: bus)
        defer { kiosk.close() }
        let signals = try kiosk.run { client, kiosk in
            try client.press("2", of: kiosk)
            try client.press("1", of: kiosk)
            _ = try client.element("2 typed", of: kiosk)
            return client.signals.filter { $0.member == "StateChanged" && $0.arguments[0] == .string("focused") }
        }
        #expect(signals.isEmpty && kiosk.touches.count == 4)
    }

    @Test func `a slider is set, far and near`() throws {
        let (_, _, choices) = try asking { client, kiosk in
            let slider = try client.element("Volume", of: kiosk)
            #expect(try client.number(slider) == 25)
            for value in [80.0, 82.0] {
                client.forget()
                try client.set(slider, "Value", "CurrentValue", .double(value))
                let isThere = try client.wait { abs(try client.number(slider) - value) < 0.6 ? true : nil }
                #expect(isThere == true)
                // The finger lifts.
                usleep(500_000)
            }
            #expect(try client.signal("PropertyChange", "accessible-value", at: slider.path) != nil)
        }
        #expect(abs(choices.volume - 0.82) < 0.006, "\(choices.volume)")
    }

    @Test func `a field gets the focus and the keyboard, and its text is heard as it is typed`() throws {
        let (_, kiosk, choices) = try asking { client, kiosk in
            let field = try client.element("Name", of: kiosk)
            #expect(try client.numbers(field, "Component", "GrabFocus") == [1])
            _ = try client.signal("StateChanged", "focused", at: field.path)
            #expect(try client.states(field).isSuperset(of: [7, 11, 12, 26]))
            client.forget()
            try client.press("x", of: kiosk)
            let event = try #require(try client.signal("TextChanged", "insert", at: field.path))
            #expect(event.arguments[1...3] == [.int(3), .int(1), .variant(.string("x"))])
            #expect(try client.signal("TextCaretMoved", at: field.path)?.arguments[1] == .int(4))
            #expect(try client.property(field, "Text", "CaretOffset") == .int(4))
            #expect(
                try client.call(field, "Text", "GetStringAtOffset", [.int(3), .uint(0)])
                    == [.string("x"), .int(3), .int(4)])
        }
        #expect(choices.name == "Adax" && kiosk.stage.focus is FieldView)
    }

    @Test func `what a secure field holds is never told`() throws {
        let (texts, _, choices) = try asking { client, kiosk -> [String] in
            let field = try client.element("Password", of: kiosk)
            #expect(try client.call(field, "Accessible", "GetRoleName") == [.string("password text")])
            _ = try client.call(field, "Component", "GrabFocus")
            try client.press("q", of: kiosk)
            _ = try client.signal("TextChanged", "insert", at: field.path)
            var answers: [String] = []
            for element in try client.all(in: kiosk) {
                for interface in ["Accessible", "Component", "Action", "Value", "Text", "Application"] {
                    answers.append("\((try? client.properties(element, interface)) ?? [])")
                }
                for (interface, method) in [("Accessible", "GetAttributes"), ("Accessible", "GetInterfaces")] {
                    answers.append("\(try client.call(element, interface, method))")
                }
            }
            let cache = BusClient.Element(name: kiosk.name, path: "/org/a11y/atspi/cache")
            answers.append("\(try client.call(cache, "Cache", "GetItems"))")
            for (method, arguments) in [
                ("GetText", [BusValue.int(0), .int(-1)]), ("GetStringAtOffset", [.int(0), .uint(4)]),
                ("GetTextAtOffset", [.int(0), .uint(5)]), ("GetTextBeforeOffset", [.int(8), .uint(5)]),
                ("GetTextAfterOffset", [.int(0), .uint(0)]),
            ] { answers.append("\(try client.call(field, "Text", method, arguments))") }
            answers += (0..<8).map { "\((try? client.call(field, "Text", "GetCharacterAtOffset", [.int($0)])) ?? [])" }
            answers.append("\(client.signals)")
            return answers
        }
        #expect(choices.secret == "hunter2q")
        let all = texts.joined(separator: "\n")
        for part in ["hunter", "unter2", "nter2q"] { #expect(!all.contains(part)) }
        #expect(all.contains("••••••••") && all.contains("Two harpsichords"))
        #expect(!texts.suffix(9).contains { $0.contains("\(UInt8(ascii: "h"))") && $0.contains("int(104)") })
    }

    @Test func `a field is edited with keys, which are recorded`() throws {
        let (_, kiosk, choices) = try asking { client, kiosk in
            let field = try client.element("Name", of: kiosk)
            func call(_ method: String, _ arguments: [BusValue], becomes text: String) throws {
                #expect(try client.call(field, "EditableText", method, arguments) == [.boolean(true)])
                let isThere = try client.wait {
                    let now = try client.call(field, "Text", "GetText", [.int(0), .int(-1)])
                    return now == [.string(text)] ? true : nil
                }
                #expect(isThere == true, "\(method) does not make \(text)")
            }
            try call("SetTextContents", [.string("Eve Black!")], becomes: "Eve Black!")
            try call("InsertText", [.int(3), .string("lyn?"), .int(3)], becomes: "Evelyn Black!")
            try call("InsertText", [.int(13), .string("?"), .int(9)], becomes: "Evelyn Black!?")
            try call("DeleteText", [.int(12), .int(-1)], becomes: "Evelyn Black")
            try call("DeleteText", [.int(0), .int(7)], becomes: "Black")
            #expect(try client.call(field, "Text", "SetCaretOffset", [.int(2)]) == [.boolean(true)])
            #expect(
                try client.wait { try client.property(field, "Text", "CaretOffset") == .int(2) ? true : nil } == true)
            // What the layout has no key for leaves all as it is.
            _ = try client.call(field, "EditableText", "SetTextContents", [.string("Bl漢ck")])
            try call("InsertText", [.int(2), .string("🎹x"), .int(0)], becomes: "Black")
            try call("SetTextContents", [.string("")], becomes: "")
            let label = try client.element("Count 0", of: kiosk)
            #expect(throws: (any Error).self) {
                try client.call(label, "EditableText", "SetTextContents", [.string("x")])
            }
        }
        #expect(choices.name.isEmpty && kiosk.stage.focus is FieldView)
        #expect(kiosk.presses.count > 30 && kiosk.presses.allSatisfy { $0.changes.count % 2 == 0 })
    }

    @Test func `edits that are asked for before the first is done come one after the other`() throws {
        let (_, _, choices) = try asking { client, kiosk in
            let field = try client.element("Name", of: kiosk)
            for text in ["hello", "bye"] {
                _ = try client.call(field, "EditableText", "SetTextContents", [.string(text)])
            }
            for (place, text) in [(3, " Ad"), (6, "a"), (-1, "!")] {
                _ = try client.call(
                    field, "EditableText", "InsertText", [.int(place), .string(text), .int(text.utf8.count)])
            }
            let isThere = try client.wait {
                try client.call(field, "Text", "GetText", [.int(0), .int(-1)]) == [.string("bye Ada!")] ? true : nil
            }
            #expect(isThere == true)
        }
        #expect(choices.name == "bye Ada!")
    }

    @Test func `a name that changes with nothing that is seen is told`() throws {
        let (isTold, _, _) = try asking { client, kiosk in
            _ = try client.element("Cart, 0 items", of: kiosk)
            let later = try client.element("Later", of: kiosk)
            _ = try client.call(later, "Action", "DoAction", [.int(0)])
            return try client.wait { try? client.element("Cart, 1 items", of: kiosk) } != nil
        }
        #expect(isTold)
    }

    @Test func `a secure field takes what is typed for somebody, and tells none of it`() throws {
        let (texts, _, choices) = try asking { client, kiosk -> [String] in
            let field = try client.element("Password", of: kiosk)
            let answer = try client.call(field, "EditableText", "SetTextContents", [.string("Geheim7!")])
            #expect(answer == [.boolean(true)])
            let dots = BusValue.string(String(repeating: "•", count: 8))
            let isThere = try client.wait { () -> Bool? in
                let text = try client.call(field, "Text", "GetText", [.int(0), .int(-1)])
                return text == [dots] && client.signals.contains { $0.member == "TextChanged" } ? true : nil
            }
            #expect(isThere == true)
            // It had as many characters before.
            usleep(700_000)
            #expect(try client.call(field, "EditableText", "CopyText", [.int(0), .int(8)]) == [])
            return ["\(client.signals)"]
                + (try client.all(in: kiosk).map { "\((try? client.properties($0, "Text")) ?? [])" })
        }
        #expect(choices.secret == "Geheim7!")
        #expect(!texts.joined().contains("eheim"))
    }

    @Test func `a client that asks without end does not hold up the frames`() throws {
        let (asked, kiosk, _) = try asking { client, kiosk -> Int in
            let cache = BusClient.Element(name: kiosk.name, path: "/org/a11y/atspi/cache")
            let button = try client.element("Count 0", of: kiosk)
            let end = MonotonicClock.now() + .seconds(3)
            var asked = 0
            while MonotonicClock.now() < end {
                _ = try client.call(cache, "Cache", "GetItems")
                _ = try? client.call(button, "Action", "DoAction", [.int(0)])
                asked += 2
            }
            return asked
        }
        #expect(asked > 500, "only \(asked) questions were answered in three seconds")
        // A press takes its time, and those that nobody can take are refused.
        #expect(kiosk.touches.count < 40)
        // How many frames come too late depends on the machine; what the deciding thread does for them does not.
        #expect(kiosk.spent < .seconds(1), "the deciding thread was busy for \(kiosk.spent.seconds) of three seconds")
    }
}
