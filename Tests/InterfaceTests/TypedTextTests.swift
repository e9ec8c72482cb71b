// What is typed stays in sight: under the letters that a key offers, and under the loupe.

import Drawing
import Geometry
import Gestures
import Keyboards
import Layers
import Observation
import Testing
import TouchScript

@testable import Interface
@testable import Stage

@Observable private final class Words {
    var name = "Ada"
    var note = ""
    var isOn = false
}

@Suite struct TypedTextTests {
    private nonisolated static let panels = [
        Panel(pixels: PixelSize(1000, 600), millimetres: Size(250, 150)),
        Panel(pixels: PixelSize(1024, 600), millimetres: Size(154, 90)),
        Panel(pixels: PixelSize(480, 800), millimetres: Size(68, 113)),
        Panel(pixels: PixelSize(1920, 1080), millimetres: Size(345, 194)),
        Panel(pixels: PixelSize(600, 1024), millimetres: Size(90, 154)),
    ]

    // MARK: What keys offer

    /// Where a field is (px of the keyboard) on a glass as wide as `width`, right above the keyboard.
    private func places(_ width: Double, _ density: Double) -> [Rect] {
        let (bottom, height) = (-2 * density, 9 * density)
        return [(0, width), (0, width * 0.4), (width * 0.3, width * 0.4), (width * 0.6, width * 0.4)].map {
            Rect($0.0, bottom - height, $0.1, height)
        }
    }

    @Test(arguments: panels) func `no key covers the text with what it offers`(_ panel: Panel) throws {
        let density = Size(panel.density(.horizontal), panel.density(.vertical))
        let (size, theme) = (panel.pixels.size, Theme(.paper, on: panel))
        for name in ["us", "de", "pl", "tr", "vn", "gr", "il", "ara"] {
            guard let layout = try? KeyboardLayout(named: name) else { continue }
            let strip = (9 * density.height).rounded()
            let rows = KeyRows(
                .letters, of: layout, isShifted: false, hasOtherLayouts: true, for: .text, below: strip, in: size,
                density: density)
            let glass = Rect(
                0, strip + rows.height + (1.5 * density.height).rounded() - size.height, size.width, size.height)
            for key in rows.keys {
                guard case .type(let text, let variants) = key.action else { continue }
                let cell = Size(max(key.frame.width, 14 * density.width), (key.frame.height * 1.15).rounded())
                for typed in places(size.width, density.height) {
                    for texts in [[text], [text] + variants] {
                        let callout = KeyCallout(
                            texts, over: key.frame, cell: cell, in: glass, beside: typed, theme: theme)
                        let name = "\(texts.joined()) of \(name) beside \(typed): \(callout.frame)"
                        #expect(callout.frame.intersection(typed).isEmpty, "\(name)")
                        #expect(callout.frame.minX >= 0 && callout.frame.maxX <= size.width + 1, "\(name)")
                        #expect(callout.frame.minY >= glass.minY && callout.frame.maxY <= glass.maxY, "\(name)")
                        #expect(callout.cells.allSatisfy { $0.height >= 5 * density.height }, "\(name)")
                        #expect(callout.chosenText == text)
                        let corner = callout.frame.origin - Point.zero
                        for (cell, offered) in zip(callout.cells, texts) {
                            callout.choose(at: cell.center + corner)
                            #expect(callout.chosenText == offered)
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: panels, [0, 2, 30]) func `a finger on the top row sees what it types`(_ panel: Panel, _ rows: Int)
        throws
    {
        let words = Words()
        let glass = ElementGlass(
            BodyScreen {
                Scroll {
                    for row in 0..<rows { Text("Row \(row)") }
                    TextField("Name", text: words.name) { words.name = $0 }
                    TextArea("Note", text: words.note) { words.note = $0 }
                }
            }, bar: true, panel: panel)
        for field in glass.all(FieldView.self) {
            field.beginEditing()
            glass.settle()
            let keyboard = try #require(glass.stage.dock?.view as? KeyboardView)
            for letter in ["e", "u", "o", "E"] {
                guard let key = keyboard.keys.first(where: { $0.key.action.caption == letter }) else { continue }
                let corner = key.panelOrigin
                let place = Point(
                    (corner.x + key.bounds.width / 2) / panel.density(.horizontal),
                    (corner.y + key.bounds.height / 2) / panel.density(.vertical))
                let touch = TouchScript(start: glass.stage.now + .milliseconds(10))
                touch.down(at: place).hold(for: .milliseconds(700)).lift()
                glass.stage.handle(touch.frames[0])
                for wait in [50, 600] {
                    glass.stage.advance(to: glass.stage.now + .milliseconds(wait))
                    let callout = try #require(keyboard.subviews.lazy.compactMap { $0 as? KeyCallout }.first)
                    #expect((callout.texts.count > 1) == (wait > 100))
                    let caret = field.caret(at: field.text.selection.upperBound)
                    let line = Rect(
                        field.panelOrigin.x, field.panelOrigin.y + caret.minY, field.bounds.width, caret.height)
                    let shown = Rect(origin: callout.panelOrigin, size: callout.bounds.size)
                    #expect(shown.intersection(line).isEmpty, "\(letter) at \(shown) over \(line)")
                }
                glass.stage.handle(touch.frames[1])
                glass.settle()
            }
        }
    }

    // MARK: The loupe

    @Test(arguments: panels, [LayoutDirection.leftToRight, .rightToLeft])
    func `the loupe is in front of the page and of the keyboard`(_ panel: Panel, _ direction: LayoutDirection) throws {
        let words = Words()
        let screen = BodyScreen {
            Scroll {
                for row in 0..<30 { Text("Row \(row)") }
                TextField("Name", text: words.name) { words.name = $0 }
                TextArea("Note", text: words.note) { words.note = $0 }
            }
        }
        screen.direction = direction
        let glass = ElementGlass(screen, bar: true, panel: panel)
        let (across, down) = (panel.density(.horizontal), panel.density(.vertical))
        for field in glass.all(FieldView.self) {
            field.beginEditing()
            glass.settle()
            let dock = try #require(glass.stage.dock)
            let place = Rect(origin: field.panelOrigin, size: field.bounds.size)
            let touch = TouchScript(start: glass.stage.now + .milliseconds(10))
            let start = Point(place.center.x / across, (place.minY + 3 * down) / down)
            touch.down(at: start).hold(for: .milliseconds(700)).drag(
                to: start + Vector(10, 2), over: .milliseconds(200)
            )
            .drag(to: start + Vector(-30, 1), over: .milliseconds(200)).lift()
            var seen = 0
            for frame in touch.frames {
                glass.stage.advance(to: frame.time)
                glass.stage.handle(frame)
                let views = glass.stage.rootView.subviews
                guard let index = views.firstIndex(where: { $0 is Loupe }) else { continue }
                seen += 1
                let behind = try #require(views.firstIndex { $0 === dock.view })
                #expect(index > behind && views.filter { $0 is Loupe }.count == 1)
                #expect(views[index].frame.intersection(glass.stage.rootView.bounds) == views[index].frame)
            }
            #expect(seen > 10)
            #expect(!glass.stage.rootView.subviews.contains { $0 is Loupe }, "it goes with the finger")
            field.endEditing()
            glass.settle()
        }
    }

    @Test func `a loupe goes when the field goes under the finger`() throws {
        let words = Words()
        let glass = ElementGlass {
            if !words.isOn { TextField("Name", text: words.name) { words.name = $0 } }
        }
        let field = try #require(glass.all(FieldView.self).first)
        let place = field.panelOrigin + Vector(80, 20)
        let touch = TouchScript(start: glass.stage.now + .milliseconds(10))
        touch.down(at: Point(place.x / 4, place.y / 4)).hold(for: .milliseconds(700)).lift()
        glass.stage.handle(touch.frames[0])
        glass.stage.advance(to: glass.stage.now + .milliseconds(650))
        #expect(glass.stage.rootView.subviews.contains { $0 is Loupe })
        words.isOn = true
        glass.stage.advance(to: glass.stage.now + .milliseconds(20))
        glass.settle()
        #expect(!glass.stage.rootView.subviews.contains { $0 is Loupe })
    }

    // MARK: Labels

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft], [true, false])
    func `a tap on the words of a control is one on the control`(_ direction: LayoutDirection, _ isEnabled: Bool) throws
    {
        let words = Words()
        let screen = BodyScreen {
            Column {
                TextField("Name", text: words.name, problem: "Too short") { words.name = $0 }
                TextArea("Note", text: words.note) { words.note = $0 }
                Toggle("News by mail", isOn: words.isOn) { words.isOn = $0 }
            }
            .disabled(!isEnabled)
        }
        screen.direction = direction
        let glass = ElementGlass(screen)
        func tap(_ label: String) throws {
            let view = try #require(glass.all(LabelView.self).first { $0.text.string == label })
            glass.tap(view)
        }
        let fields = glass.all(FieldView.self)
        for (label, field) in [("Name", 0), ("Note", 1), ("Too short", 0), ("Note", 1)] {
            try tap(label)
            #expect(fields.map(\.isEditing) == [0, 1].map { isEnabled && $0 == field }, "\(label)")
            #expect((glass.stage.dock != nil) == isEnabled)
        }
        // A finger that drags over the words scrolls or does nothing.
        if isEnabled {
            fields[1].endEditing()
            glass.settle()
            let view = try #require(glass.all(LabelView.self).first { $0.text.string == "Name" })
            let place = Point(glass.frame(of: view).center.x / 4, glass.frame(of: view).center.y / 4)
            glass.touch { $0.down(at: place).drag(to: place + Vector(0, 12), over: .milliseconds(200)).lift() }
            glass.settle()
            #expect(!fields[0].isEditing)
        }
        try tap("News by mail")
        #expect(words.isOn == isEnabled)
    }

    @Test func `a tap on the label leaves the caret where it is`() throws {
        let words = Words()
        let glass = ElementGlass { TextField("Name", text: words.name) { words.name = $0 } }
        let field = try #require(glass.all(FieldView.self).first)
        field.beginEditing()
        field.select(1..<1)
        glass.settle()
        glass.tap(try #require(glass.all(LabelView.self).first { $0.text.string == "Name" }))
        #expect(field.isEditing && field.text.selection == 1..<1)
    }
}
