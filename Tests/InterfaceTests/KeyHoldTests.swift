// Fingers that stay on a key while something else happens, and the letters that a long press offers.

import Drawing
import Geometry
import Gestures
import Keyboards
import Layers
import Observation
import Stage
import TestRandomness
import Testing

@testable import Interface

@Suite struct KeyHoldTests {
    private typealias Form = FieldTests.Form

    @Test(arguments: [
        (480.0, 800.0, 5.3), (800, 480, 5.3), (600, 1024, 4.4), (1280, 800, 5.9), (3840, 2160, 7.2),
    ])
    func `all that a long press offers is on the glass, with the letter of the key over the finger`(
        _ glass: (width: Double, height: Double, density: Double)
    ) throws {
        let (size, density) = (Size(glass.width, glass.height), Size(glass.density, glass.density))
        let theme = Theme(.paper, on: ElementGlass.panel)
        for name in ["us", "de", "pl", "tr", "gr", "il", "ara"] {
            let layout = try KeyboardLayout(named: name)
            for isShifted in [false, true] {
                let strip = 9 * glass.density
                let rows = KeyRows(
                    .letters, of: layout, isShifted: isShifted, hasOtherLayouts: true, for: .text, below: strip,
                    in: size,
                    density: density)
                let height = strip + rows.height + 1.5 * glass.density
                let room = Rect(0, height - size.height, size.width, size.height)
                for key in rows.keys {
                    guard case .type(let text, let variants) = key.action, !variants.isEmpty else { continue }
                    let cell = Size(max(key.frame.width, 14 * glass.density), key.frame.height * 1.15)
                    let callout = KeyCallout([text] + variants, over: key.frame, cell: cell, in: room, theme: theme)
                    let place = callout.frame.origin - Point.zero
                    let cells = callout.cells.map { $0.offset(by: place) }
                    func isInside(_ cell: Rect) -> Bool {
                        let isAcross = cell.minX > -1 && cell.maxX < size.width + 1
                        return isAcross && cell.minY > room.minY - 1 && cell.maxY <= key.frame.minY
                    }
                    let inside = cells.allSatisfy(isInside)
                    #expect(inside, "\(text) of \(name) on \(glass): \(cells)")
                    #expect(cells[0].minX <= key.frame.center.x && cells[0].maxX >= key.frame.center.x)
                    #expect(cells.allSatisfy { $0.maxY <= cells[0].maxY })
                    #expect(callout.chosenText == text)
                    for (cell, offered) in zip(cells, callout.texts) {
                        callout.choose(at: cell.center)
                        #expect(callout.chosenText == offered)
                    }
                    // From the key itself, a finger that goes to the side has what is above it.
                    callout.choose(at: key.frame.center)
                    #expect(callout.chosenText == text)
                }
            }
        }
    }

    @Test func `on the bare ground beside the keys there is no key`() throws {
        let panel = Panel(pixels: PixelSize(2400, 1000), millimetres: Size(600, 250))
        let glass = ElementGlass(BodyScreen { TextField("Name", text: "") { _ in } }, panel: panel)
        try #require(glass.all(FieldView.self).first).beginEditing()
        glass.settle()
        let keyboard = try #require(glass.stage.dock?.view as? KeyboardView)
        let frames = keyboard.keys.map(\.key.frame)
        let (first, last) = (frames.map(\.minX).min()!, frames.map(\.maxX).max()!)
        #expect(first > 300 && last < 2100, "a wide keyboard")
        for y in stride(from: frames.map(\.minY).min()!, through: keyboard.bounds.height, by: 7) {
            for x in [0, first - 9 * keyboard.density.width, last + 9 * keyboard.density.width, 2399] {
                #expect(keyboard.key(at: Point(x, y)) == nil, "\(x) \(y)")
            }
        }
        // A finger that is a little beside a key has it.
        for frame in frames {
            for x in [frame.minX - 2, frame.maxX + 2] { #expect(keyboard.key(at: Point(x, frame.center.y)) != nil) }
        }
    }

    @Test func `a finger that rests on a key for long and trembles types its letter`() throws {
        var random = SplitMix(11)
        for letter in ["o", "e", "a", "l", "c"] {
            let form = Form()
            form.begin()
            try form.type("X")
            let place = try form.place(letter)
            form.send(.began, place)
            form.pass(.milliseconds(600))
            for _ in 0..<10 {
                let way = Vector(
                    Double.random(in: -1.8...1.8, using: &random), Double.random(in: -1.8...1.8, using: &random))
                form.send(.moved, place + way)
            }
            form.send(.ended, place)
            form.glass.settle()
            #expect(form.person.name == "X" + letter)
        }
    }

    // MARK: Something else happens

    /// A field, and a button that counts what is in it.
    @MainActor private final class Shop {
        let form: Form
        private(set) var orders: [String] = []

        init() {
            let person = FieldTests.Person()
            var buy: () -> Void = {}
            let glass = ElementGlass {
                TextField("Name", text: person.name) { person.name = $0 }
                Button("Buy") { buy() }
            }
            form = Form(person, glass)
            buy = { [unowned self] in orders.append(form.person.name) }
            form.begin()
        }

        /// The middle of the button (mm).
        var button: Point {
            let frame = form.glass.frame(of: form.glass.all(ButtonView.self)[0])
            return Point(frame.center.x / 4, frame.center.y / 4)
        }
    }

    /// Whether the finger comes down on the button before or after the one on the key.
    @Test(arguments: [false, true]) func `a letter that a finger holds is there when another finger buys`(
        _ isFirst: Bool
    ) throws {
        let shop = Shop()
        let form = shop.form
        try form.type("E", "v")
        let key = try form.place("a")
        if isFirst { form.send(.began, shop.button, contact: 2) }
        form.send(.began, key, contact: 1)
        if !isFirst { form.send(.began, shop.button, contact: 2) }
        form.send(.ended, shop.button, contact: 2)
        #expect(shop.orders == ["Eva"])
        form.send(.ended, key, contact: 1)
        form.glass.settle()
        #expect(form.person.name == "Eva")
    }

    @Test func `an alert takes a letter that a finger holds along, and gives the keyboard back`() throws {
        let shop = Shop()
        let form = shop.form
        try form.type("E", "v")
        form.send(.began, try form.place("a"), contact: 1)
        form.glass.screen.alert("No tickets")
        #expect(form.person.name == "Eva")
        form.pass(.seconds(1))
        form.send(.ended, Point(100, 140), contact: 1)
        form.glass.settle()
        #expect(form.keyboard == nil && form.glass.stage.sheets.count == 1)
        form.glass.screen.dismiss()
        form.pass(.seconds(1))
        #expect(form.keyboard != nil && form.fields[0].isEditing && form.fields[0].text.selection == 3..<3)
        // A screen that was pushed is a step on, and what is under it is only looked at when the visitor comes back.
        form.glass.stage.navigator.push(BodyScreen { Text("Next") })
        form.pass(.seconds(1))
        form.glass.stage.navigator.pop()
        form.pass(.seconds(1))
        #expect(form.keyboard == nil && !form.fields[0].isEditing)
    }

    @Test(arguments: [Instant.Span?.none, .seconds(30)]) func `an alert does not leave for a finger beside it`(
        _ time: Instant.Span?
    ) throws {
        let shop = Shop()
        shop.form.glass.screen.alert("Your number is 7", for: time)
        shop.form.glass.stage.advance(to: shop.form.glass.stage.now + .seconds(1))
        for place in [Point(2, 2), Point(125, 140), Point(248, 75)] {
            shop.form.send(.began, place)
            shop.form.send(.ended, place)
            shop.form.glass.stage.advance(to: shop.form.glass.stage.now + .seconds(1))
            #expect(
                shop.form.glass.stage.sheets.count == 1 && shop.form.glass.stage.sheets.allSatisfy { !$0.isLeaving })
        }
    }

    @Test func `a finger that deletes stops when another one swipes the page away`() throws {
        let form = Form()
        let person = FieldTests.Person()
        person.name = String(repeating: "x", count: 200)
        let other = BodyScreen { TextField("Other", text: person.name) { person.name = $0 } }
        form.glass.stage.navigator.push(other)
        form.glass.settle()
        let field = try #require(ElementGlass.views(in: other.view.content).compactMap { $0 as? FieldView }.first)
        field.beginEditing()
        form.pass(.seconds(1))
        form.send(.began, try form.place("delete"), contact: 1)
        form.glass.stage.advance(to: form.glass.stage.now + .seconds(1))
        form.send(.began, Point(1, 40), contact: 2)
        let left = person.name.count
        #expect(left < 199)
        for x in stride(from: 3, through: 60, by: 3) { form.send(.moved, Point(Double(x), 40), contact: 2) }
        form.glass.stage.advance(to: form.glass.stage.now + .seconds(2))
        #expect(person.name.count == left && other.transition != nil)
    }

    @Test func `a shift key that is held makes capitals also where a capital comes by itself`() throws {
        for begins in [["shift", "shift"], ["shift", "shift", "shift"], []] as [[String]] {
            let form = Form()
            form.begin()
            try form.type("X", "delete")
            for key in begins { try form.type(key) }
            form.send(.began, try form.place("shift"), contact: 1)
            for contact in 2...4 {
                let label = try #require(
                    form.keyboard?.keys.compactMap(\.key.action.caption).first { $0 == "b" || $0 == "B" })
                form.send(.began, try form.place(label), contact: contact)
                form.send(.ended, try form.place(label), contact: contact)
            }
            form.send(.ended, try form.place("shift"), contact: 1)
            #expect(form.person.name == "BBB")
            try form.type("b")
            #expect(form.person.name == "BBBb")
        }
    }

    @Test func `a handle that a finger brings past the other one is that of the other end`() throws {
        var random = SplitMix(3)
        let form = Form()
        form.begin()
        form.fields[0].take(KeyStroke.text("one two three four five"))
        let field = form.fields[0]
        field.select(8..<13)
        let origin = form.glass.frame(of: field).origin
        for _ in 0..<30 {
            let handle = field.handles[random.below(2)]
            let fixed = handle.end == .start ? field.text.selection.upperBound : field.text.selection.lowerBound
            let goal = random.below(24)
            let grip = handle.frame.center
            let start = Point((origin.x + grip.x) / 4, (origin.y + grip.y) / 4)
            let end = Point((origin.x + field.caret(at: goal).minX) / 4, start.y)
            guard field.hitTest(grip) === handle else { continue }
            form.send(.began, start, after: .seconds(1))
            for step in 1...8 { form.send(.moved, start + (end - start) * (Double(step) / 8)) }
            let selection = field.text.selection
            let expected =
                goal == fixed ? [fixed - 1..<fixed, fixed..<fixed + 1] : [min(goal, fixed)..<max(goal, fixed)]
            #expect(expected.contains(selection), "\(fixed) to \(goal)")
            let place = handle.end == .start ? selection.lowerBound : selection.upperBound
            #expect(abs(handle.frame.center.x - field.caret(at: place).minX) <= 1, "the handle is under the finger")
            form.send(.ended, end)
            form.glass.settle()
        }
    }
}
