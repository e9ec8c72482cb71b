// What of a page does nothing where the window of a program is the page.

import Settings

extension Page {
    /// The keys that say how text is shown.
    private static let keysOfText = ["columns", "rows", "index", "place"]

    /// Takes the places of the keys that go with the program, and warns of those in `settings`, the front matter, that do nothing beside it.
    mutating func checkKeys(besideProgram settings: Settings) {
        guard program != nil else { return }
        for key in ["app", "url", "hosts", "history"] {
            programPlaces[key] = settings.place(of: key).map { SourcePlace(line: $0.line, column: $0.column) }
        }
        let unused = Self.keysOfText + (titleText.placeholders.contains(.open) ? [] : ["hours"])
        for key in unused where settings.has(key) {
            settings.report(
                key,
                "\(key) does nothing here: it is for the text of a page, and this page is the window of a program; remove it",
                severity: .warning)
        }
        settings.leaveOut("place")
    }

    /// Warns that the page has no title, if neither the front matter nor its text has one and the window of a program is the page.
    func reportMissingTitle(in settings: Settings?) {
        guard program != nil else { return }
        settings?.reportMissing(
            "title", "so the bar and the page that still loads say \"\(title)\"; add a line such as title = \"Map\"",
            severity: .warning)
    }

    /// Leaves out the text if the window of a program is the page. Its links lead nobody anywhere.
    mutating func leaveOutTextBehindProgram() { if program != nil { (blocks, notes) = ([], []) } }

    /// Says that the text in `source` from `line` on is not shown, if the window of a program is the page.
    func reportHiddenText(in source: SourceText, from line: Int, _ say: (Diagnostic) -> Void) {
        guard program != nil, !source.bytes(from: line).allSatisfy(" \t\r\n".utf8.contains) else { return }
        say(
            Diagnostic(
                "the window of the program is the page, so this text is not shown: remove it", file: file, line: line,
                severity: .warning))
    }
}
