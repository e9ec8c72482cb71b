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
