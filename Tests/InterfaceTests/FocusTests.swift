// Fields that the app's code chooses, and the field that is searched with.

import Drawing
import Geometry
import Layers
import Observation
import Stage
import Testing

@testable import Interface

@Observable private final class Form {
    enum Field: Int, CaseIterable { case name, mail, note }
    var focus: Field?
    var texts = ["", "", ""]
    var heard: [Field?] = []
    var query = ""

    func moved(_ field: Field?) {
        heard.append(field)
        focus = field
    }
}

@Suite struct FocusTests {
    private func glass(_ form: Form) -> ElementGlass {
        ElementGlass {
            Scroll {
                TextField("Name", text: form.texts[0]) { form.texts[0] = $0 }
                    .focused(form.focus, equals: .name) { form.moved($0) }
                Fill(.clear).frame(height: .px(1500))
                TextField("Mail", text: form.texts[1]) { form.texts[1] = $0 }
                    .focused(form.focus, equals: .mail) { form.moved($0) }
                TextArea("Note", text: form.texts[2]) { form.texts[2] = $0 }
                    .focused(form.focus, equals: .note) { form.moved($0) }
            }
        }
    }

    private func field(_ label: String, _ glass: ElementGlass) throws -> FieldView {
        try #require(glass.all(FieldView.self).first { $0.look.label == label })
    }

    @Test(arguments: [340, 420, 600])
    func `the label and what is wrong are seen with the field where there is room, and else what is wrong`(height: Int)
        throws
    {
        let form = Form()
        let panel = Panel(
            pixels: PixelSize(1000, height), millimetres: Size(250, Double(height) / 4))
        let screen = BodyScreen {
            Scroll {
                Fill(.clear).frame(height: .px(700))
                TextField("Mail", text: form.texts[1], problem: form.query.isEmpty ? nil : form.query) {
                    form.texts[1] = $0
                }
                .focused(form.focus, equals: .mail) { form.moved($0) }
                Fill(.clear).frame(height: .px(700))
            }
        }
        let glass = ElementGlass(screen, panel: panel)
        form.focus = .mail
        glass.settle()
        // It is found while the visitor types.
        form.query = "An address has an @."
        glass.settle()
        let dock = try #require(glass.stage.dock)
        let field = try field("Mail", glass)
        let seen = glass.stage.spokenViews.map(\.spoken.label)
        let limit = dock.view.panelOrigin.y
        let problem = try #require(glass.all(LabelView.self).first { $0.text.string == form.query })
        if height > 340 {
            #expect(problem.panelOrigin.y + problem.bounds.height <= limit && seen.contains(form.query))
        }
        #expect(field.panelOrigin.y >= 0 && field.panelOrigin.y + field.bounds.height <= limit)
        if height == 600 {
            let label = try #require(glass.all(LabelView.self).first { $0.text.string == "Mail" })
            #expect(label.panelOrigin.y >= 0)
        }
    }

    @Test(arguments: [("ar", TextKind.mail, "q"), ("ar", .webAddress, "q"), ("ar", .text, "ض"), ("de", .mail, "q")])
    func `addresses begin with Latin letters, also where the language has others`(
        language: String, kind: TextKind, first: String
    ) throws {
        let form = Form()
        let glass = ElementGlass {
            TextField("Field", text: "", kind: kind) { _ in }.focused(form.focus, equals: .name) { form.moved($0) }
        }
        glass.stage.show(in: language, because: "a test")
        form.focus = .name
        glass.settle()
        #expect(glass.stage.spokenViews.contains { $0.spoken.label.lowercased() == first && $0.spoken.role == .button })
    }

    @Test func `code chooses a field: it is typed in, and the form scrolls to it`() throws {
        let form = Form()
        let glass = glass(form)
        #expect(glass.stage.dock == nil && form.heard.isEmpty)
        form.focus = .mail
        glass.settle()
        let mail = try field("Mail", glass)
        #expect(mail.isEditing && glass.stage.dock != nil)
        let dock = try #require(glass.stage.dock)
        #expect(glass.frame(of: mail).maxY <= dock.view.frame.minY && glass.frame(of: mail).minY >= 0)
        form.focus = .name
        glass.settle()
        let name = try field("Name", glass)
        #expect(name.isEditing && !mail.isEditing && glass.frame(of: name).minY >= 0)
        #expect(form.focus == .name)
        form.focus = nil
        glass.settle()
        #expect(!name.isEditing && glass.stage.dock == nil && form.focus == nil)
    }

    @Test func `what fingers choose, the code hears`() throws {
        let form = Form()
        let glass = glass(form)
        glass.tap(try field("Name", glass))
        #expect(form.focus == .name && form.heard == [.name])
        try field("Name", glass).endEditing()
        glass.settle()
        #expect(form.focus == nil && form.heard == [.name, nil])
        // A field that was chosen before it is shown.
        let other = Form()
        other.focus = .note
        let next = self.glass(other)
        next.settle()
        #expect(try field("Note", next).isEditing && other.focus == .note)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func `a search field is a field with a magnifier, filters, and is emptied by its button`(
        _ direction: LayoutDirection
    )
        throws
    {
        let form = Form()
        let things = ["Compass", "Lantern", "Logbook"]
        let screen = BodyScreen {
            Column(alignment: .stretch) {
                SearchField("Search", text: form.query) { form.query = $0 }
                List {
                    for thing in things where form.query.isEmpty || thing.lowercased().contains(form.query) {
                        ListRow(thing)
                    }
                }
            }
        }
        screen.direction = direction
        let glass = ElementGlass(screen)
        let field = try field("Search", glass)
        let icon = try #require(glass.all(SymbolView.self).first)
        #expect((icon.frame.center.x < 500) == (direction == .leftToRight))
        // Also on the magnifier a finger chooses the field.
        glass.tap(icon)
        #expect(field.isEditing)
        let list = try #require(glass.all(ScrollView.self).first)
        let dock = try #require(glass.stage.dock)
        #expect(list.bounds.height > 100 && glass.frame(of: list).maxY <= dock.view.frame.minY)
        for letter in ["l", "o", "g"] { field.take(.text(letter)) }
        glass.settle()
        #expect(form.query == "log" && glass.texts.contains("Logbook") && !glass.texts.contains("Compass"))
        let room = field.caret(at: 3)
        #expect(room.minX > 0 && room.minX < field.bounds.width)
        let clear = try #require(glass.all(View.self).first { $0.spoken?.label == "Clear" })
        #expect((glass.frame(of: clear).center.x > 500) == (direction == .leftToRight))
        glass.tap(clear)
        #expect(form.query == "" && field.isEditing && field.text.string == "")
        #expect(glass.texts.contains("Compass") && !glass.all(View.self).contains { $0.spoken?.label == "Clear" })
    }
}

@Observable private final class LongForm {
    var focus: Int?
    var text = ""
    var inSections = false
    var count = 300

    @ElementBuilder func rows() -> Elements {
        if inSections {
            for start in stride(from: 0, to: 300, by: 50) { Section("From \(start)") { fields(start..<start + 50) } }
        } else {
            fields(0..<count)
        }
    }

    private func fields(_ range: Range<Int>) -> some Element {
        ForEach(range, id: \.self) { [self] id in
            TextField("Field \(id)", text: text, problem: id == focus ? "It is empty." : nil) { self.text = $0 }
                .focused(focus, equals: id) { self.focus = $0 }
        }
    }
}

@Suite struct LongFormFocusTests {
    private func check(_ form: LongForm, _ id: Int, _ glass: ElementGlass) throws {
        let field = try #require(glass.all(FieldView.self).first { $0.look.label == "Field \(id)" }, "\(id) is made")
        let dock = try #require(glass.stage.dock)
        #expect(field.isEditing && form.focus == id)
        #expect(glass.frame(of: field).maxY <= dock.view.frame.minY && glass.frame(of: field).minY >= 0, "\(id)")
        #expect(glass.all(FieldView.self).count < 60, "only rows near the glass are made")
    }

    @Test(arguments: [false, true]) func `a field of a row that is not made is made, seen and typed in`(
        _ inSections: Bool
    ) throws {
        let form = LongForm()
        form.inSections = inSections
        let glass = ElementGlass { List(focus: form.focus) { form.rows() } }
        for id in [299, 0, 150, 3, 298, 299, 1, 75] {
            form.focus = id
            glass.settle()
            try check(form, id, glass)
        }
        form.focus = nil
        glass.settle()
        #expect(glass.stage.dock == nil)
        // The same one again.
        let list = try #require(glass.all(ScrollView.self).first)
        list.scroll(to: 0, along: .vertical, animated: false)
        glass.settle()
        form.focus = 250
        glass.settle()
        try check(form, 250, glass)
    }

    @Test func `a list that begins with a focus far below is there at once`() throws {
        let form = LongForm()
        form.focus = 200
        let glass = ElementGlass { List(focus: form.focus) { form.rows() } }
        try check(form, 200, glass)
    }

    @Test func `a screen that goes while a field is typed in tells the app, and no row runs again`() throws {
        let form = LongForm()
        form.focus = 3
        do {
            let glass = ElementGlass { List(focus: form.focus) { form.rows() } }
            try check(form, 3, glass)
        }
        #expect(form.focus == nil)
    }

    @Test func `a focus on no row moves nothing, until there is one`() throws {
        let form = LongForm()
        let glass = ElementGlass { List(focus: form.focus) { form.rows() } }
        form.focus = 1000
        glass.settle()
        #expect(glass.all(ScrollView.self).first?.offset == 0 && glass.stage.dock == nil)
        form.count = 1100
        glass.settle()
        try check(form, 1000, glass)
    }
}
