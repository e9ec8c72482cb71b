// What a rehearsal types in other languages, and what its pictures have.

import Bezel
import Testing

@Observable private final class Note { var text = "" }

@Suite struct RehearsalVisitorTests {
    private struct Notes: App {
        let note = Note()
        func root() -> Screen {
            ElementScreen("note") { [note] in TextField("Note", text: note.text) { note.text = $0 } }
        }
    }

    @Test(arguments: [
        ("ar", "سلام ok"), ("ru", "привет, bob"), ("he", "שלום sea"), ("de", "grün 12"), ("el", "και or"),
        ("fr", "café à noël"), ("en", "josé"), ("pl", "żółw"), ("nl", "ideeën"), ("el", "ελένη"), ("tr", "ığdır"),
        ("es", "¿qué?"), ("it", "perché"),
    ])
    func `letters are typed in whichever layout of the keyboard has them`(_ language: String, _ text: String)
        async throws
    {
        let notes = Notes()
        let visitor = try Rehearsal(notes, language: language)
        try visitor.tap("Note", .textbox)
        await visitor.settle()
        try visitor.type(text)
        #expect(notes.note.text.lowercased() == text)
    }

    @Test(arguments: [
        "en", "zh", "zh-Hant", "ar", "fr", "de", "es", "pt", "it", "cy", "el", "uk", "he", "hi", "ja", "ko", "tr", "nl",
        "pl",
        "cs", "da", "sv", "nb", "fi", "hu", "ro", "ru",
    ])
    func `keys are found in every language, whatever they are called`(_ language: String) async throws {
        let notes = Notes()
        let visitor = try Rehearsal(notes, language: language)
        try visitor.tap("Note", .textbox)
        await visitor.settle()
        try visitor.type("1 @ 7€ -")
        #expect(notes.note.text == "1 @ 7€ -")
    }

    @Test func `what no layout has is said`() async throws {
        let visitor = try Rehearsal(Notes())
        try visitor.tap("Note", .textbox)
        await visitor.settle()
        #expect(throws: Rehearsal.Problem.self) { try visitor.type("漢") }
    }

    @Test func `a picture has what is in files and in bytes`() async throws {
        struct Pictures: App {
            func root() -> Screen {
                ElementScreen("pictures") {
                    let red =
                        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='#f00'/></svg>"
                    Image(data: Array(red.utf8), description: "Red", fit: .covering).frame(
                        width: .px(900), height: .px(600))
                }
            }
        }
        let app = try Rehearsal(Pictures())
        await app.settle()
        let frame = try app.view("Red").frame
        let (picture, panel) = (app.picture(), app.stage.panel)
        let center = panel.pixels(frame.center)
        let pixel = picture.pixels[Int(center.y) * picture.size.width + Int(center.x)]
        #expect(pixel == 0xFFFF_0000, "\(String(pixel, radix: 16))")
    }
}
