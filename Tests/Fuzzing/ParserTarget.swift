// What the process that parses answers, after a text has taken it over.

import Geometry
import Pages
import Settings
import TestFolders

/// Takes the bytes for the answer of a parser: to the start page where the first byte is even, or else to its front matter. The
/// kiosk has another page, which is parsed as it should be.
@MainActor
final class ParserTarget: FuzzTarget {
    nonisolated static let name = "parser"

    private let folder = TemporaryFolder()
    private let home = Array("# Home\n\n[More](more.md)\n".utf8)

    init() {
        folder.write(Array("+++\ntitle = 'a'\n+++\n".utf8) + home, to: "home.md")
        folder.write(Array("# More\n\n[Home](home.md)\n".utf8), to: "more.md")
    }

    func take(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let answer = Array(bytes.dropFirst())
        let isBody = first & 1 == 0
        let reader = ContentReader(decode: ContentReader.here(ContentRules()).decode) {
            [home] task, text throws(ParsingError) in
            let isMeant = isBody ? task == .markdown && text.elementsEqual(home) : task == .settings
            return isMeant ? answer : task.carryOut(on: text)
        }
        let (kiosk, diagnostics) = Kiosk.load(folder.path, reader: reader)
        try demand(kiosk != nil || diagnostics.contains { $0.severity == .error }, "no kiosk, and no reason")
        if let kiosk { try demand(kiosk.pages["more"] != nil, "the other page is gone") }
        for diagnostic in diagnostics {
            try demand(!"\(diagnostic)".hasControlCharacters, "an error that is no line: \(diagnostic)")
        }
    }
}
